import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleTable } from '../triple-table.ts';
import { textOfFile } from './text-file.ts';
import type { StoredVersion } from './version-content.ts';
import { canonicalPieces } from './version.ts';

/** A canonical text in pieces of whole lines. */
export type TextPieces = AsyncIterable<Uint8Array>;

/** Characters of a text that are looked at together. */
const PIECE_LENGTH = 256 * 1024;

const decoder = new TextDecoder();

/** The canonical text of a version. @throws HubError `not-found` behind the last piece of a damaged file */
export function textOfVersion({ version, content }: StoredVersion, hub: HubNamespaces): TextPieces {
  if (typeof content === 'string') return piecesOfText(content);
  return 'path' in content ? textOfFile(version, content) : canonicalPieces(new TripleTable(content), hub);
}

async function* piecesOfText(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', Math.min(at + PIECE_LENGTH, text.length - 1)) + 1 || text.length;
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}

/** The lines of a text, one after another. */
export class TextLines {
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
