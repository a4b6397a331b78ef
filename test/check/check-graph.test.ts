import fc from 'fast-check';
import n3 from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { describe, expect, test } from 'vitest';
import { keyShapesOf } from '../../src/artefacts/key-shapes.ts';
import { checkGraph } from '../../src/check/check-graph.ts';
import { convert } from '../../src/mapping/library.ts';
import { resolveTemplates } from '../../src/mapping/templates/resolve-templates.ts';
import { encodeText } from '../../src/rdf/utf8.ts';
import { scanNTriples } from '../../src/restore/scan-ntriples.ts';
import { termDocument } from '../support/arbitrary-terms.ts';
import { artefactOf, PLANT } from '../support/artefacts.ts';
import type { Triple } from '../support/graph.ts';
import { FAULTLESS, GRAPH_FAULTS } from '../support/graph-faults.ts';
import { toNTriples } from '../support/graph-text.ts';
import { readBack } from '../support/read-back.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const { lexicon } = vocabulary;

const graphOf = (document: string): string =>
  convert(document, { vocabulary: lexicon, semantics: 'open', format: 'nt', base: PLANT }).text();

/** A literal as its lexical form. */
const lexicalOf = (term: string): string => (term.startsWith('"') ? term.slice(1, term.lastIndexOf('"')) : term);

/** The values at which a graph breaks the shapes of these keys. */
function brokenAt(graph: string, names: readonly string[]): Set<string> {
  const { keys } = resolveTemplates(names, lexicon, { base: PLANT, align: true });
  const scanned = scanNTriples(encodeText(graph), 100_000);
  const broken = new Set<string>();
  checkGraph(scanned, keyShapesOf({ keys: [...keys.values()], shape: null }), ({ nodes: [value] }) =>
    broken.add(lexicalOf(scanned.textOf(value!))),
  );
  return broken;
}

const validators = new Map<string, SHACLValidator>();

/** The same as another engine finds it, by the artefact `shacl`. */
async function brokenForEngine(graph: string, names: readonly string[]): Promise<Set<string>> {
  const name = names.join('\n');
  const validator =
    validators.get(name) ??
    new SHACLValidator(new n3.Store(new n3.Parser().parse(artefactOf(vocabulary, 'shacl', names).text)));
  validators.set(name, validator);
  // Labels of blank nodes have to stay what they are.
  const named = graph.replaceAll('_:', 'urn:blank:').replaceAll(/urn:blank:(\w+)/g, '_:$1');
  const report = await validator.validate(new n3.Store(new n3.Parser({ blankNodePrefix: '' }).parse(named)));
  return new Set(
    report.results.map(({ focusNode }) => {
      if (focusNode.termType === 'BlankNode') return `_:${focusNode.value}`;
      return focusNode.termType === 'NamedNode' ? `<${focusNode.value}>` : focusNode.value;
    }),
  );
}

const KEYS = ['timestamp', 'device_id', 'active_power-kW'];
const sound = graphOf(FAULTLESS);

describe('shapes as functions', () => {
  test('find nothing in a sound graph', () => {
    expect(brokenAt(sound, KEYS).size).toBe(0);
  });

  test.each(Object.keys(GRAPH_FAULTS))('find %s', async (fault) => {
    const graph = toNTriples(GRAPH_FAULTS[fault]!(await readBack('nt', sound)));
    expect(brokenAt(graph, KEYS).size).toBeGreaterThan(0);
  });

  test('find what another engine finds, at the same values, in graphs that lack triples and have others', async () => {
    const more = [...vocabulary.terms.keys()].filter((_, i) => i % 97 === 0);
    await fc.assert(
      fc.asyncProperty(
        termDocument(lexicon, more),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(2)), { maxLength: 3 }),
        async (document, changes) => {
          const text = JSON.stringify(document);
          const triples = (await readBack('nt', graphOf(text))) as Triple[];
          for (const [at, other, what] of changes) {
            if (triples.length === 0) break;
            const [s, p, o] = triples[at % triples.length]!;
            const [, , object] = triples[other % triples.length]!;
            if (what === 0) triples.splice(at % triples.length, 1);
            else if (what === 1) triples[at % triples.length] = [s, p, object];
            else triples.push([s, p, o === object ? `<${PLANT}other>` : object]);
          }
          const graph = toNTriples(triples);
          const { report } = artefactOf(vocabulary, 'shacl', text);
          const names = report.terms.map(({ key }) => key).filter((key) => lexicon.terms.has(key));
          if (names.length === 0) return;
          expect(brokenAt(graph, names), graph).toEqual(await brokenForEngine(graph, names));
        },
      ),
      { numRuns: 60 },
    );
  });
});
