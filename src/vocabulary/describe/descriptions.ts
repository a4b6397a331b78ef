import { DCTERMS, OWL, RDFS, SKOS } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { dropOldest } from '../versions/drop-oldest.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** A text with its language tag; null for one that belongs to no language. */
export interface LocalText {
  readonly text: string;
  readonly language: string | null;
}

/** Another name of a resource. */
export interface OtherName extends LocalText {
  /** A name that data sets and protocols use, or a form that only searches know; people are shown the others. */
  readonly isHidden: boolean;
}

/** A statement that leads out of the resource, to another ontology or to a text. */
export interface Link {
  /** The local name of the property, e.g. `closeMatch`. */
  readonly relation: LinkRelation;
  readonly iri: string;
}

/** By name, the properties that are shown as links. */
const LINKS = {
  exactMatch: `${SKOS}exactMatch`,
  closeMatch: `${SKOS}closeMatch`,
  broadMatch: `${SKOS}broadMatch`,
  narrowMatch: `${SKOS}narrowMatch`,
  relatedMatch: `${SKOS}relatedMatch`,
  related: `${SKOS}related`,
  seeAlso: `${RDFS}seeAlso`,
} as const;

type LinkRelation = keyof typeof LINKS;

/** What a vocabulary says about one resource besides the members of `Term` and `Category`, each list in the order of the vocabulary. */
export interface Description {
  readonly labels: readonly LocalText[];
  readonly definitions: readonly LocalText[];
  readonly otherNames: readonly OtherName[];
  readonly notes: readonly LocalText[];
  readonly links: readonly Link[];
  readonly isDeprecated: boolean;
  /** The day when it came into the vocabulary, `YYYY-MM-DD`; empty when that is not said. */
  readonly created: string;
  /** IRIs of what takes its place. */
  readonly replacedBy: readonly string[];
}

const NOTHING: Description = nothingYet();

/** Descriptions that are kept: who walks through all resources needs each of them for a moment. */
const MAX_DESCRIBED = 1_000;

/** Each made when it is first asked for; the triples are in memory, so that it asks the store for nothing. */
const described = new WeakMap<Vocabulary, Map<string, Description>>();

/** What the vocabulary says of the resource of this IRI; empty lists when it says nothing. */
export function describeResource(vocabulary: Vocabulary, iri: string): Description {
  let descriptions = described.get(vocabulary);
  if (descriptions === undefined) described.set(vocabulary, (descriptions = new Map()));
  let description = descriptions.get(iri);
  if (description === undefined) {
    const triples = vocabulary.triples.of(iri);
    if (triples.length === 0) return NOTHING;
    descriptions.set(iri, (description = describe(triples)));
    dropOldest(descriptions, MAX_DESCRIBED);
  }
  return description;
}

type Growing = {
  -readonly [Key in keyof Description]: Description[Key] extends readonly (infer Item)[] ? Item[] : Description[Key];
};

function nothingYet(): Growing {
  return {
    labels: [],
    definitions: [],
    otherNames: [],
    notes: [],
    links: [],
    isDeprecated: false,
    created: '',
    replacedBy: [],
  };
}

/** How each property adds to a description. */
const READERS = new Map<string, (description: Growing, object: Triple['o']) => void>([
  [`${SKOS}prefLabel`, (description, object) => description.labels.push(localText(object))],
  [`${SKOS}definition`, (description, object) => description.definitions.push(localText(object))],
  [`${SKOS}scopeNote`, (description, object) => description.notes.push(localText(object))],
  [`${SKOS}altLabel`, (description, object) => description.otherNames.push({ ...localText(object), isHidden: false })],
  [
    `${SKOS}hiddenLabel`,
    (description, object) => description.otherNames.push({ ...localText(object), isHidden: true }),
  ],
  [`${DCTERMS}isReplacedBy`, (description, object) => description.replacedBy.push(object.value)],
  [
    `${DCTERMS}created`,
    (description, { value }) => {
      description.created = value;
    },
  ],
  [
    `${OWL}deprecated`,
    (description, { value }) => {
      description.isDeprecated = value === 'true' || value === '1';
    },
  ],
  ...(Object.entries(LINKS) as [LinkRelation, string][]).map(
    ([relation, property]): [string, (description: Growing, object: Triple['o']) => void] => [
      property,
      (description, { value }) => description.links.push({ relation, iri: value }),
    ],
  ),
]);

function describe(triples: readonly Triple[]): Description {
  const description = nothingYet();
  for (const { p, o } of triples) READERS.get(p)?.(description, o);
  return description;
}

function localText(object: Triple['o']): LocalText {
  return { text: object.value, language: object['xml:lang'] ?? null };
}

/**
 * The text in the first of these languages that there is one for: `de-AT` is content with `de` (RFC 4647 §3.4). Null when there
 * is none.
 *
 * @param languages language tags, the best first
 */
export function findText(texts: readonly LocalText[], languages: readonly string[]): LocalText | null {
  for (const wanted of languages) {
    for (let range = wanted.toLowerCase(); range !== ''; range = withoutLastPart(range)) {
      const found = texts.find(({ language }) => language?.toLowerCase() === range);
      if (found !== undefined) return found;
    }
  }
  return null;
}

function withoutLastPart(range: string): string {
  return range.slice(0, Math.max(0, range.lastIndexOf('-'))).replace(/-\w$/, '');
}

/** All names of a term in every language, but for its name and its English label; sorted. */
export function otherNamesOf(vocabulary: Vocabulary, { iri, name, label }: Term): string[] {
  const { labels, otherNames } = describeResource(vocabulary, iri);
  const names = new Set([...labels, ...otherNames].map(({ text }) => text));
  names.delete(label);
  names.delete(name);
  return [...names].toSorted();
}
