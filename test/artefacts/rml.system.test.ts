import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ArtefactReport } from '../../src/artefacts/artefact.ts';
import { convert } from '../../src/mapping/library.ts';
import { flatDocument, recordsDocument } from '../support/arbitrary-terms.ts';
import { artefactOf, PLANT } from '../support/artefacts.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { literalOf, type Triple } from '../support/graph.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { pythonWith } from '../support/python.ts';
import { readBack } from '../support/read-back.ts';
import { readBlocks, readDocuments } from '../docs/read-documents.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const folder = mkdtempSync(join(tmpdir(), 'hub-rml-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = pythonWith(['morph-kgc==2.10.0']);

const documented = readDocuments().find(({ path }) => path === 'docs/artefacts.md')!;
const CONFIGURATION = readBlocks(documented.text).find(({ role }) => role === 'file morph.ini')!.text;

const PROGRAM = `import json, logging, os, sys
import morph_kgc
logging.disable(logging.WARNING)
config = sys.argv[2]
given = json.load(open(sys.argv[1]))
os.chdir(os.path.dirname(sys.argv[1]))
found = []
for case in given:
    open('document.json', 'w').write(case['document'])
    open('document.rml.ttl', 'w').write(case['mapping'])
    found.append(''.join(sorted(triple + ' .\\n' for triple in morph_kgc.materialize_set(config))))
json.dump(found, open('found.json', 'w'))
`;

interface Case {
  readonly document: string;
  readonly report: ArtefactReport;
  readonly mapping: string;
}

const caseOf = (document: string, of: readonly string[] | string = document): Case => {
  const { text, report } = artefactOf(vocabulary, 'rml', of, {
    dialect: 'morph-kgc',
  });
  return { document, report, mapping: text };
};

/** What Morph-KGC makes of each document by its mapping. */
async function materialize(cases: readonly Case[]): Promise<Triple[][]> {
  writeFileSync(join(folder, 'program.py'), PROGRAM);
  writeFileSync(join(folder, 'input.json'), JSON.stringify(cases));
  await promisify(execFile)(python.path!, [join(folder, 'program.py'), join(folder, 'input.json'), CONFIGURATION]);
  const found = JSON.parse(readFileSync(join(folder, 'found.json'), 'utf8')) as string[];
  return Promise.all(found.map((graph) => readBack('nt', graph)));
}

const ASSEMBLED = /<http:\/\/purl.org\/dc\/terms\/(?:created|provenance|conformsTo)>/;

/** The graph of the hub without its annotations. */
async function graphOf(document: string): Promise<Triple[]> {
  const options = {
    vocabulary: vocabulary.lexicon,
    semantics: 'open',
    format: 'nt',
    base: PLANT,
  } as const;
  const triples = await readBack('nt', convert(document, options).text());
  return triples.filter(([, predicate]) => !ASSEMBLED.test(predicate));
}

/** Numbers by value: a text that several numbers share. */
const byValue = (graph: readonly Triple[]): string =>
  canonicalize(
    graph.map(([s, p, o]): Triple => {
      const number = /^"([^"]*)"\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#(double|float|decimal|integer)>$/.exec(o);
      return number === null ? [s, p, o] : [s, p, literalOf(String(Number(number[1])), number[2]!)];
    }),
  );

async function expectHubGraphs(cases: readonly Case[]): Promise<void> {
  const made = await materialize(cases);
  for (const [i, { document, mapping }] of cases.entries())
    expect(byValue(made[i]!), `${document}\n${mapping}`).toBe(byValue(await graphOf(document)));
}

/** Morph-KGC writes 7 as 7.0 beside 7.5, and only there. */
const NUMBERS = {
  readings: [
    { timestamp: '2026-03-01T10:15:00Z', 'voltage-V': 7, asset_id: 'a' },
    { timestamp: '2026-03-01T10:30:00Z', 'voltage-V': 7.5 },
  ],
};

// It takes seconds for each document, and many on a busy machine.
describe('Morph-KGC', { timeout: 300_000 }, () => {
  beforeEach((context) => {
    if (python.missing !== null) context.skip(python.missing);
  });

  test('makes the graph of the hub by value of flat documents, whichever of their keys are absent', async () => {
    const documents = fc.sample(flatDocument(vocabulary.lexicon), {
      numRuns: 5,
      seed: 1,
    });
    const cases = documents.flatMap((document) => {
      const whole = caseOf(JSON.stringify(document));
      // The same mapping for a document without every second of its keys.
      const some = Object.fromEntries(Object.entries(document).map(([key, value], i) => [key, i % 2 ? value : null]));
      const isExact = whole.report.terms.every(({ level }) => level === 'value-equal');
      return isExact ? [whole, { ...whole, document: JSON.stringify(some) }] : [];
    });
    expect(cases.length).toBeGreaterThan(5);
    await expectHubGraphs(cases);
  });

  test('makes the graph of the hub by value of records, and of arrays of records with times of their own', async () => {
    const documents = fc.sample(recordsDocument(vocabulary.lexicon), {
      numRuns: 4,
      seed: 2,
    });
    const cases = [...documents, NUMBERS].map((document) => caseOf(JSON.stringify(document)));
    for (const { report } of cases)
      for (const { missing, level } of report.terms) {
        expect(level).not.toBe('none');
        for (const line of missing) expect(line).toMatch(/become one|is written where a document has none/);
      }
    await expectHubGraphs(cases);
  });

  test('makes of the samples what the hub makes of each key that is value-equal, and nothing that the hub does not', async () => {
    // Morph-KGC takes seconds for each.
    const samples = listSamples()
      .filter((_, i) => i % 2 === 0)
      .map((name) => readFileSync(SAMPLES + name, 'utf8'))
      .filter((text) => text.startsWith('{'));
    const cases = samples.map((text) => caseOf(text));
    const made = await materialize(cases);
    let compared = 0;
    for (const [i, { document, report, mapping }] of cases.entries()) {
      const graph = await graphOf(document);
      expect(new Set(graph.map(outlineOf))).toEqual(new Set([...graph, ...made[i]!].map(outlineOf)));
      for (const { key, level, missing } of report.terms) {
        // Times of the samples are distinct.
        const isWhole =
          level === 'value-equal' || (level === 'partial' && missing.every((line) => /become one/.test(line)));
        if (!isWhole || !vocabulary.terms.has(key)) continue;
        compared++;
        const predicate = `<${vocabulary.lexicon.vocabularyIri}${key}>`;
        expect(byValue(partOf(made[i]!, predicate)), `${key} of ${document}\n${mapping}`).toBe(
          byValue(partOf(graph, predicate)),
        );
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

/** The triples of a predicate, and what is said of their objects and of what these lead to. */
function partOf(graph: readonly Triple[], predicate: string): Triple[] {
  const links = graph.filter(([, p]) => p === predicate);
  const reached = new Set(links.map(([, , object]) => object));
  for (const node of reached) for (const [s, , o] of graph) if (s === node) reached.add(o);
  return [...links, ...graph.filter(([s]) => reached.has(s))];
}

/** A triple without the names of its blank nodes, numbers by value. */
function outlineOf([subject, predicate, object]: Triple): string {
  const number = /^"([^"]*)"(\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#(?:double|float|decimal|integer)>)$/.exec(
    object,
  );
  const term = number === null ? object : `${Number(number[1])}${number[2]}`;
  return [subject, predicate, term].map((text) => (text.startsWith('_:') ? '_:' : text)).join(' ');
}
