// One thing, though long: the fields of a term.
import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { TermRelation } from '../../vocabulary/describe/related-terms.ts';
import { CategoryType } from './category.type.ts';
import { FacetValueType } from './facet.type.ts';
import { PageInfo } from '../shared/connection.ts';
import { NodeInterface } from '../shared/node.type.ts';
import { PrefixType } from './prefix.type.ts';
import { TermRelationName } from './term-relation.ts';
import { JsonObject, LocalTextType, OtherNameType } from '../shared/text.type.ts';

@ObjectType('Quantity', {
  implements: NodeInterface,
  description: 'What terms measure that differ in their unit alone: active power, whatever it is in.',
})
export class QuantityType extends NodeInterface {
  @Field(() => String, { description: 'The name, e.g. `active_power`.' })
  name!: string;

  @Field(() => String, { description: 'The IRI of the quantity; it answers at that address.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it, without a unit.' })
  label!: string;

  @Field(() => [LocalTextType], { description: 'The name as people read it, in every language that there is.' })
  labels!: readonly LocalTextType[];

  @Field(() => String, { description: 'What is measured, with its sign and reference.' })
  description!: string;

  @Field(() => String, { nullable: true, description: 'The IRI of the kind of quantity; null for none.' })
  quantityKind!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The pattern of the templates of its terms, e.g. `observation` or `price`; null for none.',
  })
  pattern!: string | null;

  @Field(() => [FacetValueType], { description: 'What it is in each respect that applies to it.' })
  facets!: readonly FacetValueType[];

  @Field(() => [TermType], { description: 'Its terms, one for each unit, sorted by name; the first of very many.' })
  variants!: readonly TermType[];

  @Field(() => Int, { description: 'How many terms it has.' })
  variantCount!: number;
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

@ObjectType('TermLink', {
  description: 'A statement that leads from a term to another ontology or to a text about it.',
})
export class TermLinkType {
  @Field(() => String, {
    description:
      'The property: `exactMatch`, `closeMatch`, `broadMatch`, `narrowMatch`, `relatedMatch`, `related` of SKOS, or `seeAlso` of RDFS.',
  })
  relation!: string;

  @Field(() => String, { description: 'The IRI that it leads to.' })
  iri!: string;
}

@ObjectType('TermRange', {
  description:
    'The values that a term expects. Decimals are texts, which no reader rounds. A number outside converts with the warning `OUT_OF_RANGE`.',
})
export class TermRangeType {
  @Field(() => String, { nullable: true, description: 'The smallest value; null for none.' })
  smallest!: string | null;

  @Field(() => String, { nullable: true, description: 'The largest value; null for none.' })
  largest!: string | null;
}

@ObjectType('Term', {
  implements: NodeInterface,
  description: 'A vocabulary term: a key of energy documents, and what it means.',
})
export class TermType extends NodeInterface {
  @Field(() => String, { description: 'The name, which documents use as a key, e.g. `active_power-kW`.' })
  name!: string;

  @Field(() => String, { description: 'The IRI of the term; it answers at that address.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it.' })
  label!: string;

  @Field(() => [LocalTextType], { description: 'The name as people read it, in every language that there is.' })
  labels!: readonly LocalTextType[];

  @Field(() => [OtherNameType], {
    description: 'Other names: synonyms, and what data sets and protocols call it, e.g. `Power (kW)`.',
  })
  otherNames!: readonly OtherNameType[];

  @Field(() => String, { description: 'What a value under this key says.' })
  description!: string;

  @Field(() => [LocalTextType], { description: 'What is to be minded: signs, scopes, what it is not.' })
  notes!: readonly LocalTextType[];

  @Field(() => String, { description: 'The datatype of its values, a prefixed name such as `xsd:double`.' })
  datatype!: string;

