import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { tryReadingText } from '../../src/vocabulary/registry/try-reading.ts';
import { versionOfText } from '../../src/vocabulary/versions/version.ts';
import { HUB } from '../vocabulary/seeded.ts';

/** The first edition of the vocabulary: documents of the bench are described with it, so that figures of all days compare. */
export async function firstEdition(): Promise<Lexicon> {
  const file = await readFile(new URL('../../seeds/editions/2026-11-21.nt.gz', import.meta.url));
  const text = gunzipSync(file).toString();
  return (await tryReadingText(text, versionOfText(text), HUB)).lexicon!;
}
