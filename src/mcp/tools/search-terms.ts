import { z } from 'zod';
import { HubError } from '../../errors.ts';
import { listFoundTerms, type FoundTerm } from '../../vocabulary/search/list-terms.ts';
import { unitOfName } from '../../vocabulary/terms.ts';
import { defineTool, linksSchema } from './tool.ts';

const MOST_TERMS = 50;

const input = z.strictObject({
  text: z
    .string()
    .max(200)
    .optional()
    .describe('Words of any of five languages, or a name that data sets or protocols use, e.g. `feed-in power`.'),
  category: z.string().max(100).optional().describe('Only terms of this category, e.g. `battery`.'),
  unit: z.string().max(100).optional().describe('Only terms in this unit, as their names have it, e.g. `kW`.'),
  language: z.enum(['en', 'de', 'es', 'fr', 'pt']).default('en').describe('The language of labels and definitions.'),
  first: z.int().min(1).max(MOST_TERMS).default(10).describe('How many quantities at most.'),
});

const termSchema = z.object({
  name: z.string(),
  iri: z.string(),
  label: z.string(),
  description: z.string(),
  category: z.string(),
  datatype: z.string(),
  unit: z.string().nullable(),
  otherUnits: z.array(z.string()).describe('Terms of the same quantity in other units, the first of very many.'),
  foundBy: z.string().nullable().describe('What of the term the text was found in.'),
  deprecated: z.boolean(),
});

const output = z.object({
  total: z.number().describe('How many terms were found, in all units.'),
  didYouMean: z.string().nullable().describe('The corrected spelling of the text; null when nothing needs one.'),
  terms: z.array(termSchema),
  links: linksSchema,
});

export const searchTerms = defineTool({
  name: 'search_terms',
  title: 'Search terms',
  description:
    'Finds terms of the energy vocabulary by words, unit or category. Use map_keys for the keys of a document, and get_term for all that is known of one term.',
  input,
  output,
  async call({ text, category, unit, language, first }, { current, caller, baseUrl }) {
    if (text === undefined && category === undefined && unit === undefined)
      throw new HubError('invalid-option', 'Say a text, a category or a unit to search for.', { key: 'text' });
    const criteria = {
      ...(text === undefined ? {} : { text }),
      ...(category === undefined ? {} : { category }),
      ...(unit === undefined ? {} : { unit }),
    };
    const order = text === undefined ? ('name' as const) : ('relevance' as const);
    const listing = await listFoundTerms(
      current,
      { criteria, order, language, skip: 0, first, withCounts: false },
      caller,
    );
    const query = new URLSearchParams({ ...(text === undefined ? {} : { q: text }), ...criteriaOf(category, unit) });
    return {
      total: listing.termCount,
      didYouMean: listing.didYouMean,
      terms: listing.rows.map(({ terms: [best, ...others] }) => ({
        ...tell(best!),
        otherUnits: others.map(({ name }) => name),
      })),
      links: [{ title: 'All that was found', method: 'GET' as const, href: `${baseUrl}/api/terms?${query}` }],
    };
  },
});

function tell({ match, unit, ...term }: FoundTerm): Omit<z.infer<typeof termSchema>, 'otherUnits'> {
  const { name, iri, label, description, category, datatype, deprecated } = term;
  return {
    name,
    iri,
    label,
    description,
    category,
    datatype,
    unit: unit === null ? null : unitOfName(name),
    foundBy: match === null ? null : `${match.kind}: ${match.text}`,
    deprecated,
  };
}

function criteriaOf(category: string | undefined, unit: string | undefined): Record<string, string> {
  return { ...(category === undefined ? {} : { category }), ...(unit === undefined ? {} : { unit }) };
}
