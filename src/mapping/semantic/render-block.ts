import type { Template } from '../lexicon/lexicon.ts';
import type { SemanticBlock } from './semantic-block.ts';

/** JSON written member by member: an object of JavaScript would lose `__proto__` and reorder keys that are numbers. */
export function renderBlock({ prefixes, base, context, annotations }: SemanticBlock): string {
  const prefix = base === null ? [...prefixes] : [['@base', base] as const, ...prefixes];
  return renderObject([
    ['@prefix', renderObject(prefix.map(([name, namespace]) => [name, JSON.stringify(namespace)]))],
    ['@context', renderObject(Array.from(context, ([key, template]) => [key, renderTemplate(template)]))],
    ['@annotations', renderObject(annotations.map(([property, value]) => [property, JSON.stringify(value)]))],
  ]);
}

function renderTemplate(template: Template): string {
  return renderObject(
    template.map(([predicate, objects]) => [predicate, JSON.stringify(objects.length === 1 ? objects[0] : objects)]),
  );
}

function renderObject(members: ReadonlyArray<readonly [name: string, json: string]>): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
