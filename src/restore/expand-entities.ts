import { HubError } from '../errors.ts';

/** What a document type has that a bracket may stand in, or the bracket at its end. */
const PART = /["'\]]|<!--/g;
const REFERENCE = /&([^\s#&;<>"']+);/g;
/** That a text may have when its entities are expanded. */
const MOST_CHARACTERS = 200_000_000;

interface DocumentType {
  readonly start: number;
  readonly end: number;
  readonly entities: ReadonlyMap<string, string>;
}

/**
 * A text of XML without its document type, and with the values of the entities that this declares, as ontology editors write namespaces:
 * `&owl;Class`. What is declared elsewhere stays a reference, which the parser refuses, as it does a document type that does not end.
 *
 * @throws HubError `malformed-rdf` for entities that are made of others or have elements, and where the text becomes too long
 */
export function expandEntities(text: string): string {
  const found = documentTypeOf(text);
  if (found === null) return text;
  const { start, end, entities } = found;
  // Lines stay where they are.
  const breaks = text.slice(start, end).replace(/[^\n]+/g, '');
  let { length } = text;
  return (text.slice(0, start) + breaks + text.slice(end)).replace(REFERENCE, (reference, name: string) => {
    const value = entities.get(name) ?? reference;
    length += value.length - reference.length;
    if (length > MOST_CHARACTERS) throw new HubError('malformed-rdf', 'Its entities make too long a text of it.');
    return value;
  });
}

/** Null where there is none that ends. */
function documentTypeOf(text: string): DocumentType | null {
  const start = text.indexOf('<!DOCTYPE');
  if (start === -1) return null;
  const entities = new Map<string, string>();
  const end = text.indexOf('>', start);
  let at = text.indexOf('[', start);
  if (at === -1 || (end !== -1 && end < at)) return end === -1 ? null : { start, end: end + 1, entities };
  for (;;) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (part === null) return null;
    const behind = part.index + part[0].length;
    const mark = part[0] === '<!--' ? '-->' : part[0] === ']' ? '>' : part[0];
    const last = text.indexOf(mark, behind);
    if (last === -1) return null;
    if (mark === '>') return { start, end: last + 1, entities };
    if (mark !== '-->') noteEntity(entities, text.slice(at, part.index), text.slice(behind, last));
    at = last + mark.length;
  }
}

/** Notes a value in quotes if it is that of an entity. @param before what stands before the quotes */
function noteEntity(entities: Map<string, string>, before: string, value: string): void {
  const [declares, name] = before.trim().split(/\s+/).slice(-2);
  // The first declaration counts (XML 1.0 §4.2).
  if (name === undefined || declares?.endsWith('<!ENTITY') !== true || entities.has(name)) return;
  if (/[&<%]/.test(value))
    throw new HubError('malformed-rdf', `The entity ${name} is no plain text; write what it means in its place.`);
  entities.set(name, value.replaceAll('"', '&quot;').replaceAll("'", '&apos;'));
}
