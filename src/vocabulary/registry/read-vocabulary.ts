import { setImmediate as letOthersGo } from 'node:timers/promises';
import { DerivedMap } from '../../mapping/lexicon/derived-map.ts';
import type { Lexicon, LexiconTerm, Template } from '../../mapping/lexicon/lexicon.ts';
import { checkSourceFile, type SourceFile } from '../../mapping/lexicon/source-file.ts';
import { TEMPERATURE_DIFFERENCE, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { DecodedRow } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { QueryOptions, Store } from '../../store/store.ts';
import { PrefixedNames } from '../../rdf/prefixed-names.ts';
import { refuse } from '../refuse.ts';
import { doWithRests } from '../steps.ts';
import type { TripleTable } from '../triple-table.ts';
import { TripleTableBuilder } from '../triple-table-builder.ts';
import { readUnits } from './read-units.ts';
import { asTemplate, readTemplates } from './templates.ts';
import type { Templates } from './templates.ts';
import { versionKnownAs } from '../versions/version.ts';
import type { Category, NodeTemplate, Prefix, TemplateRow, Term, Vocabulary } from '../vocabulary.ts';
import { NONE, NumberedCategory, NumberedTerm, NumberedTerms, NumberedTexts } from './numbered-terms.ts';
import {
  VocabularyRows,
  type CategoryNumbers,
  type PREFIX_ROW,
  type SOURCE_ROW,
  type TermNumbers,
  type TokenNumbers,
} from './vocabulary-rows.ts';

/** What a store holds. The ontology is read where it is not said. */
export type KnownVocabulary = Pick<Vocabulary, 'triples' | 'version'> & Partial<Pick<Vocabulary, 'ontology'>>;

interface ReadOptions extends QueryOptions {
  /** Called before anything is made of the triples; what it throws is why they are refused. */
  readonly check?: (triples: TripleTable, version: string) => Promise<void>;
  /** What the store is known to hold, which then is not read. */
  readonly known?: KnownVocabulary | undefined;
  /** Whether a version has a name: one that releases before named otherwise keeps that name. */
  readonly isVersion?: ((name: string) => boolean) | undefined;
}

/**
 * The vocabulary that the store holds, whole. It is read in pieces: when the store may change meanwhile, ask for the revision before
 * and after. Content that has no expression here is refused; the shapes hold the rules of what a vocabulary should be.
 *
 * @throws HubError `registry-unavailable` when the store holds no sound vocabulary: the message names what is wrong
 * @throws StoreError when the store cannot answer
 */
export async function readVocabulary(
  store: Pick<Store, 'dump'>,
  hub: HubNamespaces,
  options: ReadOptions = {},
): Promise<Vocabulary> {
  const [triples, ontology] = await Promise.all([
    options.known?.triples ?? collect(store.dump(hub.vocabularyGraph, options), hub),
    options.known?.ontology ?? readOntologyGraph(store, hub, options),
  ]);
  await letOthersGo();
  const version = options.known?.version ?? versionKnownAs(triples, hub, options.isVersion ?? (() => false));
  await options.check?.(triples, version);
  await letOthersGo();
  return makeVocabulary({ triples, ontology, version }, hub);
}

/** The hub's ontology, as the store holds it. @throws StoreError when the store cannot answer */
export function readOntologyGraph(
  store: Pick<Store, 'dump'>,
  hub: HubNamespaces,
  options?: QueryOptions,
): Promise<TripleTable> {
  return collect(store.dump(hub.ontologyGraph, options), hub);
}

/** What a vocabulary is before anything is made of it. */
export type VocabularyTriples = Pick<Vocabulary, 'triples' | 'ontology' | 'version' | 'cameOf'>;

/**
 * The vocabulary that these triples are, in pieces as `readVocabulary`.
 *
 * @param known the prefixes, where the triples are a part of a vocabulary that has them
 * @throws HubError `registry-unavailable` when they are none
 */
export async function makeVocabulary(
  { triples, ontology, version, cameOf }: VocabularyTriples,
  hub: HubNamespaces,
  known?: readonly Prefix[],
): Promise<Vocabulary> {
  // Each look-up of a term needs it: nobody's request should make it.
  await doWithRests(triples.terms.prepare(), letOthersGo);
  const rows = new VocabularyRows(triples, hub);
  refuseBlankNodes(triples);
  const declared = rows.declaredTerms();
  if (declared.length === 0) refuse(`the graph ${hub.vocabularyGraph} holds no terms`);

  const prefixes = known ?? readPrefixes(rows.prefixes());
  const texts = new NumberedTexts(triples.terms, namesOf(prefixes));
  const categories = readCategories(rows.categories(), texts);
  await letOthersGo();
  const termRows = [...rows.terms()];
  const termNames = readTermNames(termRows, declared, texts, hub);
  await letOthersGo();
  const nodes = new Map(Array.from(rows.nodes(), ({ node, name }) => [node, name]));
  const tokens = readTokens(rows.tokens(), termRows, texts);
  await letOthersGo();
  const templateRows = rows.templateRows();
  await letOthersGo();
  const templates = readTemplates({ table: triples, rows: templateRows, terms: termNames, nodes, tokens, texts });
  await letOthersGo();

  const terms = sortedByName(readTerms(termRows, { texts, templates, names: termNames, hub }));
  const nodeTemplates = sortedByName(templates.nodes);

  const sources = rows.sources().map(readSource);
  const units = readUnits(triples, hub, terms.values());
  const versionIri = `${hub.versions}${version}/`;
  const lexicon: Lexicon = {
    versionIri,
    vocabularyIri: hub.vocabulary,
    idIri: hub.id,
    ...lexiconMaps(terms, nodeTemplates),
    prefixes: new Map(prefixes.map(({ prefix, namespace }) => [prefix, namespace])),
    ...(units.length === 0 ? null : { units }),
    ...(sources.length === 0 ? null : { sources }),
  };
  return {
    version,
    versionIri,
    terms,
    categories,
    prefixes,
    nodes: rowsOfNodes(nodeTemplates),
    lexicon,
    triples,
    ontology,
    ...(cameOf === undefined ? {} : { cameOf }),
  };
}

async function collect(triples: AsyncIterable<Triple>, hub: HubNamespaces): Promise<TripleTable> {
  const builder = new TripleTableBuilder();
  for await (const triple of triples) builder.add(triple);
  await letOthersGo();
  return builder.finish(hub);
}

function refuseBlankNodes(triples: TripleTable): void {
  if (!triples.terms.hasKind('bnode')) return;
  for (const { s, p, o } of triples)
    if (s.type === 'bnode' || o.type === 'bnode') refuse(`it holds a blank node, at ${p} of ${s.value}`);
}

function readPrefixes(rows: readonly DecodedRow<typeof PREFIX_ROW>[]): Prefix[] {
  const prefixes = rows.toSorted((a, b) => byCodePoint(a.prefix, b.prefix));
  prefixes.forEach(({ prefix }, index) => {
    if (prefix === prefixes[index + 1]?.prefix) refuse(`the prefix ${prefix} is registered twice`);
  });
  return prefixes;
}

/** Kept with prefixes, which vocabularies share that came of each other by terms: to put thousands of them in order takes some 10 ms. */
const namesOfPrefixes = new WeakMap<readonly Prefix[], PrefixedNames>();

function namesOf(prefixes: readonly Prefix[]): PrefixedNames {
  let names = namesOfPrefixes.get(prefixes);
  if (names === undefined) namesOfPrefixes.set(prefixes, (names = new PrefixedNames(prefixes)));
  return names;
}

function readCategories(rows: Iterable<CategoryNumbers>, texts: NumberedTexts): Category[] {
  const categories = Array.from(
    rows,
    ({ category: iri, name, label, definition }) =>
      new NumberedCategory(texts.text(name), texts, { iri, label, definition }),
  ).toSorted((a, b) => byCodePoint(a.name, b.name));
  categories.forEach(({ name }, index) => {
    if (name === categories[index + 1]?.name) refuse(`the category ${name} is described twice`);
  });
  return categories;
}

/** Names of the terms by the numbers of their IRIs. Each term must be described once, and its IRI must be the one that the mapping gives its key. */
function readTermNames(
  rows: readonly TermNumbers[],
  declared: readonly string[],
  texts: NumberedTexts,
  hub: HubNamespaces,
): Map<number, string> {
  const names = new Map<number, string>();
  for (const row of rows) {
    const [iri, name] = [texts.text(row.term), texts.text(row.name)];
    if (iri !== hub.vocabulary + encodeURIComponent(name))
      refuse(`the term ${name} has another IRI than its name says, ${iri}`);
    if (names.has(row.term))
      refuse(
        `the term ${name} has two names, labels, definitions, datatypes, categories, units, examples, ranges or replacements`,
      );
    names.set(row.term, name);
  }
  if (names.size < declared.length) {
    const complete = new Set(Array.from(names.keys(), (iri) => texts.text(iri)));
    const incomplete = declared.find((term) => !complete.has(term))!;
    refuse(`the term ${incomplete} lacks a name, an English label or definition, a datatype or a category`);
  }
  return names;
}

/** The sign of each token, and the number of the name of its term. */
function readTokens(
  rows: Iterable<TokenNumbers>,
  terms: readonly TermNumbers[],
  texts: NumberedTexts,
): Map<number, readonly [sign: '$' | '@', name: number]> {
  const names = new Map(terms.map(({ term, name }) => [term, name]));
  return new Map(
    Array.from(rows, ({ token, sign, term }) => {
      const name = names.get(term);
      return name === undefined
        ? refuse(`the token ${texts.text(token)} cites ${texts.text(term)}, which is no term`)
        : [token, [sign, name]];
    }),
  );
}

/** The sources of data that these triples describe. @throws HubError `registry-unavailable` when one has no file that can be read */
export function readSources(triples: TripleTable, hub: HubNamespaces): SourceFile[] {
  return new VocabularyRows(triples, hub).sources().map(readSource);
}

function readSource({ source, name, file }: DecodedRow<typeof SOURCE_ROW>): SourceFile {
  let read: SourceFile;
  try {
    read = checkSourceFile(JSON.parse(file));
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    refuse(`the source ${source} has no file that can be read: ${reason}`, error);
  }
  return read.name === name ? read : refuse(`the file of the source ${source} is that of ${read.name}, not of ${name}`);
}

interface TermParts {
  readonly texts: NumberedTexts;
  readonly templates: Templates;
  /** By the numbers of the IRIs of terms. */
  readonly names: ReadonlyMap<number, string>;
  readonly hub: HubNamespaces;
}

function* readTerms(
  rows: readonly TermNumbers[],
  { texts, templates, names, hub }: TermParts,
): Generator<[string, NumberedTerm]> {
  const all = new NumberedTerms(texts, templates.rows, hub.vocabulary, rows.length);
  const numbersOfNames = new Map(rows.map(({ term, name }) => [term, name]));
  for (const [at, { term, replacement, ...numbers }] of rows.entries()) {
    const name = names.get(term)!;
    if (texts.prefixed(numbers.datatype) === null)
      refuse(`the datatype ${texts.text(numbers.datatype)} of ${name} is in no registered namespace`);
    const replacedBy = replacement === NONE ? NONE : numbersOfNames.get(replacement);
    if (replacedBy === undefined)
      refuse(`the term ${name} is replaced by ${texts.text(replacement)}, which is no term`);
    const [firstRow, endOfRows] = templates.terms.get(term) ?? [0, 0];
    all.put(at, { ...numbers, replacement: replacedBy, firstRow, endOfRows });
    yield [name, new NumberedTerm(name, all, at)];
  }
}

/** The templates of nodes by their names, as people read them: made when they are asked for. */
export function rowsOfNodes(
  nodes: ReadonlyMap<string, NodeTemplate>,
): DerivedMap<NodeTemplate, readonly TemplateRow[]> {
  return new DerivedMap(nodes, readRows);
}

/** What the mapping needs of terms and nodes, made of them when it is asked for. */
export function lexiconMaps(
  terms: Vocabulary['terms'],
  nodes: ReadonlyMap<string, NodeTemplate>,
): Pick<Lexicon, 'terms' | 'nodes'> {
  return {
    terms: new DerivedMap(terms, lexiconTerm),
    nodes: new DerivedMap(nodes, readTemplate),
  };
}

function readRows(node: NodeTemplate): readonly TemplateRow[] {
  return node.read();
}

function readTemplate(node: NodeTemplate): Template {
  return asTemplate(node.read());
}

function lexiconTerm({ datatypeIri, rows, deprecated, replacedBy, range, unit, quantityKind }: Term): LexiconTerm {
  return {
    datatype: datatypeIri,
    template: asTemplate(rows),
    ...(deprecated ? { replacedBy } : {}),
    ...(range === null ? {} : { range }),
    ...(unit === null ? {} : { unit }),
    ...(quantityKind === TEMPERATURE_DIFFERENCE ? { isDifference: true } : {}),
  };
}

/** In the order in which all lists of a vocabulary are. */
function sortedByName<Value>(entries: Iterable<readonly [string, Value]>): Map<string, Value> {
  return new Map([...entries].toSorted(([a], [b]) => byCodePoint(a, b)));
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
