import { Field, Int, ObjectType } from 'type-graphql';
import { PageInfo } from './connection.ts';

@ObjectType('Category', { description: 'A group of vocabulary terms.' })
export class CategoryType {
  @Field(() => String, { description: 'The name by which terms are filtered.' })
  name!: string;

  @Field(() => String, { description: 'The IRI of the category; it answers at that address.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it.' })
  label!: string;

  @Field(() => String, { description: 'What the category holds.' })
  description!: string;
}

@ObjectType('Prefix', { description: 'A registered prefix of an ontology that templates may cite.' })
export class PrefixType {
  @Field(() => String, { description: 'The prefix, without its colon.' })
  prefix!: string;

  @Field(() => String, { description: 'The namespace IRI that it stands for.' })
  namespace!: string;
}

@ObjectType('SemanticsRow', {
  description: 'One row of a template: a triple to be, with tokens where the document fills in.',
})
export class SemanticsRowType {
  @Field(() => String, { description: 'The name of the term whose template has the row.' })
  parameter!: string;

  @Field(() => String, { description: 'The name of the term, or `?name` of a node that it introduces.' })
  subject!: string;

  @Field(() => String, { description: 'The predicate, a prefixed name.' })
  predicate!: string;

  @Field(() => String, {
    description: 'A prefixed name, or one of the tokens `$key` (a value), `?name` (a node), `@key` (an entity).',
  })
  object!: string;
}

@ObjectType('Term', { description: 'A vocabulary term: a key of energy documents, and what it means.' })
export class TermType {
  @Field(() => String, { description: 'The name, which documents use as a key, e.g. `active_power-kW`.' })
  name!: string;

  @Field(() => String, { description: 'The IRI of the term; it answers at that address.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it.' })
  label!: string;

  @Field(() => String, { description: 'What a value under this key says.' })
  description!: string;

  @Field(() => String, { description: 'The datatype of its values, a prefixed name such as `xsd:double`.' })
  datatype!: string;

  @Field(() => String, { nullable: true, description: 'The IRI of the unit of its values; null for what has none.' })
  unit!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The IRI of the kind of quantity that it measures; null for what measures none.',
  })
  quantityKind!: string | null;

  @Field(() => String, { nullable: true, description: 'A value as documents have it.' })
  example!: string | null;

  @Field(() => CategoryType, { description: 'The category that the term belongs to.' })
  category!: CategoryType;

  @Field(() => [SemanticsRowType], {
    description: 'The rows of its template and of the nodes that it introduces; empty when it has no semantics yet.',
  })
  semantics!: readonly SemanticsRowType[];
}

@ObjectType('TermEdge', { description: 'A term in a page of terms.' })
export class TermEdge {
  @Field(() => String, { description: 'Where the term stands: pass it as `after` for the terms behind it.' })
  cursor!: string;

  @Field(() => TermType, { description: 'The term.' })
  node!: TermType;
}

@ObjectType('TermConnection', { description: 'A page of terms, sorted by name.' })
export class TermConnection {
  @Field(() => [TermEdge], { description: 'The terms of the page with their cursors.' })
  edges!: readonly TermEdge[];

  @Field(() => [TermType], { description: 'The terms of the page.' })
  nodes!: readonly TermType[];

  @Field(() => PageInfo, { description: 'What there is before and behind the page.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'How many terms there are on all pages.' })
  totalCount!: number;
}
