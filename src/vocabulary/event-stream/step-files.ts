import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { writeDurably } from '../../store/durable-folder.ts';
import { readMembers, writeMember, type StepMember } from './step-text.ts';

const FORMAT = 1;
/** Members of a part, and bytes of their text, unless one alone has more. */
const [MOST_MEMBERS, MOST_BYTES] = [100, 1024 * 1024];

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Members that one page has room for, as numbers. */
export interface PartSize {
  readonly members: number;
  readonly bytes: number;
}

/** Whether what comes behind a part has room beside it. */
export function fitsBehind(part: PartSize, next: PartSize): boolean {
  return part.members + next.members <= MOST_MEMBERS && part.bytes + next.bytes <= MOST_BYTES;
}

/** What a version changed, in parts. */
export type StepParts = readonly PartSize[];

/** One version and the one before it, by their names; null where there was none. */
export interface StepName {
  readonly from: string | null;
  readonly to: string;
}

/** What the first file of a step begins with, as a line of JSON. */
interface StepHead extends Partial<StepName> {
  readonly format: number;
  readonly parts: StepParts;
}

/**
 * What versions changed, as files that never change: nothing but the two versions decides what is in them, not when they were in use,
 * where the hub is, or which hub writes them. A step is there when its first file is, which is written last.
 */
export class StepFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null when there is no such step, or its file is damaged or another step's. */
  async find(step: StepName): Promise<StepParts | null> {
    return (await this.#readFirst(step))?.parts ?? null;
  }

  /** The members of a part; null when they cannot be read. @param part from 0 */
  async read(step: StepName, part: number): Promise<StepMember[] | null> {
    try {
      const first = await this.#readFirst(step);
      const text = part === 0 ? first?.text : await this.#readText(nameOf(step, part));
      const isWhole = text !== undefined && Buffer.byteLength(text) === first?.parts[part]?.bytes;
      return isWhole ? readMembers(text) : null;
    } catch {
      return null;
    }
  }

  /** Writes members in parts as they come. @throws Error when the folder cannot be written */
  async write(step: StepName, members: AsyncIterable<StepMember> | Iterable<StepMember>): Promise<StepParts> {
    await mkdir(this.#folder, { recursive: true });
    const parts: PartSize[] = [];
    let [texts, size] = [[] as string[], { members: 0, bytes: 0 }];
    let first = '';
    const end = async (): Promise<void> => {
      const text = texts.join('');
      if (parts.length === 0) first = text;
      else await this.#write(nameOf(step, parts.length), text);
      parts.push(size);
      [texts, size] = [[], { members: 0, bytes: 0 }];
    };
    for await (const member of members) {
      const text = writeMember(member);
      const next = { members: 1, bytes: Buffer.byteLength(text) };
      if (size.members > 0 && !fitsBehind(size, next)) await end();
      texts.push(text);
      size = { members: size.members + 1, bytes: size.bytes + next.bytes };
    }
    if (size.members > 0) await end();
    const head: StepHead = { format: FORMAT, from: step.from, to: step.to, parts };
    await this.#write(nameOf(step, 0), `${JSON.stringify(head)}\n${first}`);
    return parts;
  }

  async #readFirst(step: StepName): Promise<{ readonly parts: StepParts; readonly text: string } | null> {
    try {
      const text = await this.#readText(nameOf(step, 0));
      const end = text.indexOf('\n') + 1;
      // Earlier releases did not write which step it is.
      const { format, from = step.from, to = step.to, parts } = JSON.parse(text.slice(0, end)) as StepHead;
      const isIt = format === FORMAT && from === step.from && to === step.to;
      return isIt ? { parts, text: text.slice(end) } : null;
    } catch {
      return null;
    }
  }

  async #readText(name: string): Promise<string> {
    return (await decompress(await readFile(join(this.#folder, name)))).toString();
  }

  async #write(name: string, text: string): Promise<void> {
    await writeDurably(this.#folder, name, await compress(text));
  }
}

function nameOf({ from, to }: StepName, part: number): string {
  // Half of a hash is enough to tell versions apart, and keeps names short.
  const short = (version: string): string => version.slice(0, 32);
  return `${from === null ? 'none' : short(from)}-${short(to)}${part === 0 ? '' : `.${part}`}.gz`;
}
