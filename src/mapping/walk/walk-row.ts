import type { Element } from '../records/scopes.ts';
import type { Items } from '../rows/row-items.ts';
import type { RowTemplates } from '../rows/row-templates.ts';
import type { WalkContext } from './walk-context.ts';

/**
 * Writes rows: copies where they can be, and has the others walked.
 *
 * @param rows null where no row is copied
 * @param onCopied is called behind copies with the places from the first to before the last
 */
export function writeRows(
  rows: RowTemplates | null,
  items: Items,
  walk: (place: number) => void,
  onCopied?: (from: number, to: number) => void,
): void {
  for (let place = 0; place < items.length; place++) {
    const copied = rows === null ? 0 : rows.copy(items, place);
    if (copied > 0) onCopied?.(place, place + copied);
    place += copied;
    if (place < items.length) walk(place);
  }
}

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
  const { recorder, emitter } = context;
  // One recording at a time: an array within a row is part of the row.
  if (rows === null || recorder.recording !== null) return write();
  const subject = extent === 'triples' ? emitter.subject : null;
  rows.write(element, subject, extent === 'subject with deferred', () => walkCounted(context, write));
}

/** Walks what may be recorded; answers how many triples it wrote. */
export function walkCounted({ recorder, emitter, warnings }: WalkContext, write: () => void): number {
  const { triples } = emitter;
  const warned = warnings.unrepeatable;
  write();
  if (warnings.unrepeatable > warned) recorder.forbid();
  return emitter.triples - triples;
}
