import { readFileSync } from 'node:fs';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import type { Triple } from '../../src/rdf/triple.ts';
import { extendTable } from '../../src/vocabulary/extend-table.ts';
import { extendVocabulary } from '../../src/vocabulary/registry/extend-vocabulary.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { parseShapes } from '../../src/vocabulary/shapes/parse-shapes.ts';
import { Shapes } from '../../src/vocabulary/shapes/validate-shapes.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';
import { listFoundTerms } from '../../src/vocabulary/search/list-terms.ts';
import { TermSearch } from '../../src/vocabulary/search/search.ts';
import { NO_REST } from '../../src/vocabulary/thread-slices.ts';
import { versionOf } from '../../src/vocabulary/versions/version.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { SHAPE_PATHS } from '../vocabulary/seeded.ts';
import { SHAPED, withSensors } from '../vocabulary/shaped-vocabulary.ts';
import type { Section } from './measure.ts';

const HUB = hubNamespaces('https://hub.example');
const TERMS = [1_000, 4_000, 16_000];
/** What time grows with, as a power of the number of terms. */
const MOST = 1.15;
/** A list takes a few ms. */
const LISTS = 20;

/** How the check of a vocabulary, of a change, an acceptance and the search grow with the vocabulary: least CPU time of the rounds. */
export async function measureVocabulary(rounds: number): Promise<Section> {
  const textOf = (path: string): string => readFileSync(path, 'utf8');
  const { shapes, units, ontology } = SHAPE_PATHS;
  const texts = { baseUrl: HUB.baseUrl, shapes: textOf(shapes), units: textOf(units), ontology: textOf(ontology) };
  const check = new Shapes(parseShapes(texts));
  const added = readTriples(withSensors(['accepted_id'], ''));
  const steps = [
    'check of all',
    'reading of the table',
    'check of one more term',
    'its table and version',
    'reading of it',
    'index of the search',
    'list of what a word finds, which all terms have',
  ] as const;
  const least = new Map<string, number[]>(steps.map((step) => [step, TERMS.map(() => Infinity)]));
  for (const [size, terms] of TERMS.entries()) {
    const names = Array.from({ length: terms }, (_, at) => `sensor_${at}_id`);
    const table = tableOf(readTriples(withSensors(names, SHAPED)), HUB);
    const empty = tableOf([], HUB);
    // As in a hub, of whose vocabulary these are known.
    const before = await makeVocabulary({ triples: table, ontology: empty, version: versionOf(table, HUB) }, HUB);
    check.validateChange(extendTable(table, added, HUB), { added, removed: [] }, table);
    for (let round = 0; round < rounds; round++) {
      const note = (step: (typeof steps)[number], ms: number): void => {
        least.get(step)![size] = Math.min(least.get(step)![size]!, ms);
      };
      const start = cpuMs();
      const extended = extendTable(table, added, HUB);
      const version = versionOf(extended, HUB, { triples: table, added });
      const ordered = cpuMs();
      const violations = check.validateChange(extended, { added, removed: [] }, table);
      const changed = cpuMs();
      const cameOf = { version: before.version, added };
      await extendVocabulary(before, { triples: extended, ontology: empty, version, cameOf }, HUB);
      const read = cpuMs();
      const whole = await makeVocabulary({ triples: extended, ontology: empty, version }, HUB);
      const made = cpuMs();
      violations.push(...check.validate(extended));
      if (violations.length > 0) throw new Error(`The vocabulary is not sound: ${violations[0]!.message}`);
      note('check of all', cpuMs() - made);
      note('check of one more term', changed - ordered);
      note('its table and version', ordered - start);
      note('reading of it', read - changed);
      note('reading of the table', made - read);
      const checked = cpuMs();
      await TermSearch.build(whole.terms.values(), NO_REST);
      note('index of the search', cpuMs() - checked);
      note('list of what a word finds, which all terms have', await costOfList(whole));
    }
  }
  // Of the larger two: in a small vocabulary most of the time does not depend on it.
  const exponentOf = (times: readonly number[]): number =>
    Math.log(times.at(-1)! / times.at(-2)!) / Math.log(TERMS.at(-1)! / TERMS.at(-2)!);
  return {
    title: 'A vocabulary that grows: CPU ms',
    lines: [],
    table: [
      ['', 'reached', ...TERMS.map((terms) => `${terms} terms`), 'exponent'],
      ...Array.from(least, ([step, times]) => {
        const exponent = exponentOf(times);
        const numbers = [...times.map((time) => time.toFixed(0)), exponent.toFixed(2)];
        return [step, exponent < MOST ? 'yes' : 'no', ...numbers];
      }),
    ],
    notes: [
      `Asked for is an exponent below ${MOST}. The terms are those of sensors, with two rows and two tokens each.`,
    ],
  };
}

/** CPU ms of a page, without what is made once for a version. */
async function costOfList(vocabulary: Vocabulary): Promise<number> {
  const query = { criteria: { text: 'sensor' }, order: 'relevance', language: 'en', skip: 0, first: 50 } as const;
  const list = (): Promise<unknown> =>
    listFoundTerms(vocabulary, { ...query, withCounts: true }, { client: 'the bench' });
  await list();
  const from = cpuMs();
  for (let time = 0; time < LISTS; time++) await list();
  return (cpuMs() - from) / LISTS;
}

function readTriples(text: string): Triple[] {
  return readTurtle({ name: 'the vocabulary', text, baseIri: HUB.vocabulary });
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
