import { describe, expect, test } from 'vitest';
import { ARTEFACT_KINDS, artefact, factsOfFile } from '../../src/artefacts/library.ts';
import { readLexicon } from '../../src/mapping/library.ts';
import { writeLexiconFile } from '../../src/vocabulary/registry/write-lexicon-file.ts';
import { artefactOf, PLANT } from '../support/artefacts.ts';
import { HUB, seededVocabulary } from '../vocabulary/seeded.ts';

const hub = await seededVocabulary();
const file: unknown = JSON.parse(JSON.stringify(writeLexiconFile(hub, HUB.baseUrl)));
const vocabulary = readLexicon(file, { baseUrl: HUB.baseUrl });
const KEYS = ['timestamp', 'device_id', 'active_power-kW', 'line_length-km', 'albedo'];

describe('the library', () => {
  test.each(ARTEFACT_KINDS)('makes of keys the same %s as the hub', (kind) => {
    const own = artefact(kind, { vocabulary, keys: KEYS, base: PLANT, factsOf: factsOfFile(file) });
    expect(own).toEqual(artefactOf(hub, kind, KEYS));
  });

  test('knows the codes of units without labels, too', () => {
    const { text } = artefact('ngsi-ld', { vocabulary, keys: KEYS });
    expect(text).toContain('"const": "KWT"');
  });
});
