import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import type { RdfFormat } from '../../src/rdf/write/format.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { listCopyDifferences } from './compare-copies.ts';
import { convert, CONVERT_DEFAULTS, statusOf } from './convert.ts';
import type { ConvertedText } from './convert.ts';
import { distinctTriples } from './graph.ts';
import type { Triple } from './graph.ts';
import { canonicalize } from './isomorphic.ts';
import { readBack, readBackAgain } from './read-back.ts';
import { ReferenceFailure, convertByReference } from './reference-mapping.ts';
import type { ReferenceOptions } from './reference-mapping.ts';

// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// NameStartChar of XML 1.0 without the colon, and NameChar.
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NAMEABLE = new RegExp(`[${START}][${START}.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}-]*>$`, 'u');

const DOT_SEGMENT = /^<[^?#]*\/\.\.?([/?#].*)?>$/;

/** Whether RDF/XML can write a predicate. */
export function isNameable(predicate: string): boolean {
  return NAMEABLE.test(predicate);
}

/** A term as RDF/XML can hold it. */
export function replaceForXml(term: string): string {
  return term.replace(NOT_XML, '\ufffd');
}

/** `code key count` of each warning but `xml-character`, sorted. */
export function listWarnings(warnings: readonly { code: string; key: string; count: number }[]): string[] {
  // The reference knows nothing of units: test/mapping/units/unit-checks.test.ts does.
  return warnings
    .filter(({ code }) => code !== 'unit-mismatch')
    .filter(({ code }) => code !== 'xml-character')
    .map(({ code, key, count }) => `${code} ${key} ${count}`)
    .sort();
}

/** What the two conversions of a document disagree on, in words; empty when they agree. */
export async function listDisagreements(
  text: string,
  lexicon: Lexicon,
  options: ReferenceOptions = {},
  formats: readonly RdfFormat[] = RDF_FORMATS,
): Promise<string[]> {
  const found: string[] = [];
  let expected: ReturnType<typeof convertByReference> | null = null;
  let status: number | null = null;
  try {
    expected = convertByReference(text, lexicon, options);
  } catch (error) {
    if (!(error instanceof ReferenceFailure)) throw error;
    status = error.status;
  }
  const wantedForm = expected === null ? '' : canonicalize(expected.triples);
  for (const format of formats) {
    const unnameable =
      format === 'rdf' && expected !== null && expected.triples.some(([, predicate]) => !isNameable(predicate));
    const wanted = unnameable ? 422 : status;
    let converted: ConvertedText | null = null;
    const got = statusOf(() => {
      converted = convert(text, lexicon, { format, ...options });
    });
    if (got !== wanted) found.push(`${format}: status ${got}, expected ${wanted}`);
    if (expected === null || converted === null) continue;
    found.push(...(await compareOne(format, converted, expected, wantedForm)).map((line) => `${format}: ${line}`));
  }
  found.push(...listCopyDifferences(Buffer.from(text), lexicon, { ...CONVERT_DEFAULTS, ...options }));
  return found;
}

/** @param wantedForm the canonical form of what is expected */
async function compareOne(
  format: RdfFormat,
  converted: ConvertedText,
  expected: ReturnType<typeof convertByReference>,
  wantedForm: string,
): Promise<string[]> {
  const found: string[] = [];
  let triples: readonly Triple[] = expected.triples;
  let wanted = wantedForm;
  if (format === 'rdf') {
    triples = distinctTriples(triples.map(([s, p, o]) => [s, p, replaceForXml(o)] as const));
    const replaced = expected.triples.some(([, , o]) => replaceForXml(o) !== o);
    if (replaced !== converted.warnings.some(({ code }) => code === 'xml-character'))
      found.push(`xml-character: expected ${replaced}`);
    if (replaced) wanted = canonicalize(triples);
  }
  const same = (name: string, got: unknown, wanted: unknown) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (a !== b) found.push(`${name} ${a}, expected ${b}`);
  };
  // Two texts that differ in characters beyond XML become one: whether they count twice is nobody's business.
  if (triples.length === expected.triples.length) same('triples', converted.triples, triples.length);
  same('warnings', listWarnings(converted.warnings), listWarnings(expected.warnings));
  same('unmapped', converted.unmapped, expected.unmapped);
  // Base resolution of RFC 3986 takes dot segments out of absolute references too; the first reader of RDF/XML does so, the others do not.
  const dots = format === 'rdf' && triples.some(([s, , o]) => DOT_SEGMENT.test(s) || DOT_SEGMENT.test(o));
  for (const read of dots ? [readBackAgain] : [readBack, readBackAgain]) {
    try {
      const written = await read(format, converted.text);
      const graph = distinctTriples(written);
      // The readers of JSON-LD join what is repeated, so there the text is counted.
      const count = format === 'jsonld' ? countStatements(JSON.parse(converted.text)) : written.length;
      if (count !== graph.length)
        found.push(`${read.name}: ${count - graph.length} triples are written twice\n${converted.text}`);
      if (graph.length !== triples.length || canonicalize(graph) !== wanted) {
        found.push(`${read.name}: another graph\n${describeDifference(graph, triples)}\n--- text\n${converted.text}`);
      }
    } catch (error) {
      found.push(`${read.name}: ${String(error)}\n--- text\n${converted.text}`);
    }
  }
  return found;
}

/** How many triples a JSON-LD answer writes: every value of every node. */
function countStatements(json: unknown): number {
  const { '@graph': nodes } = json as { '@graph': unknown };
  const ofNode = (node: unknown): number =>
    Object.entries(node as object)
      .filter(([key]) => !['@id', '@value', '@language'].includes(key))
      .map(([key, values]) => {
        const list: unknown[] = Array.isArray(values) ? values : [values];
        if (key === '@type') return '@value' in (node as object) ? 0 : list.length;
        return (
          list.length +
          list
            .map((value) => (typeof value === 'object' && value !== null ? ofNode(value) : 0))
            .reduce((a, b) => a + b, 0)
        );
      })
      .reduce((a, b) => a + b, 0);
  return (nodes as unknown[]).map(ofNode).reduce((a, b) => a + b, 0);
}

/** The triples that only one of two graphs has, blank nodes written alike. */
function describeDifference(got: readonly Triple[], wanted: readonly Triple[]): string {
  const blur = (triples: readonly Triple[]) =>
    triples.map((terms) => terms.map((term) => (term.startsWith('_:') ? '_:' : term)).join(' ')).sort();
  const [left, right] = [blur(got), blur(wanted)];
  const only = (ones: string[], others: string[]) => {
    const rest = [...others];
    return ones.filter((line) => {
      const at = rest.indexOf(line);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
  };
  return [...only(left, right).map((line) => `+ ${line}`), ...only(right, left).map((line) => `- ${line}`)].join('\n');
}
