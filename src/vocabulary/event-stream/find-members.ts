import { TextLines, type TextPieces } from '../versions/text-lines.ts';
import { STAND_IN } from '../versions/version.ts';
import type { StepMember } from './step-text.ts';

/** What stands at one address, as far as it was met. */
interface Met {
  readonly iri: string;
  /** What a line of its own begins with; all of its lines come before the first that is greater and does not begin so. */
  readonly start: string;
  readonly lines: string[];
  isBefore: boolean;
  isChanged: boolean;
}

/**
 * What one version has otherwise than another one, address by address, in the order of the IRIs as lines begin with them. Both texts are
 * sorted and walked once, side by side, so that little is held however long they are.
 *
 * @param before null where there was none: then everything is new
 */
export async function* findMembers(before: TextPieces | null, after: TextPieces): AsyncGenerator<StepMember> {
  const old = new TextLines(before);
  const fresh = new TextLines(after);
  // What differs from an address in its fragment stands around addresses that are longer, so that some are open at the same time.
  const open: Met[] = [];
  await Promise.all([old.load(), fresh.load()]);
  while (old.line !== null || fresh.line !== null) {
    const isOld = old.line !== null && (fresh.line === null || old.line <= fresh.line);
    const isFresh = fresh.line !== null && (old.line === null || fresh.line <= old.line);
    const line = (isOld ? old.line : fresh.line)!;
    let met = open.at(-1);
    if (met === undefined || !line.startsWith(met.start)) {
      const iri = addressOf(line);
      for (; met !== undefined && met.iri !== iri && line > met.start; met = open.at(-1)) {
        open.pop();
        yield* memberOf(met);
      }
      if (met?.iri !== iri)
        open.push(
          (met = {
            iri,
            start: `<${iri}> `,
            lines: [],
            isBefore: false,
            isChanged: false,
          }),
        );
    }
    if (isOld) met.isBefore = true;
    if (isFresh) met.lines.push(line);
    if (isOld !== isFresh) met.isChanged = true;
    if (isOld && !old.next()) await old.load();
    if (isFresh && !fresh.next()) await fresh.load();
  }
  while (open.length > 0) yield* memberOf(open.pop()!);
}

/** The same order among addresses. */
export function compareAddresses(one: string, other: string): number {
  return `${one}>` < `${other}>` ? -1 : 1;
}

/** The IRI that a line is about, of the hub's own ones without a fragment. */
export function addressOf(line: string): string {
  const iri = line.slice(1, line.indexOf('> '));
  const hash = iri.startsWith(`${STAND_IN}/`) ? iri.indexOf('#') : -1;
  return hash < 0 ? iri : iri.slice(0, hash);
}

function* memberOf({ iri, lines, isBefore, isChanged }: Met): Generator<StepMember> {
  if (isChanged)
    yield {
      kind: !isBefore ? 'create' : lines.length === 0 ? 'delete' : 'update',
      iri,
      lines,
    };
}
