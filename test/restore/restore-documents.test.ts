import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HubError } from '../../src/errors.ts';
import { plainDocument } from '../support/arbitrary-document.ts';
import { invertibleDocument } from '../support/arbitrary-invertible.ts';
import { convert } from '../support/convert.ts';
import { readBack } from '../support/read-back.ts';
import { convertSourced, restoreNTriples, rewritten, withoutResidue } from '../support/restored.ts';
import { scanNTriples } from '../../src/restore/scan-ntriples.ts';
import { readBlock } from '../../src/restore/residue.ts';
import { embedSemantic } from '../../src/mapping/embed.ts';
import { valueText } from '../../src/restore/json-tokens.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();
const runs = process.env['HUB_NIGHTLY'] === '1' ? 10_000 : 80;
const now = new Date('2026-11-21T12:00:00Z');

/** The graph of a document whose keys need not be terms. */
function graphOf(text: string, skolemize = false): string {
  const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { base: null, now }).parts);
  return convert(body, lexicon, { skolemize }).text;
}

/** The same with its digest. */
function sourcedGraphOf(text: string, skolemize: boolean): string {
  const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { base: null, now }).parts);
  return convertSourced(body, lexicon, { skolemize }, 'value', Buffer.from(text));
}

/** What the release before the second reader wrote. */
const FIRST_READER = JSON.parse(
  readFileSync(new URL('../fixtures/restore/first-reader.json', import.meta.url), 'utf8'),
) as ReadonlyArray<{ readonly text: string; readonly graph: readonly string[] }>;

/** What catalogues say. */
const LISTS = '<http://www.w3.org/ns/dcat#dataset>';
const TOPIC = '<http://xmlns.com/foaf/0.1/primaryTopic>';
const PART_OF = '<http://purl.org/dc/terms/isPartOf>';
const RDF_TERM = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const [FIRST, REST, NIL] = [`<${RDF_TERM}first>`, `<${RDF_TERM}rest>`, `<${RDF_TERM}nil>`];

/** The lines of N-Triples in several orders. */
function orders(graph: string): string[] {
  const lines = graph.trimEnd().split('\n');
  const turned = (by: number): string[] => [...lines.slice(by), ...lines.slice(0, by)];
  const all = [lines, lines.toReversed(), lines.toSorted(), lines.toSorted().toReversed(), turned(7), turned(19)];
  return all.map((some) => `${some.join('\n')}\n`);
}

