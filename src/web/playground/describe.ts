import { embedSemantic } from '../../mapping/embed.ts';
import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import { Path } from '../../mapping/sources/path.ts';
import { lexiconOfSource } from '../../mapping/sources/source-lexicon.ts';
import { joinBytes } from '../../join-bytes.ts';
import { isObject, readBlock } from './keys.ts';

/** Members of a block, in their order. An object of JavaScript would lose `__proto__`. */
type Members = ReadonlyMap<string, unknown>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The document with its `@semantic` written out for people. What the document's own block says stays; without one, the vocabulary
 * describes every key that is a term.
 *
 * @param meant the terms that keys mean, by keys; each is described as its term is
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`
 */
export function describeDocument(
  body: Uint8Array,
  lexicon: Lexicon,
  meant: ReadonlyMap<string, string>,
  now: Date,
): Uint8Array {
  const document = new JsonDocument(scanJson(body), 0);
  const own = readBlock(document);
  const keys = document.dataKeys().map((key) => document.nameOf(key));
  const assembled = embedSemantic(body, lexiconFor(lexicon, keys, meant), { base: null, now });
  return withBlock(joinBytes(assembled.parts), (block) =>
    own === null ? block : merge(own, block, meant, new Set(keys)),
  );
}

/** The same document with its block written out for people. */
export function spellOut(body: Uint8Array): Uint8Array {
  return withBlock(body, (block) => block);
}

/** The vocabulary in which these keys are described as the terms that they mean. */
function lexiconFor(lexicon: Lexicon, keys: readonly string[], meant: ReadonlyMap<string, string>): Lexicon {
  const root = new Path();
  const meanings = Array.from(meant, ([key, term]) => [key, { term, named: [], path: root.child(key) }] as const);
  return lexiconOfSource(lexicon, keys, new Map(meanings), { base: lexicon.idIri, constants: [] });
}

/** What the document says itself counts; entries of keys that are meant, and what these cite, come from the vocabulary. */
function merge(
  own: Readonly<Record<string, unknown>>,
  assembled: Members,
  meant: ReadonlyMap<string, string>,
  keys: ReadonlySet<string>,
): Members {
  const context = new Map(membersOf(own['@context']));
  const added = membersOf(assembled.get('@context'));
  const add = (name: string): void => {
    const entry = added.get(name);
    if (entry === undefined) return;
    context.set(name, entry);
    for (const object of [...membersOf(entry).values()].flat())
      if (typeof object === 'string' && object.startsWith('?') && !context.has(object)) add(object);
  };
  for (const key of meant.keys()) add(key);
  // An empty entry of a key that is no more says nothing.
  for (const [key, entry] of context)
    if (!keys.has(key) && !key.startsWith('?') && membersOf(entry).size === 0) context.delete(key);
  const prefixes = new Map([...membersOf(assembled.get('@prefix')), ...membersOf(own['@prefix'])]);
  return new Map<string, unknown>([...Object.entries(own), ['@prefix', prefixes], ['@context', context]]);
}

function membersOf(value: unknown): Members {
  if (value instanceof Map) return value as Members;
  return new Map(isObject(value) ? Object.entries(value) : []);
}

/** A document whose first member is its block, with another block in its place. */
function withBlock(body: Uint8Array, change: (block: Members) => Members): Uint8Array {
  const document = new JsonDocument(scanJson(body), 0);
  const block = readBlock(document);
  if (block === null) return body;
  const value = document.semanticValue()!;
  const [keyStart, end] = document.tape.semanticSpans.slice(-2) as [number, number];
  const text = writeBlock(change(membersOf(block)));
  const before = body.subarray(document.tape.textStart, keyStart);
  const rest = body.subarray(end);
  const key = decoder.decode(body.subarray(keyStart, document.entries[value + 1]!)).replace(/:\s*$/, '');
  const isOneLine = !decoder.decode(rest).includes('\n');
  return joinBytes([
    before,
    encoder.encode(`${decoder.decode(before).endsWith('{') ? '\n  ' : ''}${key}: ${text}`),
    isOneLine ? encoder.encode(onLinesOfTheirOwn(decoder.decode(rest))) : rest,
  ]);
}

/** The members behind the block of a document that has one line. */
function onLinesOfTheirOwn(rest: string): string {
  return rest.startsWith(',') ? `,\n  ${rest.slice(1).trimStart()}` : rest;
}

const LINE_LENGTH = 90;

function writeBlock(block: Members): string {
  const sections = Array.from(block, ([name, section]) => {
    const members = membersOf(section);
    const lines = Array.from(members, ([key, value]) => `      ${JSON.stringify(key)}: ${writeEntry(value)}`);
    const text = isObject(section) || section instanceof Map ? wrap(lines, '    ') : JSON.stringify(section);
    return `    ${JSON.stringify(name)}: ${text}`;
  });
  return wrap(sections, '  ');
}

function writeEntry(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, objects]) => `${JSON.stringify(name)}: ${writeObjects(objects)}`);
  const line = `{ ${members.join(', ')} }`;
  if (members.length === 0) return '{}';
  return line.length <= LINE_LENGTH
    ? line
    : wrap(
        members.map((member) => `        ${member}`),
        '      ',
      );
}

function writeObjects(objects: unknown): string {
  if (!Array.isArray(objects)) return JSON.stringify(objects);
  return `[${objects.map((object) => JSON.stringify(object)).join(', ')}]`;
}

function wrap(lines: readonly string[], indent: string): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}
