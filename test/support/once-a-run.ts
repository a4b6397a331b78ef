import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The variable that names the folder of a run. */
export const RUN_FOLDER = 'HUB_TEST_RUN_FOLDER';
/** The file of the canonical text of the shipped vocabulary. */
export const SHIPPED_TEXT = 'vocabulary.nt';
const POLL_MS = 50;

/**
 * The path of a file or folder that is made once for all files of a run, by the first that asks; the others wait for it, and none
 * changes it. A script, which is no run, gets it in a folder that it is left to.
 *
 * @param make writes it at the path that it gets
 */
export async function onceARun(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(process.env[RUN_FOLDER] ?? (await mkdtemp(join(tmpdir(), 'hub-run-'))), name);
  const turn = `${path}.turn`;
  while (!(await isThere(path))) {
    if (!(await takeTurn(turn))) {
      await delay(POLL_MS);
      continue;
    }
    try {
      // Whoever had the turn before may have made it meanwhile.
      if (await isThere(path)) break;
      // Of one that failed something may be left.
      await rm(`${path}.part`, { recursive: true, force: true });
      await make(`${path}.part`);
      await rename(`${path}.part`, path);
    } finally {
      // Where it failed, it is the next one's turn, who then says why, too.
      await rm(turn, { recursive: true, force: true });
    }
  }
  return path;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Of several processes one makes the folder. */
async function takeTurn(turn: string): Promise<boolean> {
  try {
    await mkdir(turn);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
