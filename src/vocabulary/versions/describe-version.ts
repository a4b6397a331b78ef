import { DCAT, DCTERMS, LDES, OWL, RDF, RDFS, SKOS, TREE, VOID, XSD_STRING } from '../../rdf/namespaces.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { boundInteger, boundIri } from '../../rdf/bound-terms.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import { RDF_SYNTAXES } from '../../rdf/write/format.ts';
import type { CitingTriples } from '../../rdf/write/serialize.ts';
import { placeOf } from '../extend-table.ts';
import { sortInSteps } from '../sort-with-rests.ts';
import { doAtOnce, type Steps } from '../steps.ts';
import { mergedTriples, subjectKeyOf } from '../triple-order.ts';
import type { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';
import { isVersionName } from './version.ts';

/** What is looked at in a step. */
const [SUBJECTS_A_STEP, TRIPLES_A_STEP] = [2 ** 11, 2 ** 15];
/** What is said in a step. */
const SAID_A_STEP = 2 ** 10;
const MEDIA_TYPES = 'https://www.iana.org/assignments/media-types/';
const COUNTS = ['entities', 'distinctSubjects', 'properties', 'classes', 'triples'] as const;
/** What is computed of the vocabulary as a whole, whatever the value. */
const COMPUTED: ReadonlySet<string> = new Set(
  ['uriRegexPattern', 'uriSpace', ...COUNTS].map((property) => VOID + property),
);

/**
 * A version of the vocabulary with what can be computed from it, in the order of tables. It can be walked several times.
 *
 * @param description what can be computed, where that is known
 */
export function describedVersion(
  triples: TripleTable,
  version: string,
  hub: HubNamespaces,
  description = tableOf(doAtOnce(describeInSteps(triples, version, hub)), hub),
): CitingTriples {
  return {
    [Symbol.iterator]: () => merged(triples, description, hub),
    *typicalIris(namespaces) {
      yield* description.typicalIris(namespaces);
      yield* triples.typicalIris(namespaces);
    },
    *properties() {
      yield* description.properties();
      yield* triples.properties();
    },
    propertyBeyondXml: () => triples.propertyBeyondXml() ?? description.propertyBeyondXml(),
  };
}

/** What comes first is not kept waiting for what the rest of it needs: a dump begins on the thread that answers. */
function* merged(table: TripleTable, added: TripleTable, hub: HubNamespaces): Generator<Triple> {
  let place = 0;
  for (let next = 0; next < added.subjectCount; next++) {
    const subject = added.subjectAt(next);
    const found = placeOf(table, subject, hub, place);
    while (place < found) yield* table.at(place++);
    const isThere = place < table.subjectCount && table.subjectAt(place).value === subject.value;
    if (isThere) yield* mergedTriples(table.at(place++), added.at(next), hub);
    else yield* added.at(next);
  }
  while (place < table.subjectCount) yield* table.at(place++);
}

/**
 * What can be computed from a version of the vocabulary: its name, its downloads (DCAT), where the stream of its changes is (LDES), and its
 * statistics (VoID), which count themselves. The version is the hash of what is given, so that it can stand in what comes out.
 */
export function* describeInSteps(triples: TripleTable, version: string, hub: HubNamespaces): Steps<Triple[]> {
  const { vocabulary } = hub;
  const described: Triple[] = [];
  const say = (s: string, p: string, o: BoundTerm): void => void described.push({ s: boundIri(s), p, o });

  say(vocabulary, `${DCAT}version`, text(version));
  say(vocabulary, `${OWL}versionIRI`, boundIri(`${hub.versions}${version}/`));
  for (const [format, { name, mediaType }] of Object.entries(RDF_SYNTAXES)) {
    const distribution = `${vocabulary}distribution/${format}`;
    const download = boundIri(`${hub.baseUrl}/api/vocabulary?version=${version}&format=${format}`);
    say(vocabulary, `${DCAT}distribution`, boundIri(distribution));
    say(vocabulary, `${VOID}dataDump`, download);
    say(distribution, `${RDF}type`, boundIri(`${DCAT}Distribution`));
    say(distribution, `${DCTERMS}title`, { type: 'literal', value: name, 'xml:lang': 'en' });
    say(distribution, `${DCAT}accessURL`, boundIri(vocabulary));
    say(distribution, `${DCAT}downloadURL`, download);
    say(distribution, `${DCAT}mediaType`, boundIri(MEDIA_TYPES + mediaType));
  }

  const stream = `${hub.baseUrl}/ldes`;
  say(vocabulary, `${RDFS}seeAlso`, boundIri(`${stream}#stream`));
  say(`${stream}#stream`, `${RDF}type`, boundIri(`${LDES}EventStream`));
  say(`${stream}#stream`, `${TREE}view`, boundIri(stream));

  const part = (name: string, link: string, of: string, what: string, entities: number): void => {
    const dataset = `${vocabulary}dataset/${name}`;
    say(vocabulary, VOID + link, boundIri(dataset));
    say(dataset, `${RDF}type`, boundIri(`${VOID}Dataset`));
    say(dataset, of, boundIri(what));
    say(dataset, `${VOID}entities`, boundInteger(entities));
  };
  const [classes, categories] = (yield* objectsOf(triples, [`${RDF}type`, `${SKOS}broader`])) as [Counts, Counts];
  for (const [kind, members] of classes) {
    if (!kind.startsWith(hub.ontology)) continue;
    part(`class/${kind.slice(hub.ontology.length)}`, 'classPartition', `${VOID}class`, kind, members);
  }
  // In order, so that nothing that comes out has to be put in order at once.
  const byIri = yield* sortInSteps([...categories], ([a], [b]) => (a < b ? -1 : 1));
  for (const [at, [category, members]] of byIri.entries()) {
    if (at % SAID_A_STEP === 0) yield;
    part(category.slice(vocabulary.length), 'subset', `${DCTERMS}subject`, category, members);
  }

  const pattern = `^${vocabulary.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}[^#]+$`;
  const fitsPattern = (iri: string): boolean =>
    iri.startsWith(vocabulary) && iri.length > vocabulary.length && !iri.includes('#', vocabulary.length);
  say(vocabulary, `${VOID}uriRegexPattern`, text(pattern));
  say(vocabulary, `${VOID}uriSpace`, text(vocabulary));
  // What is said here adds subjects, the properties that say it and classes.
  const added = new Set<string>();
  const properties = new Set([...triples.columns.properties, ...COUNTS.map((count) => VOID + count)]);
  for (const [at, { s, p, o }] of described.entries()) {
    if (at % SAID_A_STEP === 0) yield;
    added.add(s.value);
    properties.add(p);
    if (p === `${RDF}type`) classes.set(o.value, 0);
  }
  yield* removeSubjects(added, triples, hub);
  const entities = (yield* countBelow(triples, vocabulary)) + countOf(added, fitsPattern);
  const counted: Record<(typeof COUNTS)[number], number> = {
    entities,
    distinctSubjects: triples.subjectCount + added.size,
    properties: properties.size,
    classes: classes.size,
    triples: triples.length + described.length + COUNTS.length,
  };
  for (const count of COUNTS) say(vocabulary, VOID + count, boundInteger(counted[count]));
  return described;
}

/** Tells which triples `describeInSteps` makes: in files that a hub gave, they tell of the version that these were. */
export function computedOf({ vocabulary, versions, baseUrl }: HubNamespaces): (triple: Triple) => boolean {
  const [distributions, datasets, stream] = [
    `${vocabulary}distribution/`,
    `${vocabulary}dataset/`,
    `${baseUrl}/ldes#stream`,
  ];
  const isPart = (iri: string): boolean => iri.startsWith(distributions) || iri.startsWith(datasets) || iri === stream;
  return ({ s: { value: subject }, p, o: { value } }) => {
    if (subject !== vocabulary) return isPart(subject);
    if (p === `${DCAT}version`) return isVersionName(value);
    if (p === `${OWL}versionIRI`) return value.startsWith(versions);
    if (p === `${VOID}dataDump`) return value.startsWith(`${baseUrl}/api/vocabulary?`);
    return COMPUTED.has(p) || isPart(value);
  };
}

/** How many subjects have each object of a property, by its IRI, in the order of their first subjects. */
type Counts = Map<string, number>;

/** The objects of some properties, in one pass over the columns. */
function* objectsOf({ columns, terms }: TripleTable, properties: readonly string[]): Steps<Counts[]> {
  const counts = properties.map(() => new Map<number, number>());
  const countsOf = columns.properties.map((property) => counts[properties.indexOf(property)]);
  for (let at = 0; at < columns.object.length; at++) {
    if (at % TRIPLES_A_STEP === 0) yield;
    const found = countsOf[columns.property[at]!];
    if (found === undefined) continue;
    const object = columns.object[at]!;
    found.set(object, (found.get(object) ?? 0) + 1);
  }
  const named = counts.map(() => new Map<string, number>());
  for (const [at, found] of counts.entries()) {
    let done = 0;
    for (const [object, count] of found) {
      if (done++ % SAID_A_STEP === 0) yield;
      named[at]!.set(terms.text(object), count);
    }
  }
  return named;
}

/** How many subjects have longer IRIs than this one, which begin with it and have no fragment. */
function* countBelow({ columns: { subject }, terms }: TripleTable, namespace: string): Steps<number> {
  const bytes = Buffer.from(namespace);
  let count = 0;
  for (let place = 0; place < subject.length; place++) {
    if (place % SUBJECTS_A_STEP === 0) yield;
    if (terms.isBelow(subject[place]!, bytes)) count++;
  }
  return count;
}

/**
 * Removes the IRIs that are subjects of a table. They are found by the order of subjects: an index of all terms takes longer than a dump's
 * first byte may. One that comes behind another is looked for behind it.
 */
function* removeSubjects(iris: Set<string>, triples: TripleTable, hub: HubNamespaces): Steps {
  let [last, place] = ['', 0];
  for (const [at, iri] of [...iris].entries()) {
    if (at % SAID_A_STEP === 0) yield;
    const term = boundIri(iri);
    const key = subjectKeyOf(term, hub);
    place = placeOf(triples, term, hub, key < last ? 0 : place);
    last = key;
    if (place < triples.subjectCount && triples.subjectAt(place).value === iri) iris.delete(iri);
  }
}

function countOf<Item>(items: Iterable<Item>, isMeant: (item: Item) => boolean): number {
  let count = 0;
  for (const item of items) if (isMeant(item)) count++;
  return count;
}

function text(value: string): BoundTerm {
  return { type: 'literal', value, datatype: XSD_STRING };
}
