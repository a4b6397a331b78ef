import type { Options } from 'jsonld';
import { HubError } from '../errors.ts';
import { excerpt } from '../mapping/json/text.ts';
import { RDF, RDF_LANG_STRING, RDF_TYPE, XSD, XSD_BOOLEAN, XSD_INTEGER, XSD_STRING } from '../rdf/namespaces.ts';
import { boundContexts } from './bounded-contexts.ts';
import { literalText, namedGraphs, type TermGraph } from './term-graph.ts';

/** A node of expanded JSON-LD: its properties are lists, of values where they are no keywords. */
interface ExpandedNode {
  /** Null for what looks like a keyword. */
  readonly '@id'?: string | null;
  readonly '@type'?: readonly string[];
  readonly '@index'?: string;
  readonly '@included'?: readonly ExpandedNode[];
  readonly '@reverse'?: Readonly<Record<string, readonly ExpandedNode[]>>;
  readonly [property: string]: unknown;
}

interface ExpandedLiteral {
  readonly '@value': unknown;
  readonly '@type'?: string;
  readonly '@language'?: string;
}

interface ExpandedList {
  readonly '@list': readonly ExpandedValue[];
}

type ExpandedValue = ExpandedNode | ExpandedLiteral | ExpandedList;

/**
 * Adds the triples of JSON-LD, nodes in the order of its text. The toolkit expands it; its own conversion rewrites every `xsd:double`, sorts the nodes
 * by their labels and compares each value of a property with all others.
 *
 * @param base of relative IRIs
 * @param readsLists whether lists become triples of `rdf:first` and `rdf:rest`, and are no fault
 * @throws HubError `malformed-rdf`, `too-many-triples`, and errors of the toolkit
 */
export async function readJsonLd(json: unknown, base: string, graph: TermGraph, readsLists: boolean): Promise<void> {
  const [{ default: jsonld }, { default: ContextResolver }] = await Promise.all([
    import('jsonld'),
    import('jsonld/lib/ContextResolver.js'),
  ]);
  // The toolkit tells why it refuses a context of a term in words of its own, without a cause.
  let refused: HubError | undefined;
  const refuse = (error: HubError): never => {
    refused ??= error;
    throw error;
  };
  const documentLoader = async (url: string): Promise<never> =>
    refuse(new HubError('malformed-rdf', `The context ${excerpt(url)} is not fetched; write it into the text.`));
  // Its own resolver keeps the contexts of a hundred texts, however long they are.
  const contextResolver = boundContexts(new ContextResolver({ sharedCache: new Map() }), refuse);
  const options: Options.Expand & { readonly contextResolver: unknown } = { base, documentLoader, contextResolver };
  const nodes = await jsonld.expand(json as object, options).catch((error: unknown) => {
    throw refused ?? error;
  });
  new ExpandedReader(graph, readsLists).readNodes(nodes as unknown as readonly ExpandedNode[]);
}

/** Adds the triples of nodes of expanded JSON-LD. */
class ExpandedReader {
  private readonly graph: TermGraph;
  private readonly readsLists: boolean;
  /** By label of the text. */
  private readonly labels = new Map<string, string>();
  private labelCount = 0;
  /** By name of a node. */
  private readonly indexes = new Map<string, string>();

  constructor(graph: TermGraph, readsLists: boolean) {
    this.graph = graph;
    this.readsLists = readsLists;
  }

  readNodes(nodes: readonly ExpandedNode[]): void {
    for (const node of nodes) this.readNode(node);
  }

  private readNode(node: ExpandedNode, name = this.nameOf(node)): void {
    this.checkIndex(name, node['@index']);
    for (const type of node['@type'] ?? []) this.graph.add(name, `<${RDF_TYPE}>`, this.termOf(type));
    for (const [property, values] of Object.entries(node)) {
      if (property === '@graph') throw namedGraphs();
      if (!property.startsWith('@')) this.readValues(name, property, values as readonly ExpandedValue[]);
    }
    this.readNodes(node['@included'] ?? []);
    for (const [property, nodes] of Object.entries(node['@reverse'] ?? {})) this.readReverse(name, property, nodes);
  }

