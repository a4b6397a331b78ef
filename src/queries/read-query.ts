import { Parser } from '@traqula/parser-sparql-1-1';
import { lex } from '@traqula/rules-sparql-1-1';
import { HubError } from '../errors.ts';
import { resolveIri } from '../rdf/resolve-iri.ts';
import { MAX_NAMED_VERSIONS, MAX_PARTS } from './limits.ts';
import { cannotStand, misplaced, scanQuery, tooComplex, type QueryScan } from './scan-query.ts';

/** What has to be known of a query before it may run. */
export interface ReadQuery extends QueryScan {
  /** What was read, and is run. */
  readonly text: string;
  readonly form: 'select' | 'ask' | 'construct' | 'describe';
  /** Whether the query itself, not a subquery, has a LIMIT. */
  readonly hasLimit: boolean;
  /** The graphs of its FROM and FROM NAMED; null when it has neither. */
  readonly from: { readonly defaultGraphs: readonly string[]; readonly namedGraphs: readonly string[] } | null;
  /** The IRIs that GRAPH is followed by. */
  readonly graphs: readonly string[];
  /** The namespaces that it declares, by prefix. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The same text gives the same bytes as long as the graphs are the same. */
  readonly isDeterministic: boolean;
}

const CODEPOINTS = /\\u[\dA-Fa-f]{4}|\\U[\dA-Fa-f]{8}/g;
const MAX_CODEPOINT = 0x10ffff;

/** What of a query stands in braces of its own. */
const GROUPS = new Set(['group', 'optional', 'graph', 'minus', 'values']);

/** What makes something new each time that it is called. */
const NEW_EACH_TIME = new Set(['rand', 'now', 'uuid', 'struuid', 'bnode']);

/** The parts of the parser's nodes that are looked at. */
interface Node {
  readonly type?: unknown;
  readonly subType?: unknown;
  readonly [member: string]: unknown;
}

