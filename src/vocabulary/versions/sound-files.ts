import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeDurably } from '../../store/durable-folder.ts';

const NAME = 'sound.json';
const HASH = 'sha256';
/** Of the last ones: few versions have a long text of their own, and those of another release may be among them. */
const MOST_NOTED = 64;

/**
 * Files of versions of which the text was found to be what their names say, by the hashes of their bytes. To hash the bytes of a long one again
 * takes a fiftieth of a look at its text.
 */
export class SoundFiles {
  readonly #folder: string;
  /** By version, the last one noted last; null until it is read. */
  #hashes: Promise<Map<string, string>> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether a file has the bytes that were found to be sound. @throws Error when it cannot be read */
  async has(version: string, path: string): Promise<boolean> {
    const known = (await this.#read()).get(version);
    return known !== undefined && known === (await hashOfFile(path));
  }

  /** Notes that a file of these bytes is sound. Never rejects: what is not noted is looked at again. @param hash of `hashOfBytes` */
  async note(version: string, hash: string): Promise<void> {
    const hashes = await this.#read();
    if (hashes.get(version) === hash) return;
    hashes.delete(version);
    hashes.set(version, hash);
    for (const [oldest] of hashes) if (hashes.size > MOST_NOTED) hashes.delete(oldest);
    this.#writing = this.#writing.then(() => this.#write(hashes)).catch(() => {});
    await this.#writing;
  }

  async #write(hashes: ReadonlyMap<string, string>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeDurably(this.#folder, NAME, JSON.stringify(Object.fromEntries(hashes)));
  }

  #read(): Promise<Map<string, string>> {
    return (this.#hashes ??= readFile(join(this.#folder, NAME), 'utf8').then(
      (text) => parse(text),
      () => new Map(),
    ));
  }
}

/** What the bytes of a file that are given to it have been, for `SoundFiles`. */
export function hashOfBytes(): { readonly add: (bytes: Uint8Array) => void; readonly hex: () => string } {
  const hash = createHash(HASH);
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash(HASH);
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Nothing of a text that somebody else wrote, or that is damaged. */
function parse(text: string): Map<string, string> {
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}