  private readValues(subject: string, property: string, values: readonly ExpandedValue[]): void {
    const predicate = this.predicateOf(property);
    for (const value of values) {
      if (isLiteral(value)) this.graph.add(subject, predicate, valueText(value));
      else if (isList(value)) this.graph.add(subject, predicate, this.readList(value['@list']));
      else if (value['@id'] !== null) this.readObject(subject, predicate, value);
    }
  }

  /** The first node of a list. */
  private readList(items: readonly ExpandedValue[]): string {
    if (!this.readsLists) throw new HubError('malformed-rdf', 'The JSON-LD has a list; the hub writes none.');
    const nodes = [...items.map(() => this.newLabel()), `<${RDF}nil>`];
    for (const [at, item] of items.entries()) {
      this.readValues(nodes[at]!, `${RDF}first`, [item]);
      this.graph.add(nodes[at]!, `<${RDF}rest>`, nodes[at + 1]!);
    }
    return nodes[0]!;
  }

  private readObject(subject: string, predicate: string, node: ExpandedNode): void {
    const name = this.nameOf(node);
    this.graph.add(subject, predicate, name);
    this.readNode(node, name);
  }

  private readReverse(object: string, property: string, nodes: readonly ExpandedNode[]): void {
    const predicate = this.predicateOf(property);
    for (const node of nodes) {
      const name = this.nameOf(node);
      this.graph.add(name, predicate, object);
      this.readNode(node, name);
    }
  }

  /** A node may be described in several places, as one and the same item of an index. */
  private checkIndex(name: string, index: string | undefined): void {
    if (index === undefined) return;
    const known = this.indexes.get(name);
    if (known !== undefined && known !== index)
      throw new Error('Invalid JSON-LD syntax; conflicting @index property detected.');
    this.indexes.set(name, index);
  }

  private nameOf({ '@id': id }: ExpandedNode): string {
    return id == null ? this.newLabel() : this.termOf(id);
  }

  private predicateOf(property: string): string {
    return property.startsWith('_:') ? `<${this.labelOf(property)}>` : `<${property}>`;
  }

  private termOf(id: string): string {
    return id.startsWith('_:') ? this.labelOf(id) : `<${id}>`;
  }

  /** Labels of the text are replaced, so that those of nodes without one never meet them. */
  private labelOf(label: string): string {
    let known = this.labels.get(label);
    if (known === undefined) this.labels.set(label, (known = this.newLabel()));
    return known;
  }

  private newLabel(): string {
    return `_:b${this.labelCount++}`;
  }
}

function isList(value: ExpandedValue): value is ExpandedList {
  return '@list' in value;
}

function isLiteral(value: ExpandedValue): value is ExpandedLiteral {
  return '@value' in value;
}

function valueText({ '@value': json, '@type': type, '@language': language = '' }: ExpandedLiteral): string {
  if (type === '@json') return literalText(JSON.stringify(json), `${RDF}JSON`, '');
  if (typeof json === 'string')
    return literalText(json, language === '' ? (type ?? XSD_STRING) : RDF_LANG_STRING, language);
  if (typeof json === 'boolean') return literalText(String(json), type ?? XSD_BOOLEAN, '');
  const number = Number(json);
  if (Number.isInteger(number) && Math.abs(number) < 1e21 && type !== `${XSD}double`)
    return literalText(String(number), type ?? XSD_INTEGER, '');
  // The canonical form of a double (JSON-LD 1.1 API §8.6).
  const [digits, exponent] = number.toExponential(15).split('e') as [string, string];
  let end = digits.length;
  while (digits[end - 1] === '0' && digits[end - 2] !== '.') end--;
  return literalText(`${digits.slice(0, end)}E${exponent.replace('+', '')}`, type ?? `${XSD}double`, '');
}