interface SyntaxToken {
  readonly image?: string;
  readonly startLine?: number;
  readonly startColumn?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** `.5` is a decimal (SPARQL 1.1 §19.8, DECIMAL); the parser's decimals begin with a digit. They are looked for where a token begins. */
const { decimal, decimalPositive, decimalNegative } = lex.terminals;
decimal.PATTERN = /\d*\.\d+/y;
decimalPositive.PATTERN = /\+\d*\.\d+/y;
decimalNegative.PATTERN = /-\d*\.\d+/y;

const parserOptions = {
  lexerConfig: { positionTracking: 'full' },
  // The parser passes it on, though its types do not say so.
  errorHandler(errors: ReadonlyArray<{ readonly token: SyntaxToken; readonly previousToken?: SyntaxToken }>) {
    throw syntaxError(errors[0]!.token, errors[0]!.previousToken);
  },
} as const;
const parser = new Parser(parserOptions);

/**
 * Reads a query without running it.
 *
 * @param baseIri what its relative IRIs are relative to
 * @throws HubError `malformed-query`, `query-not-allowed`, `query-too-complex`
 */
export function readQuery(given: string, baseIri: string): ReadQuery {
  const text = decodeCodepoints(given);
  const scan = scanQuery(text);
  const query = parse(text);
  if (query.type !== 'query') {
    // To the parser, a text without anything is an update that does nothing.
    if ((query['updates'] as readonly Node[]).every(({ operation }) => operation === undefined))
      throw new HubError('malformed-query', 'There is no query: the text is empty.');
    throw new HubError('query-not-allowed', 'This endpoint is read-only: it takes queries and no updates.');
  }
  checkParts(query);
  const names = new Names(query['context'] as readonly Node[], baseIri);
  const graphs = new Set<string>();
  let isDeterministic = true;
  forEachNode(query, (node) => {
    if (node.type === 'pattern' && node.subType === 'service')
      throw new HubError('query-not-allowed', 'This endpoint asks no others: SERVICE is not allowed.');
    const name = node['name'] as Node | undefined;
    if (node.type === 'pattern' && node.subType === 'graph' && name?.subType === 'namedNode')
      graphs.add(names.iri(name));
    if (node.type === 'expression' && NEW_EACH_TIME.has(String(node['operator']).toLowerCase()))
      isDeterministic = false;
  });
  forEachNode(query['template'], (node) => {
    // Blank nodes of a template are new ones each time.
    if (node.subType === 'blankNode' || node.type === 'tripleCollection') isDeterministic = false;
  });
  const clauses = (query['datasets'] as { clauses: ReadonlyArray<{ clauseType: string; value: Node }> }).clauses;
  const named = (clauseType: string): string[] =>
    clauses.filter((clause) => clause.clauseType === clauseType).map(({ value }) => names.iri(value));
  const { limitOffset } = query['solutionModifiers'] as { limitOffset?: { limit?: number } };
  return {
    ...scan,
    text,
    form: query.subType as ReadQuery['form'],
    hasLimit: limitOffset?.limit !== undefined,
    from: clauses.length === 0 ? null : { defaultGraphs: named('default'), namedGraphs: named('named') },
    graphs: [...graphs],
    prefixes: names.prefixes,
    isDeterministic,
  };
}

/** @throws HubError `query-too-complex` for more than a query may name */
export function checkNamedVersions(iris: readonly string[]): void {
  if (iris.length > MAX_NAMED_VERSIONS)
    throw tooComplex(`It may name ${MAX_NAMED_VERSIONS} versions of the vocabulary at most`);
}

/**
 * The text with each `\u0041` and `\U00000041` as what it stands for. The parser does so everywhere, the engine in texts and IRIs alone:
 * what is checked has to be what is run.
 *
 * @throws HubError `malformed-query` for an escape that stands for nothing, or makes another one
 */
function decodeCodepoints(text: string): string {
  const decoded = text.replaceAll(CODEPOINTS, (escaped) => {
    const code = Number.parseInt(escaped.slice(2), 16);
    return code <= MAX_CODEPOINT ? String.fromCodePoint(code) : escaped;
  });
  const left = decoded.search(CODEPOINTS);
  if (left >= 0) throw misplaced(decoded, left, decoded.slice(left, left + 10));
  return decoded;
}

/** Counts what the engine has to plan: everything but a template. @throws HubError `query-too-complex` */
function checkParts(query: Node): void {
  let parts = 0;
  forEachNode({ ...query, template: undefined }, (node) => {
    parts += partsOf(node);
    if (parts > MAX_PARTS)
      throw tooComplex(`It may have ${MAX_PARTS} patterns, groups and steps of paths together at most`);
  });
}

/** A pattern, the steps of a path but one, a group without patterns of its own. */
function partsOf(node: Node): number {
  if (node.type === 'triple') return 1;
  if (node.type === 'path') return (node['items'] as readonly Node[]).length - 1;
  if (node.type !== 'pattern' || !GROUPS.has(String(node.subType))) return 0;
  const patterns = (node['patterns'] ?? []) as readonly Node[];
  return patterns.some(({ subType }) => subType === 'bgp') ? 0 : 1;
}

function parse(text: string): Node {
  try {
    // To the parser, a comment ends at a line feed alone; to engines, at a carriage return, too.
    return parser.parse(text.replaceAll(/\r(?!\n)/g, '\n')) as unknown as Node;
  } catch (error) {
    if (error instanceof HubError) throw error;
    if (error instanceof RangeError) throw tooComplex('It is nested too deep', error);
    throw lexicalError(text, error instanceof Error ? error.message : String(error));
  }
}

/** An error of the tokens, which has an offset, or of the meaning, which has no place. */
function lexicalError(text: string, message: string): HubError {
  const offset = /at offset: (\d+)/.exec(message)?.[1];
  if (offset === undefined) {
    const words = message.split('\n', 1)[0]!.slice(0, 200).replace(/\.$/, '');
    return new HubError('malformed-query', `The query is not SPARQL 1.1: ${words}.`);
  }
  return misplaced(text, Number(offset), text.slice(Number(offset)).split(/\s/, 1)[0]!);
}

function syntaxError(token: SyntaxToken, previous?: SyntaxToken): HubError {
  const { image = '', startLine, startColumn = 1 } = token;
  if (startLine !== undefined && !Number.isNaN(startLine)) return cannotStand(image, startLine, startColumn);
  const line = previous?.endLine ?? 1;
  const column = (previous?.endColumn ?? 0) + 1;
  return new HubError(
    'malformed-query',
    `The query is not SPARQL 1.1: line ${line}, column ${column}, it ends too early.`,
    { line, column },
  );
}

/** Calls `visit` for each node below a value, without recursion. */
function forEachNode(value: unknown, visit: (node: Node) => void): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) visit(next as Node);
    for (const [member, inner] of Object.entries(next)) if (member !== 'loc') open.push(inner);
  }
}

/** What the prologue of a query makes of names. */
class Names {
  readonly prefixes = new Map<string, string>();
  #base: string;

  constructor(prologue: readonly Node[], baseIri: string) {
    this.#base = baseIri;
    for (const { subType, key, value } of prologue) {
      const iri = this.iri(value as Node);
      if (subType === 'base') this.#base = iri;
      else this.prefixes.set(String(key), iri);
    }
  }

  iri(term: Node): string {
    const value = String(term['value']);
    const { prefix } = term;
    if (typeof prefix === 'string') return (this.prefixes.get(prefix) ?? '') + value;
    return resolveIri(value, this.#base);
  }
}
