import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_ERROR_CODES } from '../../src/client/client-error.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { readConfig } from '../../src/config.ts';
import { settings } from '../../src/settings.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import * as allowance from '../../src/graphql/request/allowance.ts';
import * as limits from '../../src/graphql/request/limits.ts';
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_VALUES } from '../../src/mcp/read-message.ts';
import * as agentLimits from '../../src/mcp/tools/limits.ts';
import { MOST_ROWS } from '../../src/mcp/tools/query-vocabulary.ts';
import { WARNING_CODES } from '../../src/mapping/records/warnings.ts';
import * as queryLimits from '../../src/queries/limits.ts';
import { statusOf } from '../../src/problem.ts';
import { readSample } from '../support/fixtures.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';
import { readBlocks, readDocuments, readTable, withoutBlocks } from './read-documents.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const documents = readDocuments();
const textOf = (path: string): string => documents.find((document) => document.path === path)!.text;

/** The anchors that GitHub gives to the headings. */
function anchorsOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(documents)('$path', ({ path, text }) => {
  const prose = withoutBlocks(text);

  test('links to what is there', () => {
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^https?:/.test(target));
    const missing = targets.filter((target) => {
      const [file, anchor] = target.split('#') as [string, string | undefined];
      const place = file === '' ? path : join(dirname(path), file);
      if (!existsSync(ROOT + place)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(ROOT + place, 'utf8')).includes(anchor);
    });
    expect(missing).toEqual([]);
  });

  test('names files that are there', () => {
    const named = [...prose.matchAll(/`((?:src|test|schema|seeds|store|docs)\/[\w./*-]*)`/g)].map(([, name]) => name!);
    expect(named.filter((name) => !name.includes('*') && !existsSync(ROOT + name))).toEqual([]);
  });

  test('names scripts that npm has', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm (?:run (?:--silent )?)?(start|test|(?<=run )[\w:]+)/g)].map(
      ([, name]) => name!,
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('the README is short enough to be read', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('the README says in words what its pictures show, and has no other pictures than those that are there', () => {
  const pictures = [...textOf('README.md').matchAll(/!\[([^\]]*)\]\(docs\/pictures\/([\w-]+\.png)\)/g)];
  expect(pictures.map(([, , name]) => name)).toEqual(readdirSync(`${ROOT}docs/pictures`).toSorted());
  for (const [, words, name] of pictures) {
    const bytes = readFileSync(`${ROOT}docs/pictures/${name}`);
    expect(words!.length, name).toBeGreaterThan(40);
    expect(bytes.subarray(0, 8).toString('latin1'), name).toBe('\x89PNG\r\n\x1a\n');
    expect(bytes.length, name).toBeLessThan(150_000);
  }
});

test('comments cite documents and sections that are there', () => {
  const sources = ['src', 'test'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const missing = sources.flatMap((path) => {
    const cited = readFileSync(ROOT + path, 'utf8').matchAll(/`((?:docs\/)?[a-z-]+\.md)(?: §(\d))?/g);
    return [...cited].flatMap(([words, name, section]) => {
      const document = documents.find((known) => known.path === name || known.path === `docs/${name}`);
      const isThere = document !== undefined && (section === undefined || document.text.includes(`\n## ${section}. `));
      return isThere ? [] : [`${path}: ${words}`];
    });
  });
  expect(missing).toEqual([]);
});

test('docs/settings.md lists every setting, with its default', () => {
  const rows = readTable(textOf('docs/settings.md'), 'Setting');
  expect(rows.map(([name]) => name)).toEqual(Object.keys(settings));
  const defaults = rows.map(([name, value]) => [name, /^\d+$|^info$|^data$/.test(value!) ? value : undefined]);
  expect(readConfig(Object.fromEntries(defaults) as Record<string, string>, 3)).toEqual(readConfig({}, 3));
  for (const [name, value] of rows) {
    const inExample = new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(`${ROOT}.env.example`, 'utf8'))?.[1];
    expect(`${name}=${inExample}`).toBe(`${name}=${/ /.test(value!) ? '' : value}`);
  }
});

test('docs/settings.md has the patience of the server right', () => {
  const { headersMs, requestMs, stallBytes, stallMs, answerMs, stopMs, lingerMs } = DEFAULT_TIMING;
  const text = textOf('docs/settings.md').replaceAll(/\s+/g, ' ');
  expect(text).toContain(`64 KB and ${headersMs / 1000} s, a request at most ${requestMs / 1000} s`);
  expect(text).toContain(`fewer than ${stallBytes / 1024} KiB in ${stallMs / 1000} s is cut`);
  expect(text).toContain(`is read within ${answerMs / 60_000} min`);
  expect(text).toContain(
    `the requests under way get ${stopMs / 1000} s; a connection without one is kept for ${lingerMs / 1000} s`,
  );
});

test('docs/rest.md lists every error, with its status', () => {
  const rows = readTable(textOf('docs/rest.md'), 'Error');
  expect(rows.map(([code, status]) => [code, status])).toEqual(
    ERROR_CODES.map((code) => [code, String(statusOf(code))]),
  );
});

test('docs/client.md lists every error', () => {
  expect(readTable(textOf('docs/client.md'), 'Code').map(([code]) => code)).toEqual([...CLIENT_ERROR_CODES]);
});

