import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownFolder } from './own-folder.ts';

const { uid } = userInfo();
let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'hub-own-'));
  folder = join(parent, `programs-${uid}`);
});
afterEach(() => rm(parent, { recursive: true }));

test('a folder for programs is of its user alone, and is found again', async () => {
  expect(ownFolder('programs', parent)).toBe(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(ownFolder('programs', parent)).toBe(folder);
});

const REFUSAL = /programs-\d+ has to be a folder of user \d+ alone/;

test('a folder for programs that others may write is refused', async () => {
  await mkdir(folder);
  await chmod(folder, 0o777);
  expect(() => ownFolder('programs', parent)).toThrow(REFUSAL);
});

test('a folder for programs that leads elsewhere is refused', async () => {
  await mkdir(join(parent, 'elsewhere'), { mode: 0o700 });
  await symlink(join(parent, 'elsewhere'), folder);
  expect(() => ownFolder('programs', parent)).toThrow(REFUSAL);
});

test.skipIf(uid !== 0)('a folder for programs that somebody else made is refused', async () => {
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, 65_534, 65_534);
  expect(() => ownFolder('programs', parent)).toThrow(REFUSAL);
});
