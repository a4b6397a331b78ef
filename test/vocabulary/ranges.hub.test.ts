import { afterEach, describe, expect, test } from 'vitest';
import { plainLexicon } from '../../src/mapping/lexicon/derived-map.ts';
import { readLexicon } from '../../src/mapping/lexicon/lexicon-file.ts';
import { readVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { writeLexiconFile } from '../../src/vocabulary/registry/write-lexicon-file.ts';
import { readHub } from '../../src/cli/vocabulary/read-hub.ts';
import { sendQuery } from '../graphql/fixture.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { describedFetch as fetch } from '../support/described-interface.ts';
import { HUB } from './seeded.ts';
import { SMALL, smallStore } from './small-vocabulary.ts';

const LEVEL = `
  <prefix/dcterms> a hub:Prefix ; vann:preferredNamespacePrefix "dcterms" ; vann:preferredNamespaceUri <http://purl.org/dc/terms/> .
  <level> a hub:Term ; skos:prefLabel "Level"@en ; skos:definition "How full."@en ; skos:notation "level" ;
    skos:broader <category/time> ; hub:datatype xsd:double .
`;
const RANGE = '<level> <https://schema.org/minValue> 0.0 ; <https://schema.org/maxValue> 99.5 .';
const read = async (extra: string) => readVocabulary(await smallStore(LEVEL + extra), HUB);

describe('the range of a term', () => {
  test('is read for people and for the mapping; terms without one have none', async () => {
    const { terms, lexicon } = await read(RANGE);
    expect(terms.get('level')).toMatchObject({ range: { smallest: '0', largest: '99.5' } });
    expect(terms.get('end')).toMatchObject({ range: null });
    expect(lexicon.terms.get('level')).toMatchObject({ range: { smallest: '0', largest: '99.5' } });
    expect(lexicon.terms.get('end')).not.toHaveProperty('range');
  });

  test('may be open on a side', async () => {
    const { terms } = await read('<level> <https://schema.org/minValue> -273.15 .');
    expect(terms.get('level')).toMatchObject({ range: { smallest: '-273.15', largest: null } });
  });

  test('is one in the file that the command line and the library read, too', async () => {
    const vocabulary = await read(RANGE);
    const file: unknown = JSON.parse(JSON.stringify(writeLexiconFile(vocabulary, HUB.baseUrl)));
    expect(readLexicon(file, { baseUrl: HUB.baseUrl })).toEqual(plainLexicon(vocabulary.lexicon));
  });

  test.each([
    ['the term level has two', `${RANGE} <level> <https://schema.org/minValue> 1.0 .`],
    ['.*smallest should be a decimal', '<level> <https://schema.org/minValue> "low" .'],
    ['.*largest should be a decimal', '<level> <https://schema.org/maxValue> 1e2 .'],
  ])('is refused where %s', async (reason, extra) => {
    await expect(read(extra)).rejects.toThrow(new RegExp(reason));
  });
});

describe('a hub with a range', () => {
  let hub: ChangingHub | undefined;
  afterEach(() => hub?.stop());

  const post = (path: string, body: string): Promise<Response> =>
    fetch(hub!.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

  test.each([
    ['a small document', ''],
    ['a long document', 'x'.repeat(100_000)],
  ])('warns who converts %s, but for one that was described before there was a range', async (_, note) => {
    hub = await startChangingHub(SMALL + LEVEL);
    const described = await (await post('/api/semantic', JSON.stringify({ level: [99.5, 99.6, -1], note }))).text();
    const before = await post('/api/rdf?format=nt', described);
    const graph = await before.text();
    expect(before.headers.get('x-semantic-warnings')).toBe('0');
    await hub.use(SMALL + LEVEL + RANGE);
    const cited = await post('/api/rdf?format=nt', described);
    expect(cited.headers.get('x-semantic-warnings')).toBe('0');
    expect(await cited.text()).toBe(graph);
    const uncited = await post(
      '/api/rdf?format=nt',
      described.replace(/"@annotations":\{[^}]*\}/, '"@annotations":{}'),
    );
    expect(uncited.headers.get('x-semantic-warnings')).toBe('2');
    expect(uncited.headers.get('x-semantic-warning-codes')).toBe('out-of-range=2');
    const values = graph.split('\n').filter((line) => line.includes('/level>'));
    expect((await uncited.text()).split('\n')).toEqual(expect.arrayContaining(values));
  });

  test('tells it and the warning over GraphQL, and to the command line', async () => {
    hub = await startChangingHub(SMALL + LEVEL + RANGE);
    const query = `{
      term(name: "level") { range { smallest largest } }
      other: term(name: "end") { range { smallest } }
      convertDocument(document: "{\\"level\\":[1,100]}", semantics: REGISTRY) { warnings { code key pointer count message } }
    }`;
    const { body } = await sendQuery(`${hub.url}/graphql`, query);
    expect(body.data).toEqual({
      term: { range: { smallest: '0', largest: '99.5' } },
      other: { range: null },
      convertDocument: {
        warnings: [
          {
            code: 'OUT_OF_RANGE',
            key: 'level',
            pointer: '/level/1',
            count: 1,
            message:
              'Values of "level" are outside of the range of the term, 0 to 99.5: the first of them is 100. They were kept as they are.',
          },
        ],
      },
    });
    expect((await readHub(hub.url)).lexicon).toEqual(plainLexicon(hub.registry.current().lexicon));
  });
});
