import { createInterface } from 'node:readline';
import { asText } from '../../src/rdf/rows.ts';
import { iri, sparql } from '../../src/rdf/sparql.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { StoreError } from '../../src/store/store.ts';

/** Saves each line that it reads in the folder that it is given, and says so, or why not, in a line of JSON. An empty line asks for all that is saved. */
const BASE = 'https://hub.example';
const GRAPH = `${BASE}/graph/test`;

// A file that may not grow is a failure to write, not a reason to end.
process.on('SIGXFSZ', () => {});
const say = (words: object): void => void process.stdout.write(`${JSON.stringify(words)}\n`);

const store = new EmbeddedStore({ folder: process.argv[2]!, baseUrl: BASE });
await store.open();
say({ isOpen: true });
for await (const line of createInterface(process.stdin)) {
  if (line === '') {
    const query = sparql`SELECT ?text WHERE { GRAPH ${iri(GRAPH)} { ?s ?p ?text } }`;
    say({ texts: (await store.select(query, { text: asText })).map(({ text }) => text) });
    continue;
  }
  const quad = {
    graph: GRAPH,
    s: { type: 'uri', value: `${BASE}/s` },
    p: `${BASE}/p`,
    o: { type: 'literal', value: line },
  } as const;
  try {
    say({ isSaved: await store.change({ add: [quad] }) });
  } catch (error) {
    say({ isSaved: false, isStoreError: error instanceof StoreError, message: (error as Error).message });
  }
}
await store.close();
