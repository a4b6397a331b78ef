import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { restore, restoreStream } from '../../src/restore/library.ts';
import { embedSemantic } from '../../src/mapping/embed.ts';
import { readBlock } from '../../src/restore/residue.ts';
import { streamDocuments } from '../../src/restore/stream-documents.ts';
import { NTriplesStretch } from '../../src/restore/stretch.ts';
import { invertibleDocument } from '../support/arbitrary-invertible.ts';
import { readBack } from '../support/read-back.ts';
import { CONVERT_DEFAULTS, convert } from '../support/convert.ts';
import { convertSourced, rewritten } from '../support/restored.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();

/** The graphs of documents one after another, as the command line writes them: each with labels of its own. */
function graphOf(documents: readonly string[], format: 'nt' | 'ttl', skolemize = false): string {
  const graphs = documents.map((text, i) => {
    const described = Buffer.concat(
      embedSemantic(Buffer.from(text), lexicon, { base: null, now: CONVERT_DEFAULTS.now }).parts,
    );
    const graph = convertSourced(described, lexicon, { format, skolemize }, 'value', Buffer.from(text));
    return graph.replaceAll('_:b', `_:d${i}b`);
  });
  // The prefixes stand once, before all of them.
  const isPrefix = (line: string): boolean => line.startsWith('@prefix');
  const lines = graphs.flatMap((graph) => graph.split('\n'));
  return [...new Set(lines.filter(isPrefix)), ...lines.filter((line) => !isPrefix(line))].join('\n');
}

/** The name of the root of a document. */
function rootOf(document: string): string {
  const isRoot = (line: string): boolean => line.includes('dcat#Dataset');
  return graphOf([document], 'nt', true).split('\n').find(isRoot)!.split(' ', 1)[0]!;
}

async function* inPieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const readings = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, i) => `{"timestamp":"2026-03-01T10:15:00Z","voltage-V":${i}.50,"device_id":"größe ${i % 3}"}`,
  );

const plain = {
  lexicons: [lexicon],
  block: null,
  base: null,
  byValue: false,
  maxLength: 1e7,
  maxTriples: 1e6,
  batch: 1,
};

async function textsOf(documents: AsyncIterable<{ readonly text: string }>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of documents) texts.push(text);
  return texts;
}

/** Waits for what is to come while nothing is sent, on a busy machine for longer; who expects it in vain goes on. */
async function patiently(isThere: () => boolean): Promise<void> {
  for (let ms = 10; !isThere() && ms < 5_000; ms *= 2) await sleep(ms);
}

/** The documents of a graph in pieces, and the fault that ends them; null for none. */
async function readUntilFault(
  graph: string,
  options: Parameters<typeof streamDocuments>[1],
  length = 900,
): Promise<{ given: string[]; error: unknown }> {
  const given: string[] = [];
  try {
    for await (const { text } of streamDocuments(inPieces(graph, length), options)) given.push(text);
  } catch (error) {
    return { given, error };
  }
  return { given, error: null };
}

const SITE_BLOCK =
  '{"@prefix":{"ex":"https://ex.example/"},"@context":{"site":{"ex:number":"$site"},"U":{"ex:volt":"$U","ex:at":"@site"}}}';

/** The N-Triples of documents about one site, of which those that are chosen describe it. */
function siteGraphs(count: number, describes: (i: number) => boolean): string[] {
  return Array.from({ length: count }, (_, i) => {
    const graph = convert(`{"@semantic":${SITE_BLOCK},"site":7,"U":${i}}`, lexicon).text.replaceAll('_:b', `_:d${i}b`);
    const marked = `_:d${i}b0 <http://purl.org/dc/terms/conformsTo> <${lexicon.versionIri}> .\n${graph}`;
    return describes(i) ? marked : marked.replace(/^.*ex\.example\/number> .*\n/m, '');
  });
}

