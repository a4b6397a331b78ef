/**
 * `mapping.md`, read aloud: the slow, obvious conversion that the fast one is checked against. It builds the document as a tree,
 * asks every question again at every element, and keeps the graph as a set of strings.
 */
import { toUSVString } from 'node:util';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import type { WarningCode } from '../../src/mapping/records/warnings.ts';
import { iriOf, literalOf } from './graph.ts';
import type { Triple } from './graph.ts';
import { JsonDepthError, JsonTreeError, cutArrays, parseJsonTree } from './json-tree.ts';
import type { JsonRecord, JsonScalar, JsonTree } from './json-tree.ts';
import { compileBlock } from './reference-block.ts';
import type { Block, ObjectToken, TemplateRow } from './reference-block.ts';
import { encode, repairIri } from './reference-iris.ts';
import { isOutsideByReference, literalByReference } from './reference-literals.ts';

export interface ReferenceOptions {
  readonly base?: string | null;
  readonly align?: boolean;
  readonly maxArrayItems?: number;
  readonly maxTriples?: number;
}

interface ReferenceWarning {
  readonly code: WarningCode;
  readonly key: string;
  readonly pointer: string;
  readonly count: number;
}

export interface ReferenceConversion {
  readonly triples: readonly Triple[];
  readonly warnings: readonly ReferenceWarning[];
  readonly unmapped: readonly string[];
  /** The effective document: cut, duplicates resolved. */
  readonly document: JsonRecord;
}

/** The status that the document must be refused with. */
export class ReferenceFailure extends Error {
  readonly status: 400 | 413 | 422;

  constructor(status: 400 | 413 | 422, message: string) {
    super(message);
    this.status = status;
  }
}

const HAS_TIME = iriOf('http://www.w3.org/2006/time#hasTime');
const MAX_DEPTH = 128;

/** A record at its place. `place` is the element as which it stands in the enclosing record. */
export interface Place {
  readonly record: JsonRecord;
  readonly members: ReadonlyMap<string, JsonTree>;
  readonly place: Element | null;
}

/** One element of one member. `index` is null for a value that is in no array and for an item of a nested array. */
export interface Element {
  readonly at: Place;
  readonly key: string;
  readonly value: JsonTree;
  readonly index: number | null;
  readonly nested: boolean;
  readonly pointer: string;
}

/**
 * Converts a document that carries its block.
 *
 * @throws ReferenceFailure
 */
export function convertByReference(
  text: string,
  lexicon: Lexicon,
  options: ReferenceOptions = {},
): ReferenceConversion {
  return readDocument(text, lexicon, options).convert();
}

/**
 * Reads the document and its block, ready to convert.
 *
 * @throws ReferenceFailure
 */
export function readDocument(text: string, lexicon: Lexicon, options: ReferenceOptions): ReferenceMapping {
  let whole: JsonTree;
  try {
    whole = parseJsonTree(text, MAX_DEPTH);
  } catch (error) {
    if (error instanceof JsonTreeError || error instanceof JsonDepthError)
      throw new ReferenceFailure(400, error.message);
    throw error;
  }
  if (whole.kind !== 'record') throw new ReferenceFailure(400, 'no object');
  const semantic = whole.members.get('@semantic');
  if (semantic?.kind !== 'record') throw new ReferenceFailure(400, 'no @semantic');
  const block = compileBlock(semantic, lexicon, (problem) => {
    throw new ReferenceFailure(422, problem);
  });
  const members = new Map([...whole.members].filter(([key]) => key !== '@semantic'));
  const document = cutArrays({ kind: 'record', members }, options.maxArrayItems ?? 0) as JsonRecord;
  return new ReferenceMapping(document, block, lexicon, options);
}

/** One conversion under way. */
export class ReferenceMapping {
  readonly triples = new Map<string, Triple>();
  readonly warnings = new Map<string, { code: WarningCode; key: string; pointer: string; count: number }>();
  readonly literalKeys = new Set<string>();
  readonly warned = new Set<JsonTree>();
  readonly lone = new Set<JsonTree>();
  readonly described = new Set<string>();
  readonly labels = new Map<unknown, string>();
  /** The effective document: cut, duplicates resolved. */
  readonly document: JsonRecord;
  readonly block: Block;
  readonly lexicon: Lexicon;
  readonly base: string;
  readonly align: boolean;
  readonly maxTriples: number;

