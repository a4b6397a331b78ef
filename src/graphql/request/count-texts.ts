import {
  defaultFieldResolver,
  getNamedType,
  GraphQLString,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql';
import type { GraphqlContext } from './context.ts';

/**
 * Has each text below a field count in its answer as often as a query asks for it. What tells of a document is as long as the document has
 * it, keys included, and a query may ask for it under thirty names.
 */
export function countTexts(type: GraphQLNamedType, counted: Set<GraphQLNamedType>): void {
  if (!isObjectType(type) || counted.has(type)) return;
  counted.add(type);
  for (const field of Object.values(type.getFields())) {
    const told = getNamedType(field.type);
    if (told === GraphQLString) countText(field);
    else countTexts(told, counted);
  }
}

function countText(field: GraphQLField<unknown, GraphqlContext>): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = (source, args, context, info) => {
    const told: unknown = resolve(source, args, context, info);
    return told instanceof Promise
      ? told.then((text: unknown) => context.outputs.tell(text))
      : context.outputs.tell(told);
  };
}
