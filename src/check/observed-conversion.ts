import { HubError } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import { convertDocument } from '../mapping/convert-document.ts';
import { converterOf, type Conversion, type ConvertOptions } from '../mapping/convert.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { NodeTable } from '../mapping/nodes/nodes.ts';
import type { GraphNode } from '../mapping/rdf-terms/graph-terms.ts';
import { pointerToValue } from '../mapping/records/scopes.ts';
import type { WalkContext } from '../mapping/walk/walk-context.ts';
import { writeGraph } from '../mapping/walk/write-graph.ts';
import { PrefixedNames } from '../rdf/prefixed-names.ts';
import type { Graph } from '../restore/graph.ts';
import { scanNTriples } from '../restore/scan-ntriples.ts';
import { checkGraph, type Breach } from './check-graph.ts';
import { checkTimes } from './check-times.ts';
import type { CheckOptions } from './check-options.ts';
import { describeBreach } from './describe-breach.ts';
import type { CheckCode } from './finding-codes.ts';
import { shapesOfDocument } from './shapes-of-document.ts';

/** `checkUnits` as a conversion has it. */
export type ObserveOptions = CheckOptions & Pick<ConvertOptions, 'checkUnits'>;

/** What is known of a conversion that is done. */
interface Observed {
  readonly context: WalkContext;
  readonly lexicon: Lexicon;
  /** By the name of a node in N-Triples: the value that it is made of. */
  readonly valueOfNode: ReadonlyMap<string, number>;
  readonly chunks: readonly Uint8Array[];
}

/** A conversion whose graph is kept, with the value of the document that each node is made of. */
export class ObservedConversion {
  /** The graph is too long to be kept. */
  isTooLong = false;
  /** By name of each key whose values are in another unit in the graph, the name that it has there. */
  renamed: ReadonlyMap<string, string> = new Map();
  readonly #lexicon: Lexicon;
  readonly #options: ObserveOptions;
  #last: Observed | null = null;

  constructor(lexicon: Lexicon, options: ObserveOptions) {
    this.#lexicon = lexicon;
    this.#options = options;
  }

  /** Converts, as often as it is tried: the last one counts. @throws HubError as `convertDocument` does */
  run(body: Uint8Array, semantics: ConvertOptions['semantics']): Conversion {
    const { renamed = new Map(), ...conversion } = this.#run(body, semantics);
    this.renamed = renamed;
    return conversion;
  }

  #run(body: Uint8Array, semantics: ConvertOptions['semantics']): ReturnType<typeof convertDocument> {
    const { base, align, maxArrayItems, pinned, units, checkUnits, now, maxTriples, maxCheckedTriples } = this.#options;
    const options: ConvertOptions = {
      format: 'nt',
      skolemize: false,
      semantics,
      base,
      align,
      maxArrayItems,
      now,
      ...(pinned === undefined ? {} : { pinned }),
      ...(units === undefined ? {} : { units }),
      ...(checkUnits === undefined ? {} : { checkUnits }),
    };
    this.#last = null;
    this.isTooLong = false;
    try {
      // Every value is walked, for copies of rows tell nothing of their nodes.
      return this.#observe(body, { ...options, copyRows: false, maxTriples: Math.min(maxTriples, maxCheckedTriples) });
    } catch (error) {
      const isTooLong = error instanceof HubError && error.code === 'too-many-triples';
      if (!isTooLong || maxTriples <= maxCheckedTriples) throw error;
      this.#last = null;
      this.isTooLong = true;
      return convertDocument(
        body,
        this.#lexicon,
        { ...options, maxTriples },
        () => true,
        (context) => {
          this.#keep(context, []);
          writeGraph(context);
        },
      );
    }
  }

  #observe(body: Uint8Array, options: ConvertOptions): ReturnType<typeof convertDocument> {
    const chunks: Uint8Array[] = [];
    return convertDocument(
      body,
      this.#lexicon,
      options,
      (chunk) => void chunks.push(chunk),
      (context) => {
        const valueOfNode = this.#keep(context, chunks);
        observeNodes(context.nodes, ({ iri, id }, value) => {
          const name = iri === null ? `_:b${id}` : `<${iri}>`;
          if (!valueOfNode.has(name)) valueOfNode.set(name, value);
        });
        writeGraph(context);
      },
    );
  }

  #keep(context: WalkContext, chunks: readonly Uint8Array[]): Map<string, number> {
    const valueOfNode = new Map<string, number>();
    const lexicon = converterOf(this.#lexicon).lexiconFor(context.document, this.#options);
    this.#last = { context, lexicon, valueOfNode, chunks };
    return valueOfNode;
  }

  /** @param note gets what is found of timestamps, with what tells a pointer to the place */
  checkTimes(note: (code: CheckCode, key: string, message: string, pointerOf: () => string) => void): void {
    if (this.#last === null) return;
    const { document, mapping } = this.#last.context;
    checkTimes(document, mapping, (code, key, message, value) =>
      note(code, key, message, () => pointerToValue(document, value)),
    );
  }

  /**
   * Checks the graph by the shapes of the vocabulary.
   *
   * @param told keys of which nothing more is to be told
   * @param note gets what is found, with what tells a pointer to the value whose graph it is; null for one that has no node
   */
  checkGraph(
    told: ReadonlySet<string>,
    note: (key: string, message: string, pointerOf: (() => string) | null) => void,
  ): void {
    if (this.#last === null) return;
    const { context, lexicon, valueOfNode, chunks } = this.#last;
    const { document, mapping } = context;
    const shapes = shapesOfDocument(document, mapping, lexicon, this.#options.align);
    const sought = shapes.filter(({ key }) => !told.has(key.name));
    if (sought.length === 0) return;
    const graph = scanNTriples(joinBytes(chunks), Number.MAX_SAFE_INTEGER);
    const names = new PrefixedNames(
      Array.from([['vocab', lexicon.vocabularyIri] as const, ...lexicon.prefixes], ([prefix, namespace]) => ({
        prefix,
        namespace,
      })),
    );
    checkGraph(graph, sought, (breach) => {
      const value = placeOf(breach, graph, valueOfNode);
      note(
        breach.shape.key.name,
        describeBreach(breach, graph, names),
        value === null ? null : () => pointerToValue(document, value),
      );
    });
  }
}

/** The value that the innermost node is made of which is made of one; null for a literal of the document itself. */
function placeOf({ nodes }: Breach, graph: Graph, valueOfNode: ReadonlyMap<string, number>): number | null {
  for (const node of nodes.toReversed()) {
    const value = graph.isLiteral(node) ? undefined : valueOfNode.get(graph.textOf(node));
    if (value !== undefined) return value;
  }
  return null;
}

/** Has each node told with the value that it is made of. The table does not know: browsers load it, and nobody else asks. */
function observeNodes(nodes: NodeTable, note: (node: GraphNode, value: number) => void): void {
  for (const method of ['valueNode', 'entityNode', 'instantNode'] as const) {
    const make = nodes[method].bind(nodes);
    const observed: (typeof nodes)[typeof method] = (element) => {
      const node = make(element);
      note(node, element.value);
      return node;
    };
    nodes[method] = observed;
  }
  const scopeOf = nodes.scopeOf.bind(nodes);
  const observedScopeOf: typeof nodes.scopeOf = (element) => {
    const scope = scopeOf(element);
    note(scope.node, element.value);
    return scope;
  };
  nodes.scopeOf = observedScopeOf;
}
