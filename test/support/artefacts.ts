import type { Artefact, ArtefactKind } from '../../src/artefacts/artefact.ts';
import { requestArtefact, type ArtefactRequest } from '../../src/artefacts/request-artefact.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { factsOfTerm } from '../../src/vocabulary/describe/term-facts.ts';

export const PLANT = 'https://plant.example/id/';

/** What a client gets that asks for keys, or with the text of a sample. */
export function artefactOf(
  vocabulary: Vocabulary,
  kind: ArtefactKind,
  of: readonly string[] | string,
  options: Partial<ArtefactRequest> = {},
): Artefact {
  return requestArtefact(
    {
      kind,
      of: typeof of === 'string' ? Buffer.from(of) : of,
      base: PLANT,
      align: true,
      lenient: false,
      ...options,
    },
    vocabulary.lexicon,
    (name) => factsOfTerm(vocabulary, name),
  );
}

/** Texts that try to end what they stand in, or that programs give a meaning of their own. */
export const HOSTILE_KEYS = [
  '"',
  "'",
  '`',
  '\\',
  '\\"',
  "\\'",
  '*/ export const broken = 1; /*',
  '"; throw new Error(1); //',
  '\'\'\'"""',
  '\n}\nx',
  '\r\n# x',
  '\u2028\u2029\u0085',
  '${x}`',
  '<b> & </script>',
  '> } ; DROP ALL #',
  '{x}',
  '%7Bx%7D',
  'a b',
  'class',
  'def',
  'constructor',
  'toString',
  '__proto__',
  'prototype',
  '@type',
  '@id',
  '$ref',
  '~1/~0',
  '#/x',
  'größe ℃ 𝄞',
  '\ud800',
  '\u0000',
  '\u202ex',
  '?x',
  '-1',
  '1e5',
  'a.b',
  'a/b',
  'a-b',
  'a_b',
  'A_B',
  '',
];
