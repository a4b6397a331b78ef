import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * A folder of the user who runs the tests, for programs that are kept from one run to the next. Everybody may write where it stands, and
 * could put programs there first.
 *
 * @throws Error when it is somebody else's, or others may read or write in it
 */
export function ownFolder(name: string, parent = tmpdir()): string {
  const { uid } = userInfo();
  const folder = join(parent, `${name}-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} has to be a folder of user ${uid} alone. Remove it, so that the tests make it.`);
  return folder;
}
