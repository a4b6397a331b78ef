import { createHash } from 'node:crypto';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { withAdded } from './added-lines.ts';
import { wholeLinesOf } from './text-file.ts';
import { beginsBlock, BlockHashes } from './version-blocks.ts';

const [SPACE, LINE_END] = [0x20, 0x0a];

/** Where a block begins: its first line with its end, and the subject of that with the space behind it. */
interface Beginning {
  readonly line: string;
  readonly subject: string;
}

/**
 * Names versions that are lines added to one canonical text, by their blocks. The text is read once for all of them, and of each only the blocks that got lines are hashed.
 *
 * @param text in pieces of any length
 * @param added of each version its lines with their ends, sorted
 * @returns the names in the order of `added`
 * @throws Error for a text that ends within a line
 */
export async function namesOfAdded(
  text: AsyncIterable<Uint8Array>,
  added: ReadonlyArray<readonly string[]>,
): Promise<string[]> {
  const base = new BlockHashes();
  const versions = added.map((lines) => new AddedVersion(lines));
  const cutter = new BlockCutter();
  /** The last block that ended: which lines belong to it is known when the next one begins. */
  let last: Buffer = Buffer.alloc(0);
  const take = (block: Buffer): void => {
    if (last.length > 0) takeBlock(last, beginningOf(block));
    last = block;
  };
  const takeBlock = (block: Buffer, next: Beginning | null): void => {
    if (block.length > 0) base.add(createHash('sha256').update(block));
    for (const version of versions) version.add(block, base, next);
  };
  for await (const lines of wholeLinesOf(text)) {
    for (const block of cutter.add(lines)) take(block);
    await letOthersGo();
  }
  take(cutter.end());
  takeBlock(last, null);
  return versions.map((version) => version.name());
}

/** A version while the blocks of the text that it is added to are walked. */
class AddedVersion {
  readonly #lines: readonly string[];
  readonly #hashes = new BlockHashes();
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /**
   * Adds a block of the text with the lines that belong to it.
   *
   * @param base the hashes of the blocks of the text, of which that of this block is the last
   * @param next where the next block begins; null behind the last one
   */
  add(block: Buffer, base: BlockHashes, next: Beginning | null): void {
    const from = this.#at;
    while (this.#at < this.#lines.length && isBefore(this.#lines[this.#at]!, next)) this.#at++;
    if (this.#at === from) {
      if (block.length > 0) this.#hashes.copy(base, base.count - 1, base.count);
      return;
    }
    const cutter = new BlockCutter();
    const blocks = cutter.add(withAdded(block, { lines: this.#lines.slice(from, this.#at) }));
    for (const made of [...blocks, cutter.end()]) this.#hashes.add(createHash('sha256').update(made));
  }

  name(): string {
    return this.#hashes.name();
  }
}

/** Lines of a subject stand in its block, also where they come before its first line. */
function isBefore(line: string, next: Beginning | null): boolean {
  return next === null || (line < next.line && !line.startsWith(next.subject));
}

function beginningOf(block: Buffer): Beginning {
  const line = block.toString('utf8', 0, block.indexOf(LINE_END) + 1);
  return { line, subject: line.slice(0, line.indexOf(' ') + 1) };
}

/** Cuts a canonical text into its blocks. */
class BlockCutter {
  #subject: Uint8Array = new Uint8Array();
  /** What there is of the block that has not ended. */
  #parts: Buffer[] = [];

  /** Adds whole lines; gives the blocks that ended. */
  add(lines: Buffer): Buffer[] {
    const blocks: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < lines.length; at = lines.indexOf(LINE_END, at) + 1 || lines.length) {
      if (this.#hasSubject(lines, at)) continue;
      const isFirst = this.#subject.length === 0;
      const end = lines.indexOf(SPACE, at);
      this.#subject = lines.subarray(at, end + 1);
      if (isFirst || !beginsBlock(lines, at, end)) continue;
      this.#parts.push(lines.subarray(from, at));
      blocks.push(this.end());
      from = at;
    }
    this.#parts.push(lines.subarray(from));
    return blocks;
  }

  /** The block that has not ended. */
  end(): Buffer {
    const block = Buffer.concat(this.#parts);
    this.#parts = [];
    return block;
  }

  #hasSubject(lines: Buffer, at: number): boolean {
    const subject = this.#subject;
    for (let i = 0; i < subject.length; i++) if (lines[at + i] !== subject[i]) return false;
    return subject.length > 0;
  }
}
