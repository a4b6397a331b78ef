import type { HubError } from '../../errors.ts';
import { isAbsoluteIri, MAX_NAMESPACE_CHARACTERS } from '../../rdf/iri.ts';
import { RDF_TYPE, TIME_INSTANT, TIME_PROPERTIES } from '../../rdf/namespaces.ts';
import type { Lexicon, Template } from '../lexicon/lexicon.ts';
import { invalidSemantic, type SemanticBlock } from './semantic-block.ts';
import { pointerToken, quote } from '../json/text.ts';

/** An object of a template: an IRI, or the key or node (with its `?`) that a token cites. */
export interface ExpandedObject {
  readonly kind: 'constant' | 'value' | 'entity' | 'node';
  readonly text: string;
}

/** The objects of one predicate, each once. */
export interface ExpandedRow {
  /** Its IRI. */
  readonly predicate: string;
  readonly objects: readonly ExpandedObject[];
}

/** Where a prefixed name stands, for what is told of one that is none. */
interface NamePlace {
  readonly what: string;
  readonly pointer: string;
  /** What else may stand in its place: half a sentence. */
  readonly others?: string;
}

/** What a template cites, perhaps several times; null is the key that has it. */
export interface Citations {
  /** Keys that a token cites with `$`. */
  readonly citedValues: ReadonlyArray<string | null>;
  /** Keys that a token cites with `@`. */
  readonly citedEntities: ReadonlyArray<string | null>;
  /** Keys that a time property cites, and the datatype that it gives them. */
  readonly timeDatatypes: ReadonlyArray<readonly [key: string | null, datatype: string]>;
}

/** A template whose names are IRIs, and what it cites. */
export interface ExpandedTemplate extends Citations {
  readonly rows: readonly ExpandedRow[];
}

/** The templates of a block, and what they cite together. */
export class ExpandedContext<Expanded extends Citations> {
  /** By key, or by node with its `?`; keys with an empty one are missing. */
  readonly templates = new Map<string, Expanded>();
  /** Keys that a token cites with `$`. */
  readonly citedValues = new Set<string>();
  /** Keys that a token cites with `@`. */
  readonly citedEntities = new Set<string>();
  /** The datatype that a time property gives the key which it cites, by key; the first in document order. */
  readonly timeDatatypes = new Map<string, string>();

  /** The whole block is expanded, and so checked, used or not. @throws HubError `invalid-semantic` */
  constructor(context: SemanticBlock['context'], expand: (key: string, template: Template) => Expanded) {
    for (const [key, template] of context)
      // `{}` says nothing of a key; a node has it all the same.
      if (template.length > 0 || isReserved(key)) this.add(key, expand(key, template));
  }

  private add(key: string, expanded: Expanded): void {
    this.templates.set(key, expanded);
    for (const name of expanded.citedValues) this.citedValues.add(name ?? key);
    for (const name of expanded.citedEntities) this.citedEntities.add(name ?? key);
    for (const [name, datatype] of expanded.timeDatatypes)
      if (!this.timeDatatypes.has(name ?? key)) this.timeDatatypes.set(name ?? key, datatype);
  }
}

/** Makes IRIs of the names in blocks with the same prefixes. */
export class NameExpander {
  private readonly prefixes: ReadonlyMap<string, string>;
  private readonly lexicon: Pick<Lexicon, 'prefixes'>;
  /** By prefixed name: a long block has few of them, many times. */
  private readonly iris = new Map<string, string>();
  /** About how many characters are kept, also of templates that are refused for another name. */
  size = 0;

  /** @throws HubError `invalid-semantic` */
  constructor({ prefixes, base }: Pick<SemanticBlock, 'prefixes' | 'base'>, lexicon: Pick<Lexicon, 'prefixes'>) {
    this.prefixes = prefixes;
    this.lexicon = lexicon;
    // A block that declares no others than the hub has these very prefixes, which are sound: `TermsCache`.
    checkNamespaces(prefixes === lexicon.prefixes ? new Map() : prefixes, base);
  }

  /** The IRI of a prefixed name: the block's prefixes first, then the hub's. @param placeOf is asked of what is none */
  expandName(name: string, key: string, placeOf: () => NamePlace): string {
    let iri = this.iris.get(name);
    if (iri === undefined) {
      this.iris.set(name, (iri = this.readName(name, key, placeOf)));
      this.size += name.length + iri.length;
    }
    return iri;
  }

