/** What has to be true of every input, whatever it is. */
import { toUSVString } from 'node:util';
import { HubError, type ErrorCode } from '../../src/errors.ts';
import { convertDocument } from '../../src/mapping/convert-document.ts';
import type { Conversion, ConvertOptions } from '../../src/mapping/convert.ts';
import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import { embedSemantic } from '../../src/mapping/embed.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import type { Warning } from '../../src/mapping/records/warnings.ts';
import { listWarnings, replaceForXml } from '../support/compare-conversions.ts';
import { listCopyDifferences } from '../support/compare-copies.ts';
import { distinctTriples, isBlank, type Triple } from '../support/graph.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { readBack, readBackAgain } from '../support/read-back.ts';
import { ReferenceFailure, convertByReference } from '../support/reference-mapping.ts';

export type FuzzOptions = Omit<ConvertOptions, 'format' | 'now'> & { readonly maxTriples: number };

/** What is wrong, and which promise it breaks; smaller inputs break the same one. */
export interface Finding {
  readonly promise: string;
  readonly words: string;
}

/** `block` has the golden terms; in `registry` most keys are terms with templates. */
export interface Lexicons {
  readonly block: Lexicon;
  readonly registry: Lexicon;
}

const NOW = new Date('2026-11-21T12:00:00Z');
const MAX_DEPTH = 128;
/** Far more than anything needs: it tells what is quadratic or loops. */
const MAX_MS = 2_000;
const MAX_MS_PER_KIB = 20;
/** Comparing graphs with nameless nodes costs more than converting. */
const MAX_COMPARED = 400;
const MAX_READ_TRIPLES = 5_000;
const MAX_REFERENCE_BYTES = 8 * 1024;

const READING: readonly ErrorCode[] = ['malformed-json', 'not-utf8', 'too-deep', 'not-an-object'];
const CONVERTING: readonly ErrorCode[] = ['missing-semantic', 'invalid-semantic', 'not-all-terms', 'too-many-triples'];

class Broken extends Error {
  readonly promise: string;

  constructor(promise: string, words: string) {
    super(words);
    this.promise = promise;
  }
}

function demand(holds: boolean, promise: string, words: () => string): void {
  if (!holds) throw new Broken(promise, words());
}

/** The first promise that the input breaks; null when it breaks none. */
export async function findFault(body: Uint8Array, options: FuzzOptions, lexicons: Lexicons): Promise<Finding | null> {
  try {
    await check(body, options, lexicons);
    return null;
  } catch (error) {
    if (error instanceof Broken) return { promise: error.promise, words: error.message };
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    // The place without the line: it stays the same fault while its input shrinks.
    const place = /at (\S+)/.exec(stack ?? '')?.[1] ?? '';
    return { promise: `only expected errors are thrown: ${name} at ${place}`, words: `${message}\n${stack}` };
  }
}

async function check(body: Uint8Array, options: FuzzOptions, lexicons: Lexicons): Promise<void> {
  const expected = readByParse(body);
  const embedding = checkEmbedding(body, expected, lexicons.registry);
  const lexicon = lexicons[options.semantics];
  const answers = new Map<RdfFormat, Answer>();
  for (const format of RDF_FORMATS) answers.set(format, convertOnce(body, lexicon, { ...options, format, now: NOW }));
  for (const [format, { refused }] of answers) checkRefusal(format, refused, expected);
  const [nt, ...others] = RDF_FORMATS.toSorted((a, b) => Number(b === 'nt') - Number(a === 'nt'));
  const first = answers.get(nt!)!;
  for (const format of others) checkAlike(format, answers.get(format)!, first);
  checkCopies(body, lexicon, options);
  const triples = await checkTexts(answers, options);
  if (options.semantics === 'registry' && embedding !== null)
    await checkTwoSteps(embedding, options, lexicon, first, triples);
  if (options.semantics === 'block' && body.length <= MAX_REFERENCE_BYTES && expected.kind === 'value')
    checkByReference(body, options, lexicon, first, triples);
}

