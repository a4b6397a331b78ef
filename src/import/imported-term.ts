import type { OwnText } from './languages.ts';
import type { LinkKind } from './concept.ts';
import type { KnownUnit } from './unit-names.ts';

/** A term that was made of a concept. */
export interface ImportedTerm {
  /** The concept, as the report names it. */
  readonly concept: string;
  /** IRI of the concept; null where it has none, or one of the hub itself. */
  readonly source: string | null;
  readonly name: string;
  /** Name of the node that its template introduces. */
  readonly node: string;
  readonly category: string;
  /** IRI. */
  readonly datatype: string;
  readonly unit: KnownUnit | null;
  /** IRI; null for what has no unit. */
  readonly quantityKind: string | null;
  readonly labels: readonly OwnText[];
  readonly otherLabels: readonly OwnText[];
  readonly definitions: readonly OwnText[];
  readonly notes: readonly OwnText[];
  readonly spellings: readonly string[];
  readonly example: string | null;
  readonly isDeprecated: boolean;
  /** Ids of concepts that replace it, of which the first that is a term in force counts. */
  readonly replacements: readonly string[];
  /** IRIs, or ids of concepts, that are broader. */
  readonly broader: readonly string[];
  readonly links: ReadonlyArray<{ readonly kind: LinkKind; readonly iri: string }>;
  /** What documents cite as the property that was observed, in place of the term; null for the term. */
  readonly observed: string | null;
}

/** What terms are made with. */
export interface ImportOptions {
  /** Name of the category of terms that say no other. One that the vocabulary lacks is made. */
  readonly category: string;
  /** IRI of the datatype of terms that say none, with a unit and without. */
  readonly datatypes: { readonly measured: string; readonly other: string };
  /** The unit of terms that say none, as a source would name it. */
  readonly unit?: string | undefined;
  /** Of texts that say none. */
  readonly language: OwnText['language'];
  /** What names are made of. */
  readonly namesFrom: 'label' | 'iri';
  /** Before names that the vocabulary has already, and the registered prefix of `namespace`. */
  readonly prefix?: string | undefined;
  readonly namespace?: string | undefined;
  /** Whether documents cite the IRIs of the source as the properties that were observed. */
  readonly keepIris: boolean;
}
