import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { RUN_FOLDER } from './once-a-run.ts';

/**
 * Makes the folder of what is made once for all files of a run, and removes it in the end. Each project calls it, one after the other,
 * in the process that starts the workers.
 */
export default async function makeRunFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = (process.env[RUN_FOLDER] ??= await mkdtemp(join(tmpdir(), 'hub-run-')));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  // Who watches has changed what it was made of.
  project.onTestsRerun(async () => {
    await remove();
    await mkdir(folder);
  });
  return remove;
}