describe('a stream of documents', () => {
  test('is read as the whole graph is, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(invertibleDocument(lexicon), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('nt' as const, 'ttl' as const),
        fc.boolean(),
        fc.integer({ min: 1, max: 3000 }),
        async (documents, format, skolemize, length) => {
          const distinct = [...new Set(documents)];
          // Documents whose roots have one name are one document in the graph: the name is made of their constant content.
          fc.pre(!skolemize || new Set(distinct.map(rootOf)).size === distinct.length);
          const graph = graphOf(distinct, format, skolemize);
          const whole = await restore(graph, { vocabulary: lexicon, format });
          expect(await textsOf(streamDocuments(inPieces(graph, length), { ...plain, format }))).toEqual(
            whole.map(({ text }) => text),
          );
          expect(whole).toHaveLength(distinct.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each(['nt', 'ttl'] as const)('gives documents while others are still to come (%s)', async (format) => {
    const graph = graphOf(readings(60), format);
    let read = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(graph, 4096)) {
        read += piece.length;
        yield piece;
      }
    }
    const given: { text: string; read: number }[] = [];
    for await (const { text } of streamDocuments(counted(), { ...plain, format })) given.push({ text, read });
    expect(given.map(({ text }) => text)).toEqual(readings(60));
    // What was read and not given is a few documents, however many there are.
    const ahead = given.map(({ read: until }, i) => until - (graph.length / 60) * i);
    expect(Math.max(...ahead)).toBeLessThan(graph.length / 2);
  });

  test('in another order is read whole, as long as nothing was given', async () => {
    const shuffled = rewritten(await readBack('nt', graphOf(readings(5), 'nt')));
    const texts = await textsOf(streamDocuments(inPieces(shuffled, 500), { ...plain, format: 'nt' }));
    expect(texts.toSorted()).toEqual(readings(5).toSorted());
  });

  test('of Turtle keeps what is nested before the first triple of its root, wherever a piece ends', async () => {
    const conformsTo = `<http://purl.org/dc/terms/conformsTo> <${lexicon.versionIri}>`;
    const graphs = Array.from({ length: 7 }, (_, i) =>
      i === 3
        ? `_:d${i} <${lexicon.idIri}part> [ <${lexicon.idIri}inner> [ <${lexicon.idIri}x> "${i}" ] ] ; ${conformsTo} .\n`
        : `_:d${i} ${conformsTo} ; <${lexicon.idIri}note> "${i}" .\n`,
    );
    const whole = await restore(graphs.join(''), { vocabulary: lexicon, format: 'ttl' });
    expect(whole[3]!.text).toBe('{"part":{"inner":{"x":"3"}}}');
    for (let cut = 1; cut < graphs.length; cut++) {
      async function* twoPieces(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(graphs.slice(0, cut).join(''));
        yield Buffer.from(graphs.slice(cut).join(''));
      }
      const texts = await textsOf(streamDocuments(twoPieces(), { ...plain, format: 'ttl' }));
      expect(texts).toEqual(whole.map(({ text }) => text));
    }
  });

  test.each(['nt', 'ttl'] as const)('keeps what is described before the first document (%s)', async (format) => {
    const documents = Array.from({ length: 40 }, (_, i) => `{"device_id":"größe ${i % 3}","voltage-V":${i}.50}`);
    const sorted = graphOf(documents, 'nt').split('\n').filter(Boolean).toSorted();
    expect(sorted[0]).toMatch(/^</);
    const graph = `${[...new Set(sorted)].join('\n')}\n`;
    const options = { ...plain, format };
    const given: string[] = [];
    let isRead = false;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield* inPieces(graph, 2000);
      expect(given.length).toBeGreaterThan(10);
      isRead = true;
    }
    for await (const { text } of streamDocuments(pieces(), options)) given.push(text);
    expect(isRead).toBe(true);
    expect(given.toSorted()).toEqual(documents.toSorted());
    if (format === 'nt')
      await expect(textsOf(streamDocuments(inPieces(`${graph}oops\n`, 2000), options))).rejects.toThrow(
        `Line ${graph.split('\n').length} `,
      );
  });

  test.each(['nt', 'ttl'] as const)(
    'whose entities are described by one document alone is refused behind it, and names the way out (%s)',
    async (format) => {
      const graph = `${[...new Set(graphOf(readings(40), 'nt').split('\n'))].join('\n')}\n`;
      const { given, error } = await readUntilFault(graph, { ...plain, format });
      expect(error).toMatchObject({
        code: 'not-restorable',
        message: expect.stringMatching(/a document does not describe what it cites/) as unknown,
      });
      expect(given).toEqual(readings(40).slice(0, given.length));
      expect(given.length).toBeGreaterThan(0);
    },
  );

  test('whose entities have texts of other types where one document alone describes them is refused', async () => {
    const described = siteGraphs(40, (i) => i === 0).join('');
    const whole = await restore(described, { vocabulary: lexicon, semantic: SITE_BLOCK });
    expect(whole[30]!.text).toBe('{"U":30,"site":7}');
    const options = { ...plain, block: readBlock(SITE_BLOCK), format: 'nt' } as const;
    const { given, error } = await readUntilFault(described, options);
    expect(error).toMatchObject({ code: 'not-restorable', message: expect.stringMatching(/Read it whole/) as unknown });
    expect(given).toEqual(whole.slice(0, given.length).map(({ text }) => text));
    // Entities that no document describes are told by their IRIs, also when the graph is read whole.
    const bare = await textsOf(streamDocuments(inPieces(siteGraphs(40, () => false).join(''), 900), options));
    expect(bare).toEqual(Array.from({ length: 40 }, (_, i) => `{"U":${i},"site":"7"}`));
  });

  test('names the fault of a document that lacks a triple, behind others and among the first', async () => {
    const lines = graphOf(readings(40), 'nt').split('\n');
    for (const document of [1, 30]) {
      const broken = lines.filter((line) => !(line.startsWith(`_:d${document}b`) && line.includes('/unit/V>')));
      const { error } = await readUntilFault(broken.join('\n'), { ...plain, format: 'nt' });
      expect(error).toMatchObject({
        code: 'not-restorable',
        message: expect.stringMatching(/lacks .*its template says/) as unknown,
      });
    }
  });

  test.each(['nt', 'ttl'] as const)(
    'gives no two documents of a series whose parts come by turns (%s)',
    async (format) => {
      const part = (name: string): string =>
        `{"asset_id":"meter ${name[0]}","timestamp":["2026-01-01T0${name[1]}:00:00Z","2026-01-01T0${name[1]}:15:00Z"],"voltage-V":[${name[1]}1,${name[1]}2]}`;
      const graph = graphOf(['A1', 'B1', 'A2', 'B2', 'C1', 'A3', 'D1', 'E1'].map(part), format, true);
      const whole = (await restore(graph, { vocabulary: lexicon, format })).map(({ text }) => text);
      expect(whole).toHaveLength(5);
      for (let length = 500; length < graph.length; length += 500) {
        const { given, error } = await readUntilFault(graph, { ...plain, format }, length);
        expect(new Set(given.map((text) => text.slice(0, 20))).size).toBe(given.length);
        if (error === null) expect(given).toEqual(whole);
        else expect(error).toMatchObject({ message: expect.stringMatching(/Read it whole/) as unknown });
      }
    },
  );

  test('of equal documents of a skolemized graph gives each once or several times', async () => {
    const [one, other] = ['{"device_id":"1","voltage-V":1.50}', '{"device_id":"2","voltage-V":2.50}'];
    const documents = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? one : other));
    const graph = graphOf(documents, 'nt', true);
    const { given, error } = await readUntilFault(graph, { ...plain, format: 'nt' });
    expect(error).toBeNull();
    expect(new Set(given)).toEqual(new Set([one, other]));
  });

  test.each(['nt', 'ttl'] as const)('gives documents that others cite by their IRIs (%s)', async (format) => {
    const documents = readings(30);
    const roots = documents.map((document) => rootOf(document).slice(1, -1));
    for (let i = 5; i < 30; i += 5) documents[i] = `{"voltage-V":${i}.50,"asset_id":"${roots[i - 3]}"}`;
    const graph = graphOf(documents, format, true);
    const whole = await restore(graph, { vocabulary: lexicon, format });
    expect(whole.map(({ text }) => text)).toEqual(documents);
    expect(await textsOf(streamDocuments(inPieces(graph, 900), { ...plain, format }))).toEqual(documents);
  });

  test('whose documents are mixed behind others is refused, and names the way out', async () => {
    const inOrder = graphOf(readings(9), 'nt');
    const mixed = rewritten(await readBack('nt', graphOf(readings(5), 'nt')));
    const given: string[] = [];
    const reading = (async () => {
      for await (const { text } of streamDocuments(inPieces(inOrder + mixed, 700), { ...plain, format: 'nt' }))
        given.push(text);
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'not-restorable',
      message: expect.stringMatching(/Read it whole/) as unknown,
    });
    expect(given.length).toBeGreaterThan(0);
    expect(readings(9)).toEqual(expect.arrayContaining(given));
  });

  test('names the line of a fault, and bytes that are no UTF-8', async () => {
    const graph = `${graphOf(readings(20), 'nt')}oops\n`;
    const line = graph.split('\n').length - 1;
    const options = { ...plain, format: 'nt' } as const;
    await expect(textsOf(streamDocuments(inPieces(graph, 900), options))).rejects.toThrow(`Line ${line} `);
    for (const format of ['nt', 'ttl'] as const) {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from([0x3c, 0xff, 0x3e]);
      }
      await expect(textsOf(streamDocuments(broken(), { ...plain, format }))).rejects.toMatchObject({
        code: 'not-utf8',
      });
    }
  });

  test('of one long document that comes slowly is looked through a few times', async () => {
    const document = readings(1)[0]!;
    const graph = graphOf([document], 'nt');
    const looks = vi.spyOn(NTriplesStretch.prototype, 'complete').mockImplementation(() => {
      for (const end = performance.now() + 100; performance.now() < end;);
      return null;
    });
    async function* slow(): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(graph, Math.ceil(graph.length / 16))) {
        yield piece;
        await sleep(70);
      }
    }
    try {
      const options = { ...plain, format: 'nt', batch: 1e6 } as const;
      expect(await textsOf(streamDocuments(slow(), options))).toEqual([document]);
      // Not one for each of 16 pieces: nine tenths of the time are without one.
      expect(looks.mock.calls.length).toBeGreaterThan(0);
      expect(looks.mock.calls.length).toBeLessThanOrEqual(8);
    } finally {
      looks.mockRestore();
    }
  });

  test('that comes slowly gives documents before its end', async () => {
    const given: string[] = [];
    let givenBefore = 0;
    let sent = '';
    async function* slow(): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(graphOf(readings(12), 'nt'), 1500)) {
        yield piece;
        sent += Buffer.from(piece).toString();
        // The last one that has begun is not whole, and that the one before it is may not be known yet.
        const begun = sent.split('dcat#Dataset').length - 1;
        await patiently(() => given.length >= begun - 2);
      }
      givenBefore = given.length;
    }
    const options = { ...plain, format: 'nt', batch: 1e6 } as const;
    for await (const { text } of streamDocuments(slow(), options)) given.push(text);
    expect(given).toEqual(readings(12));
    expect(givenBefore).toBeGreaterThan(6);
  });

  test('that comes slowly gives short documents behind a long one as they come', async () => {
    const [long, ...short] = [400, 1, 1, 1, 1].map((length, i) =>
      JSON.stringify({ 'voltage-V': Array.from({ length }, (_, at) => i * 1000 + at) }),
    );
    let sent = 0;
    const sentBefore: number[] = [];
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (const document of [long!, ...short]) {
        sent++;
        yield* inPieces(graphOf([document], 'nt').replaceAll('_:d0b', `_:e${sent}b`), 1e6);
        // The long one is looked through alone, and known to be whole when the next one begins.
        await (sent === 1 ? sleep(400) : patiently(() => sentBefore.length > 0));
      }
    }
    const options = { ...plain, format: 'nt', batch: 1e6 } as const;
    for await (const _ of streamDocuments(slow(), options)) sentBefore.push(sent);
    expect(sentBefore).toHaveLength(5);
    expect(sentBefore[0]).toBeLessThan(5);
  });

  test('that is silent behind a fault is refused without its next piece', async () => {
    async function* silent(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('oops\n');
      await new Promise<never>(() => undefined);
    }
    const options = { ...plain, format: 'nt', batch: 1e6 } as const;
    await expect(textsOf(streamDocuments(silent(), options))).rejects.toMatchObject({ code: 'malformed-rdf' });
  });

  test('of RDF/XML or JSON-LD is read whole', async () => {
    for (const format of ['rdf', 'jsonld'] as const) {
      const graph = convertSourced(readings(1)[0]!, lexicon, { format, semantics: 'registry' });
      const texts = await textsOf(restoreStream(inPieces(graph, 100), { vocabulary: lexicon, format }));
      expect(texts).toEqual([readings(1)[0]!]);
    }
  });
});
