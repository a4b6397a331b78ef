import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CURRENT, isLog, isTable, logName, numberOf, readLiveFiles } from './leveldb-files.ts';
import { readLog } from './leveldb-log.ts';
import { isTableSound } from './leveldb-table.ts';
import { StoreError } from './store.ts';

/**
 * Refuses the folder of a LevelDB whose files are not as they were written. LevelDB itself would leave out of a log what it cannot read and
 * what comes behind it, take a log that is not there for an empty one, read tables without a look at their checksums, and take a folder
 * without `CURRENT` for a new one, which it empties. A folder without entries is left to LevelDB, as the first start leaves it when it is ended
 * before `CURRENT` is there.
 *
 * @throws StoreError that says what to do
 */
export async function requireSound(folder: string): Promise<void> {
  // Who has the folder may change files while they are looked at.
  const what = (await look(folder)) && (await look(folder));
  // LevelDB says who has it.
  if (what !== null && what !== CHANGING) throw damagedStore(folder, what);
}

const CHANGING = 'one of its files went while they were read';

async function look(folder: string): Promise<string | null> {
  try {
    return await findDamage(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return CHANGING;
    throw error;
  }
}

/** What is said of a store whose files are damaged. @param what with its verb */
export function damagedStore(folder: string, what: string, cause?: unknown): StoreError {
  return new StoreError(
    `The store in ${folder} is damaged: ${what}. Nothing was changed. Put the whole folder back from a copy of HUB_DATA, or move it away and restore a backup (vocabulary-hub store restore). Without one, vocabulary-hub store salvage makes a backup of what can be read.`,
    { cause },
  );
}

async function findDamage(folder: string): Promise<string | null> {
  const names = await readdir(folder);
  if (!names.includes(CURRENT)) return (await hasEntries(folder, names)) ? `its file ${CURRENT} is missing` : null;
  const manifest = (await readFile(join(folder, CURRENT), 'utf8')).trimEnd();
  if (!names.includes(manifest)) return `its file ${CURRENT} names ${JSON.stringify(manifest)}, which is not there`;
  const files = readLiveFiles(await readFile(join(folder, manifest)));
  if (files === null) return `its file ${manifest} is not as it was written`;
  // Those before it do not count any more, and LevelDB removes them.
  const logs = names.filter((name) => isLog(name) && numberOf(name) >= (files.log ?? 0));
  if (files.log !== null && !logs.some((name) => numberOf(name) === files.log))
    return files.isCut ? `its file ${manifest} is not as it was written` : `its file ${logName(files.log)} is missing`;
  for (const name of logs.toSorted()) {
    if (readLog(await readFile(join(folder, name))) === 'damaged') return `its file ${name} is not as it was written`;
  }
  for (const name of names.filter(isTable)) {
    const table = files.tables.get(numberOf(name));
    // One that does not count any more is removed by LevelDB.
    if (table === undefined) continue;
    const bytes = await readFile(join(folder, name));
    if (bytes.length !== table.bytes || !isTableSound(bytes)) return `its file ${name} is not as it was written`;
  }
  return null;
}

async function hasEntries(folder: string, names: readonly string[]): Promise<boolean> {
  if (names.some(isTable)) return true;
  const logs = names.filter(isLog);
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.some((size) => size > 0);
}
