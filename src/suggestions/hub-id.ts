import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'hub-id';
const ID = /^[\da-f-]{36}$/;

/** The id of the hub that has this data folder: made when it is missing, and used by this process alone when the folder cannot be written. */
export async function readHubId(dataFolder: string): Promise<string> {
  const path = join(dataFolder, FILE);
  const known = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  if (ID.test(known)) return known;
  const id = randomUUID();
  try {
    await mkdir(dataFolder, { recursive: true });
    await writeFile(path, `${id}\n`);
  } catch {
    // What it counted is forgotten some time after it ended.
  }
  return id;
}
