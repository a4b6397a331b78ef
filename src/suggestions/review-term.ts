import { boundIri } from '../rdf/bound-terms.ts';
import { QUDT, RDF_TYPE, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { TripleTable } from '../vocabulary/triple-table.ts';
import { draftTerm, type TermDraft } from './draft-term.ts';
import type { MadeOfSuggestion } from './review-suggestion.ts';
import { problem } from './suggestion.ts';

/** What an administrator makes of the draft; what is undefined is as it was suggested. */
export type TermEdits = Omit<TermDraft, 'name' | 'description' | 'datatype'> &
  Partial<Pick<TermDraft, 'name' | 'description' | 'datatype'>>;

/** A suggested term becomes a term of the vocabulary. */
export const REVIEWED_TERM: MadeOfSuggestion<'term', TermEdits> = {
  kind: 'term',
  async draft(suggestion, edits, vocabulary, hub) {
    const draft: TermDraft = {
      ...edits,
      name: edits.name ?? suggestion.name,
      description: edits.description ?? suggestion.description,
      datatype: edits.datatype ?? suggestion.datatypeIri,
    };
    const { termIri, triples, problems } = draftTerm(draft, vocabulary, hub);
    return {
      iri: termIri,
      triples,
      problems,
      existingIn: (before) =>
        hasTerm(before, termIri, hub)
          ? problem('term-exists', `The term ${draft.name} exists already; names are compared without case.`, [
              'term',
              'name',
            ])
          : null,
    };
  },
  pathOf: fieldOf,
  resultOf: ({ termIri }) => termIri,
  isInUse: ({ terms }, iri, { vocabulary }) => terms.has(decodeURIComponent(iri.slice(vocabulary.length))),
};

/** Another case of the letters is the same name. */
function hasTerm(triples: TripleTable, termIri: string, { ontology }: HubNamespaces): boolean {
  const sought = termIri.toLowerCase();
  const { terms, columns } = triples;
  for (const place of triples.placesCitingBy(RDF_TYPE, [boundIri(`${ontology}Term`)])) {
    const number = columns.subject[place]!;
    // IRIs of terms are ASCII, so that letters of another case are as long; to make texts of all takes a tenth of a second.
    if (terms.bytesOf(number) === sought.length && terms.text(number).toLowerCase() === sought) return true;
  }
  return false;
}

/** The field of a draft that a property of the term is made of. */
function fieldOf(property: string | null, { ontology }: HubNamespaces): string[] {
  const fields: Readonly<Record<string, string>> = {
    [`${SKOS}notation`]: 'name',
    [`${SKOS}prefLabel`]: 'label',
    [`${SKOS}definition`]: 'description',
    [`${SKOS}broader`]: 'category',
    [`${SKOS}example`]: 'example',
    [`${QUDT}hasUnit`]: 'unit',
    [`${QUDT}hasQuantityKind`]: 'quantityKind',
    [`${ontology}datatype`]: 'datatype',
    [`${ontology}predicate`]: 'template',
    [`${ontology}object`]: 'template',
    [`${ontology}position`]: 'template',
    [`${ontology}key`]: 'template',
  };
  const field = property === null ? undefined : fields[property];
  return field === undefined ? ['term'] : ['term', field];
}
