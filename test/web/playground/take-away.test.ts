import { describe, expect, test } from 'vitest';
import { artefactFor, commandForEach, endpointFor, NAMES, samplesFor } from '../../../src/web/playground/take-away.ts';
import type { KeyFacts, KeyState } from '../../../src/web/playground/model.ts';

const key = (state: KeyState, name = 'k'): KeyFacts => ({
  key: name,
  state,
  term: null,
  count: 1,
  smallest: null,
  largest: null,
  sample: null,
  hasValues: true,
  hasRecords: false,
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

describe('the terms in another standard', () => {
  const keys = [
    key('term', 'voltage-V'),
    key('term', 'timestamp'),
    key('nothing', 'salary of J. Doe'),
    key('own', 'U'),
  ];

  test('are asked for by the names of the terms, and by no other key', () => {
    const { path, fileName } = artefactFor('shacl', { keys }, 'https://hub.example');
    expect(path).toBe('/api/artefacts/shacl?parameter=voltage-V&parameter=timestamp&lenient=true');
    expect(fileName).toBe('document.shapes.ttl');
  });

  test('are asked for by the document in commands, strictly where each key is a term', () => {
    const { path, samples } = artefactFor(
      'jsonld',
      { keys: keys.slice(0, 2) },
      'https://hub.example',
      'described.json',
    );
    expect(path).not.toContain('lenient');
    expect(samples.map(({ text }) => text)).toEqual([
      `curl -H 'Content-Type: application/json' --data-binary @described.json 'https://hub.example/api/artefacts/jsonld' -o document.frame.jsonld`,
      'npx vocabulary-hub artefact jsonld --sample described.json --hub https://hub.example --output document.frame.jsonld',
    ]);
  });

  test('have no address without terms, and with more than it takes', () => {
    const many = Array.from({ length: 501 }, (_, at) => key('term', `t${at}`));
    for (const none of [[key('nothing')], many]) expect(artefactFor('csvw', { keys: none }, '').path).toBeNull();
  });
});

test('each line and each row is a document by a command, which knows what separates cells', () => {
  const to = { format: 'nt', units: 'MW' } as const;
  const of = (keys: KeyFacts[], delimiter: string | null, decimal: '.' | ',' = '.') => ({
    keys,
    marks: delimiter === null ? null : { delimiter, decimal },
  });
  expect(commandForEach('json', of([], null), to, '')).toBeNull();
  expect(commandForEach('ndjson', of([key('term')], null), to, 'https://hub.example')).toBe(
    "npx vocabulary-hub convert records.ndjson --hub https://hub.example --units 'MW' --output records.nt",
  );
  const tabs = commandForEach('csv', of([key('nothing')], '\t'), { ...to, units: null }, 'https://hub.example');
  expect(tabs).toContain(String.raw`records.csv --delimiter '\t' --hub https://hub.example --lenient --output`);
  const commas = commandForEach('csv', of([key('term')], ';', ','), { ...to, units: null }, 'https://hub.example');
  expect(commas).toContain("records.csv --delimiter ';' --decimal , --hub https://hub.example --output");
});
