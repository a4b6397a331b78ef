import { Field, ObjectType } from 'type-graphql';

@ObjectType('Facet', {
  description: 'A respect in which quantities are alike or differ, as the direction of a flow.',
})
export class FacetType {
  @Field(() => String, { description: 'The name, e.g. `direction`.' })
  name!: string;

  @Field(() => String, { description: 'The IRI of the facet; it answers at that address.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it.' })
  label!: string;

  @Field(() => String, { description: 'What the facet tells of a quantity.' })
  description!: string;

  @Field(() => [FacetValueType], { description: 'What a quantity may be in this respect.' })
  values!: readonly FacetValueType[];
}

@ObjectType('FacetValue', { description: 'What a quantity is in one respect, as import or export.' })
export class FacetValueType {
  @Field(() => FacetType, { description: 'The respect.' })
  facet!: FacetType;

  @Field(() => String, {
    description: 'The name, e.g. `import`; filters take it behind that of its facet, `direction/import`.',
  })
  name!: string;

  @Field(() => String, { description: 'The IRI of the value; it answers at that address.' })
  iri!: string;

  @Field(() => String, { description: 'The name as people read it.' })
  label!: string;

  @Field(() => String, { description: 'What it means.' })
  description!: string;
}
