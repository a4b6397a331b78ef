/**
 * Escapes for N-Triples and Turtle: canonical N-Triples (RDF 1.2 N-Triples §4.1): `\b \t \n \f \r \" \\`, other control
 * characters, DEL and what XML can't hold as `\uXXXX`, all else as it is.
 */
export function escapeTriplesText(text: string): string {
  return text.replace(/["\\\u0000-\u001F\u007F\uFFFE\uFFFF]/g, (character) => {
    const short = SHORT_ESCAPES.get(character);
    return short ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

/** Escapes of one character, by what they stand for. */
export const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/** The text as the content of an XML element. A carriage return written out would be read as a line feed (XML 1.0 §2.11). */
export function escapeXmlText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) =>
    character === '&' ? '&amp;' : character === '<' ? '&lt;' : character === '>' ? '&gt;' : '&#xD;',
  );
}

/** An IRI as the value of an XML attribute in double quotes. */
export function escapeXmlIri(iri: string): string {
  return iri.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

/** The text between the quotes of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
