import { RDF } from './namespaces.ts';

// Namespaces in XML 1.0 §4 NCName.
const NCNAME_START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NCNAME_REST = `${NCNAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;
const NCNAME_CHARACTER = new RegExp(`^[${NCNAME_REST}]`, 'u');
const NCNAME_FIRST = new RegExp(`^[${NCNAME_START}]`, 'u');

/** What a character can be in an NCName. */
type Place = 'first' | 'later' | 'none';
function placeOf(character: string): Place {
  if (!NCNAME_CHARACTER.test(character)) return 'none';
  return NCNAME_FIRST.test(character) ? 'first' : 'later';
}
const PLACES_OF_ASCII = Array.from({ length: 0x80 }, (_, code) => placeOf(String.fromCharCode(code)));

function isNcName(text: string): boolean {
  return text !== '' && ncNameStart(text) === 0;
}

/** Where the longest NCName at the end of an IRI begins; -1 when there is none (`mapping.md §8`). */
export function ncNameStart(iri: string): number {
  let start = -1;
  for (let at = iri.length - 1; at >= 0; at--) {
    let place = PLACES_OF_ASCII[iri.charCodeAt(at)];
    if (place === undefined) {
      const isPair = at > 0 && iri.codePointAt(at - 1)! > 0xffff;
      if (isPair) at--;
      place = placeOf(String.fromCodePoint(iri.codePointAt(at)!));
    }
    if (place === 'none') break;
    if (place === 'first') start = at;
  }
  return start;
}

/** True for what Turtle and SPARQL take before the colon (Turtle §6.5 PNAME_NS): an NCName, a bit fewer, or nothing. */
export function isTurtlePrefix(prefix: string): boolean {
  return prefix === '' || (isNcName(prefix) && !prefix.startsWith('_') && !prefix.endsWith('.'));
}

/** Names of the RDF namespace that mean something else as a property element (RDF/XML §5.1). */
const RESERVED = new Set([
  'RDF',
  'ID',
  'about',
  'bagID',
  'parseType',
  'resource',
  'nodeID',
  'datatype',
  'li',
  'aboutEach',
  'aboutEachPrefix',
  'Description',
]);

/** Namespaces that XML reserves (Namespaces in XML 1.0 §3). */
const XML_NAMESPACES = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/']);

/** Why an IRI cannot name a property element of RDF/XML; null when it can. */
export function faultOfElementName(iri: string): string | null {
  const at = ncNameStart(iri);
  const namespace = iri.slice(0, Math.max(at, 0));
  if (XML_NAMESPACES.has(namespace) || (namespace === RDF && RESERVED.has(iri.slice(at))))
    return 'the name is reserved there';
  return namespace === '' ? 'its end is no XML name' : null;
}

/** True for a prefix that RDF/XML may declare for any namespace: `xml…` is reserved (Namespaces in XML 1.0 §3), and `rdf` is RDF's own. */
export function isXmlPrefix(prefix: string): boolean {
  return prefix !== 'rdf' && isNcName(prefix) && !/^xml/i.test(prefix);
}
