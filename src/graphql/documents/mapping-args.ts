import { ArgsType, Field, Int } from 'type-graphql';
import { invalidOption } from '../../errors.ts';
import { checkBase } from '../../rdf/check-base.ts';

export const BASE_DESCRIPTION =
  'Namespace in which the entities of the document are minted: an absolute http(s) IRI ending in `/` or `#`.';

/** How a document becomes its graph. */
@ArgsType()
export class MappingArgs {
  @Field(() => String, { nullable: true, description: BASE_DESCRIPTION })
  base?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: "Whether values are linked to their instant, taken from a time axis or from a record's own timestamp.",
  })
  align!: boolean | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description: 'How many elements of each array are kept, for a sample of a large document; 0 keeps all.',
  })
  maxArrayItems!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'In which units values are wanted: a list with commas of units as terms spell them, each for all quantities of its family; `active_power=MW` for one quantity; `si` for the coherent units of the SI. Keys become the terms of these units.',
  })
  units?: string | null;
}

/** The options that these arguments stand for. @throws HubError `invalid-option` */
export function readMappingArgs({ base, align, maxArrayItems, units }: MappingArgs): {
  readonly base: string | null;
  readonly align: boolean;
  readonly maxArrayItems: number;
  readonly units?: string;
} {
  const most = maxArrayItems ?? 0;
  if (most < 0) throw invalidOption('maxArrayItems', most, 'a whole number from 0');
  return {
    base: base == null ? null : checkBase(base),
    align: align ?? true,
    maxArrayItems: most,
    ...(units == null ? {} : { units }),
  };
}
