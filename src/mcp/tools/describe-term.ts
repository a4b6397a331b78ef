import { z } from 'zod';
import { describeResource } from '../../vocabulary/describe/descriptions.ts';
import { facetsOfTerm, pathOf, quantityOfTerm } from '../../vocabulary/describe/quantities.ts';
import { listRelatedTerms, type RelatedTerm } from '../../vocabulary/describe/related-terms.ts';
import { inSlices, type Searcher } from '../../vocabulary/thread-slices.ts';
import { listTemplateRows, unitOfName } from '../../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';

/** Terms that are told of one relation at most: hundreds cite the timestamp. */
const MAX_RELATED = 20;

const textSchema = z.object({ text: z.string(), language: z.string().nullable() });

/** A term as agents read it. */
export const termSchema = z.object({
  name: z.string().describe('The key of documents that this term is for.'),
  iri: z.string(),
  label: z.string(),
  description: z.string(),
  labels: z.array(textSchema),
  otherNames: z.array(z.string()).describe('Names that data sets, protocols and people use.'),
  notes: z.array(textSchema),
  category: z.string(),
  datatype: z.string(),
  unit: z.string().nullable().describe('As the name of the term has it.'),
  unitIri: z.string().nullable(),
  quantity: z.string().nullable(),
  facets: z.array(z.string()),
  smallest: z.string().nullable().describe('Of plausible values.'),
  largest: z.string().nullable().describe('Of plausible values.'),
  example: z.string().nullable(),
  template: z
    .array(z.object({ subject: z.string(), predicate: z.string(), object: z.string() }))
    .describe('What a value becomes: $name is the value, ?name a node, @name a thing that a key names.'),
  links: z.array(z.object({ relation: z.string(), iri: z.string() })),
  related: z.array(z.object({ relation: z.string(), name: z.string() })),
  deprecated: z.boolean(),
  replacedBy: z.string().nullable(),
});

/** All that a vocabulary says of a term. */
export async function describeTerm(
  vocabulary: Vocabulary,
  term: Term,
  searcher: Searcher,
): Promise<z.infer<typeof termSchema>> {
  const { labels, otherNames, notes, links } = describeResource(vocabulary, term.iri);
  return {
    name: term.name,
    iri: term.iri,
    label: term.label,
    description: term.description,
    labels: labels.map(({ text, language }) => ({ text, language })),
    otherNames: otherNames.map(({ text }) => text),
    notes: notes.map(({ text, language }) => ({ text, language })),
    category: term.category,
    datatype: term.datatype,
    unit: term.unit === null ? null : unitOfName(term.name),
    unitIri: term.unit,
    quantity: quantityOfTerm(vocabulary, term)?.name ?? null,
    facets: facetsOfTerm(vocabulary, term).map(pathOf),
    smallest: term.range?.smallest ?? null,
    largest: term.range?.largest ?? null,
    example: term.example,
    template: listTemplateRows(vocabulary, term.name).map(({ subject, predicate, object }) => ({
      subject,
      predicate,
      object,
    })),
    links: links.map(({ relation, iri }) => ({ relation, iri })),
    related: fewOfEach(await inSlices(searcher, (rest) => listRelatedTerms(vocabulary, term, rest))),
    deprecated: term.deprecated,
    replacedBy: term.replacedBy,
  };
}

function fewOfEach(related: readonly RelatedTerm[]): { relation: string; name: string }[] {
  const counts = new Map<string, number>();
  return related.flatMap(({ relation, term: { name } }) => {
    const count = (counts.get(relation) ?? 0) + 1;
    counts.set(relation, count);
    return count > MAX_RELATED ? [] : [{ relation, name }];
  });
}