  private readName(name: string, key: string, placeOf: () => NamePlace): string {
    const invalid = (problem: (place: NamePlace) => string): HubError => {
      const place = placeOf();
      return invalidSemantic(problem(place), key, name, place.pointer);
    };
    const colon = name.indexOf(':');
    if (colon < 0)
      throw invalid(({ what, others = '' }) => `${what} is no prefixed name; write "prefix:name"${others}.`);
    const prefix = name.slice(0, colon);
    const namespace = this.prefixes.get(prefix) ?? this.lexicon.prefixes.get(prefix);
    if (namespace === undefined) {
      const advice = /^<?(?:https?|urn):/i.test(name)
        ? 'An IRI has to be written as a prefixed name, its namespace declared in "@prefix".'
        : 'Declare it in "@prefix".';
      throw invalid(
        ({ what }) =>
          `${what} has the prefix ${quote(prefix)}, which neither "@prefix" nor the hub declares. ${advice}`,
      );
    }
    const iri = namespace + name.slice(colon + 1);
    if (isAbsoluteIri(iri)) return iri;
    throw invalid(({ what }) => `${what} is no prefixed name: it holds a character that an IRI may not hold.`);
  }

  /** @param key whose template it is, or the node with its `?` */
  expand(key: string, template: Template): ExpandedTemplate {
    const rows = new Map<string, ExpandedObject[]>();
    const citedValues: string[] = [];
    const citedEntities: string[] = [];
    const timeDatatypes: [string, string][] = [];
    for (const [name, objects] of template) {
      const pointer = (): string => `/@semantic/@context${pointerToken(key)}${pointerToken(name)}`;
      const predicate =
        name === 'a'
          ? RDF_TYPE
          : this.expandName(name, key, () => ({
              what: `The predicate ${quote(name)} in the template of ${quote(key)}`,
              pointer: pointer(),
              others: ', or "a"',
            }));
      let row = rows.get(predicate);
      if (row === undefined) rows.set(predicate, (row = []));
      for (const [i, token] of objects.entries()) {
        const object = this.expandObject(token, key, () => (objects.length === 1 ? pointer() : `${pointer()}/${i}`));
        row.push(object);
        if (object.kind === 'value') citedValues.push(object.text);
        if (object.kind === 'entity') citedEntities.push(object.text);
        const datatype = TIME_PROPERTIES.get(predicate);
        if (object.kind === 'value' && datatype !== undefined) timeDatatypes.push([object.text, datatype]);
      }
    }
    const expanded = Array.from(rows, ([predicate, row]) => ({ predicate, objects: eachOnce(row) }));
    return { rows: expanded, citedValues, citedEntities, timeDatatypes };
  }

  private expandObject(token: string, key: string, pointer: () => string): ExpandedObject {
    if (token.startsWith('$')) return { kind: 'value', text: token.slice(1) };
    if (token.startsWith('@')) return { kind: 'entity', text: token.slice(1) };
    if (token.startsWith('?')) return { kind: 'node', text: token };
    const text = this.expandName(token, key, () => ({
      what: `The object ${quote(token)} in the template of ${quote(key)}`,
      pointer: pointer(),
      others: ', or one of the tokens $key, ?name and @key',
    }));
    return { kind: 'constant', text };
  }
}

function eachOnce(objects: readonly ExpandedObject[]): readonly ExpandedObject[] {
  if (objects.length === 1) return objects;
  return [...new Map(objects.map((object) => [`${object.kind} ${object.text}`, object])).values()];
}

function isLong(namespace: string): boolean {
  return namespace.length > MAX_NAMESPACE_CHARACTERS;
}

/** True for what a prefix may stand for. */
export function isNamespace(text: string): boolean {
  return !isLong(text) && isAbsoluteIri(text);
}

/** @throws HubError `invalid-semantic` for a namespace or a base that is none */
export function checkNamespaces(prefixes: SemanticBlock['prefixes'], base: string | null): void {
  for (const [prefix, namespace] of base === null ? prefixes : [...prefixes, ['@base', base] as const]) {
    if (!isNamespace(namespace)) {
      const what =
        prefix === '@base'
          ? `base ${quote(namespace)}`
          : `namespace ${quote(namespace)} of the prefix ${quote(prefix)}`;
      const problem = isLong(namespace)
        ? `has ${namespace.length} characters; it may have ${MAX_NAMESPACE_CHARACTERS}, as each of its names becomes as long`
        : 'is no absolute IRI';
      throw invalidSemantic(`The ${what} ${problem}.`, prefix, namespace, `/@semantic/@prefix${pointerToken(prefix)}`);
    }
  }
  // What is minted under the base has to be an IRI too: `http://host:80` would lose its port to the name.
  if (base !== null && !isAbsoluteIri(`${base}x`)) {
    const problem = `The base ${quote(base)} can't be continued by a name; end it in "/" or "#".`;
    throw invalidSemantic(problem, '@base', base, '/@semantic/@prefix/@base');
  }
}

/** Begins with `?`, as nodes do: such a key of a document stays a plain literal, whatever the block says of it. */
export function isReserved(name: string): boolean {
  return name.startsWith('?');
}

/** Whether a row makes the key that has it a time key (`mapping.md §4`). */
export function saysTime(row: ExpandedRow, key: string): boolean {
  if (row.predicate === RDF_TYPE)
    return row.objects.some((object) => object.kind === 'constant' && object.text === TIME_INSTANT);
  return (
    TIME_PROPERTIES.has(row.predicate) && row.objects.some((object) => object.kind === 'value' && object.text === key)
  );
}
