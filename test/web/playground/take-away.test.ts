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
  for (const { name, text } of samplesFor(
    '/api/rdf',
    { format: 'nt', units: null },
    'https://hub.example',
    NAMES.described,
  )) {
    expect(text, name).toContain('described.json');
    expect(text, name).toContain('document.nt');
    expect(text, name).toContain('https://hub.example');
  }
});

test('a document that is described first takes two calls', () => {
  const [curl, , , commandLine] = samplesFor(null, { format: 'ttl', units: null }, 'https://hub.example');
  expect(curl!.text.split('\n')).toEqual([
    expect.stringContaining('@document.json') as string,
    expect.stringContaining('@described.json') as string,
  ]);
  expect(commandLine!.text).toContain('--lenient');
});

test('samples give values in the units that were chosen, whatever a link says of them', () => {
  const units = `x'"$(reboot)\n,MW`;
  const [curl, javaScript, python, commandLine] = samplesFor(
    '/api/rdf',
    { format: 'nt', units },
    'https://hub.example',
  );
  for (const { name, text } of [curl!, javaScript!, python!])
    expect(text, name).toContain('/api/rdf?format=nt&units=x%27%22%24%28reboot%29%0A%2CMW');
  expect(commandLine!.text).toContain(`--units 'x'\\''"$(reboot)\n,MW' `);
});
