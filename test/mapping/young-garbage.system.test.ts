import { expect, test } from 'vitest';
import { Converter } from '../../src/mapping/convert.ts';
import { bytesHeld, bytesHeldByYoung } from '../support/bytes-held.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';

const lexicon = readGoldenLexicon();
const DOCUMENT = Buffer.from(
  '{"@semantic":{"@context":{"power":{"a":"sosa:Observation","sosa:hasSimpleResult":"$power"}}},"power":812.40}',
);
const DOCUMENTS = 300;
const ROUNDS = 4;

// In a process of its own: where tests before it kept many converters, V8 makes all in the old generation from then on.
test.each([
  ['by one converter', 3072, CONVERT_DEFAULTS, reused(new Converter(lexicon))],
  ['with named nodes', 3072, { ...CONVERT_DEFAULTS, skolemize: true }, reused(new Converter(lexicon))],
  ['each by a converter of its own', 8192, CONVERT_DEFAULTS, () => new Converter(lexicon)],
])('what documents leave behind, %s, is collected while it is young', (_, maxBytes, options, converterFor) => {
  const convertAll = (): void => {
    for (let i = 0; i < DOCUMENTS; i++) {
      const converter = converterFor();
      converter.write(converter.scan(DOCUMENT, 0), options, () => {});
    }
  };
  convertAll();
  const left = Array.from({ length: ROUNDS }, () => {
    bytesHeld();
    const before = bytesHeldByYoung();
    convertAll();
    return (bytesHeldByYoung() - before) / DOCUMENTS;
  });
  // The engine compiles in some of the rounds, which leaves something behind, too; documents do so in each.
  expect(Math.min(...left)).toBeLessThan(maxBytes);
});

function reused(converter: Converter): () => Converter {
  return () => converter;
}
