import { describe, expect, test } from 'vitest';
import { answerQuery } from '../../src/queries/answer-query.ts';
import { QueryEngine } from '../../src/queries/engine.ts';
import { MAX_ROWS } from '../../src/queries/limits.ts';
import { readQuery } from '../../src/queries/read-query.ts';
import { scanQuery } from '../../src/queries/scan-query.ts';

const BASE = 'https://hub.example/sparql';
const read = (text: string) => readQuery(text, BASE);

describe('the graphs that a query names', () => {
  test('are told with prefixes and bases written out', () => {
    const { from } = read(`
      BASE <https://other.example/x/> PREFIX g: <graphs/> BASE <https://third.example/>
      SELECT * FROM g:one FROM <two> FROM <#three> FROM NAMED <https://four.example/> { ?s ?p ?o }`);
    expect(from).toEqual({
      defaultGraphs: [
        'https://other.example/x/graphs/one',
        'https://third.example/two',
        'https://third.example/#three',
      ],
      namedGraphs: ['https://four.example/'],
    });
  });

  test('are none without FROM, and those of GRAPH at any depth', () => {
    const query = read(
      'SELECT * { { SELECT * { GRAPH <a> { ?s ?p ?o } } } FILTER EXISTS { GRAPH <b:b> { ?s ?p ?o } } GRAPH ?g {} }',
    );
    expect(query.from).toBeNull();
    expect(query.graphs.toSorted()).toEqual(['b:b', 'https://hub.example/a']);
  });
});

describe('a query is not always the same', () => {
  test.each([
    'SELECT (NOW() AS ?t) {}',
    'SELECT * { ?s ?p ?o FILTER(?o < rand()) }',
    'ASK { { SELECT * { BIND(UUID() AS ?u) } } }',
    'CONSTRUCT { _:a a ?o } { ?s a ?o }',
    'CONSTRUCT { [ a ?o ] <p:p> ?o } { ?s a ?o }',
    'CONSTRUCT { ?s <p:p> (1 2) } { ?s a ?o }',
  ])('%s', (text) => {
    expect(read(text).isDeterministic).toBe(false);
  });

  test.each([
    'SELECT * { ?s ?p [] . _:a ?p ?o }',
    'SELECT ?now { ?now <http://x.example/RAND()> "UUID()" }',
    'CONSTRUCT WHERE { ?s ?p ?o }',
    'DESCRIBE <a:a>',
  ])('but for %s', (text) => {
    expect(read(text).isDeterministic).toBe(true);
  });
});

describe('looking through a text', () => {
  const deep = '{('.repeat(200);

  test.each([
    `ASK { # ${deep}\n }`,
    `ASK { ?s ?p "${deep}" }`,
    `ASK { ?s ?p '''"${deep}\n'''  }`,
    `ASK { ?s ?p "\\"${deep}" }`,
    `ASK { ?s ?p "a" . ?s <a:#{> ?o }`,
  ])('counts no brackets in %.20s', (text) => {
    expect(scanQuery(text).limitAt).toBe(text.length);
  });

  const long = 'a'.repeat(32 * 1024);

  test.each([
    `ASK { ${long} }`,
    `ASK { ?s ?p ${long}.:a }`,
    `ASK { ?s ?p 1${long} }`,
    `ASK { ?s ?p a:-${long} }`,
    `ASK { ?s ?p "a"@a1${long} }`,
    `ASK { ?s ?p ${'as.'.repeat(20_000)} }`,
  ])('finds at once that no word begins with the letters of %.18s', (text) => {
    const cpu = process.cpuUsage();
    expect(() => read(text)).toThrow(
      /^The query is not SPARQL 1\.1: line 1, column 1?\d, "aa?s?.* cannot stand here\.$/,
    );
    expect(process.cpuUsage(cpu).user).toBeLessThan(1_000_000);
  });

  test('tells where such a word stands', () => {
    expect(() => read(`ASK {\n  ${long} }`)).toThrow(
      expect.objectContaining({ details: { line: 2, column: 3, piece: 'a'.repeat(100) } }),
    );
  });

  test.each([
    `PREFIX : <a:> ASK { ?${long} :${long} "a"@en-${'abcdefgh-'.repeat(20)}a }`,
    `PREFIX ${long}: <a:> ASK { ?s a ${long}:a.b\\-%41${long} , <a:${long}> , _:${long} , "${long}" } # ${long}`,
    'SELECT(1 AS?x){}ORDERBYDESC(?x)LIMIT1000OFFSET1000',
    `SELECT * { ?s ?p ?𠀀${'b'.repeat(100)} }`,
  ])('takes long names for what they are: %.30s', (text) => {
    expect(read(text).limitAt).toBe(text.length);
  });

  test('refuses a long text without an end, behind which nothing is looked at', () => {
    for (const rest of ['{'.repeat(100), long, '} VALUES ?y { 1 }'])
      expect(() => read(`SELECT * { VALUES ?x { """x" } ${rest}`)).toThrow(/line 1, column 24, "\\"\\"\\"x/);
  });

  test('counts lines that end with a carriage return', () => {
    expect(() => read('SELECT *\r{\r?s ?p ^~ }')).toThrow(/line 3, column 8/);
  });

  test('takes time that grows with the text alone', () => {
    for (const piece of ['"""', "'''\\", '"', '<', 'a.', 'a-', ':', 'a:.', ':%41', '\\.', '#', '?', '\\u007B']) {
      const text = piece.repeat(64 * 1024);
      try {
        scanQuery(text);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(?:query-too-complex|malformed-query)$/) });
      }
    }
  });
});

