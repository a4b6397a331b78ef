import { ArgsType, Field, InputType, Int, registerEnumType } from 'type-graphql';
import type { TermOrder } from '../../vocabulary/search/select-terms.ts';
import { DEFAULT_PAGE_LENGTH } from '../shared/connection.ts';

const TermOrderField = {
  NAME: 'name',
  LABEL: 'label',
  CATEGORY: 'category',
  UNIT: 'unit',
  RELEVANCE: 'relevance',
} as const satisfies Record<string, TermOrder>;
registerEnumType(TermOrderField, {
  name: 'TermOrderField',
  description: 'What terms are sorted by; equal ones by their names.',
  valuesConfig: {
    NAME: { description: 'The name.' },
    LABEL: { description: 'The English label.' },
    CATEGORY: { description: 'The name of the category.' },
    UNIT: { description: 'The unit as names of terms have it; terms without one come last.' },
    RELEVANCE: { description: 'How well they match the searched text, the best first; only with `search`.' },
  },
});

export const OrderDirection = { ASC: 'asc', DESC: 'desc' } as const;
export type OrderDirection = (typeof OrderDirection)[keyof typeof OrderDirection];
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Which end of an order comes first.',
  valuesConfig: {
    ASC: { description: 'As the field says.' },
    DESC: { description: 'The other way round.' },
  },
});

@InputType('TermOrder', { description: 'The order of a list of terms.' })
export class TermOrderInput {
  @Field(() => TermOrderField, { description: 'What the terms are sorted by.' })
  field!: TermOrder;

  @Field(() => OrderDirection, {
    nullable: true,
    defaultValue: OrderDirection.ASC,
    description: 'Which end comes first.',
  })
  direction?: OrderDirection | null;
}

@InputType('TermFilter', {
  description:
    'What terms have to be to be listed: all that is given has to hold. An IRI may also be written as a prefixed name, `unit:KiloW`.',
})
export class TermFilterInput {
  @Field(() => String, { nullable: true, description: 'The name of a category.' })
  category?: string | null;

  @Field(() => String, { nullable: true, description: 'The IRI of a datatype, e.g. `xsd:double`.' })
  datatype?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The IRI of a unit, or the unit as names of terms have it: `unit:KiloW` or `kW`.',
  })
  unit?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The IRI of a kind of quantity, e.g. `quantitykind:ActivePower`.',
  })
  quantityKind?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of a quantity, e.g. `active_power`: its terms in all units.',
  })
  quantity?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Values of facets, each as `direction/export` or an IRI: the terms that have all of them.',
  })
  facets?: readonly string[] | null;

  @Field(() => String, { nullable: true, description: 'A prefix that the template cites, without its colon.' })
  prefix?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the term is deprecated.' })
  deprecated?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the term has a template.' })
  hasSemantics?: boolean | null;
}

@ArgsType()
export class TermListArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_LENGTH,
    description: 'How many terms at most, 0 to 500.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: the terms behind it are listed.' })
  after?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of a category: only its terms are listed, none when there is no such category.',
  })
  category?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words in any language that the names, labels, other names or definitions of the terms have, also in other spellings and misspelt; 200 characters of it count.',
  })
  search?: string | null;

  @Field(() => TermFilterInput, { nullable: true, description: 'What the terms have to be.' })
  filter?: TermFilterInput | null;

  @Field(() => TermOrderInput, {
    nullable: true,
    description: 'The order; by relevance when something is searched, else by name.',
  })
  orderBy?: TermOrderInput | null;
}
