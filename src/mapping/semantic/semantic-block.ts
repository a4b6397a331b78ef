import { HubError } from '../../errors.ts';
import type { JsonDocument } from '../json/document.ts';
import type { Template } from '../lexicon/lexicon.ts';
import { SEMANTIC_KEY } from '../json/semantic-key.ts';
import { ARRAY, OBJECT, STRING } from '../json/tape-entry.ts';
import { excerpt, pointerToken, quote } from '../json/text.ts';

/** The `@semantic` object, read but not yet resolved: names are kept as written. */
export interface SemanticBlock {
  /** `@prefix` without `@base`. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** `@prefix.@base`. */
  readonly base: string | null;
  /** `@context`: templates of keys and, with their `?`, of nodes. */
  readonly context: ReadonlyMap<string, Template>;
  readonly annotations: ReadonlyArray<readonly [property: string, value: string]>;
}

/** One for all keys that have it: a document may have as many as values. */
export const EMPTY_TEMPLATE: Template = [];

/**
 * Reads the `@semantic` object that a document carries.
 *
 * @throws HubError `missing-semantic`, `invalid-semantic` (the shape alone; names are checked when compiled)
 */
export function readSemanticBlock(document: JsonDocument): SemanticBlock {
  const value = document.semanticValue();
  if (value === null || document.kindOf(value) !== OBJECT) {
    const what = value === null ? 'carries no "@semantic" object' : 'has an "@semantic" that is no object';
    throw new HubError('missing-semantic', `The document ${what}; post it to /api/semantic first, which embeds one.`, {
      key: SEMANTIC_KEY,
      ...(value === null ? {} : { pointer: pointerToken(SEMANTIC_KEY) }),
    });
  }
  const prefixes = new Map<string, string>();
  const context = new Map<string, Template>();
  const annotations: [string, string][] = [];
  let base: string | null = null;
  for (const [section, entry] of membersByName(document, value)) {
    const place = pointerToken(SEMANTIC_KEY) + pointerToken(section);
    if (section === '@prefix') {
      for (const [prefix, namespace] of membersByName(document, wantObject(document, entry, section, place))) {
        const text = wantString(document, namespace, prefix, () => [
          prefix === '@base' ? 'The base' : `The namespace of the prefix ${quote(prefix)}`,
          place + pointerToken(prefix),
        ]);
        if (prefix === '@base') base = text;
        else prefixes.set(prefix, text);
      }
    } else if (section === '@context') {
      for (const member of document.membersOf(wantObject(document, entry, section, place))) {
        const key = document.textOf(member);
        context.set(key, readTemplate(document, document.valueOf(member), key, place));
      }
    } else if (section === '@annotations') {
      for (const [property, text] of membersByName(document, wantObject(document, entry, section, place))) {
        annotations.push([
          property,
          wantString(document, text, property, () => [
            `The annotation ${quote(property)}`,
            place + pointerToken(property),
          ]),
        ]);
      }
    }
  }
  return { prefixes, base, context, annotations };
}

/**
 * Whether a block cites this version of the vocabulary as `dcterms:conformsTo`, on whichever hub it was described.
 *
 * @param versionIri ends with `/v/{version}/`
 */
export function citesVersion({ annotations }: SemanticBlock, versionIri: string): boolean {
  const name = versionIri.slice(versionIri.lastIndexOf('/v/'));
  return annotations.some(([property, value]) => property === 'dcterms:conformsTo' && value.endsWith(name));
}

/** @param place of the section that holds it */
function readTemplate(document: JsonDocument, value: number, key: string, place: string): Template {
  // A template with a fault is asked for its place: most have none.
  const pointer = (): string => place + pointerToken(key);
  if (document.kindOf(value) !== OBJECT) {
    const problem = `The template of ${quote(key)} is no object; write { "predicate": "object" } or {}.`;
    throw invalidSemantic(problem, key, pieceOf(document, value), pointer());
  }
  if (document.entries[value + 2] === 0) return EMPTY_TEMPLATE;
  const template: [string, string[]][] = [];
  for (const [predicate, object] of membersByName(document, value)) {
    const read = (item: number, behind: string): string =>
      wantString(document, item, key, () => [
        `An object of ${quote(predicate)} in the template of ${quote(key)}`,
        pointer() + pointerToken(predicate) + behind,
      ]);
    const isArray = document.kindOf(object) === ARRAY;
    const objects = isArray ? document.blockItemsOf(object).map((item, i) => read(item, `/${i}`)) : [read(object, '')];
    template.push([predicate, objects]);
  }
  return template;
}

function membersByName(document: JsonDocument, object: number): Array<[name: string, value: number]> {
  return Array.from(document.membersOf(object), (member) => [document.textOf(member), document.valueOf(member)]);
}

function wantObject(document: JsonDocument, value: number, section: string, pointer: string): number {
  if (document.kindOf(value) === OBJECT) return value;
  throw invalidSemantic(`"${section}" of "@semantic" is no object.`, section, pieceOf(document, value), pointer);
}

function wantString(
  document: JsonDocument,
  value: number,
  key: string,
  placeOf: () => readonly [what: string, pointer: string],
): string {
  if (document.kindOf(value) === STRING) return document.textOf(value);
  const [what, pointer] = placeOf();
  throw invalidSemantic(`${what} is no string.`, key, pieceOf(document, value), pointer);
}

/** The offending value in a few words: a whole array would drown the message. */
function pieceOf(document: JsonDocument, value: number): string {
  const kind = document.kindOf(value);
  if (kind === OBJECT) return '{…}';
  return kind === ARRAY ? '[…]' : excerpt(document.textOf(value));
}

/** An error of the block; long names are cut, so that a key of a megabyte does not come back as an answer of two. */
export function invalidSemantic(message: string, key: string, piece: string, pointer: string): HubError {
  const details = { key: excerpt(key), piece: excerpt(piece), pointer: excerpt(pointer) };
  return new HubError('invalid-semantic', message, details);
}