describe('the parts of a query', () => {
  const listed = (count: number, separator: string, item = (at: number): string => `?o${at}`): string =>
    Array.from({ length: count }, (_, at) => item(at)).join(separator);
  const step = (at: number): string => `ex:o${at}`;
  const tell = (text: string) => read(`PREFIX ex: <http://e/> ${text}`);

  test.each<readonly [what: string, query: (count: number) => string]>([
    ['patterns', (count) => `ASK { ${listed(count, ' . ', (at) => `?s ?p ?o${at}`)} }`],
    [
      'patterns behind a # in a name',
      (count) => `ASK { ?s ?p ex:a\\# . ${listed(count - 1, ' . ', (at) => `?s ?p ?o${at}`)} }`,
    ],
    [
      'patterns in a comment that a carriage return ends',
      (count) => `ASK { #\r ${listed(count, ' . ', () => '?s ?p ?o')} \n }`,
    ],
    ['objects', (count) => `ASK { ?s ?p ${listed(count, ', ')} }`],
    ['predicates', (count) => `ASK { ?s ${listed(count, '; ', (at) => `?p${at} 1`)} }`],
    ['blank nodes', (count) => `ASK { ?s ?p [ ?p ${listed(count - 1, ', ')} ] }`],
    ['elements of a collection, twice', (count) => `ASK { ?s ?p (${listed(count / 2 - 1, ' ')}) . ?s ?p 1 }`],
    ['steps', (count) => `ASK { ?s ${listed(count, '/', step)} ?o }`],
    ['alternatives', (count) => `ASK { ?s ${listed(count, '|', step)} ?o }`],
    ['what is negated', (count) => `ASK { ?s !(${listed(count, '|', step)}) ?o }`],
    ['groups', (count) => `ASK { ${listed(count - 1, ' ', () => '{}')} }`],
    ['groups with a pattern', (count) => `ASK { ?s ?p 1 ${listed(count - 1, ' ', () => 'OPTIONAL { ?s ?p ?o . }')} }`],
    ['existences', (count) => `ASK { ?s ?p 1 ${listed(count - 1, ' ', () => 'FILTER EXISTS { ?s ?p ?o }')} }`],
    ['patterns that are their template', (count) => `CONSTRUCT WHERE { ${listed(count, ' . ', () => '?s ?p ?o')} }`],
  ])('are %s, 256 of them at most', (_what, query) => {
    expect(() => tell(query(256))).not.toThrow();
    expect(() => tell(query(258))).toThrow(
      /^The query is too complex\. It may have 256 patterns, groups and steps of paths/,
    );
  });

  test.each([
    `SELECT * { VALUES ?x { ${listed(9000, ' ', String)} } }`,
    `SELECT * { VALUES (?x ?y) { ${listed(5000, ' ', (at) => `(${at} 1)`)} } }`,
    `SELECT * { ?s ?p ?o } VALUES ?x { ${listed(9000, ' ', String)} }`,
    `ASK { ?s ?p ?o FILTER(?o IN (${listed(9000, ', ', String)})) }`,
    `ASK { ?s ?p ?o FILTER(?o = ${listed(300, ' || ?o = ', String)}) }`,
    `ASK { ?s ?p ?o FILTER(CONCAT(${listed(300, ', ', () => '"a"')}) = ?o) }`,
    `SELECT ${listed(300, ' ')} { ?s ?p ?o }`,
  ])('are not the data of %.50s', (text) => {
    expect(() => read(text)).not.toThrow();
  });
});

