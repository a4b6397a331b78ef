import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { convertUnit, type ConvertedValue } from '../../mapping/units/convert-unit.ts';
import type { GraphqlContext } from '../request/context.ts';
import { ConvertedValueType, ConvertUnitArgs } from './unit.type.ts';

@Resolver(() => ConvertedValueType)
export class UnitResolver {
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
