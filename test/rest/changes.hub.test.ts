import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { describedFetch } from '../support/described-interface.ts';
import { RDF_FORMS, readGraph } from '../support/read-graph.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const PREFIXES = `
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix dcterms: <http://purl.org/dc/terms/> .
`;
/** Another definition and template, a term more, one deprecated, a category more. */
const CHANGED =
  SMALL.replace('"Beginning."', '"When it begins."').replace(
    'hub:predicate time:hasTime ; hub:object <node/interval>',
    'hub:predicate rdf:type ; hub:object time:Instant',
  ) +
  PREFIXES +
  `<stop> a hub:Term ; skos:prefLabel "Stop"@en, "Ende"@de ; skos:definition "Stop."@en ; skos:notation "stop" ;
     skos:broader <category/time> ; hub:datatype xsd:dateTimeStamp .
   <end> owl:deprecated true ; dcterms:isReplacedBy <stop> .
   <category/place> a hub:Category ; skos:prefLabel "Place"@en ; skos:definition "Where."@en ; skos:notation "place" .`;

interface VersionEntry {
  readonly version: string;
  readonly iri: string;
  readonly predecessor: string | null;
  readonly isCurrent: boolean;
}

let folder: string;
let hub: ChangingHub;
let first: string;

/** A hub on the data folder that all hubs of a test share. */
async function startHub(options: { readonly baseUrl?: string; readonly text?: string } = {}): Promise<void> {
  const { baseUrl = HUB.baseUrl, text = SMALL } = options;
  hub = await startChangingHub(text, { baseUrl, dataFolder: folder });
}

const change = async (text: string): Promise<string> => (await hub.use(text)).version;

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  describedFetch(hub.url + path, { headers });
const readJson = async (path: string): Promise<Record<string, unknown>> =>
  (await (await get(path)).json()) as Record<string, unknown>;
const versions = async (): Promise<readonly VersionEntry[]> =>
  (await readJson('/api/versions'))['data'] as readonly VersionEntry[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-versions-'));
  await startHub();
  first = hub.registry.current().version;
});
afterEach(async () => {
  await hub?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('GET /api/changes', () => {
  test('tells what was added, changed, deprecated, and what else', async () => {
    const second = await change(CHANGED);
    const changes = await readJson('/api/changes');
    const termOf = (term: string, label: string) => ({ term, iri: HUB.vocabulary + term, label });
    const text = (value: string, language?: string) => ({
      value,
      type: 'literal',
      ...(language === undefined ? {} : { language }),
    });
    expect(changes).toMatchObject({ from: { version: first }, to: { version: second, predecessor: first } });
    expect(changes['added']).toEqual([termOf('stop', 'Stop')]);
    expect(changes['removed']).toEqual([]);
    expect(changes['deprecated']).toEqual([{ ...termOf('end', 'End'), replacedBy: 'stop' }]);
    expect(changes['changed']).toEqual([
      {
        ...termOf('end', 'End'),
        properties: [
          {
            property: 'http://purl.org/dc/terms/isReplacedBy',
            before: [],
            after: [{ value: `${HUB.vocabulary}stop`, type: 'iri' }],
          },
          {
            property: 'http://www.w3.org/2002/07/owl#deprecated',
            before: [],
            after: [{ ...text('true'), datatype: 'http://www.w3.org/2001/XMLSchema#boolean' }],
          },
        ],
      },
      {
        ...termOf('start', 'Start'),
        properties: [
          {
            property: 'http://www.w3.org/2004/02/skos/core#definition',
            before: [text('Beginning.', 'en')],
            after: [text('When it begins.', 'en')],
          },
          {
            property: 'template',
            before: [{ value: 'time:hasTime ?interval', type: 'row' }],
            after: [{ value: 'rdf:type time:Instant', type: 'row' }],
          },
        ],
      },
    ]);
    expect(changes['others']).toMatchObject([{ iri: `${HUB.vocabulary}category/place`, kind: 'added' }]);
  });

  test('goes between any two versions, also back, by name and by IRI', async () => {
    const second = await change(CHANGED);
    const third = await change(SMALL.replace('"End."', '"The end."'));
    const back = await readJson(`/api/changes?from=${second}&to=${first}`);
    expect(back).toMatchObject({ added: [], removed: [{ term: 'stop' }], deprecated: [] });
    const far = await readJson(
      `/api/changes?from=${encodeURIComponent(`${HUB.versions}${first}/`)}&to=${encodeURIComponent(`${HUB.versions}${third}`)}`,
    );
    expect(far).toMatchObject({ added: [], removed: [], others: [], changed: [{ term: 'end' }] });
    expect(await readJson(`/api/changes?to=${second}`)).toMatchObject({ from: { version: first } });
    const none = await readJson(`/api/changes?from=${third}`);
    expect(none).toMatchObject({ added: [], changed: [], deprecated: [], removed: [], others: [] });
  });

  test('begins with nothing', async () => {
    expect(await readJson('/api/changes')).toMatchObject({ from: null, added: [{ term: 'end' }, { term: 'start' }] });
  });

  test.each([
    ['400', 'from=x', { key: 'from', piece: 'x' }],
    ['400', `to=${'A'.repeat(64)}`, { key: 'to' }],
    ['400', `to=${'a'.repeat(64)}&to=${'a'.repeat(64)}`, { key: 'to' }],
    ['404', `from=${'0'.repeat(64)}`, { error: expect.stringContaining('/api/versions') as unknown }],
  ])('is %s for %s', async (status, query, body) => {
    const answer = await get(`/api/changes?${query}`);
    expect(answer.status).toBe(Number(status));
    expect(await answer.json()).toMatchObject(body);
  });

  test('has an ETag', async () => {
    for (const path of ['/api/changes', '/api/versions']) {
      const etag = (await get(path)).headers.get('etag')!;
      expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
    }
  });
});

describe('an old version', () => {
  test('is listed, and linked from the one that followed it', async () => {
    const second = await change(CHANGED);
    expect(await versions()).toMatchObject([
      { version: second, iri: `${HUB.versions}${second}/`, predecessor: first, isCurrent: true },
      { version: first, predecessor: null, isCurrent: false },
    ]);
    for (const path of ['/vocabulary/', '/api/vocabulary', `/vocabulary/v/${second}/`]) {
      const link = (await get(path)).headers.get('link');
      expect(link, path).toContain(`<${HUB.versions}${first}/>; rel="predecessor-version"`);
      expect(link, path).toContain(`<${HUB.vocabulary}>; rel="latest-version"`);
      expect(link, path).toContain(`<${HUB.versions}${second}/>; rel="http://www.w3.org/2002/07/owl#versionIRI"`);
    }
    const { headers } = await get(`/vocabulary/v/${first}/`);
    expect(headers.get('link')).not.toContain('predecessor-version');
    expect(headers.get('link')).toContain(`<${HUB.versions}${first}/>; rel="http://www.w3.org/2002/07/owl#versionIRI"`);
  });

  test('is what it was, in every form of RDF, also after a restart', async () => {
    const before = new Map<string, string>();
    for (const format of ['ttl', 'nt', 'rdf', 'jsonld'])
      before.set(format, await (await get(`/api/vocabulary?format=${format}`)).text());
    const etag = (await get(`/vocabulary/v/${first}/?format=ttl`)).headers.get('etag');
    await change(CHANGED);
    const readAll = async (): Promise<void> => {
      for (const [format, text] of before) {
        const byOption = await get(`/api/vocabulary?version=${first}&format=${format}`);
        expect(await byOption.text()).toBe(text);
        expect(byOption.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        const byIri = await get(`/vocabulary/v/${first}/?format=${format}`);
        expect(await byIri.text()).toBe(text);
      }
      const again = await get(`/vocabulary/v/${first}/`, { Accept: 'text/turtle', 'If-None-Match': etag! });
      expect(again.status).toBe(304);
    };
    await readAll();
    await hub.app.stop();
    await startHub({ text: CHANGED });
    await readAll();
    const described = await (await get('/vocabulary/start?format=nt')).text();
    expect(described).toContain('When it begins.');
  });

  test('has a page that names the one before it', async () => {
    const second = await change(CHANGED);
    const third = await change(SMALL.replace('"End."', '"The end."'));
    const response = await get(`/vocabulary/v/${second}/`, { Accept: 'text/html' });
    const page = await response.text();
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(page).toContain(`<h1>Version ${second.slice(0, 12)} <code>${second}</code></h1>`);
    expect(page).toContain(`rel="predecessor-version" href="${HUB.versions}${first}/"`);
    expect(page).toMatch(
      /<code>end<\/code><\/a> <span class="chip warn">deprecated<\/span> <span lang="en">End<\/span>/,
    );
    expect(page).toContain('3 terms in 2 categories');
    expect(page).not.toContain(third);
  });

  test('follows the hub when that moves', async () => {
    await change(CHANGED);
    await hub.app.stop();
    await startHub({ baseUrl: 'https://moved.example/hub', text: CHANGED });
    const text = await (await get(`/vocabulary/v/${first}/?format=nt`)).text();
    expect(text).toContain('<https://moved.example/hub/vocabulary/start>');
    expect(text).not.toMatch(/hub\.example|hub\.invalid/);
    expect(await readJson('/api/changes')).toMatchObject({ from: { version: first }, added: [{ term: 'stop' }] });
  });

  test('is no version more when it comes back, and has the other one as its predecessor', async () => {
    const second = await change(CHANGED);
    await change(SMALL);
    expect(await versions()).toMatchObject([
      { version: first, predecessor: second, isCurrent: true },
      { version: second, predecessor: first },
    ]);
  });

  test('moves to its address with a slash and in lower case', async () => {
    await change(CHANGED);
    for (const path of [`/vocabulary/v/${first}`, `/vocabulary/v/${first.toUpperCase()}/`]) {
      const answer = await fetch(hub.url + path, { redirect: 'manual' });
      expect(answer.status).toBe(301);
      const target = new URL(answer.headers.get('location')!, hub.url + path);
      expect(target.pathname).toBe(`/vocabulary/v/${first}/`);
    }
    expect((await describedFetch(`${hub.url}/vocabulary/v/${first}/`, { method: 'POST' })).status).toBe(405);
    expect((await describedFetch(`${hub.url}/vocabulary/v/${first}/`, { method: 'HEAD' })).status).toBe(200);
  });

  test('that there is not is 404, and a name that can be none 400', async () => {
    const unknown = '0'.repeat(64);
    for (const path of [`/vocabulary/v/${unknown}/`, `/api/vocabulary?version=${unknown}`, '/vocabulary/v/x/']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.json()).toMatchObject({ status: 404, error: expect.stringMatching(/\S/) as unknown });
    }
    for (const version of ['', 'x', `${first}0`, first.toUpperCase()]) {
      const answer = await get(`/api/vocabulary?version=${version}`);
      expect([answer.status, await answer.json()], version).toMatchObject([400, { key: 'version' }]);
    }
  });

  test('whose file is damaged is 404 and named in the log, and the others are served', async () => {
    const second = await change(CHANGED);
    await hub.app.stop();
    const path = join(folder, 'vocabulary', `${first}.nt.gz`);
    expect(gunzipSync(await readFile(path)).toString()).toContain('<https://hub.invalid/vocabulary/start>');
    await writeFile(path, 'damaged');
    await startHub({ text: CHANGED });
    expect((await get(`/vocabulary/v/${first}/`)).status).toBe(404);
    expect((await get(`/vocabulary/v/${second}/`)).status).toBe(200);
    expect(await versions()).toMatchObject([{ version: second, predecessor: null }]);
    expect(hub.logged).toContainEqual(expect.objectContaining({ path, version: first }));
  });

  test('is kept in memory, and the current one served, where the folder cannot be written', async () => {
    await hub.app.stop();
    await rm(join(folder, 'vocabulary'), { recursive: true });
    await writeFile(join(folder, 'vocabulary'), 'no folder');
    await startHub();
    const second = await change(CHANGED);
    expect((await get('/api/parameters')).status).toBe(200);
    expect((await versions()).map(({ version }) => version)).toEqual([second, first]);
    expect((await get(`/vocabulary/v/${first}/?format=nt`)).status).toBe(200);
    expect(await readJson('/readyz')).toMatchObject({
      status: 'ready',
      versions: { note: expect.stringContaining('cannot be written') as unknown },
    });
    expect(hub.logged).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining('the current one is served') as unknown }),
    );
  });
});

test('each version is one graph in every form, whoever reads it', async () => {
  await change(CHANGED);
  const graphs = await Promise.all(
    RDF_FORMS.map(async (form) => {
      const text = await (await get(`/vocabulary/v/${first}/?format=${form}`)).text();
      return (await readGraph(form, text)).toSorted();
    }),
  );
  for (const graph of graphs) expect(graph).toEqual(graphs[0]);
});
