import { z } from 'zod';
import type { Changes, PropertyChange } from '../../vocabulary/versions/changes.ts';
import { defineTool, linksSchema } from './tool.ts';

const MOST_TERMS = 200;
const MAX_NAME_CHARACTERS = 300;

const KINDS = ['added', 'changed', 'deprecated', 'removed'] as const;

const changeSchema = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  label: z.string(),
  properties: z.array(z.string()).describe('What of a changed term is different.'),
});

const version = z.string().max(MAX_NAME_CHARACTERS).optional();

export const compareVersions = defineTool({
  name: 'compare_versions',
  title: 'Compare versions',
  description:
    'What changed in the terms between two versions of the vocabulary; by default between the current one and the one before it.',
  isPossible: ({ versions }) => versions !== null,
  input: z.strictObject({
    from: version.describe('The name or the IRI of the earlier version.'),
    to: version.describe('The name or the IRI of the later version.'),
    first: z.int().min(1).max(MOST_TERMS).default(50).describe('How many terms are told at most.'),
  }),
  output: z.object({
    from: z.string().nullable().describe('Null when there is no version before.'),
    to: z.string(),
    added: z.number(),
    changed: z.number(),
    deprecated: z.number(),
    removed: z.number(),
    others: z.number().describe('Things that changed and are no terms: categories, prefixes, units.'),
    terms: z.array(changeSchema),
    links: linksSchema,
  }),
  async call({ from, to, first }, { versions, caller, baseUrl }) {
    const range = versions!.range(from ?? null, to ?? null);
    const changes = await versions!.compare(range, caller);
    const query = new URLSearchParams({
      ...(range.from === null ? {} : { from: range.from.version }),
      to: range.to.version,
    });
    return {
      from: range.from?.version ?? null,
      to: range.to.version,
      added: changes.added.length,
      changed: changes.changed.length,
      deprecated: changes.deprecated.length,
      removed: changes.removed.length,
      others: changes.others.length,
      terms: tell(changes).slice(0, first),
      links: [
        { title: 'All changes, value by value', method: 'GET' as const, href: `${baseUrl}/api/changes?${query}` },
      ],
    };
  },
});

function tell({ added, changed, deprecated, removed }: Changes): z.infer<typeof changeSchema>[] {
  const plain = (kind: (typeof KINDS)[number]) => (term: { readonly name: string; readonly label: string }) => ({
    kind,
    name: term.name,
    label: term.label,
    properties: [],
  });
  return [
    ...removed.map(plain('removed')),
    ...deprecated.map(plain('deprecated')),
    ...changed.map(({ term: { name, label }, properties }) => ({
      kind: 'changed' as const,
      name,
      label,
      properties: properties.map(({ property }: PropertyChange) => property),
    })),
    ...added.map(plain('added')),
  ];
}
