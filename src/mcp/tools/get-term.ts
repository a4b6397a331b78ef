import { z } from 'zod';
import { HubError } from '../../errors.ts';
import { findSimilar } from '../../vocabulary/search/find-terms.ts';
import { findTerm, findTermByIri } from '../../vocabulary/terms.ts';
import { describeTerm, termSchema } from './describe-term.ts';
import { defineTool, linksSchema } from './tool.ts';

const MAX_NAME_CHARACTERS = 300;
const NEAR = 3;

export const getTerm = defineTool({
  name: 'get_term',
  title: 'Get a term',
  description: 'All that the vocabulary says of one term: texts, unit, range of plausible values, template, relations.',
  input: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(MAX_NAME_CHARACTERS)
      .describe('The name of the term, e.g. `active_power-kW`, or its IRI.'),
  }),
  output: z.object({ term: termSchema, links: linksSchema }),
  async call({ name }, { current, caller }) {
    const term = findTerm(current, name) ?? findTermByIri(current, name);
    if (term === null) {
      const [found] = await findSimilar(current, [name], NEAR, caller);
      const near = found!.suggestions.map(({ term: { name: other } }) => other);
      throw new HubError('not-found', `The vocabulary has no term ${JSON.stringify(name)}.`, {
        key: 'name',
        hint: near.length === 0 ? 'No name comes near.' : `Near it: ${near.join(', ')}.`,
      });
    }
    return {
      term: await describeTerm(current, term, caller),
      links: [{ title: 'The term as RDF, as a page or as a picture', method: 'GET' as const, href: term.iri }],
    };
  },
});
