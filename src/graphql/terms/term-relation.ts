import { registerEnumType } from 'type-graphql';
import type { TermRelation } from '../../vocabulary/describe/related-terms.ts';

export const TermRelationName = {
  REPLACED_BY: 'replaced-by',
  REPLACES: 'replaces',
  OTHER_UNIT: 'other-unit',
  RELATED: 'related',
  CITES: 'cites',
  CITED_BY: 'cited-by',
} as const satisfies Record<string, TermRelation>;
registerEnumType(TermRelationName, {
  name: 'TermRelation',
  description: 'How a term stands to another one.',
  valuesConfig: {
    REPLACED_BY: { description: 'It is deprecated, and the other one takes its place.' },
    REPLACES: { description: 'It takes the place of the other one, which is deprecated.' },
    OTHER_UNIT: { description: 'The other one has the same name with another unit.' },
    RELATED: { description: 'The vocabulary calls them related.' },
    CITES: { description: 'Its template cites the other one: a document that has both gets them linked.' },
    CITED_BY: { description: 'The template of the other one cites it.' },
  },
});
