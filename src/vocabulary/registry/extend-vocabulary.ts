import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { LexiconUnit } from '../../mapping/lexicon/lexicon.ts';
import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import { boundIri } from '../../rdf/bound-terms.ts';
import { RDF_TYPE, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { NeededTriples } from './needed-triples.ts';
import { readUnits } from './read-units.ts';
import { lexiconMaps, makeVocabulary, readSources, rowsOfNodes, type VocabularyTriples } from './read-vocabulary.ts';

/** Names that are put into a map in some milliseconds. */
const NAMES_A_TURN = 2 ** 14;
/** What an accepted term consists of. */
const KINDS_OF_A_TERM = ['Term', 'TemplateRow', 'TemplateNode', 'ValueToken', 'EntityToken'];
const KIND_OF_A_SOURCE = 'Source';

/**
 * The vocabulary that `makeVocabulary` makes of a vocabulary's triples and some more. Where these are terms with their templates, they
 * alone are read, with what they cite; where they are sources of data, the sources alone.
 *
 * @param extended the triples of all of it, its version, and what was added
 * @throws HubError `registry-unavailable` when they are no vocabulary
 */
export async function extendVocabulary(
  before: VocabularyTriples | Vocabulary,
  extended: VocabularyTriples & { readonly cameOf: { readonly added: readonly Triple[] } },
  hub: HubNamespaces,
): Promise<Vocabulary> {
  const { added } = extended.cameOf;
  if (!('terms' in before)) return makeVocabulary(extended, hub);
  const ofSources = sourcesOf(added, hub);
  const ofTerms = added.filter((triple) => !ofSources.includes(triple));
  if (!areNew(before, added) || !isOfTermsAlone(before, ofTerms, hub)) return makeVocabulary(extended, hub);
  const { terms, nodes, units } = await withTerms(before, extended, ofTerms, hub);
  const { sources: known = [] } = before.lexicon;
  const sources = ofSources.length === 0 ? known : withSources(before.triples, ofSources, hub);
  const versionIri = `${hub.versions}${extended.version}/`;
  return {
    ...before,
    ...extended,
    versionIri,
    terms,
    nodes,
    lexicon: {
      ...before.lexicon,
      versionIri,
      ...lexiconMaps(terms, nodes.origins),
      ...(units.length === 0 ? null : { units }),
      ...(sources.length === 0 ? null : { sources }),
    },
  };
}

/** The terms, nodes and units of a vocabulary, and those that terms with their templates are. */
async function withTerms(
  before: Vocabulary,
  extended: VocabularyTriples,
  added: readonly Triple[],
  hub: HubNamespaces,
): Promise<Pick<Vocabulary, 'terms' | 'nodes'> & { readonly units: readonly LexiconUnit[] }> {
  const { units: knownUnits = [] } = before.lexicon;
  if (added.length === 0) return { terms: before.terms, nodes: before.nodes, units: knownUnits };
  const needed = new NeededTriples(before.triples, hub);
  needed.addAll(added);
  const { ontology, version } = extended;
  const small = await makeVocabulary(
    { triples: tableOf(needed.triples, hub), ontology, version },
    hub,
    before.prefixes,
  );
  const terms = await joined(before.terms, small.terms);
  const nodes = rowsOfNodes(await joined(before.nodes.origins, small.nodes.origins));
  const known = new Set(knownUnits.map(({ iri }) => iri));
  const areKnown = readUnits(extended.triples, hub, small.terms.values()).every(({ iri }) => known.has(iri));
  return { terms, nodes, units: areKnown ? knownUnits : readUnits(extended.triples, hub, terms.values()) };
}

/** Those of sources of data. */
function sourcesOf(triples: readonly Triple[], hub: HubNamespaces): Triple[] {
  const kind = hub.ontology + KIND_OF_A_SOURCE;
  const sources = new Set(triples.filter(({ p, o }) => p === RDF_TYPE && o.value === kind).map(({ s }) => s.value));
  return triples.filter(({ s }) => sources.has(s.value));
}

/** The sources of a vocabulary, which are some dozens, and more. */
function withSources(table: TripleTable, added: readonly Triple[], hub: HubNamespaces): SourceFile[] {
  const known = table.placesCitingBy(RDF_TYPE, [boundIri(hub.ontology + KIND_OF_A_SOURCE)]);
  return readSources(tableOf([...Array.from(known, (place) => table.at(place)).flat(), ...added], hub), hub);
}

/** What is known, and what is new of the others, while others have the thread in turn. */
async function joined<Value>(
  known: ReadonlyMap<string, Value>,
  others: ReadonlyMap<string, Value>,
): Promise<Map<string, Value>> {
  const lacking = [...others].filter(([name]) => !known.has(name)).toReversed();
  const all = new Map<string, Value>();
  // Both are in order: to sort all names would take longer than to go through them.
  for (const [name, value] of known) {
    while (lacking.length > 0 && lacking.at(-1)![0] < name) all.set(...lacking.pop()!);
    all.set(name, value);
    if (all.size % NAMES_A_TURN === 0) await letOthersGo();
  }
  for (const [name, value] of lacking.toReversed()) all.set(name, value);
  return all;
}

/** Whether the vocabulary says nothing of the subjects of these triples. */
function areNew({ triples }: Vocabulary, added: readonly Triple[]): boolean {
  return added.every(({ s }) => s.type === 'uri' && triples.numberOf(s) === undefined);
}

/** Whether nothing that the vocabulary says changes its meaning by these triples of new subjects. */
function isOfTermsAlone({ nodes }: Vocabulary, added: readonly Triple[], hub: HubNamespaces): boolean {
  const subjects = new Set(added.map(({ s }) => s.value));
  const kinds = new Set(KINDS_OF_A_TERM.map((kind) => hub.ontology + kind));
  const typed = new Set(added.filter(({ p, o }) => p === RDF_TYPE && kinds.has(o.value)).map(({ s }) => s.value));
  return (
    subjects.size === typed.size &&
    added.every(({ p, o }) => {
      // A known term or node would have more rows, and two nodes one name.
      if (p === `${hub.ontology}subject`) return subjects.has(o.value);
      return p !== `${SKOS}notation` || !nodes.has(o.value);
    })
  );
}
