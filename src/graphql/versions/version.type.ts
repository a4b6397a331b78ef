import { Field, ObjectType } from 'type-graphql';

@ObjectType('Version', { description: 'One version of the vocabulary: what it holds never changes.' })
export class VersionType {
  @Field(() => String, { description: 'Its name: the SHA-256 of its content, in hex.' })
  version!: string;

  @Field(() => String, {
    description: 'Its IRI; it answers at that address, and documents cite it as `dcterms:conformsTo`.',
  })
  iri!: string;

  @Field(() => String, {
    description: 'When this hub took it into use, an ISO 8601 date and time; of one that came back, when it came back.',
  })
  since!: string;

  @Field(() => VersionType, { nullable: true, description: 'The version in use before it; null when none is known.' })
  predecessor!: VersionType | null;

  @Field(() => Boolean, { description: 'Whether it is the version in use.' })
  isCurrent!: boolean;
}
