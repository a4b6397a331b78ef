import { ArgsType, Field } from 'type-graphql';
import { MAX_UNPAGED, PAGE_LENGTH, type PageRequest } from '../../vocabulary/list-page.ts';

/** Which part of a list is wanted that most often fits into one answer, as REST has it. */
@ArgsType()
export class PageArgs implements PageRequest {
  @Field(() => String, {
    nullable: true,
    description: `Only entries behind the one of this name. A list of more than ${MAX_UNPAGED} entries comes in pages of ${PAGE_LENGTH}, and so does what is behind an entry of any list, unless the whole is asked for.`,
  })
  after: string | null = null;

  @Field(() => Boolean, { name: 'whole', defaultValue: false, description: 'All entries, however many there are.' })
  isWhole: boolean = false;
}
