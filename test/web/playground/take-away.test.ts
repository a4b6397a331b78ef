import { expect, test } from 'vitest';
import { endpointFor, NAMES, samplesFor } from '../../../src/web/playground/take-away.ts';
import type { KeyFacts, KeyState } from '../../../src/web/playground/model.ts';

const key = (state: KeyState): KeyFacts => ({
  key: 'k',
  state,
  term: null,
  count: 1,
  smallest: null,
  largest: null,
  sample: null,
  hasValues: true,
  from: 0,
  to: 1,
});

test('a document of terms is converted at once, one that says its meaning as it is, another is described first', () => {
  expect(endpointFor({ keys: [key('term')], hasBlock: false })).toBe('/api/json-to-rdf');
  expect(endpointFor({ keys: [key('nothing')], hasBlock: true })).toBe('/api/rdf');
  expect(endpointFor({ keys: [key('term'), key('nothing')], hasBlock: false })).toBeNull();
});

test('samples name the file, the format and the address of the hub', () => {
  for (const { name, text } of samplesFor('/api/rdf', 'nt', 'https://hub.example', NAMES.described)) {
    expect(text, name).toContain('described.json');
    expect(text, name).toContain('document.nt');
    expect(text, name).toContain('https://hub.example');
  }
});

test('a document that is described first takes two calls', () => {
  const [curl, , , commandLine] = samplesFor(null, 'ttl', 'https://hub.example');
  expect(curl!.text.split('\n')).toEqual([
    expect.stringContaining('@document.json') as string,
    expect.stringContaining('@described.json') as string,
  ]);
  expect(commandLine!.text).toContain('--lenient');
});
