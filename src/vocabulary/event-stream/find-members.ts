import { STAND_IN } from '../versions/version.ts';
import type { StepMember } from './step-text.ts';

/** A canonical text in pieces of whole lines. */
export type TextPieces = AsyncIterable<Uint8Array>;

/** What stands at one address, as far as it was met. */
interface Met {
  readonly iri: string;
  /** What a line of its own begins with; all of its lines come before the first that is greater and does not begin so. */
  readonly start: string;
  readonly lines: string[];
  isBefore: boolean;
  isChanged: boolean;
}

const decoder = new TextDecoder();

/**
 * What one version has otherwise than another one, address by address, in the order of the IRIs as lines begin with them. Both texts are
 * sorted and walked once, side by side, so that little is held however long they are.
 *
 * @param before null where there was none: then everything is new
 */
export async function* findMembers(before: TextPieces | null, after: TextPieces): AsyncGenerator<StepMember> {
  const old = new Lines(before);
  const fresh = new Lines(after);
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

/** The lines of a text, one after another. */
class Lines {
  /** The current one with its end; null behind the last one. */
  line: string | null = null;
  readonly #pieces: AsyncIterator<Uint8Array> | null;
  #text = '';
  #at = 0;

  constructor(pieces: TextPieces | null) {
    this.#pieces = pieces?.[Symbol.asyncIterator]() ?? null;
  }

  /** Goes to the next line. False when it has to be loaded first. */
  next(): boolean {
    if (this.#at >= this.#text.length) return false;
    const end = this.#text.indexOf('\n', this.#at) + 1;
    if (end === 0) throw new Error('it ends within a line');
    this.line = this.#text.slice(this.#at, end);
    this.#at = end;
    return true;
  }

  /** Goes to the next line, which is in another piece. */
  async load(): Promise<void> {
    do {
      const piece = await this.#pieces?.next();
      if (piece === undefined || piece.done === true) {
        this.line = null;
        return;
      }
      this.#text = decoder.decode(piece.value);
      this.#at = 0;
    } while (!this.next());
  }
}
