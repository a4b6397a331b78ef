import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { VersionsOfBackup } from '../../src/operations/versions-of-backup.ts';
import { versionOfText } from '../../src/vocabulary/versions/version.ts';
import { HUB } from '../vocabulary/seeded.ts';

test('a vocabulary is refused as damaged when a line that is added for it is no triple, or another one', async () => {
  const text = `<https://hub.invalid/a> <http://p.example/> "x" .\n`;
  const base = versionOfText(text);
  const added = `<https://hub.invalid/b> <http://p.example/> "x" .\n`;
  const version = versionOfText(text + added);
  const whole = new Map([[base, { compressed: gzipSync(text), lines: 1 }]]);
  const tableOf = (line: string) =>
    new VersionsOfBackup(whole, new Map([[version, { base, lines: [line] }]]), HUB).tableOf(version);
  expect(await tableOf(added)).toHaveLength(2);
  for (const line of [added.replace('>', '?'), added.replace('x', 'y')])
    await expect(tableOf(line)).rejects.toMatchObject({
      code: 'invalid-option',
      message: `The backup is damaged: its vocabulary is not the version ${version}.`,
    });
});
