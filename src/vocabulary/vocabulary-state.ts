import { boundIri, boundText } from '../rdf/bound-terms.ts';
import { randomUUID } from 'node:crypto';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { asText, optional } from '../rdf/rows.ts';
import { iri, literal, sparql, type Sparql } from '../rdf/sparql.ts';
import type { Quad } from '../rdf/triple.ts';
import type { Change, QueryOptions, Store } from '../store/store.ts';

/** What the store says about the vocabulary that it holds. */
export interface VocabularyState {
  /** Another text with each change: who reads it before and after knows whether there was one between. */
  readonly revision: string;
  /** Hash of the seeds that it was made of; null when an operator loaded something else. */
  readonly seeds: string | null;
  /** Hash of the ontology's file; null when none was loaded. */
  readonly ontology: string | null;
  /** Version that it is, where who made the last change knew it; null otherwise. */
  readonly version: string | null;
}

const STATE_ROW = { revision: asText, seeds: optional(asText), ontology: optional(asText), version: optional(asText) };

/** What the store says of its vocabulary; null when none was loaded. @throws StoreError */
export async function readVocabularyState(
  store: Store,
  hub: HubNamespaces,
  options?: QueryOptions,
): Promise<VocabularyState | null> {
  const graph = iri(hub.vocabularyGraph);
  const property = propertiesOf(hub);
  const query = sparql`SELECT ?revision ?seeds ?ontology ?version WHERE {
  GRAPH ${iri(hub.stateGraph)} {
    ${graph} ${iri(property.revision)} ?revision .
    OPTIONAL { ${graph} ${iri(property.seeds)} ?seeds }
    OPTIONAL { ${graph} ${iri(property.ontology)} ?ontology }
    OPTIONAL { ${graph} ${iri(property.version)} ?version }
  }
}
ORDER BY ?revision ?seeds ?ontology ?version`;
  const [state] = await store.select(query, STATE_ROW, options);
  return state ?? null;
}

/**
 * The change of a vocabulary that was prepared for one state, made only while that is the state. `Store.change` answers false when
 * somebody else was faster: read the state and prepare it anew.
 *
 * @param before the state that it was prepared for; null where none was loaded
 * @param change what changes besides the state; it has no conditions of its own but `unless`, and only where there is a state before
 * @param after what else is new of the state
 */
export function changeOfVocabulary(
  before: VocabularyState | null,
  change: Omit<Change, 'when'>,
  hub: HubNamespaces,
  after: Partial<VocabularyState> = {},
): Change {
  const { seeds, ontology } = before ?? { seeds: null, ontology: null };
  const next = { seeds, ontology, version: null, revision: randomUUID(), ...after };
  return {
    ...change,
    ...(before === null ? { unless: revisionPattern(null, hub) } : { when: revisionPattern(before.revision, hub) }),
    remove: [...(change.remove ?? []), ...(before === null ? [] : stateQuads(before, hub))],
    add: [...(change.add ?? []), ...stateQuads(next, hub)],
  };
}

async function isKnownSound(store: Store, hub: HubNamespaces, { version, shapes }: SoundVersion): Promise<boolean> {
  const { s, p } = soundQuad({ version, shapes }, hub);
  const query = sparql`SELECT ?shapes WHERE { GRAPH ${iri(hub.stateGraph)} { ${iri(s.value)} ${iri(p)} ?shapes } } ORDER BY ?shapes`;
  return (await store.select(query, { shapes: asText })).some((row) => row.shapes === shapes);
}

/** The quads with another revision, and version, than they say: what they are put into the store for is a change. @param version null where nobody knows it */
export function renewRevision(
  quads: readonly Quad[],
  hub: HubNamespaces,
  renewed: Pick<VocabularyState, 'revision' | 'version'>,
): Quad[] {
  const { revision, version } = propertiesOf(hub);
  const rest = quads.filter(({ graph, p }) => graph !== hub.stateGraph || (p !== revision && p !== version));
  return [...rest, ...stateQuads({ seeds: null, ontology: null, ...renewed }, hub)];
}

/** The results of checks that hubs on one store share, because each check takes seconds. */
export function soundVersionsOf(store: Store, hub: HubNamespaces): SoundVersions {
  return {
    knows: (checked) => isKnownSound(store, hub, checked).catch(() => false),
    async remember(checked) {
      // Where it can't be kept, the others check themselves.
      await store.change({ add: [soundQuad(checked, hub)], isUnordered: true }).catch(() => {});
    },
  };
}

/** A version of the vocabulary and the shapes that it was checked with, as hashes. */
interface SoundVersion {
  readonly version: string;
  readonly shapes: string;
}

/** A memory of versions that were found sound, by this hub or another one. Never rejects. */
export interface SoundVersions {
  knows(checked: SoundVersion): Promise<boolean>;
  remember(checked: SoundVersion): Promise<void>;
}

function soundQuad({ version, shapes }: SoundVersion, hub: HubNamespaces): Quad {
  return {
    graph: hub.stateGraph,
    s: boundIri(`${hub.versions}${version}/`),
    p: propertiesOf(hub).soundUnder,
    o: boundText(shapes),
  };
}

/** Has a solution as long as the vocabulary has this revision; of null, when there is one at all. */
function revisionPattern(revision: string | null, hub: HubNamespaces): Sparql {
  const value = revision === null ? sparql`?revision` : literal(revision);
  return sparql`GRAPH ${iri(hub.stateGraph)} { ${iri(hub.vocabularyGraph)} ${iri(propertiesOf(hub).revision)} ${value} }`;
}

function stateQuads(state: VocabularyState, hub: HubNamespaces): Quad[] {
  const property = propertiesOf(hub);
  const stated = [
    [property.revision, state.revision],
    [property.seeds, state.seeds],
    [property.ontology, state.ontology],
    [property.version, state.version],
  ] as const;
  return stated.flatMap(([p, value]): Quad[] =>
    value === null ? [] : [{ graph: hub.stateGraph, s: boundIri(hub.vocabularyGraph), p, o: boundText(value) }],
  );
}

/** Only hubs read these: they are not a part of the ontology. */
function propertiesOf({ stateGraph }: HubNamespaces) {
  return {
    revision: `${stateGraph}#revision`,
    seeds: `${stateGraph}#seeds`,
    ontology: `${stateGraph}#ontology`,
    version: `${stateGraph}#version`,
    soundUnder: `${stateGraph}#soundUnder`,
  };
}
