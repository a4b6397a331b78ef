import { HubError } from '../errors.ts';
import { compareArtefacts } from './compare-artefacts.ts';
import { groupBy } from '../group-by.ts';
import { documentBytes } from '../mapping/json/text.ts';
import { convert, embed, type ConvertedDocument } from '../mapping/library.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { Warning } from '../mapping/records/warnings.ts';
import { resolveTemplates } from '../mapping/templates/resolve-templates.ts';
import type { ResolvedTemplates } from '../mapping/templates/resolved-templates.ts';
import { readNTriples } from '../rdf/read-ntriples.ts';
import type { Triple } from '../rdf/triple.ts';
import {
  worstOf,
  type ComparedVocabularies,
  type DocumentImpact,
  type ImpactLevel,
  type KeyImpact,
  type Refusal,
  type Sample,
} from './impact.ts';
import { labelGraph, type LabelledGraph, type LabelledTriple } from './labelled-graph.ts';
import { migrationOf } from './migration.ts';
import { provesMigration } from './prove-migration.ts';
import { TripleTexts } from './triple-texts.ts';

/** Graphs are compared as objects in memory: a sample is not a year of data. */
const MAX_SAMPLE_TRIPLES = 100_000;
/** Triples that are shown of a key. */
const SHOWN = 20;
const NOW = new Date(0);

/** One document by one vocabulary. */
interface Outcome {
  readonly conversion: ConvertedDocument | null;
  readonly refusal: Refusal | null;
}

/** Both outcomes of a document that both vocabularies convert. */
interface Pair {
  readonly before: LabelledGraph;
  readonly after: LabelledGraph;
  readonly templates: { readonly before: ResolvedTemplates; readonly after: ResolvedTemplates };
  readonly keyOf: (predicate: string) => string | null;
  readonly texts: TripleTexts;
}

/**
 * What a document becomes by one vocabulary and by the other. Keys that are no terms become plain literals.
 *
 * @throws HubError for a document that is no JSON object, and one of more than 100,000 triples
 */
export function compareDocument({ name, document }: Sample, vocabularies: ComparedVocabularies): DocumentImpact {
  const { keys, first, second } = convertBoth(document, vocabularies);
  const base = { name, refusedBefore: first.refusal, refusedAfter: second.refusal, keyCount: keys.length };
  if (first.conversion === null || second.conversion === null) {
    const breaks = first.refusal === null && second.refusal !== null;
    const heals = first.refusal !== null && second.refusal === null;
    return { ...base, level: breaks ? 'breaks' : heals ? 'additive' : 'same', keys: [], artefacts: [] };
  }
  const found = compareKeys(keys, first.conversion, second.conversion, vocabularies);
  const artefacts = found.length === 0 ? [] : compareArtefacts(keys, vocabularies);
  return { ...base, level: worstOf(found.map(({ level }) => level)), keys: found, artefacts };
}

function outcomeOf(document: Uint8Array, vocabulary: Lexicon): Outcome {
  const options = {
    vocabulary,
    format: 'nt',
    semantics: 'auto-open',
    now: NOW,
    maxTriples: MAX_SAMPLE_TRIPLES,
  } as const;
  try {
    return { conversion: convert(document, options), refusal: null };
  } catch (error) {
    if (!(error instanceof HubError) || error.code === 'too-many-triples') throw error;
    return { conversion: null, refusal: { code: error.code, message: error.message } };
  }
}

/** Whether an update makes of the document's graph before one in which the triples of these keys are those after. */
export function migratesDocument(
  update: string,
  keys: ReadonlySet<string>,
  { document }: Sample,
  vocabularies: ComparedVocabularies,
): boolean {
  const { keys: all, first, second } = convertBoth(document, vocabularies);
  if (first.conversion === null || second.conversion === null) return true;
  return proves(update, keys, pairOf(all, first.conversion, second.conversion, vocabularies));
}

function convertBoth(
  document: Sample['document'],
  { before, after }: ComparedVocabularies,
): { readonly keys: readonly string[]; readonly first: Outcome; readonly second: Outcome } {
  const bytes = documentBytes(document);
  const { described, undescribed } = embed(bytes, { vocabulary: before, now: NOW }).report;
  return {
    keys: [...described, ...undescribed],
    first: outcomeOf(bytes, before),
    // What a graph says of its version is no difference.
    second: outcomeOf(bytes, { ...after, versionIri: before.versionIri }),
  };
}

