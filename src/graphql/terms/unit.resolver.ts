import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { convertUnit, type ConvertedValue } from '../../mapping/units/convert-unit.ts';
import { unitsOf } from '../../mapping/units/unit-table.ts';
import type { Unit } from '../../vocabulary/describe/find-entities.ts';
import type { GraphqlContext } from '../request/context.ts';
import { ConvertedValueType, ConvertUnitArgs, UnitType } from './unit.type.ts';

@Resolver(() => UnitType)
export class UnitResolver {
  @FieldResolver(() => [String])
  ucum(@Root() unit: Unit, @Ctx() context: GraphqlContext): readonly string[] {
    return unitsOf(context.vocabulary().lexicon).find(unit.iri)?.unit.ucum ?? [];
  }

  @FieldResolver(() => [String])
  unece(@Root() unit: Unit, @Ctx() context: GraphqlContext): readonly string[] {
    return unitsOf(context.vocabulary().lexicon).find(unit.iri)?.unit.unece ?? [];
  }

  @Query(() => ConvertedValueType, {
    description: 'A value in another unit of the same family, exact to its digits, as GET /api/convert-unit gives it.',
  })
  convertUnit(
    @Args(() => ConvertUnitArgs) { value, from, to, difference }: ConvertUnitArgs,
    @Ctx() context: GraphqlContext,
  ): ConvertedValue {
    return convertUnit({ value, from, to, isDifference: difference ?? false }, context.vocabulary().lexicon);
  }
}
