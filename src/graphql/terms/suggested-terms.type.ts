import { Field, Float, ObjectType } from 'type-graphql';
import { TermType } from './term.type.ts';

@ObjectType('TermSuggestion', { description: 'A term that a key may mean.' })
export class TermSuggestionType {
  @Field(() => TermType, { description: 'The term.' })
  term!: TermType;

  @Field(() => Float, {
    description:
      'How likely it is, from 0 to 1: 1 is one of its names, from 0.995 on a name of it in another spelling.',
  })
  score!: number;
}

@ObjectType('KeySuggestions', { description: 'A key of a document, and the terms that it may mean.' })
export class KeySuggestionsType {
  @Field(() => String, { description: 'The key as it was given.' })
  key!: string;

  @Field(() => Boolean, { description: 'Whether the key is a term already.' })
  isTerm!: boolean;

  @Field(() => [TermSuggestionType], { description: 'The terms, the likeliest first; empty when nothing comes near.' })
  suggestions!: readonly TermSuggestionType[];
}
