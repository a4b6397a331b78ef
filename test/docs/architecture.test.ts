import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTable } from './read-documents.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folders of `src/` that have files, and the files beside them. */
function roomsOfSource(): string[] {
  const entries = readdirSync(`${ROOT}src`, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  const rooms = paths.map((path) => path.slice(ROOT.length)).map((path) => path.replace(/^(src\/.+\/).+$/, '$1'));
  return [...new Set(rooms.filter((room) => room.endsWith('/') || room.endsWith('.ts')))];
}

test('ARCHITECTURE.md has a row for each room', () => {
  const rows = readTable(readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8'), 'Room');
  expect(rows.map(([room]) => room).toSorted()).toEqual(roomsOfSource().toSorted());
  expect(rows.filter(([, holds]) => holds === undefined || holds === '')).toEqual([]);
});
