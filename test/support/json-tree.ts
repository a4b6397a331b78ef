/**
 * A JSON value as a tree that keeps what `JSON.parse` loses: the digits of numbers, the order of members, members named
 * `__proto__`. Of two equal members the last value stands at the place of the first. Every value is an object of its own, so
 * that identity tells two places of a document apart.
 */
export type JsonTree = JsonNull | JsonScalar | JsonArray | JsonRecord;

interface JsonNull {
  readonly kind: 'null';
}

/** `text` is the digits of a number, `true` or `false`, or the characters of a string (lone surrogates kept). */
export interface JsonScalar {
  readonly kind: 'string' | 'number' | 'boolean';
  readonly text: string;
}

interface JsonArray {
  readonly kind: 'array';
  readonly items: readonly JsonTree[];
}

export interface JsonRecord {
  readonly kind: 'record';
  readonly members: ReadonlyMap<string, JsonTree>;
}

/** The text is no JSON. */
export class JsonTreeError extends Error {}
/** The text nests deeper than it may. */
export class JsonDepthError extends Error {}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\n\r]*/y;
// eslint-disable-next-line no-control-regex
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

/**
 * Parses a JSON text (RFC 8259).
 *
 * @throws JsonTreeError, and JsonDepthError when arrays and records nest more than `maxDepth` deep
 */
export function parseJsonTree(text: string, maxDepth = Infinity): JsonTree {
  let at = 0;

  function match(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return null;
    at += found[0].length;
    return found[0];
  }
  function fail(): never {
    throw new JsonTreeError(`no JSON at ${at}`);
  }
  function expect(character: string): void {
    match(SPACE);
    if (text[at] !== character) fail();
    at++;
  }
  function parseString(): string {
    const raw = match(STRING);
    if (raw === null) return fail();
    return raw
      .slice(1, -1)
      .replace(/\\(u[0-9a-fA-F]{4}|.)/g, (_all, escape: string) =>
        escape.startsWith('u')
          ? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
          : (ESCAPES[escape] ?? fail()),
      );
  }
  function parseValue(depth: number): JsonTree {
    match(SPACE);
    const first = text[at];
    if (first === '{' || first === '[') {
      if (depth + 1 > maxDepth) throw new JsonDepthError(`deeper than ${maxDepth}`);
      at++;
      match(SPACE);
      if (first === '[') {
        const items: JsonTree[] = [];
        if (text[at] === ']') at++;
        else {
          do items.push(parseValue(depth + 1));
          while (nextOf(']'));
        }
        return { kind: 'array', items };
      }
      const members = new Map<string, JsonTree>();
      if (text[at] === '}') at++;
      else {
        do {
          match(SPACE);
          const key = parseString();
          expect(':');
          members.set(key, parseValue(depth + 1));
        } while (nextOf('}'));
      }
      return { kind: 'record', members };
    }
    if (first === '"') return { kind: 'string', text: parseString() };
    for (const word of ['true', 'false', 'null']) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return word === 'null' ? { kind: 'null' } : { kind: 'boolean', text: word };
      }
    }
    const digits = match(NUMBER);
    return digits === null ? fail() : { kind: 'number', text: digits };
  }
  function nextOf(close: string): boolean {
    match(SPACE);
    const character = text[at];
    if (character !== ',' && character !== close) fail();
    at++;
    return character === ',';
  }

  const tree = parseValue(0);
  match(SPACE);
  if (at !== text.length) fail();
  return tree;
}

/** The tree with every array cut to its first `count` items; 0 keeps all. */
export function cutArrays(tree: JsonTree, count: number): JsonTree {
  if (tree.kind === 'array') {
    const kept = count > 0 ? tree.items.slice(0, count) : tree.items;
    return { kind: 'array', items: kept.map((item) => cutArrays(item, count)) };
  }
  if (tree.kind === 'record') {
    return {
      kind: 'record',
      members: new Map([...tree.members].map(([key, value]) => [key, cutArrays(value, count)])),
    };
  }
  return tree;
}
