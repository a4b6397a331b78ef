import { GraphQLScalarType } from 'graphql';
import { Field, ObjectType } from 'type-graphql';
import { HubError } from '../../errors.ts';
import { findText, type LocalText } from '../../vocabulary/describe/descriptions.ts';

/** Languages that one field may name. */
const MAX_LANGUAGES = 10;
/** Characters of a language tag that everybody has to take (RFC 5646 §4.4.1). */
const MAX_TAG_CHARACTERS = 35;
/** The language that everything in the vocabulary has. */
const FALLBACK = 'en';

export const LANGUAGES_DESCRIPTION =
  'Language tags, the best first, at most 10; `de-AT` is content with `de`. When there is a text in none of them, or none is named, it is English.';

@ObjectType('LocalText', { description: 'A text in one language.' })
export class LocalTextType {
  @Field(() => String, { description: 'The text.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Its language tag; null for what belongs to no language.' })
  language!: string | null;
}

@ObjectType('OtherName', { description: 'Another name of a term.' })
export class OtherNameType {
  @Field(() => String, { description: 'The name.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Its language tag; null for names of data sets and protocols.' })
  language!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether it is a name in data sets and protocols (`skos:hiddenLabel`) and not one for people to read (`skos:altLabel`).',
  })
  isHidden!: boolean;
}

export const JsonObject = new GraphQLScalarType({ name: 'JSONObject', description: 'A JSON object.' });

/**
 * The text in the best of the languages that there is, else in English, else the one given.
 *
 * @throws HubError `invalid-option` for too many languages and for a tag that is too long
 */
export function textFor(
  texts: readonly LocalText[],
  languages: readonly string[] | null | undefined,
  otherwise: string,
): string {
  const wanted = languages ?? [];
  if (wanted.length > MAX_LANGUAGES) {
    throw new HubError(
      'invalid-option',
      `languages has ${wanted.length} tags; at most ${MAX_LANGUAGES} are looked at.`,
      {
        key: 'languages',
      },
    );
  }
  if (wanted.some((tag) => tag.length > MAX_TAG_CHARACTERS)) {
    throw new HubError('invalid-option', `A language tag has at most ${MAX_TAG_CHARACTERS} characters.`, {
      key: 'languages',
    });
  }
  return findText(texts, [...wanted, FALLBACK])?.text ?? otherwise;
}