  constructor(document: JsonRecord, block: Block, lexicon: Lexicon, options: ReferenceOptions) {
    this.document = document;
    this.block = block;
    this.lexicon = lexicon;
    this.base = options.base ?? block.base ?? lexicon.idIri;
    this.align = options.align ?? true;
    this.maxTriples = options.maxTriples ?? 2_000_000;
  }

  convert(): ReferenceConversion {
    const { document } = this;
    this.warnAboutDeprecated(document, '');
    for (const [predicate, object] of this.block.annotations) this.add(this.nodeOf(document), predicate, object);
    this.walk({ record: document, members: document.members, place: null }, '');
    this.warnAboutRanges(document, null, '');
    const unmapped = keysOf(document).filter((key) => this.literalKeys.has(key));
    return {
      triples: [...this.triples.values()],
      warnings: [...this.warnings.values()],
      unmapped,
      document,
    };
  }

  warnAboutDeprecated(value: JsonTree, pointer: string): void {
    if (value.kind === 'array')
      value.items.forEach((item, index) => this.warnAboutDeprecated(item, `${pointer}/${index}`));
    if (value.kind !== 'record') return;
    for (const [key, member] of value.members) {
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (this.lexicon.terms.get(key)?.replacedBy !== undefined) this.warn('deprecated-term', key, place, 'once');
      this.warnAboutDeprecated(member, place);
    }
  }

