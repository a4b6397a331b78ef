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

/** A block whose names are IRIs, and what its templates cite. The whole block is checked, used or not. */
export class ExpandedBlock {
  /** By key, or by node with its `?`. */
  readonly templates = new Map<string, readonly ExpandedRow[]>();
  /** Keys that a token cites with `$`. */
  readonly citedValues = new Set<string>();
  /** Keys that a token cites with `@`. */
  readonly citedEntities = new Set<string>();
  /** The datatype that a time property gives the key which it cites, by key; the first in document order. */
  readonly timeDatatypes = new Map<string, string>();
  private readonly block: SemanticBlock;
  private readonly lexicon: Lexicon;
  /** By prefixed name: a long block has few of them, many times. */
  private readonly iris = new Map<string, string>();

  /** @throws HubError `invalid-semantic` */
  constructor(block: SemanticBlock, lexicon: Lexicon) {
    this.block = block;
    this.lexicon = lexicon;
    this.checkNamespaces();
    for (const [key, template] of block.context) this.templates.set(key, this.expand(key, template));
  }

  /** The IRI of a prefixed name: the block's prefixes first, then the hub's. @param placeOf is asked of what is none */
  expandName(name: string, key: string, placeOf: () => NamePlace): string {
    let iri = this.iris.get(name);
    if (iri === undefined) this.iris.set(name, (iri = this.readName(name, key, placeOf)));
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
    const namespace = this.block.prefixes.get(prefix) ?? this.lexicon.prefixes.get(prefix);
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

  private checkNamespaces(): void {
    const { prefixes, base } = this.block;
    for (const [prefix, namespace] of base === null ? prefixes : [...prefixes, ['@base', base] as const]) {
      const isLong = namespace.length > MAX_NAMESPACE_CHARACTERS;
      if (isLong || !isAbsoluteIri(namespace)) {
        const what =
          prefix === '@base'
            ? `base ${quote(namespace)}`
            : `namespace ${quote(namespace)} of the prefix ${quote(prefix)}`;
        const problem = isLong
          ? `has ${namespace.length} characters; it may have ${MAX_NAMESPACE_CHARACTERS}, as each of its names becomes as long`
          : 'is no absolute IRI';
        throw invalidSemantic(
          `The ${what} ${problem}.`,
          prefix,
          namespace,
          `/@semantic/@prefix${pointerToken(prefix)}`,
        );
      }
    }
    // What is minted under the base has to be an IRI too: `http://host:80` would lose its port to the name.
    if (base !== null && !isAbsoluteIri(`${base}x`)) {
      const problem = `The base ${quote(base)} can't be continued by a name; end it in "/" or "#".`;
      throw invalidSemantic(problem, '@base', base, '/@semantic/@prefix/@base');
    }
  }

  private expand(key: string, template: Template): readonly ExpandedRow[] {
    const rows = new Map<string, Map<string, ExpandedObject>>();
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
      if (row === undefined) rows.set(predicate, (row = new Map()));
      for (const [i, token] of objects.entries()) {
        const object = this.expandObject(token, key, () => (objects.length === 1 ? pointer() : `${pointer()}/${i}`));
        row.set(`${object.kind} ${object.text}`, object);
        if (object.kind === 'value') this.citedValues.add(object.text);
        if (object.kind === 'entity') this.citedEntities.add(object.text);
        const datatype = TIME_PROPERTIES.get(predicate);
        if (object.kind === 'value' && datatype !== undefined && !this.timeDatatypes.has(object.text))
          this.timeDatatypes.set(object.text, datatype);
      }
    }
    return Array.from(rows, ([predicate, row]) => ({ predicate, objects: [...row.values()] }));
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

/** Whether a row makes the key that has it a time key (`mapping.md §4`). */
export function saysTime(row: ExpandedRow, key: string): boolean {
  if (row.predicate === RDF_TYPE)
    return row.objects.some((object) => object.kind === 'constant' && object.text === TIME_INSTANT);
  return (
    TIME_PROPERTIES.has(row.predicate) && row.objects.some((object) => object.kind === 'value' && object.text === key)
  );
}