/** Rows that are copied are those that are walked, with and without `skolemize`. */
function checkCopies(body: Uint8Array, lexicon: Lexicon, options: FuzzOptions): void {
  const differences = listCopyDifferences(body, lexicon, { ...options, now: NOW });
  demand(differences.length === 0, 'rows that are copied are those that are walked', () => differences.join('\n'));
}

type Expected =
  | { readonly kind: 'value'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'deep' };

/** What `JSON.parse` says, but for depth; a byte order mark is skipped, and what is not UTF-8 is refused. */
function readByParse(body: Uint8Array): Expected {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const value = JSON.parse(text) as unknown;
    return isTooDeep(text) ? { kind: 'deep' } : { kind: 'value', value, text };
  } catch {
    return { kind: 'refused' };
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkRefusal(what: string, refused: HubError | null, expected: Expected): void {
  const told = () => `${what}: ${refused === null ? 'taken' : `${refused.code}: ${refused.message}`}`;
  const { code } = refused ?? {};
  const promise = 'what JSON.parse takes is taken, what it refuses is refused';
  if (expected.kind === 'refused')
    demand(code === 'malformed-json' || code === 'not-utf8' || code === 'too-deep', promise, told);
  else if (expected.kind === 'deep') demand(code === 'too-deep', 'more than 128 levels are refused', told);
  else if (!isObject(expected.value)) demand(code === 'not-an-object', 'what is no object is refused as that', told);
  else demand(code === undefined || !READING.includes(code), promise, told);
  if (refused === null) return;
  const known = [...READING, ...CONVERTING, ...(what === 'rdf' ? (['unnameable-predicate'] as const) : [])];
  demand(known.includes(refused.code), 'a refusal has a documented code', told);
  demand(
    toUSVString(refused.message) === refused.message && refused.message.length < 1000,
    'a refusal is a short text',
    told,
  );
}

/** The document with its block, null when it was refused. */
function checkEmbedding(body: Uint8Array, expected: Expected, lexicon: Lexicon): Buffer | null {
  const embed = (bytes: Uint8Array): Buffer => {
    const before = Buffer.from(bytes);
    const { parts } = timed('embed', bytes, () => embedSemantic(bytes, lexicon, { base: null, now: NOW }));
    demand(before.equals(bytes), 'a body stays as it was', () => 'embed');
    return Buffer.concat([...parts]);
  };
  let embedded: Buffer;
  try {
    embedded = embed(body);
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    checkRefusal('embed', error, expected);
    demand(READING.includes(error.code), 'embedding refuses what it can not read, and nothing else', () => error.code);
    return null;
  }
  checkRefusal('embed', null, expected);
  if (expected.kind !== 'value') return null;
  const text = embedded.toString('utf8');
  const { '@semantic': block, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const { '@semantic': old, ...given } = expected.value as Record<string, unknown>;
  const promise = 'embedding gives the same document and a block';
  demand(isObject(block) && Object.keys(JSON.parse(text) as object).includes('@semantic'), promise, () => text);
  demand(JSON.stringify(rest) === JSON.stringify(given), promise, () => text);
  if (old === undefined && !Object.hasOwn(expected.value as object, '@semantic')) {
    const kept = expected.text.slice(expected.text.indexOf('{') + 1);
    demand(text.endsWith(kept), 'embedding leaves every byte as it was written', () => text);
  }
  demand(embed(embedded).equals(embedded), 'embedding twice is embedding once', () => text);
  return embedded;
}

interface Answer {
  readonly refused: HubError | null;
  readonly conversion: Conversion | null;
  readonly text: string;
}

function convertOnce(body: Uint8Array, lexicon: Lexicon, options: ConvertOptions): Answer {
  const before = Buffer.from(body);
  const chunks: Uint8Array[] = [];
  try {
    const conversion = timed(options.format, body, () =>
      convertDocument(body, lexicon, options, (chunk) => chunks.push(chunk)),
    );
    const bytes = Buffer.concat([conversion.head, ...chunks]);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { refused: null, conversion, text };
  } catch (error) {
    if (error instanceof HubError) return { refused: error, conversion: null, text: '' };
    throw error;
  } finally {
    demand(before.equals(body), 'a body stays as it was', () => options.format);
  }
}

/** What takes too long is tried again: the machine may have been busy. */
function timed<T>(what: string, body: Uint8Array, run: () => T): T {
  const maxMs = MAX_MS + (body.length / 1024) * MAX_MS_PER_KIB;
  const startedAt = performance.now();
  const result = run();
  if (performance.now() - startedAt <= maxMs) return result;
  const againAt = performance.now();
  const again = run();
  const ms = performance.now() - againAt;
  demand(ms <= maxMs, 'no input takes long', () => `${what}: ${ms} ms`);
  return again;
}

/** Formats agree on everything but what RDF/XML can't hold. */
function checkAlike(format: RdfFormat, answer: Answer, first: Answer): void {
  const { code } = answer.refused ?? {};
  if (format === 'rdf' && code === 'unnameable-predicate') return;
  const isChanged = answer.conversion?.warnings.some((warning) => warning.code === 'xml-character') ?? false;
  // What XML can't hold is replaced, and equal triples count once.
  if (format === 'rdf' && (isChanged || code !== first.refused?.code)) return;
  demand(
    code === first.refused?.code,
    'every format takes and refuses the same',
    () => `${format}: ${code}, nt: ${first.refused?.code}`,
  );
  if (answer.conversion === null || first.conversion === null) return;
  const tell = ({ triples, warnings, unmapped, described }: Conversion) =>
    JSON.stringify([triples, listWarnings(warnings), unmapped, described]);
  const [own, others] = [tell(answer.conversion), tell(first.conversion)];
  demand(own === others, 'every format counts the same', () => `${format}: ${own}\nnt: ${others}`);
}

/** Reads every answer back. The triples of the N-Triples, null when there are none or too many. */
async function checkTexts(answers: ReadonlyMap<RdfFormat, Answer>, options: FuzzOptions): Promise<Triple[] | null> {
  const nt = answers.get('nt')!;
  if (nt.conversion === null) return null;
  const lines = nt.text === '' ? [] : nt.text.replace(/\n$/, '').split('\n');
  demand(new Set(lines).size === lines.length, 'no line of N-Triples is written twice', () => nt.text);
  const count = nt.conversion.triples;
  demand(lines.length === count, 'the count of triples is exact', () => `${count} counted, ${lines.length} written`);
  demand(
    count <= options.maxTriples,
    'there are no more triples than allowed',
    () => `${count} > ${options.maxTriples}`,
  );
  if (count > MAX_READ_TRIPLES) return null;
  const triples = await read('nt', nt.text);
  demand(triples.length === count, 'a line is a triple', () => nt.text);
  const isNamed = triples.every(([subject, , object]) => !isBlank(subject) && !isBlank(object));
  demand(isNamed || !options.skolemize, 'skolemize leaves no nameless node', () => nt.text);
  for (const format of ['ttl', 'rdf', 'jsonld'] as const) {
    const { conversion, text } = answers.get(format)!;
    if (conversion === null) continue;
    if (triples.some((terms) => terms.some(hasBrackets))) continue;
    const isOdd = triples.some((terms) => terms.some((term) => isMisread(term, format)));
    const own = await read(format, text, isOdd ? readBackAgain : readBack);
    const wanted =
      format === 'rdf' ? distinctTriples(triples.map(([s, p, o]): Triple => [s, p, replaceForXml(o)])) : triples;
    const promise = `${format} is the same graph as nt`;
    demand(
      own.length === wanted.length && (triples.length > MAX_COMPARED && !isNamed ? true : isSameGraph(own, wanted)),
      promise,
      () => `${own.length} and ${wanted.length} triples\n${text}\n--- nt\n${nt.text}`,
    );
  }
  return triples;
}

async function read(format: RdfFormat, text: string, reader = readBack): Promise<Triple[]> {
  try {
    return await reader(format, text);
  } catch (error) {
    throw new Broken(`another reader takes ${format}`, `${String(error)}\n${text}`);
  }
}

/** A host in brackets, which hardly any reader knows. */
function hasBrackets(term: string): boolean {
  return term.startsWith('<') && term.includes('[');
}

/** What the first readers change: one resolves dot segments away, one takes characters of an IRI for white space. */
function isMisread(term: string, format: RdfFormat): boolean {
  if (!term.startsWith('<')) return false;
  return format === 'rdf' ? /\/\.{1,2}[/?#>]/.test(term) : /\s/.test(term);
}

/** Graphs that are too symmetric to compare count as the same. */
function isSameGraph(one: readonly Triple[], other: readonly Triple[]): boolean {
  try {
    return canonicalize(one) === canonicalize(other);
  } catch (error) {
    if (error instanceof Error && error.message.includes('too symmetric')) return true;
    throw error;
  }
}

/** One step does what embedding and converting do. */
async function checkTwoSteps(
  embedded: Buffer,
  options: FuzzOptions,
  lexicon: Lexicon,
  first: Answer,
  triples: Triple[] | null,
): Promise<void> {
  if (first.refused?.code === 'not-all-terms') return;
  const second = convertOnce(embedded, lexicon, { ...options, semantics: 'block', format: 'nt', now: NOW });
  const promise = 'one step does what two do';
  const codes = () => `${first.refused?.code} in one step, ${second.refused?.code} in two`;
  demand(first.refused?.code === second.refused?.code, promise, codes);
  if (first.conversion === null || triples === null) return;
  const counts = () => `${first.conversion?.triples} triples in one step, ${second.conversion?.triples} in two`;
  demand(first.conversion.triples === second.conversion!.triples, promise, counts);
  if (triples.length > MAX_COMPARED) return;
  demand(
    isSameGraph(triples, await read('nt', second.text)),
    promise,
    () => `${first.text}\n--- in two\n${second.text}`,
  );
}

/** The slow conversion, written from the rules, says the same. */
function checkByReference(
  body: Uint8Array,
  { base, align, maxArrayItems, maxTriples, skolemize }: FuzzOptions,
  lexicon: Lexicon,
  first: Answer,
  triples: Triple[] | null,
): void {
  const promise = 'the conversion does what the reference does';
  let reference: ReturnType<typeof convertByReference>;
  try {
    const text = new TextDecoder('utf-8').decode(body);
    reference = convertByReference(text, lexicon, { base, align, maxArrayItems, maxTriples });
  } catch (error) {
    if (!(error instanceof ReferenceFailure)) throw error;
    // Names may make one triple of two.
    if (skolemize && error.status === 413) return;
    const { code } = first.refused ?? {};
    const status =
      code === undefined ? 200 : code === 'too-many-triples' ? 413 : code === 'invalid-semantic' ? 422 : 400;
    demand(status === error.status, promise, () => `${code}, the reference: ${error.status} ${error.message}`);
    return;
  }
  demand(first.refused === null, promise, () => `${first.refused?.code}: ${first.refused?.message}`);
  // The reference does not look for surrogates in annotations.
  const counted = ({
    warnings,
    unmapped,
  }: {
    warnings: readonly Pick<Warning, 'code' | 'key' | 'count'>[];
    unmapped: readonly string[];
  }): string =>
    JSON.stringify([
      listWarnings(warnings.filter(({ code, key }) => code !== 'lone-surrogate' || !key.includes(':'))),
      unmapped,
    ]);
  const [own, others] = [counted(first.conversion!), counted(reference)];
  demand(own === others, promise, () => `${own}\n--- reference\n${others}`);
  // Names of nodes are compared in their own tests.
  const isNamed = triples?.some((terms) => terms.some((term) => term.includes('/.well-known/genid/'))) ?? true;
  if (triples === null || isNamed || triples.length > MAX_COMPARED) return;
  const isSame = triples.length === reference.triples.length && isSameGraph(triples, reference.triples);
  demand(isSame, promise, () => `${first.text}\n--- reference: ${reference.triples.length} triples`);
}
