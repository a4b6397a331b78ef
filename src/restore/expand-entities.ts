import { HubError } from '../errors.ts';

/** The document type of a text of XML, with the declarations in its brackets. */
const DOCUMENT_TYPE = /<!DOCTYPE[^[>]*(?:\[((?:"[^"]*"|'[^']*'|<!--(?:(?!-->)[^])*-->|<(?!!--)|[^\]"'<])*)\]\s*)?>/;
/** A comment, or the declaration of an entity: its name, and its value in quotes. */
const DECLARATION = /<!--[^]*?-->|<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const REFERENCE = /&([^\s#&;<>"']+);/g;
/** That a text may have when its entities are expanded. */
const MOST_CHARACTERS = 200_000_000;

/**
 * A text of XML without its document type, and with the values of the entities that this declares, as ontology editors write namespaces:
 * `&owl;Class`. What is declared elsewhere stays a reference, which the parser refuses.
 *
 * @throws HubError `malformed-rdf` for entities that are made of others or have elements, and where the text becomes too long
 */
export function expandEntities(text: string): string {
  const [documentType, declarations = ''] = DOCUMENT_TYPE.exec(text) ?? [];
  if (documentType === undefined) return text;
  const values = new Map<string, string>();
  for (const [, name, quoted, value = quoted ?? ''] of declarations.matchAll(DECLARATION)) {
    // The first declaration counts (XML 1.0 §4.2).
    if (name === undefined || values.has(name)) continue;
    if (/[&<%]/.test(value))
      throw new HubError('malformed-rdf', `The entity ${name} is no plain text; write what it means in its place.`);
    values.set(name, value.replaceAll('"', '&quot;').replaceAll("'", '&apos;'));
  }
  // Lines stay where they are.
  const breaks = documentType.replace(/[^\n]+/g, '');
  let { length } = text;
  return text
    .replace(documentType, () => breaks)
    .replace(REFERENCE, (reference, name: string) => {
      const value = values.get(name) ?? reference;
      length += value.length - reference.length;
      if (length > MOST_CHARACTERS) throw new HubError('malformed-rdf', `Its entities make too long a text of it.`);
      return value;
    });
}
