import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from './store.ts';

/** The file that says which manifest of a LevelDB counts. */
const CURRENT = 'CURRENT';
const TABLE = /^\d+\.(?:ldb|sst)$/;
const LOG = /^\d+\.log$/;

/**
 * Refuses a folder whose database lost its file `CURRENT`: LevelDB would take it for a new one, and remove what is there. A folder without
 * entries is left to LevelDB, as the first start leaves it when it is ended before `CURRENT` is there.
 *
 * @throws StoreError that says what to do
 */
export async function refuseWithoutCurrent(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.includes(CURRENT) || !(await hasEntries(folder, names))) return;
  throw new StoreError(
    `The store in ${folder} is damaged: its file ${CURRENT} is missing. Nothing was changed. Put the whole folder back from a copy of HUB_DATA, or move it away and restore a backup (vocabulary-hub store restore).`,
  );
}

async function hasEntries(folder: string, names: readonly string[]): Promise<boolean> {
  if (names.some((name) => TABLE.test(name))) return true;
  const logs = await Promise.all(names.filter((name) => LOG.test(name)).map((name) => stat(join(folder, name))));
  return logs.some(({ size }) => size > 0);
}
