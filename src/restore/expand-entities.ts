import { HubError } from '../errors.ts';

/** Between what may stand before the document type (XML 1.0 §2.8). */
const SPACES = /[\s\uFEFF]*/y;
/** What of a document type decides where it ends, and what it has in quotes. */
const PART = /["'[\]>]|<!--|<\?/g;
/** How what begins so ends. */
const ENDS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<!--': '-->', '<?': '?>' };
/** A stretch in which nothing is a reference, or the reference to an entity. */
const REFERENCE = /<!\[CDATA\[[^]*?(?:\]\]>|$)|&([^\s#&;<>"']+);/g;
/** A character by its number, which a value has in its place (XML 1.0 §4.4.5). */
const CHARACTER = /&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));/g;
/** They mean the same whatever is declared. */
const PREDEFINED: ReadonlySet<string> = new Set(['lt', 'gt', 'amp', 'apos', 'quot']);
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
  return (text.slice(0, start) + breaks + text.slice(end)).replace(REFERENCE, (reference, name?: string) => {
    const value = (name === undefined ? undefined : entities.get(name)) ?? reference;
    length += value.length - reference.length;
    if (length > MOST_CHARACTERS) throw new HubError('malformed-rdf', 'Its entities make too long a text of it.');
    return value;
  });
}

/** Null where there is none that ends. */
function documentTypeOf(text: string): DocumentType | null {
  const start = behindComments(text);
  if (!text.startsWith('<!DOCTYPE', start)) return null;
  const entities = new Map<string, string>();
  let isWithin = false;
  for (let at = start; ;) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (part === null) return null;
    const [mark] = part;
    const behind = part.index + mark.length;
    const end = ENDS[mark];
    if (mark === '>' && !isWithin) return { start, end: behind, entities };
    if (mark === '[' || mark === ']') isWithin = mark === '[';
    const last = end === undefined ? behind : text.indexOf(end, behind);
    if (last === -1) return null;
    if (isWithin && mark === end) noteEntity(entities, text.slice(at, part.index), text.slice(behind, last));
    at = last + (end?.length ?? 0);
  }
}

/** Where the document type stands, or what is in its place: behind comments and instructions. */
function behindComments(text: string): number {
  for (let at = 0; ;) {
    SPACES.lastIndex = at;
    const start = at + SPACES.exec(text)![0].length;
    const mark = ['<!--', '<?'].find((each) => text.startsWith(each, start));
    if (mark === undefined) return start;
    const end = ENDS[mark]!;
    const last = text.indexOf(end, start + mark.length);
    if (last === -1) return start;
    at = last + end.length;
  }
}

/** Notes a value in quotes if it is that of an entity. @param before what stands before the quotes */
function noteEntity(entities: Map<string, string>, before: string, written: string): void {
  const [declares, name] = before.trim().split(/\s+/).slice(-2);
  // The first declaration counts (XML 1.0 §4.2).
  if (name === undefined || declares?.endsWith('<!ENTITY') !== true || entities.has(name) || PREDEFINED.has(name))
    return;
  const value = written.replace(CHARACTER, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = code > 0x10ffff ? reference : String.fromCodePoint(code);
    // A mark of XML by its number is text.
    return character === '<' || character === '%' ? reference : character;
  });
  if (/[<%]|&(?!#)/.test(value))
    throw new HubError('malformed-rdf', `The entity ${name} is no plain text; write what it means in its place.`);
  entities.set(name, value.replaceAll('"', '&quot;').replaceAll("'", '&apos;'));
}