  @Field(() => String, { nullable: true, description: 'The IRI of the unit of its values; null for what has none.' })
  unit!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The IRI of the kind of quantity that it measures; null for what measures none.',
  })
  quantityKind!: string | null;

  @Field(() => QuantityType, {
    nullable: true,
    description: 'What it measures, whatever the unit; null for what measures none.',
  })
  quantity!: QuantityType | null;

  @Field(() => [FacetValueType], {
    description: 'What it is in each respect that applies to it, as import or export.',
  })
  facets!: readonly FacetValueType[];

  @Field(() => String, { nullable: true, description: 'A value as documents have it.' })
  example!: string | null;

  @Field(() => TermRangeType, { nullable: true, description: 'The values that it expects; null for any.' })
  range!: TermRangeType | null;

  @Field(() => CategoryType, { description: 'The category that the term belongs to.' })
  category!: CategoryType;

  @Field(() => [SemanticsRowType], {
    description: 'The rows of its template and of the nodes that it introduces; empty when it has no semantics yet.',
  })
  semantics!: readonly SemanticsRowType[];

  @Field(() => JsonObject, {
    description:
      'The same rows as JSON, as `@semantic.@context` of a document has them: an object per subject, with a string or a list of strings per predicate.',
  })
  template!: object;

  @Field(() => [PrefixType], { description: 'The prefixes that its template cites, sorted.' })
  prefixes!: readonly PrefixType[];

  @Field(() => [TermLinkType], { description: 'What other ontologies have for it, and where more is said.' })
  links!: readonly TermLinkType[];

  @Field(() => [RelatedTermType], { description: 'Terms that it is related to, the closest relation first.' })
  relatedTerms!: readonly RelatedTermType[];

  @Field(() => Boolean, { description: 'Whether it should not be used any more; it still converts.' })
  deprecated!: boolean;

  @Field(() => [TermType], { description: 'The terms to use instead of a deprecated one.' })
  replacedBy!: readonly TermType[];
}

@ObjectType('RelatedTerm', { description: 'A term that another one is related to.' })
export class RelatedTermType {
  @Field(() => TermRelationName, { description: 'How it is related.' })
  relation!: TermRelation;

  @Field(() => TermType, { description: 'The term.' })
  term!: TermType;
}

@ObjectType('TermEdge', { description: 'A term in a page of terms.' })
export class TermEdge {
  @Field(() => String, { description: 'Where the term stands: pass it as `after` for the terms behind it.' })
  cursor!: string;

  @Field(() => TermType, { description: 'The term.' })
  node!: TermType;

  @Field(() => Float, {
    nullable: true,
    description: 'How well it matches the text that was searched, for comparison within one search; null without one.',
  })
  score!: number | null;
}

@ObjectType('TermConnection', { description: 'A page of terms.' })
export class TermConnection {
  @Field(() => [TermEdge], { description: 'The terms of the page with their cursors.' })
  edges!: readonly TermEdge[];

  @Field(() => [TermType], { description: 'The terms of the page.' })
  nodes!: readonly TermType[];

  @Field(() => PageInfo, { description: 'What there is before and behind the page.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'How many terms there are on all pages.' })
  totalCount!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The searched text with words that no term has mended, when there is something to mend.',
  })
  didYouMean!: string | null;
}

@ObjectType('QuantityEdge', { description: 'A quantity in a page of quantities.' })
export class QuantityEdge {
  @Field(() => String, { description: 'Where the quantity stands: pass it as `after` for the quantities behind it.' })
  cursor!: string;

  @Field(() => QuantityType, { description: 'The quantity.' })
  node!: QuantityType;

  @Field(() => Float, {
    nullable: true,
    description: 'How well the best of its terms matches the text that was searched; null without one.',
  })
  score!: number | null;
}

@ObjectType('QuantityConnection', { description: 'A page of quantities.' })
export class QuantityConnection {
  @Field(() => [QuantityEdge], { description: 'The quantities of the page with their cursors.' })
  edges!: readonly QuantityEdge[];

  @Field(() => [QuantityType], { description: 'The quantities of the page.' })
  nodes!: readonly QuantityType[];

  @Field(() => PageInfo, { description: 'What there is before and behind the page.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'How many quantities there are on all pages.' })
  totalCount!: number;
}
