/** What people can pick today, from text to text where it can do that. Each runs in a process of its own, see `test/bench/party.ts`. */
import jsonld from 'jsonld';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { Parser, StreamWriter, Writer, type Quad } from 'n3';
import { defaultGraph, Store } from 'oxigraph';
import { BASE, RECORDS, records, smallDocument, WIDE_ROWS, wideSeries } from './documents.ts';
import { recordsAsJsonLd, seriesAsJsonLd, smallAsJsonLd } from './json-ld.ts';
import { runTimes, type Made } from './measure.ts';
import { writeSeriesAsText } from './text-writer.ts';

export type DocumentName = 'wide' | 'records' | 'small';
export type PeerName = keyof typeof PEERS;
type Runs = Readonly<Record<string, () => Made | Promise<Made>>>;

const PEERS = {
  text: async (): Promise<Runs> => {
    const { lexicon } = await import('./hub.ts');
    const body = Buffer.from(documentOf('wide'));
    return { 'string concatenation': () => writeSeriesAsText(body, lexicon.vocabularyIri) };
  },
  n3: async (document: DocumentName): Promise<Runs> => {
    const { convertWhole } = await import('./hub.ts');
    const quads = new Parser({ format: 'N-Triples' }).parse(convertWhole(documentOf(document)).toString());
    return {
      'N3 Writer, N-Triples, ready quads': () => writeQuads(quads, { format: 'N-Triples' }),
      'N3 Writer, Turtle, ready quads': () => writeQuads(quads, { format: 'Turtle', prefixes: PREFIXES }),
    };
  },
  jsonld: async (document: DocumentName): Promise<Runs> => {
    const body = Buffer.from(jsonLdOf(document));
    return {
      'jsonld.js, toRDF': async () => {
        const quads = (await jsonld.toRDF(JSON.parse(body.toString()) as object)) as unknown[];
        return { triples: quads.length, bytes: 0 };
      },
    };
  },
  oxigraph: async (document: DocumentName): Promise<Runs> => {
    const body = Buffer.from(jsonLdOf(document));
    return {
      'Oxigraph, JSON-LD to N-Triples': () => {
        const store = new Store();
        store.load(body, { format: 'application/ld+json', no_transaction: true });
        const text = store.dump({ format: 'application/n-triples', from_graph_name: defaultGraph() });
        const triples = store.size;
        // The typings leave it out; without it each run keeps its memory.
        (store as unknown as { free(): void }).free();
        return { triples, bytes: text.length };
      },
    };
  },
  // Its time grows faster than the document: the whole would take minutes.
  streaming: async (): Promise<Runs> => {
    const body = Buffer.from(seriesAsJsonLd(wideSeries(WIDE_ROWS / 10)));
    return { 'jsonld-streaming-parser, N3 StreamWriter, a tenth of it': () => streamJsonLd(body) };
  },
};

const PREFIXES = {
  qudt: 'http://qudt.org/schema/qudt/',
  sosa: 'http://www.w3.org/ns/sosa/',
  time: 'http://www.w3.org/2006/time#',
  unit: 'http://qudt.org/vocab/unit/',
  vocab: 'https://hub.example/vocabulary/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

function documentOf(name: DocumentName): Uint8Array {
  if (name === 'wide') return wideSeries(WIDE_ROWS);
  return name === 'records' ? records(RECORDS) : smallDocument();
}

function jsonLdOf(name: DocumentName): string {
  const body = documentOf(name);
  if (name === 'wide') return seriesAsJsonLd(body);
  return name === 'records' ? recordsAsJsonLd(body, BASE) : smallAsJsonLd(body);
}

/** Into a sink that encodes at once: faster than into a string or a stream. */
function writeQuads(quads: readonly Quad[], options: ConstructorParameters<typeof Writer>[1]): Promise<Made> {
  return new Promise((resolve) => {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    let at = 0;
    let bytes = 0;
    const sink = {
      write(text: string, _encoding: string, done?: () => void) {
        if (at + text.length * 3 > chunk.length) {
          bytes += at;
          at = 0;
        }
        at += chunk.write(text, at);
        done?.();
      },
      end(done?: () => void) {
        done?.();
        resolve({ triples: quads.length, bytes: bytes + at });
      },
    };
    const writer = new Writer(sink, options);
    for (const quad of quads) writer.addQuad(quad);
    writer.end();
  });
}

function streamJsonLd(body: Buffer): Promise<Made> {
  return new Promise((resolve, reject) => {
    let triples = 0;
    let bytes = 0;
    const parser = new JsonLdParser();
    const writer = new StreamWriter({ format: 'N-Triples' });
    parser.on('error', reject).on('data', () => triples++);
    parser
      .pipe(writer)
      .on('data', (chunk: string | Buffer) => (bytes += chunk.length))
      .on('end', () => resolve({ triples, bytes }));
    parser.end(body);
  });
}

// Started by `startParty`: runs what it is told to and tells how long that took.
const [, , peer, document] = process.argv as unknown as [string, string, PeerName, DocumentName];
const runs = await PEERS[peer](document);
process.on('message', async ({ name, repeats }: { name: string; repeats: number }) => {
  process.send!(await runTimes(runs[name]!, repeats));
});
process.send!('ready');