  /** @param key the one whose value it is, through arrays */
  warnAboutRanges(value: JsonTree, key: string | null, pointer: string): void {
    if (value.kind === 'array')
      value.items.forEach((item, index) => this.warnAboutRanges(item, key, `${pointer}/${index}`));
    else if (value.kind === 'record')
      for (const [name, member] of value.members)
        this.warnAboutRanges(member, name, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    else if (value.kind !== 'null') {
      const { datatype, range } = this.lexicon.terms.get(key!) ?? {};
      if (range !== undefined && isOutsideByReference(value, datatype!, range))
        this.warn('out-of-range', key!, pointer);
    }
  }

  walk(at: Place, pointer: string): void {
    const subject = this.nodeOf(at.record);
    this.warnAboutTime(at, pointer);
    for (const [key, value] of at.members) {
      const memberPointer = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (key.startsWith('?') && value.kind !== 'null') this.warn('reserved-key', key, memberPointer, 'once');
      if (value.kind === 'array' && value.items.some((item) => item.kind === 'array'))
        this.warn('nested-array', key, memberPointer, 'once');
      for (const element of elementsOf(at, key, memberPointer)) this.convertElement(subject, element);
    }
  }

  convertElement(subject: string, element: Element): void {
    const { key, value } = element;
    if (value.kind === 'null') return;
    const predicate = this.predicateOf(key);
    const template = this.block.templateOf(key);
    if (value.kind === 'record') {
      const node = this.nodeOf(value);
      this.add(subject, predicate, node);
      this.instantiate(node, template, element);
      this.walk({ record: value, members: value.members, place: element }, element.pointer);
      return;
    }
    if (value.kind === 'array') throw new Error('elements are flat');
    if (template.length === 0) {
      this.literalKeys.add(key);
      this.add(subject, predicate, this.literal(element.key, value, element.pointer));
      return;
    }
    const isTime = this.block.timeKeys.has(key);
    const isEntity = this.block.entityKeys.has(key);
    const node = this.valueNode(key, value, element.pointer);
    this.add(subject, predicate, node);
    if (isTime) {
      const name = instantName(key, value);
      if (this.described.has(name)) return;
      this.described.add(name);
    }
    this.instantiate(node, template, element);
    if (this.align && !isTime && !isEntity) {
      const instant = this.instantOf(element);
      if (instant !== null) this.add(node, HAS_TIME, instant);
    }
  }

  /** V(r, k, i). */
  valueNode(key: string, value: JsonScalar, pointer: string): string {
    if (this.block.entityKeys.has(key)) return this.entity(key, value, pointer);
    if (this.block.timeKeys.has(key)) return this.label(instantName(key, value));
    return this.label(value);
  }

  instantiate(subject: string, template: readonly TemplateRow[], element: Element): void {
    for (const { predicate, objects } of template) {
      for (const token of objects) {
        const object = this.resolve(token, element);
        if (object !== null) this.add(subject, predicate, object);
      }
    }
  }

  resolve(token: ObjectToken, element: Element): string | null {
    if (token.kind === 'iri') return token.iri;
    if (token.kind === 'node') return this.rowNode(token.name, element);
    const found = this.find(token.key, element);
    if (found === null) return null;
    if (found.value.kind === 'record') return this.nodeOf(found.value);
    if (found.value.kind === 'array' || found.value.kind === 'null') return null;
    return token.kind === 'value'
      ? this.literal(token.key, found.value, found.pointer)
      : this.entity(token.key, found.value, found.pointer);
  }

  /** The element that `$key` or `@key` names at an element. */
  find(key: string, element: Element): { value: JsonTree; pointer: string } | null {
    if (key === element.key) return { value: element.value, pointer: element.pointer };
    const member = element.at.members.get(key);
    const pointer = `${element.pointer.slice(0, placeLength(element))}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (member === undefined) return element.at.place === null ? null : this.find(key, element.at.place);
    if (member.kind !== 'array') return { value: member, pointer };
    const own = element.at.members.get(element.key)!;
    const item =
      element.index !== null && own.kind === 'array' && own.items.length === member.items.length
        ? member.items[element.index]!
        : null;
    if (item === null || item.kind === 'array') {
      this.warn('unresolved-token', key, element.pointer, 'once');
      return null;
    }
    return { value: item, pointer: `${pointer}/${element.index}` };
  }

  rowNode(name: string, element: Element): string {
    const row = this.rowOf(element);
    const node = this.label(`?${name} of ${row}`);
    const template = this.block.nodes.get(name);
    if (template === undefined) this.warn('undefined-node', `?${name}`, element.pointer, 'once');
    else if (!this.described.has(node)) {
      this.described.add(node);
      this.instantiate(node, template, element);
    }
    return node;
  }

  rowOf(element: Element): string {
    const instant = this.describedInstant(element);
    if (instant !== null) return instant;
    const record = this.nodeOf(element.at.record);
    if (!element.nested && element.index === null) return record;
    const axis = this.axisOf(element.at);
    if (element.index !== null && axis !== null && lengthOf(element) === lengthAt(element.at, axis))
      return `${record} ${element.index}`;
    return `${this.label(element.value)} alone`;
  }

  /** What the template of an element's key describes when that is an instant: it belongs to no row, however many share it. */
  describedInstant({ key, value }: Element): string | null {
    if (!this.block.timeKeys.has(key)) return null;
    if (value.kind === 'record' || value.kind === 'array' || value.kind === 'null') return null;
    return instantName(key, value);
  }

  // Time, mapping.md §4.

  axisOf(at: Place): string | null {
    return this.timeKeysOf(at).axes[0] ?? null;
  }

  timeKeysOf(at: Place): { axes: string[]; own: string[] } {
    const axes: string[] = [];
    const own: string[] = [];
    for (const [key, value] of at.members) {
      if (!this.block.timeKeys.has(key)) continue;
      if (value.kind === 'array') axes.push(key);
      else if (value.kind !== 'null' && value.kind !== 'record') own.push(key);
    }
    return { axes, own };
  }

  warnAboutTime(at: Place, pointer: string): void {
    const { axes, own } = this.timeKeysOf(at);
    const to = (key: string) => `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    for (const key of [...axes.slice(1), ...own.slice(1)]) this.warn('ambiguous-time', key, to(key), 'once');
    if (axes[0] === undefined) return;
    const length = lengthAt(at, axes[0]);
    for (const [key, value] of at.members) {
      if (value.kind === 'array' && value.items.length !== length && this.block.templateOf(key).length > 0) {
        this.warn('axis-length-mismatch', key, to(key), 'once');
      }
    }
  }

  /** The value node of the element's instant. */
  instantOf(element: Element): string | null {
    const { axes, own } = this.timeKeysOf(element.at);
    const axis = axes[0];
    if (axis !== undefined && element.index !== null && lengthOf(element) === lengthAt(element.at, axis)) {
      const stamps = element.at.members.get(axis)!;
      const stamp = stamps.kind === 'array' ? stamps.items[element.index]! : null;
      return stamp === null || stamp.kind === 'null' || stamp.kind === 'array' || stamp.kind === 'record'
        ? null
        : this.valueNode(axis, stamp, `${element.pointer}`);
    }
    if (own[0] !== undefined)
      return this.valueNode(own[0], element.at.members.get(own[0])! as JsonScalar, element.pointer);
    if (axis !== undefined || element.at.place === null) return null;
    return this.instantOf(element.at.place);
  }

  // Terms.

  predicateOf(key: string): string {
    return iriOf((this.lexicon.terms.has(key) ? this.lexicon.vocabularyIri : this.base) + encode(key));
  }

  literal(key: string, value: JsonScalar, pointer: string): string {
    const datatype = this.lexicon.terms.get(key)?.datatype ?? this.block.timeDatatypes.get(key) ?? null;
    const literal = literalByReference(value, datatype);
    if (literal.mismatch && !this.warned.has(value)) {
      this.warned.add(value);
      this.warn('datatype-mismatch', key, pointer);
    }
    this.noticeSurrogates(key, value, pointer);
    return literalOf(literal.lexicalForm, literal.datatype);
  }

  entity(key: string, value: JsonScalar, pointer: string): string {
    this.noticeSurrogates(key, value, pointer);
    const own = value.kind === 'string' ? repairIri(value.text) : null;
    return iriOf(own ?? `${this.base}${encode(key)}/${encode(value.text)}`);
  }

  noticeSurrogates(key: string, value: JsonScalar, pointer: string): void {
    if (toUSVString(value.text) === value.text || this.lone.has(value)) return;
    this.lone.add(value);
    this.warn('lone-surrogate', key, pointer);
  }

  nodeOf(record: JsonRecord): string {
    return this.label(record);
  }

  label(of: unknown): string {
    if (!this.labels.has(of)) this.labels.set(of, `_:r${this.labels.size}`);
    return this.labels.get(of)!;
  }

  add(subject: string, predicate: string, object: string): void {
    this.triples.set(`${subject}\u0001${predicate}\u0001${object}`, [subject, predicate, object]);
    if (this.triples.size > this.maxTriples) throw new ReferenceFailure(413, 'too many triples');
  }

  warn(code: WarningCode, key: string, pointer: string, times: 'once' | 'each' = 'each'): void {
    const known = this.warnings.get(`${code} ${key}`);
    if (known === undefined) this.warnings.set(`${code} ${key}`, { code, key, pointer, count: 1 });
    else if (times === 'each') known.count++;
  }
}

/** The elements of a member, nested arrays flattened. */
export function elementsOf(at: Place, key: string, pointer: string): Element[] {
  const value = at.members.get(key)!;
  if (value.kind !== 'array') return [{ at, key, value, index: null, nested: false, pointer }];
  const flatten = (items: readonly JsonTree[], nested: boolean, parent: string): Element[] =>
    items.flatMap((item, index) =>
      item.kind === 'array'
        ? flatten(item.items, true, `${parent}/${index}`)
        : [
            {
              at,
              key,
              value: item,
              index: nested ? null : index,
              nested,
              pointer: `${parent}/${index}`,
            },
          ],
    );
  return flatten(value.items, false, pointer);
}

/** Length of the array that holds an element (of the array itself, for an item of a nested one). */
export function lengthOf(element: Element): number {
  return lengthAt(element.at, element.key);
}

export function lengthAt(at: Place, key: string): number {
  const value = at.members.get(key);
  return value?.kind === 'array' ? value.items.length : 0;
}

/** What the timestamps of an instant have in common. */
function instantName(key: string, { text }: JsonScalar): string {
  return `instant ${key}\u0001${toUSVString(text)}`;
}

/** How much of an element's pointer leads to its record. */
function placeLength(element: Element): number {
  return element.at.place === null ? 0 : element.at.place.pointer.length;
}

/** Every member name in order of first appearance. */
function keysOf(tree: JsonTree): string[] {
  const keys = new Set<string>();
  const visit = (value: JsonTree): void => {
    if (value.kind === 'array') value.items.forEach(visit);
    if (value.kind !== 'record') return;
    for (const [key, member] of value.members) {
      keys.add(key);
      visit(member);
    }
  };
  visit(tree);
  return [...keys];
}
