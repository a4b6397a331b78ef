import { expect, test } from 'vitest';
import { scanJson } from '../../../src/mapping/json/scan.ts';
import { encodeText } from '../../../src/rdf/utf8.ts';

const DOCUMENT = encodeText('{"n":[1,-2.5,3e4],"w":[null,true,false],"s":["","é","\\u0041"],"o":{"a":{},"a":[]}}');

test('each number of the tape is written, whatever stood in its memory', () => {
  const ofZeros = scanJson(DOCUMENT, null, new Int32Array(1024));
  const ofOnes = scanJson(DOCUMENT, null, new Int32Array(1024).fill(-1));
  const own = scanJson(DOCUMENT);
  expect(ofOnes.entries).toEqual(ofZeros.entries);
  expect(own.entries).toEqual(ofZeros.entries);
});
