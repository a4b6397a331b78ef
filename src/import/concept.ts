/** A text of a source in a language; the language is empty where the source says none. */
export interface ConceptText {
  readonly text: string;
  readonly language: string;
}

/** How a term is linked with something else, by the names of the properties that say so. */
export type LinkKind = 'exactMatch' | 'closeMatch' | 'broadMatch' | 'narrowMatch' | 'relatedMatch' | 'seeAlso';

/** What a source says of one thing of which a term may be made. Values are as they are written, each once, in order. */
export interface Concept {
  /** How the report names it: its IRI, or else the file and line of its row. */
  readonly id: string;
  readonly iri: string | null;
  /** A name that the source gives the term. */
  name: string | null;
  category: string | null;
  example: string | null;
  /** Whether it is deprecated, as the source says it. */
  readonly deprecations: string[];
  readonly labels: ConceptText[];
  readonly otherLabels: ConceptText[];
  readonly definitions: ConceptText[];
  readonly notes: ConceptText[];
  /** Short names: codes, symbols, hidden labels. */
  readonly notations: string[];
  /** As the source says them: IRIs, codes, symbols or words. */
  readonly units: string[];
  readonly quantityKinds: string[];
  readonly datatypes: string[];
  /** What is broader, by IRI, or by name where a table has no IRIs. */
  readonly broader: string[];
  readonly replacements: string[];
  readonly links: { readonly kind: LinkKind; readonly iri: string }[];
}

/** A concept of which nothing is said yet. */
export function emptyConcept(id: string, iri: string | null): Concept {
  return {
    id,
    iri,
    name: null,
    category: null,
    example: null,
    deprecations: [],
    labels: [],
    otherLabels: [],
    definitions: [],
    notes: [],
    notations: [],
    units: [],
    quantityKinds: [],
    datatypes: [],
    broader: [],
    replacements: [],
    links: [],
  };
}
