import { z } from 'zod';
import { mapKeys as mapKeysOf } from '../../documents/map-keys.ts';
import { tellCandidate } from '../../documents/tell-candidate.ts';
import { HubError } from '../../errors.ts';
import { MAX_KEYS, MAX_SAMPLE_BYTES } from './limits.ts';
import { defineTool } from './tool.ts';

const MAX_KEY_CHARACTERS = 200;
const MOST_CANDIDATES = 10;

const input = z.strictObject({
  keys: z
    .array(z.string().min(1).max(MAX_KEY_CHARACTERS))
    .min(1)
    .max(MAX_KEYS)
    .optional()
    .describe('The keys of a document or the header of a table, as they stand. All of them together tell the most.'),
  units: z
    .array(z.string().max(50).nullable())
    .max(MAX_KEYS)
    .optional()
    .describe(
      'With `keys`: the units that stand beside the values, in the order of the keys; null where there is none.',
    ),
  sample: z
    .string()
    .max(MAX_SAMPLE_BYTES)
    .optional()
    .describe('In place of `keys`: the text of a JSON document, or of CSV with its header and a row.'),
  source: z
    .string()
    .max(100)
    .default('auto')
    .describe('The name of the source of the data, e.g. `solaredge`; `auto` finds it by the keys.'),
  most: z.int().min(1).max(MOST_CANDIDATES).default(3).describe('Candidates of a key at most.'),
});

const output = z.object({
  source: z.string().nullable().describe('The source that the document is of; null when none fits.'),
  keys: z.array(
    z.object({
      key: z.string().describe('As it stands, or its path where the source tells keys by their paths.'),
      candidates: z
        .array(
          z.object({
            term: z.string(),
            iri: z.string(),
            label: z.string(),
            description: z.string(),
            datatype: z.string().describe('As a prefixed name.'),
            unit: z.string().nullable().describe('As names of terms spell it; null where the term has none.'),
            unitIri: z.string().nullable(),
            confidence: z
              .number()
              .describe('From 0 to 1; below 0.8 also where nothing says in which of several units the values are.'),
            why: z.string(),
          }),
        )
        .describe('The likeliest first; empty when no term comes near.'),
      next: z.string().nullable().describe('What to do where there is no candidate.'),
    }),
  ),
  omitted: z.number().describe('Keys that were not looked at, because there are too many.'),
});

export const mapKeys = defineTool({
  name: 'map_keys',
  title: 'Map keys to terms',
  description:
    'For the keys of a document, or for a sample of it, the terms of the vocabulary that they mean, with confidence and reason. A first candidate below 0.8 should be checked with get_term.',
  input,
  output,
  async call({ keys, units, sample, source, most }, { current, caller }) {
    if ((keys === undefined) === (sample === undefined))
      throw new HubError('invalid-option', 'Send either keys or a sample.', { key: 'keys' });
    if (units !== undefined && units.length > (keys?.length ?? 0))
      throw new HubError('invalid-option', `There are ${units.length} units for ${keys?.length ?? 0} keys.`, {
        key: 'units',
      });
    if (sample !== undefined && Buffer.byteLength(sample) > MAX_SAMPLE_BYTES)
      throw new HubError('body-too-large', `The sample has more than ${MAX_SAMPLE_BYTES} bytes in UTF-8.`, {
        key: 'sample',
        hint: 'Send a few records of it.',
      });
    const unitOf = new Map((units ?? []).flatMap((unit, at) => (unit === null ? [] : [[keys![at]!, unit] as const])));
    const mapped = await mapKeysOf(
      sample ?? keys!,
      current,
      { source, units: unitOf, most, maxKeys: MAX_KEYS },
      caller,
    );
    return {
      source: mapped.source,
      omitted: mapped.omitted,
      keys: mapped.keys.map(({ key, candidates, isKnownWithoutTerm }) => ({
        key,
        candidates: candidates.map(tellCandidate),
        next: nextOf(candidates.length, isKnownWithoutTerm),
      })),
    };
  },
});

function nextOf(candidates: number, isKnownWithoutTerm: boolean): string | null {
  if (isKnownWithoutTerm)
    return 'The source knows this key, and the vocabulary has no single term for it. Leave it as it is.';
  if (candidates > 0) return null;
  return 'Search its meaning in words with search_terms. If there is no term, propose one.';
}
