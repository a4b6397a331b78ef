import { z } from 'zod';
import { HubError } from '../../errors.ts';
import { defineTool, linksSchema } from './tool.ts';

/** More than each field of a suggestion may have, which says itself how long it may be. */
const MAX_FIELD_CHARACTERS = 10_000;

const field = z.string().max(MAX_FIELD_CHARACTERS);

export const suggestTerm = defineTool({
  name: 'suggest_term',
  title: 'Suggest a term',
  description:
    'Proposes a term that the vocabulary lacks; an administrator reviews it. Only for those who are signed in, whose address gets the answer. Search first: search_terms and map_keys. Ask the person before you send.',
  isForSignedIn: true,
  isPossible: ({ suggestions }) => suggestions !== null,
  input: z.strictObject({
    name: field.describe('In the form of other terms: snake_case, then a dash and the unit, e.g. `rotor_torque-kNm`.'),
    description: field.describe('What the values are, in a sentence.'),
    datatype: field.describe('A prefixed name, e.g. `xsd:double`.'),
    units: field.optional().describe('The unit, in words or as a symbol.'),
  }),
  output: z.object({
    message: z.string(),
    receipt: z.string().describe('Whoever has it can ask what became of the suggestion. It cannot be recovered.'),
    links: linksSchema,
  }),
  async call({ name, description, datatype, units }, { suggestions, signedIn, baseUrl, caller }) {
    if (signedIn === null) throw new HubError('unauthenticated', 'Suggestions are for those who are signed in.');
    const fields = { parameter: name, description, datatype, units, email: signedIn.email };
    const { message, receipt } = await suggestions!.suggest(fields, caller.client);
    return {
      message,
      receipt,
      links: [{ title: 'What became of it', method: 'GET' as const, href: `${baseUrl}/suggest/status` }],
    };
  },
});