test('docs/rest.md lists every warning', () => {
  expect(readTable(textOf('docs/rest.md'), 'Warning').map(([code]) => code)).toEqual([...WARNING_CODES]);
});

test('docs/mcp.md has the limits right', () => {
  const rows = readTable(textOf('docs/mcp.md'), 'Limit');
  expect(Object.fromEntries(rows.map(([name, most]) => [name, Number(most!.replaceAll(',', ''))]))).toEqual({
    'bytes of a message': MAX_MESSAGE_BYTES,
    'values and members in the JSON of a message': MAX_MESSAGE_VALUES,
    'values and members of the arguments of a tool': agentLimits.MAX_ARGUMENT_VALUES,
    'keys of map_keys in one call': agentLimits.MAX_KEYS,
    'bytes of a sample of map_keys': agentLimits.MAX_SAMPLE_BYTES,
    'rows of query_vocabulary': MOST_ROWS,
  });
});

test('docs/graphql.md has the limits right', () => {
  const rows = readTable(textOf('docs/graphql.md'), 'Limit');
  const numbers = new Map(rows.map(([name, most]) => [name, Number(most!.replaceAll(',', ''))]));
  expect(Object.fromEntries(numbers)).toEqual({
    'bytes of a request': limits.MAX_REQUEST_BYTES,
    'bytes of a request that is free of charge': limits.MAX_FREE_REQUEST_BYTES,
    'values and members in the JSON of a request': limits.MAX_REQUEST_VALUES,
    'characters of the query': limits.MAX_QUERY_CHARACTERS,
    'tokens of the query': limits.MAX_QUERY_TOKENS,
    aliases: limits.MAX_ALIASES,
    'root fields': limits.MAX_ROOT_FIELDS,
    'selections, fragments written out': limits.MAX_RECURSIVE_SELECTIONS,
    cost: allowance.MAX_COST,
    'entries of a list of keys or warnings': limits.MAX_LISTED,
    'notes on the documents of a graph, together': limits.MAX_LISTED,
    'documents of a graph': limits.MAX_RESTORED,
    'bytes of documents, and of what is told of them, in one answer, each as often as the query has it':
      limits.MAX_ANSWER_BYTES,
    'errors in one answer': limits.MAX_ERRORS,
    'streams of events of one client': limits.MAX_STREAMS_PER_CLIENT,
    'streams of events of all clients': limits.MAX_STREAMS,
    'mistakes of the query that are looked for': limits.MAX_VALIDATION_ERRORS,
  });
  const text = textOf('docs/graphql.md');
  expect(text).toContain(allowance.DOCUMENT_COST.toLocaleString('en'));
  expect(text).toContain(`query that costs ${limits.FREE_COST} or more`);
  expect(text).toContain(
    `${allowance.queryAllowance(readConfig({}, 1).rateLimit).toLocaleString('en')} with its default`,
  );
});

test('docs/sparql.md has the limits right', () => {
  const rows = readTable(textOf('docs/sparql.md'), 'A query may have');
  const numbers = new Map(rows.map(([name, most]) => [name, Number(most!.replaceAll(/^.*, (?=\d+$)|,/g, ''))]));
  expect(Object.fromEntries(numbers)).toEqual({
    'bytes of text': queryLimits.MAX_QUERY_BYTES,
    'brackets in brackets': queryLimits.MAX_NESTING,
    'patterns, groups and steps of paths together': queryLimits.MAX_PARTS,
    'versions that it names': queryLimits.MAX_NAMED_VERSIONS,
    'MiB of memory': queryLimits.ENGINE_MEMORY_MIB,
    seconds: readConfig({}, 1).sparqlTimeoutMs / 1000,
    'rows or triples in its answer': queryLimits.MAX_ROWS,
    'bytes in its answer': queryLimits.MAX_ANSWER_BYTES,
  });
});

test('the whole document of the documentation is the sample as it was published', () => {
  const shown = readBlocks(textOf('docs/whole-document.md')).find(({ role }) => role === 'file battery.json')!.text;
  expect(shown).toBe(readSample('09_battery_state.json').trimEnd());
});

describe('what a running hub does', () => {
  let hub: SharedHub;
  beforeAll(async () => {
    hub = await sharedHub();
  });

  const endpoints = readTable(textOf('docs/endpoints.md'), 'Endpoint').map(
    ([endpoint]) => endpoint!.split(' ') as [string, string],
  );
  test.each(endpoints)('the endpoint %s %s is there', async (method, path) => {
    const { status } = await fetch(hub.url + path.replace('{code}', 'too-deep'), { method });
    expect([404, 405]).not.toContain(status);
  });

  const entities = readTable(textOf('docs/mapping.md'), 'Text of key, base https://plant.example/id/') as [
    string,
    string,
  ][];
  test.each(entities)('the text %s is the entity %s', async (text, iri) => {
    const block = { '@context': { key: { 'dcterms:isPartOf': '@key' } } };
    const response = await fetch(`${hub.url}/api/rdf?format=nt&base=https://plant.example/id/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ '@semantic': block, key: text }),
    });
    expect(await response.text()).toContain(`<https://plant.example/id/key> <${iri}> .`);
  });
});
