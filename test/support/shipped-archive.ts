import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { keepEditions } from '../../src/vocabulary/registry/editions.ts';
import { FolderArchive } from '../../src/vocabulary/versions/archive-folder.ts';
import { writeCanonical } from '../../src/vocabulary/versions/version.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';
import { onceARun } from './once-a-run.ts';

const EDITIONS = fileURLToPath(new URL('../../seeds/editions/', import.meta.url));

/** Fills a folder with what the archive of a new hub has: the shipped vocabulary, and its editions before. */
export async function copyShippedArchive(folder: string): Promise<void> {
  await cp(await onceARun('archive', makeArchive), folder, { recursive: true });
}

async function makeArchive(folder: string): Promise<void> {
  const now = () => new Date('2026-01-02T03:04:05Z');
  const archive = new FolderArchive({ folder, log: pino({ level: 'silent' }), now });
  await archive.start();
  await keepEditions(archive, EDITIONS);
  const { version, triples } = await seededVocabulary();
  await archive.keep(version, () => writeCanonical(triples, HUB));
  await archive.close();
}