describe('a graph without a residue', () => {
  test('documents of the class come back, skolemized or not, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(invertibleDocument(lexicon), fc.boolean(), async (text, skolemize) => {
        const graph = graphOf(text, skolemize);
        expect(restoreNTriples(graph, lexicon)[0]!.text).toBe(text);
        expect(restoreNTriples(rewritten(await readBack('nt', graph)), lexicon)[0]!.text).toBe(text);
        // The writer finds the same: such a document needs no residue.
        const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { base: null, now }).parts);
        expect(convertSourced(body, lexicon, { skolemize }, 'value', Buffer.from(text))).not.toContain('#residue>');
      }),
      { numRuns: runs },
    );
  });

  test.each([
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:15:00Z"],"x":{"active_power-kW":1,"timestamp":"2026-01-01T00:00:00Z"}}',
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:15:00Z"],"x":{"active_power-kW":[1,null],"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:30:00Z"]}}',
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:15:00Z"],"x":{"active_power-kW":[null,1],"timestamp":["2025-12-31T00:00:00Z","2026-01-01T00:15:00Z"]}}',
  ])('a record with a time of its own comes back beside an axis that has this time, too: %s', (text) => {
    const reordered = restoreNTriples(graphOf(text), lexicon)[0]!.text;
    expect(JSON.parse(reordered)).toEqual(JSON.parse(text));
  });

  test.each([
    // Records of one instant of an axis, with timestamps of their own and without.
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:15:00Z"],"events":[{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":5},{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":6}]}',
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01T00:00:00Z","2026-01-01T00:15:00Z"],"part":[{"voltage-V":1},{"voltage-V":2},{"voltage-V":3}]}',
    // Stamps that are one text once they are repaired.
    '{"timestamp":["2026-01-01T00:00:00Z","2026-01-01 00:00:00Z"],"voltage-V":[1,2]}',
  ])('what shares an instant comes back whole, whatever the order of the triples: %s', async (text) => {
    const graph = graphOf(text);
    const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { base: null, now }).parts);
    const sourced = convertSourced(body, lexicon, {}, 'value', Buffer.from(text));
    const alone = restoreNTriples(graph, lexicon)[0]!;
    expect(JSON.parse(alone.text)).toEqual(JSON.parse(text.replace('2026-01-01 00', '2026-01-01T00')));
    expect(alone.notes.map(({ code }) => code)).toContain('item-order');
    for (const lines of orders(graph)) expect(restoreNTriples(lines, lexicon)[0]!.text).toBe(alone.text);
    for (const lines of orders(sourced))
      expect(restoreNTriples(lines, lexicon)).toEqual([{ text, proof: 'value', notes: [] }]);
  });

  test('an entity of another base does not hide the keys of the document', () => {
    const plant = { base: 'https://plant.example/id/' };
    const text =
      '{"asset_id":"https://plant-b.example/id/asset_id/7","voltage-V":231.4,"note":"calibrated","site":{"remark":"roof"}}';
    const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { ...plant, now }).parts);
    const graph = convert(body, lexicon, plant).text;
    expect(JSON.parse(restoreNTriples(graph, lexicon)[0]!.text)).toEqual(JSON.parse(text));
  });

  test('the base is that of most entities, whichever stand first', () => {
    const ids = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0 ? `meter ${i}` : `https://other.example/asset_id/${i}`,
    );
    const text = JSON.stringify({ asset_id: [...ids, 'meter 41'], 'voltage-V': 1 });
    const plant = { base: 'https://plant.example/id/' };
    const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { ...plant, now }).parts);
    const graph = convertSourced(body, lexicon, plant, 'value', Buffer.from(text));
    for (const lines of orders(graph))
      expect(restoreNTriples(lines, lexicon)[0]).toMatchObject({ text, proof: 'value' });
  });

  test('triples of a record that no key and no template has are said, those of its annotations are not', () => {
    const graph = graphOf('{"voltage-V":231.40,"site":{"power-x":1}}');
    const unread = (more: string): (string | number)[][] =>
      restoreNTriples(graph + more, lexicon)[0]!
        .notes.filter(({ code }) => code === 'unread-triples')
        .map(({ pointer, count }) => [pointer, count]);
    expect(unread('')).toEqual([]);
    const [root] = /^_:b\d+/m.exec(graph)!;
    const site = /id\/site> (_:b\d+)/.exec(graph)![1]!;
    const foreign = (node: string) => `${node} <https://tool.example/p> "x" .\n`;
    expect(unread(foreign(root) + foreign(site))).toEqual([
      ['', 1],
      ['/site', 1],
    ]);
  });

  test('a graph of the first reader is read as that one did, with a residue and without', () => {
    for (const { text, graph } of FIRST_READER)
      expect(restoreNTriples(graph.join('\n'), lexicon), text).toEqual([{ text, proof: 'value', notes: [] }]);
  });

  test('an instant that skolemized documents share has its triples once, however many describe it', () => {
    const graph = graphOf('{"timestamp":"2026-01-01T00:00:00Z","note":"m 0"}', true);
    const root = /^<(\S+)> \S+note> "m 0"/m.exec(graph)![1]!;
    const graphs = Array.from({ length: 2_000 }, (_, i) =>
      graph.replaceAll(root, `${root}x${i}`).replace('"m 0"', `"m ${i}"`),
    );
    const lines = graphs.join('');
    expect(scanNTriples(Buffer.from(lines), 1_000_000).size).toBe(new Set(lines.trimEnd().split('\n')).size);
    const texts = restoreNTriples(lines, lexicon).map(({ text }) => text);
    expect(texts).toEqual(graphs.map((_, i) => `{"timestamp":"2026-01-01T00:00:00Z","note":"m ${i}"}`));
  });

  test('documents of any kind are never claimed: a proof is given for the document itself alone', () => {
    let others = 0;
    fc.assert(
      fc.property(plainDocument, ({ text }) => {
        const body = Buffer.concat(embedSemantic(Buffer.from(text), lexicon, { base: null, now }).parts);
        let graph: string;
        try {
          graph = convertSourced(body, lexicon, {}, 'value', Buffer.from(text));
        } catch (error) {
          if (error instanceof HubError) return;
          throw error;
        }
        try {
          const [restored] = restoreNTriples(withoutResidue(graph), lexicon, { byValue: true });
          if (restored!.text !== valueText(text)) others++;
          expect(restored!.proof).toBe(restored!.text === valueText(text) ? 'value' : null);
          if (restored!.proof === null) expect(restored!.notes.map(({ code }) => code)).toContain('digest-differs');
        } catch (error) {
          if (!(error instanceof HubError)) throw error;
          expect(error.code).toBe('not-restorable');
        }
      }),
      { numRuns: runs },
    );
    expect(others).toBeGreaterThan(runs / 10);
  });

  test('what is not known is said, each in a line with its place', () => {
    const [restored] = restoreNTriples(
      graphOf('{"voltage-V":["231.40",229.9],"quality_flag":[],"site":{"mode":["b","a","b"]},"device_id":7}'),
      lexicon,
    );
    expect(JSON.parse(restored!.text)).toEqual({
      'voltage-V': [229.9, 231.4],
      device_id: '7',
      site: { mode: ['a', 'b'] },
    });
    expect(restored!.notes.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'key-order ',
      'absent-or-null ',
      'value-or-array /device_id',
      'item-order /voltage-V',
      'item-order /site/mode',
      'equal-items /device_id',
      'equal-items /site/mode',
      'type-of-value /device_id',
    ]);
    expect(restored!.proof).toBe(null);
  });

  test('several documents in one graph are restored one by one', () => {
    const graph = [1, 2, 3].map((i) => graphOf(`{"voltage-V":${i}.50}`).replaceAll('_:b', `_:d${i}b`)).join('');
    expect(restoreNTriples(graph, lexicon).map(({ text }) => text)).toEqual(
      [1, 2, 3].map((i) => `{"voltage-V":${i}.50}`),
    );
  });

  test('documents that share an entity are restored, however many they are', () => {
    const texts = Array.from({ length: 100 }, (_, i) => `{"device_id":"7","voltage-V":${i}.50}`);
    const graph = texts.map((text, i) => graphOf(text).replaceAll('_:b', `_:d${i}b`)).join('');
    expect(restoreNTriples(graph, lexicon).map(({ text }) => text)).toEqual(texts);
  });

  test.each([false, true])(
    'documents that spell an entity in several ways are told by their digests, skolemized: %s',
    (skolemize) => {
      const { idIri } = lexicon;
      const texts = [
        '{"asset_id":"m 1","device_id":"d1","voltage-V":1}',
        `{"asset_id":"${idIri}asset_id/m%201","device_id":"d1","voltage-V":2}`,
        `{"asset_id":"${idIri}asset_id/m 1","device_id":"${idIri}device_id/d1","voltage-V":3}`,
        '{"asset_id":["http://p.example/a b","http://p.example/a%20b"],"voltage-V":4}',
      ];
      const graph = texts.map((text, i) => sourcedGraphOf(text, skolemize).replaceAll('_:b', `_:d${i}b`)).join('');
      for (const lines of orders(graph)) {
        const restored = restoreNTriples(lines, lexicon);
        expect(restored.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
        expect(restored.map(({ proof }) => proof)).toEqual(texts.map(() => 'value'));
      }
    },
  );

  test('of documents that spell many entities in several ways no one is taken for another', () => {
    const names = Array.from({ length: 7 }, (_, i) => `m${i}`);
    const spell = (isLong: (i: number) => boolean): string =>
      JSON.stringify({
        asset_id: names.map((name, i) => (isLong(i) ? `${lexicon.idIri}asset_id/${name}` : name)),
        'voltage-V': 1,
      });
    const texts = [spell(() => true), spell(() => false), spell((i) => i % 2 === 1)];
    const graphs = texts.map((text, i) => sourcedGraphOf(text, false).replaceAll('_:b', `_:d${i}b`));
    // One that spells all entities alike is found before the readings end, of one that does not there are too many.
    const [long, short] = graphs as [string, string];
    expect(restoreNTriples(short + long, lexicon).map(({ text, proof }) => [text, proof])).toEqual([
      [texts[1], 'value'],
      [texts[0], 'value'],
    ]);
    expect(refusal(graphs.join(''))).toMatchObject({ code: 'digest-differs' });
    const { text, proof, notes } = restoreNTriples(graphs.join(''), lexicon, { byValue: true })[2]!;
    expect([text === texts[2], proof]).toEqual([false, null]);
    expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['several-values', 'digest-differs']));
  });

  test('a skolemized document that another one cites by its IRI comes back, too', () => {
    const cited = '{"asset_id":"m 1","voltage-V":1}';
    const iri = /^<(\S+)> \S+#sourceDigest>/m.exec(sourcedGraphOf(cited, true))![1]!;
    for (const citing of [`{"device_id":"${iri}","voltage-V":2}`, `{"part":{"asset_id":["${iri}","m 2"]}}`])
      for (const skolemize of [false, true]) {
        for (const lines of orders(sourcedGraphOf(cited, true) + sourcedGraphOf(citing, skolemize))) {
          const restored = restoreNTriples(lines, lexicon).toSorted((one, other) => (one.text < other.text ? -1 : 1));
          const texts = [cited, citing].toSorted();
          expect(restored).toEqual(texts.map((text) => ({ text, proof: 'value', notes: [] })));
        }
        const alone = restoreNTriples(graphOf(cited, true) + graphOf(citing, skolemize), lexicon);
        expect(alone.map(({ text }) => JSON.parse(text) as unknown)).toEqual([JSON.parse(cited), JSON.parse(citing)]);
      }
  });

  test.each<[string, (one: string, other: string) => string]>([
    ['itself', (one, other) => `_:catalogue ${LISTS} ${one} . _:catalogue ${LISTS} ${other} .`],
    ['in records', (one, other) => `_:catalogue ${LISTS} _:r . _:r ${TOPIC} ${one} . _:catalogue ${LISTS} ${other} .`],
    ['in one record', (one, other) => `_:catalogue ${LISTS} _:r . _:r ${TOPIC} ${one} . _:r ${TOPIC} ${other} .`],
    [
      'in an RDF list',
      (one, other) =>
        `_:catalogue ${LISTS} _:l . _:l ${FIRST} ${one} . _:l ${REST} _:m . _:m ${FIRST} ${other} . _:m ${REST} ${NIL} .`,
    ],
    [
      'in a catalogue of its own',
      (one, other) => `_:all ${LISTS} _:catalogue . _:catalogue ${LISTS} ${one} . _:catalogue ${LISTS} ${other} .`,
    ],
    [
      'and is named by',
      (one, other) => `_:catalogue ${LISTS} ${one} . _:catalogue ${LISTS} ${other} . ${one} ${PART_OF} _:catalogue .`,
    ],
  ])('documents that a catalogue without an IRI lists %s come back, and the catalogue is none', (_, list) => {
    const texts = ['{"asset_id":"m 1","voltage-V":1}', '{"voltage-V":2}'];
    for (const toGraph of [graphOf, sourcedGraphOf])
      for (const skolemize of [false, true]) {
        const graphs = texts.map((text, i) => toGraph(text, skolemize).replaceAll('_:b', `_:d${i}b`));
        const [one, other] = graphs.map(
          (graph) => /^(\S+) \S+ <http:\/\/www\.w3\.org\/ns\/dcat#Dataset>/m.exec(graph)![1]!,
        );
        const listed = list(one!, other!).replaceAll(' . ', ' .\n');
        const says = '_:catalogue <http://purl.org/dc/terms/conformsTo> <http://data.europa.eu/r5r/> .\n';
        for (const lines of orders(`${graphs.join('')}${listed}\n${says}`)) {
          const restored = restoreNTriples(lines, lexicon).map(({ text }) => text);
          // What cites skolemized documents may be one, too.
          if (skolemize) expect(restored).toEqual(expect.arrayContaining(texts));
          else expect(restored.toSorted()).toEqual(texts);
        }
      }
  });

  test('a document with a block of its own is read by that block', () => {
    const block =
      '{"@prefix":{"@base":"https://plant.example/id/","ex":"https://ex.example/"},"@context":{"U":{"ex:volt":"$U"}}}';
    const graph = convert(`{"@semantic":${block},"U":231.40}`, lexicon).text;
    expect(restoreNTriples(graph, lexicon, { block: readBlock(block) })[0]!.text).toBe('{"U":231.40}');
  });

  test('the vocabulary of another hub is read at its address', () => {
    const graph = graphOf('{"voltage-V":231.40}').replaceAll('https://hub.example/', 'https://other.example/x/');
    expect(restoreNTriples(graph, lexicon)[0]!.text).toBe('{"voltage-V":231.40}');
    expect(refusal(graph.replace(/\/v\/[0-9a-f]+\//, '/v/0123/'))).toMatchObject({ code: 'vocabulary-not-known' });
  });
});

function refusal(graph: string): unknown {
  try {
    restoreNTriples(graph, lexicon);
  } catch (error) {
    return error;
  }
  return null;
}

describe('a graph that no document makes', () => {
  const link = '<https://hub.example/id/part>';
  test('is refused with a sentence: nothing in it, no root, a circle, two ways to a node', () => {
    for (const graph of [
      '',
      '<https://a.example/> <https://b.example/> "c" .',
      `_:a ${link} _:b .\n_:b ${link} _:a .`,
      `_:r ${link} _:a .\n_:r <https://hub.example/id/other> _:a .`,
      `_:r ${link} _:a .\n_:a ${link} _:a .`,
      `_:r ${link} _:a .\n_:other ${link} _:a .\n_:a ${link} "x" .`,
    ])
      expect(refusal(graph)).toMatchObject({ code: 'not-restorable' });
  });

  test('is refused where a value lacks what its template says', () => {
    const graph = graphOf('{"voltage-V":231.40}').replace(/^.*<http:\/\/qudt\.org\/vocab\/unit\/V> .\n/m, '');
    expect(refusal(graph)).toMatchObject({
      code: 'not-restorable',
      details: { key: 'voltage-V', pointer: '/voltage-V' },
    });
  });

  test('that is too deep is refused, and a million roots and a long literal are read', () => {
    const deep = Array.from({ length: 200 }, (_, i) => `_:n${i} ${link} _:n${i + 1} .`).join('\n');
    expect(refusal(deep)).toMatchObject({ code: 'too-deep' });
    const roots = Array.from({ length: 20_000 }, (_, i) => `_:n${i} ${link} "${i}" .`).join('\n');
    expect(restoreNTriples(roots, lexicon)).toHaveLength(20_000);
    expect(restoreNTriples(`_:n ${link} "${'x'.repeat(3_000_000)}" .`, lexicon)[0]!.text).toHaveLength(3_000_011);
  });

  test('whose digest is another is refused, unless it is asked for by value', () => {
    const graph = convertSourced('{"voltage-V":231.40}', lexicon, { semantics: 'registry' }).replaceAll(
      '231.40',
      '231.4',
    );
    expect(refusal(graph)).toMatchObject({ code: 'digest-differs' });
    const [restored] = restoreNTriples(graph, lexicon, { byValue: true });
    expect(restored).toMatchObject({ text: '{"voltage-V":231.4}', proof: null });
    expect(restored!.notes.at(-1)!.code).toBe('digest-differs');
  });

  test('whose residue is broken, of another reader or makes too much of little is refused', () => {
    const graph = (residue: string) =>
      `_:r ${link} "x" .\n_:r <https://hub.example/ontology#sourceDigest> "sha-256:0" .\n_:r <https://hub.example/ontology#residue> ${JSON.stringify(residue)} .\n`;
    for (const residue of [
      '{',
      '{}',
      '{"reader":3}',
      '{"reader":1,"edits":[0,99]}',
      '{"reader":1,"edits":["{"]}',
      '{"reader":1,"edits":{}}',
    ])
      expect(refusal(graph(residue)), residue).toMatchObject({ code: 'not-restorable' });
    const bomb = JSON.stringify({ reader: 1, edits: Array.from({ length: 20_000 }, () => ['y'.repeat(600)]).flat() });
    expect(refusal(graph(bomb))).toMatchObject({ code: 'answer-too-large' });
  });
});