test.each(['.5', '+.5', '-.5', '.5e1', '1.5'])('%s is a number, also before what follows it at once', (number) => {
  for (const text of [`ASK { ?s ?p ${number} }`, `ASK { ?s ?p ${number}.?s ?p 1 }`, `ASK { FILTER(?x=${number}) }`])
    expect(read(text).form).toBe('ask');
});

describe('what is checked is what is run', () => {
  test('where a comment ends', () => {
    expect(() => read('ASK { #\rSERVICE <a:b> {}\n}')).toThrow(/SERVICE is not allowed/);
  });

  test('where a text ends', () => {
    const text = String.raw`ASK { ?s ?p "\u0022 , 'a" . SERVICE <a:b> {} #' }`;
    expect(read(text).text).toBe(`ASK { ?s ?p "" , 'a" . SERVICE <a:b> {} #' }`);
    expect(() => read(String.raw`ASK { ?s ?p "a\u005Cu0022 }`)).toThrow(/The query is not SPARQL 1\.1/);
  });

  test('characters by their numbers', () => {
    const text = String.raw`ASK { ?s <http://e/\u0061> "\U0001F600" }`;
    expect(read(text).text).toBe('ASK { ?s <http://e/a> "😀" }');
    expect(() => read(String.raw`ASK { ?s ?p "\U00110000" }`)).toThrow(/column 14, "\\\\U00110000" cannot stand here/);
  });
});

describe('the limit of rows', () => {
  const engine = new QueryEngine();
  engine.load('urn:g', Buffer.from('<a:1> <a:p> "x" .\n<a:2> <a:p> "y" .\n'));
  const usual = { defaultGraphs: ['urn:g'], namedGraphs: [] };
  const rows = (text: string, format: 'json' | 'xml' | 'csv' | 'tsv' = 'tsv'): string => {
    const task = {
      text,
      dataset: { defaultGraphs: [], namedGraphs: [] },
      formats: { table: format, boolean: null, graph: null },
    };
    return answerQuery(task, read(text), { engine, dataset: usual, prefixes: new Map(), baseIri: BASE }).text;
  };

  test.each([
    'SELECT ?s { ?s ?p ?o } ORDER BY ?s # the end',
    'SELECT ?s { ?s ?p ?o } ORDER BY ?s VALUES ?o { "x" "y" }',
    'SELECT ?s { ?s ?p ?o } ORDER BY ?s OFFSET 0 #\nVALUES ?o { "x" "y" }',
    'SELECT ?s { ?s ?p ?o { SELECT * { VALUES ?o { "x" "y" } } LIMIT 5 } } ORDER BY ?s',
    'SELECT ?s { ?s ?p ?o VALUES ?o { "x" "y" } } ORDER BY ?s LIMIT 2',
    String.raw`PREFIX a: <a:> SELECT ?s { ?s ?p ?o OPTIONAL { ?s ?p a:it\'s } } ORDER BY ?s VALUES ?o { "x" "y" }`,
    String.raw`PREFIX a: <a:> SELECT ?s { ?s ?p ?o OPTIONAL { ?s ?p a:a\#b } } ORDER BY ?s VALUES ?o { "x" "y" }`,
  ])('leaves alone %s', (text) => {
    expect(rows(text)).toBe('?s\n<a:1>\n<a:2>\n');
  });

  test('counts the rows of JSON, whatever the variables are called', () => {
    const text = `SELECT ?results ?head ?bindings { ${['results', 'head', 'bindings'].map((name) => `VALUES ?${name} { ${'1 '.repeat(36)}}`).join(' ')} }`;
    expect((JSON.parse(rows(text, 'json')) as { results: { bindings: unknown[] } }).results.bindings).toHaveLength(
      36 ** 3,
    );
    expect(rows('SELECT * {}', 'json')).toMatch(/"bindings"/);
  });

  test.each(['json', 'xml', 'csv', 'tsv'] as const)('counts the rows of %s, whatever they hold', (format) => {
    const strange = String.raw`"},{\"{\n\r\n<result>\t\\"`;
    const values = (count: number): string => `VALUES ?n { ${Array.from({ length: count }, (_, at) => at).join(' ')} }`;
    const most = `SELECT ?t { ${values(1000)} ${values(MAX_ROWS / 1000).replace('?n', '?m')} BIND(${strange} AS ?t) }`;
    expect(rows(most, format).length).toBeGreaterThan(MAX_ROWS);
    expect(() => rows(most.replace('{ 0 1 ', '{ 0 0 1 '), format)).toThrow(
      /have 100,001 rows or more; at most 100,000 rows are given/,
    );
  });
});
