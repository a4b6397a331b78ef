import type { Element } from '../records/scopes.ts';
import type { RowTemplates } from '../rows/row-templates.ts';
import type { WalkContext } from './walk-context.ts';

/** What the row of an item is: triples of the subject around it, or a subject of its own, which may hold what it defers. */
type RowExtent = 'triples' | 'subject' | 'subject with deferred';

/**
 * Walks an item. If others like it follow, its row may be recorded for copies.
 *
 * @param rows null where no row is recorded
 */
export function walkRow(
  context: WalkContext,
  rows: RowTemplates | null,
  element: Element,
  extent: RowExtent,
  write: () => void,
): void {
  const { recorder, emitter, warnings } = context;
  // One recording at a time: an array within a row is part of the row.
  if (rows === null || recorder.recording !== null) return write();
  const subject = extent === 'triples' ? emitter.subject : null;
  rows.write(element, subject, extent === 'subject with deferred', () => {
    const { triples } = emitter;
    const warned = warnings.unrepeatable;
    write();
    if (warnings.unrepeatable > warned) recorder.forbid();
    return emitter.triples - triples;
  });
}
