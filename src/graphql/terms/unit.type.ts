import { ArgsType, Field, ObjectType } from 'type-graphql';
import type { ConvertedValue } from '../../mapping/units/convert-unit.ts';

const NAMES = 'as terms spell it (`kW`), its IRI of QUDT, or its code of UCUM or UN/ECE.';

@ArgsType()
export class ConvertUnitArgs {
  @Field(() => String, {
    description: 'A decimal number as text, so that it keeps every digit; with an exponent or without.',
  })
  value!: string;

  @Field(() => String, { description: `The unit of the value: ${NAMES}` })
  from!: string;

  @Field(() => String, { description: `The unit that is wanted, of the same family: ${NAMES}` })
  to!: string;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether the value is a difference of temperatures, to which no offset is added.',
  })
  difference!: boolean | null;
}

@ObjectType('Unit', { description: 'A unit.' })
export class UnitType {
  @Field(() => String, { description: 'How names of terms spell it.' })
  notation!: string;

  @Field(() => [String], { description: 'Its codes of UCUM.' })
  ucum!: readonly string[];

  @Field(() => [String], { description: 'Its codes of UN/ECE, Recommendation 20.' })
  unece!: readonly string[];

  @Field(() => String, { description: 'Its IRI.' })
  iri!: string;
}

@ObjectType('ConvertedValue', { description: 'A value in another unit.' })
export class ConvertedValueType implements Record<keyof ConvertedValue, unknown> {
  @Field(() => String, { description: 'The number, exact to its digits.' })
  value!: string;

  @Field(() => Boolean, { description: 'Whether the exact number has no end as a decimal.' })
  isRounded!: boolean;

  @Field(() => String, { description: 'The family of both units, within which values are converted.' })
  family!: string;

  @Field(() => UnitType, { description: 'The unit of the value that was given.' })
  from!: UnitType;

  @Field(() => UnitType, { description: 'The unit of the value that was asked for.' })
  to!: UnitType;
}