function pairOf(
  keys: readonly string[],
  first: ConvertedDocument,
  second: ConvertedDocument,
  { before, after }: ComparedVocabularies,
): Pair {
  const options = { base: null, align: true };
  const templates = {
    before: resolveTemplates(keys, before, options),
    after: resolveTemplates(keys, after, options),
  };
  const predicates = new Map(
    [templates.before, templates.after].flatMap((resolved) =>
      Array.from(resolved.keys.values(), ({ predicate, name }): [string, string] => [predicate, name]),
    ),
  );
  const keyOf = (predicate: string): string | null => predicates.get(predicate) ?? null;
  const graphOf = ({ text }: ConvertedDocument): LabelledGraph => labelGraph(readNTriples(text()), keyOf);
  return { before: graphOf(first), after: graphOf(second), templates, keyOf, texts: new TripleTexts(after) };
}

function compareKeys(
  keys: readonly string[],
  first: ConvertedDocument,
  second: ConvertedDocument,
  vocabularies: ComparedVocabularies,
): KeyImpact[] {
  const { before, after } = vocabularies;
  const pair = pairOf(keys, first, second, vocabularies);
  const gone = byKey(pair.before, pair.after);
  const come = byKey(pair.after, pair.before);
  const warnings = groupBy(newWarnings(first.warnings, second.warnings), ({ key }) => key);
  const found: KeyImpact[] = [];
  for (const key of [null, ...keys]) {
    const isLost = key !== null && before.terms.has(key) && !after.terms.has(key);
    const impact = impactOf(key, gone.get(key) ?? [], come.get(key) ?? [], warnings.get(key ?? '') ?? [], isLost, pair);
    if (impact !== null) found.push(impact);
  }
  return found;
}

/** @param isLost the key was a term, and is none */
function impactOf(
  key: string | null,
  gone: readonly LabelledTriple[],
  come: readonly LabelledTriple[],
  warnings: readonly Warning[],
  isLost: boolean,
  pair: Pair,
): KeyImpact | null {
  if (gone.length + come.length + warnings.length === 0 && !isLost) return null;
  const migration = key === null || gone.length + come.length === 0 ? null : provenMigration(key, pair);
  const breaks = isLost || warnings.some(({ code }) => code !== 'deprecated-term');
  return {
    key,
    level: breaks ? 'breaks' : levelOf(gone.length, come.length, migration),
    added: come.length,
    removed: gone.length,
    addedTriples: come.slice(0, SHOWN).map(({ triple }) => pair.texts.textOf(triple)),
    removedTriples: gone.slice(0, SHOWN).map(({ triple }) => pair.texts.textOf(triple)),
    warnings,
    migration,
  };
}

function levelOf(removed: number, added: number, migration: string | null): ImpactLevel {
  if (removed === 0) return added === 0 ? 'same' : 'additive';
  return migration === null ? 'changed' : 'needs-migration';
}

/** By key, the triples of a graph that the other lacks. */
function byKey(graph: LabelledGraph, other: LabelledGraph): Map<string | null, LabelledTriple[]> {
  const lacking = [...graph.triples].filter(([line]) => !other.triples.has(line));
  return groupBy(
    lacking.map(([, triple]) => triple),
    ({ key }) => key,
  );
}

/** What is warned of by the second vocabulary alone, and what it warns of more often. */
function newWarnings(before: readonly Warning[], after: readonly Warning[]): Warning[] {
  const known = new Map(before.map(({ code, key, count }) => [`${code} ${key}`, count]));
  return after.filter(({ code, key, count }) => count > (known.get(`${code} ${key}`) ?? 0));
}

/** The update of a key, when it does what it has to. */
function provenMigration(key: string, pair: Pair): string | null {
  const update = migrationOf(key, pair.templates.before, pair.templates.after);
  return update !== null && proves(update, new Set([key]), pair) ? update : null;
}

/** Whether an update makes of the graph before one in which the triples of these keys are those after. */
function proves(update: string, keys: ReadonlySet<string>, { before, after, keyOf }: Pair): boolean {
  const isMigrated = ({ key }: LabelledTriple): boolean => key !== null && keys.has(key);
  const expected: Triple[] = [];
  for (const [line, found] of before.triples)
    if (!isMigrated(found) || after.triples.has(line)) expected.push(found.triple);
  for (const [line, found] of after.triples)
    if (isMigrated(found) && !before.triples.has(line)) expected.push(found.triple);
  const graph = Array.from(before.triples.values(), ({ triple }) => triple);
  return provesMigration(update, graph, expected, keyOf);
}
