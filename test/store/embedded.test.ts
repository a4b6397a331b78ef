import { describe, expect, it } from 'vitest';
import { asIri, asText, RowError } from '../../src/rdf/rows.ts';
import { iri, literal, sparql } from '../../src/rdf/sparql.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';
import { StoreError } from '../../src/store/store.ts';

const GRAPH = 'https://hub.example/graph/test';
const ALL = sparql`SELECT ?s ?o WHERE { GRAPH ${iri(GRAPH)} { ?s ?p ?o } } ORDER BY ?s ?o`;
const SHAPE = { s: asIri, o: asText };

function turtle(text: string) {
  return { name: 'test.ttl', text, baseIri: 'https://hub.example/vocabulary/' };
}

describe('EmbeddedStore', () => {
  it('loads Turtle against its base IRI into a named graph', async () => {
    const store = new EmbeddedStore();
    await store.replaceGraph(GRAPH, [turtle('<b> <p> "1" .'), turtle('<a> <p> "2" .')]);
    expect(await store.select(ALL, SHAPE)).toEqual([
      { s: 'https://hub.example/vocabulary/a', o: '2' },
      { s: 'https://hub.example/vocabulary/b', o: '1' },
    ]);
  });

  it('replaces what the graph held before, and no other graph', async () => {
    const store = new EmbeddedStore();
    await store.replaceGraph(GRAPH, [turtle('<a> <p> "old" .')]);
    await store.replaceGraph('https://hub.example/graph/other', [turtle('<a> <p> "other" .')]);
    await store.replaceGraph(GRAPH, [turtle('<a> <p> "new" .')]);
    expect((await store.select(ALL, SHAPE)).map((row) => row.o)).toEqual(['new']);
    const graphs = await store.select(sparql`SELECT DISTINCT ?s WHERE { GRAPH ?s { ?a ?b ?c } } ORDER BY ?s`, { s: asIri });
    expect(graphs.map((row) => row.s)).toEqual(['https://hub.example/graph/other', GRAPH]);
  });

  it('keeps the graph as it was when one of the documents is broken, and names that document', async () => {
    const store = new EmbeddedStore();
    let changes = 0;
    await store.replaceGraph(GRAPH, [turtle('<a> <p> "old" .')]);
    store.onChange(() => (changes += 1));
    await expect(store.replaceGraph(GRAPH, [turtle('<a> <p> "new" .'), turtle('<a> <p> .')])).rejects.toThrow(/test\.ttl is not Turtle/);
    expect((await store.select(ALL, SHAPE)).map((row) => row.o)).toEqual(['old']);
    expect(changes).toBe(0);
  });

  it('runs an update whole or not at all', async () => {
    const store = new EmbeddedStore();
    const insert = sparql`INSERT DATA { GRAPH ${iri(GRAPH)} { ${iri('http://x/a')} ${iri('http://x/p')} ${literal('" } } ; DROP ALL #')} } }`;
    await store.update(insert);
    expect(await store.select(ALL, SHAPE)).toEqual([{ s: 'http://x/a', o: '" } } ; DROP ALL #' }]);
    await expect(store.update(sparql`DROP GRAPH ${iri(GRAPH)} ; CREATE GRAPH ${iri('http://x/g')} ; CREATE GRAPH ${iri('http://x/g')}`)).rejects.toThrow(StoreError);
    expect(await store.select(ALL, SHAPE)).toHaveLength(1);
  });

  it('takes texts for what they are, also those that look like the end of a literal or like an escape', async () => {
    const store = new EmbeddedStore();
    const hostile = ['" } } ; DROP ALL #', '\\u0022 } } ; DROP ALL #', '\\', '\\"', '\u0000\u0007', '${1}', "'''", '\r\n'];
    for (const text of hostile) {
      await store.update(sparql`CLEAR ALL ; INSERT DATA { GRAPH ${iri(GRAPH)} { ${iri('http://x/a')} ${iri('http://x/p')} ${literal(text)} } }`);
      expect((await store.select(ALL, SHAPE)).map((row) => row.o)).toEqual([text]);
    }
  });

  it('tells its listeners of every change until they leave', async () => {
    const store = new EmbeddedStore();
    let changes = 0;
    const leave = store.onChange(() => (changes += 1));
    await store.replaceGraph(GRAPH, []);
    await store.update(sparql`INSERT DATA { ${iri('http://x/a')} ${iri('http://x/p')} 1 }`);
    expect(changes).toBe(2);
    leave();
    await store.replaceGraph(GRAPH, []);
    expect(changes).toBe(2);
  });

  it('rejects rows that are not what the caller was promised', async () => {
    const store = new EmbeddedStore();
    await store.replaceGraph(GRAPH, [turtle('<a> <p> <b> .')]);
    await expect(store.select(ALL, SHAPE)).rejects.toThrow(RowError);
  });

  it('rejects what is no SELECT, what does not parse, and what was given up', async () => {
    const store = new EmbeddedStore();
    await expect(store.select(sparql`ASK { ?s ?p ?o }`, {})).rejects.toThrow();
    await expect(store.select(sparql`SELECT`, {})).rejects.toThrow(StoreError);
    await expect(store.select(ALL, SHAPE, { signal: AbortSignal.abort() })).rejects.toThrow(StoreError);
  });

  it('rejects everything once closed', async () => {
    const store = new EmbeddedStore();
    await store.close();
    await expect(store.select(ALL, SHAPE)).rejects.toThrow(/closed/);
    await expect(store.replaceGraph(GRAPH, [])).rejects.toThrow(/closed/);
  });
});
