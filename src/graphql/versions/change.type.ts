import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { ChangedValue, OtherChange } from '../../vocabulary/versions/changes.ts';
import { VersionType } from './version.type.ts';
import { listCost } from '../shared/field-cost.ts';

const ChangedValueKind = { IRI: 'iri', LITERAL: 'literal', ROW: 'row' } as const satisfies Record<
  string,
  ChangedValue['type']
>;
registerEnumType(ChangedValueKind, {
  name: 'ChangedValueKind',
  description: 'What a value of a changed property is.',
  valuesConfig: {
    IRI: { description: 'An IRI.' },
    LITERAL: { description: 'The text of a literal.' },
    ROW: { description: 'A row of a template: predicate and object.' },
  },
});

const ChangeKind = { ADDED: 'added', CHANGED: 'changed', REMOVED: 'removed' } as const satisfies Record<
  string,
  OtherChange['kind']
>;
registerEnumType(ChangeKind, {
  name: 'ChangeKind',
  description: 'What became of a thing from one version to another.',
  valuesConfig: {
    ADDED: { description: 'It is new.' },
    CHANGED: { description: 'It was there, and is described otherwise.' },
    REMOVED: { description: 'It is gone.' },
  },
});

/** For the cost of a query. */
const TYPICAL_CHANGES = 50;
const TYPICAL_PROPERTIES = 3;
const TYPICAL_VALUES = 3;

@ObjectType('ChangedValue', { description: 'A value of a changed property.' })
export class ChangedValueType {
  @Field(() => String, { description: 'The IRI, the text, or the row as templates write it.' })
  value!: string;

  @Field(() => ChangedValueKind, { description: 'What the value is.' })
  type!: ChangedValue['type'];

  @Field(() => String, { nullable: true, description: 'The language of a text; null of all others.' })
  language!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The IRI of the datatype of a literal that is no text; null of all others.',
  })
  datatype!: string | null;
}

@ObjectType('PropertyChange', {
  description: 'What became of one property; values that are in both versions are in both lists.',
})
export class PropertyChangeType {
  @Field(() => String, { description: 'A prefixed name, an IRI where no registered prefix fits, or `template`.' })
  property!: string;

  @Field(() => [ChangedValueType], {
    complexity: listCost(TYPICAL_VALUES),
    description: 'Its values in the earlier version.',
  })
  before!: readonly ChangedValueType[];

  @Field(() => [ChangedValueType], {
    complexity: listCost(TYPICAL_VALUES),
    description: 'Its values in the later version.',
  })
  after!: readonly ChangedValueType[];
}

@ObjectType('VersionTerm', { description: 'A term as the version that it is told of has it.' })
export class VersionTermType {
  @Field(() => String, { description: 'The name.' })
  name!: string;

  @Field(() => String, { description: 'The IRI.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it, in English.' })
  label!: string;

  @Field(() => Boolean, { description: 'Whether it is deprecated.' })
  deprecated!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the term that takes the place of a deprecated one; null when none does.',
  })
  replacedBy!: string | null;
}

@ObjectType('TermChange', { description: 'A term that is in both versions, and not the same.' })
export class TermChangeType {
  @Field(() => VersionTermType, { description: 'The term, as the later version has it.' })
  term!: VersionTermType;

  @Field(() => [PropertyChangeType], {
    complexity: listCost(TYPICAL_PROPERTIES),
    description: 'The properties that changed, the template last.',
  })
  properties!: readonly PropertyChangeType[];
}

@ObjectType('OtherChange', {
  description: 'What became of something that is no term: a category, a prefix, a unit, a node of templates.',
})
export class OtherChangeType {
  @Field(() => String, { description: 'Its IRI.' })
  iri!: string;

  @Field(() => ChangeKind, { description: 'What became of it.' })
  kind!: OtherChange['kind'];

  @Field(() => [PropertyChangeType], {
    complexity: listCost(TYPICAL_PROPERTIES),
    description: 'The properties that changed; all of what was added or removed.',
  })
  properties!: readonly PropertyChangeType[];
}

@ObjectType('Changes', {
  description: 'What is different in one version of the vocabulary from another; lists are sorted by name.',
})
export class ChangesType {
  @Field(() => VersionType, { nullable: true, description: 'The earlier version; null where there was none.' })
  from!: VersionType | null;

  @Field(() => VersionType, { description: 'The later version.' })
  to!: VersionType;

  @Field(() => [VersionTermType], { complexity: listCost(TYPICAL_CHANGES), description: 'Terms that are new.' })
  added!: readonly VersionTermType[];

  @Field(() => [TermChangeType], {
    complexity: listCost(TYPICAL_CHANGES),
    description: 'Terms that are described otherwise.',
  })
  changed!: readonly TermChangeType[];

  @Field(() => [VersionTermType], {
    complexity: listCost(TYPICAL_CHANGES),
    description: 'Terms that are deprecated and were not.',
  })
  deprecated!: readonly VersionTermType[];

  @Field(() => [VersionTermType], {
    complexity: listCost(TYPICAL_CHANGES),
    description: 'Terms that are gone, as the earlier version has them.',
  })
  removed!: readonly VersionTermType[];

  @Field(() => [OtherChangeType], {
    complexity: listCost(TYPICAL_CHANGES),
    description: 'All else that changed, by IRI.',
  })
  others!: readonly OtherChangeType[];
}
