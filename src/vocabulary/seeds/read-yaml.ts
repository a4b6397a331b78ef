import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { ParsedNode } from 'yaml';

/** The parser of YAML, which is loaded when a file is read: a hub that was built never reads one. */
function loadParser(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}

/** A value of a YAML file, with the place where it stands. Scalars are texts as they are written: `4.20` stays `4.20`. */
export type Located = LocatedText | LocatedList | LocatedMap;

export interface LocatedText {
  readonly is: 'text';
  readonly line: number;
  /** Null where the file says `null` or nothing. */
  readonly text: string | null;
}

interface LocatedList {
  readonly is: 'list';
  readonly line: number;
  readonly items: readonly Located[];
}

export interface LocatedMap {
  readonly is: 'map';
  readonly line: number;
  /** Keys in the order of the file. */
  readonly entries: ReadonlyMap<string, Located>;
}

/** The source of the vocabulary cannot be expanded. The message names file, line and key, and says what would be right. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
  /** From 1. */
  readonly line: number;

  /** @param file how messages name the file */
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
    this.line = line;
  }
}

/** The mapping that a YAML file holds. @throws SeedError when it is not YAML, or holds something else */
export function readYaml(file: string, text: string): LocatedMap {
  const { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } = loadParser();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line } = lines.linePos(fault.pos[0]);
    throw new SeedError(file, line, `this is not YAML: ${fault.message.split('\n', 1)[0]!}`);
  }
  const lineOf = (node: ParsedNode): number => lines.linePos(node.range[0]).line;
  const locate = (node: ParsedNode | null, lineOfKey: number): Located => {
    if (node === null) return { is: 'text', line: lineOfKey, text: null };
    const line = lineOf(node);
    if (isAlias(node)) throw new SeedError(file, line, `write the value itself in place of the alias *${node.source}`);
    if (isSeq(node)) return { is: 'list', line, items: node.items.map((item) => locate(item as ParsedNode, line)) };
    if (isScalar(node)) return { is: 'text', line, text: textOf(node) };
    const entries = new Map<string, Located>();
    for (const { key, value } of (node as { items: { key: ParsedNode; value: ParsedNode | null }[] }).items) {
      if (!isScalar(key)) throw new SeedError(file, lineOf(key), 'a key is a text');
      entries.set(textOf(key) ?? 'null', locate(value, lineOf(key)));
    }
    return { is: 'map', line, entries };
  };
  if (document.contents === null) return { is: 'map', line: 1, entries: new Map() };
  if (!isMap(document.contents)) throw new SeedError(file, 1, 'the file holds names with what is said of each');
  return locate(document.contents, 1) as LocatedMap;
}

/** What a scalar is written as, without its quotes; null for `null`. */
function textOf(scalar: { readonly value: unknown; readonly source?: string }): string | null {
  if (scalar.value === null) return null;
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value));
}
