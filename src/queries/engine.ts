import { initSync, namedNode, Store, type NamedNode } from 'oxigraph/web.js';
import {
  engineKey,
  readEngine,
  restoreImage,
  writeImage,
  type EngineState,
  type ImageGraph,
  type WantedImage,
} from './engine-image.ts';

export interface EngineOptions {
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
  readonly baseIri: string;
  readonly mediaType: string;
}

/** Of the engine, what makes its state. */
interface Exports {
  readonly memory?: EngineState['memory'];
  readonly __wbindgen_externrefs?: EngineState['values'];
}

const code = readEngine();
// The package for browsers, as it gives its memory, and that for Node.js does not.
const { memory, __wbindgen_externrefs: values } = initSync({ module: code }) as unknown as Exports;
const key = engineKey(code);
/** Null for another release of the package, which holds values in another way. */
const state: EngineState | null = memory === undefined || values === undefined ? null : { memory, values };
const valuesAtFirst = values?.length ?? 0;
/** Objects of the engine have places in its memory: with one of them it cannot become that of an image. */
let isUsed = false;

/** What the package has, and its types do not. */
interface OwnStore {
  /** Where it is in the memory. */
  __wbg_ptr?: unknown;
  free(): void;
}

/**
 * An Oxigraph store for other people's queries. It answers synchronously and cannot be interrupted, a hostile query may break it, and
 * it never gives memory back: so it lives in a process that can be ended.
 */
export class QueryEngine {
  #made: Store | null = null;
  readonly #graphs = new Set<string>();

  get #store(): Store {
    isUsed = true;
    return (this.#made ??= new Store());
  }

  has(graph: string): boolean {
    return this.#graphs.has(graph);
  }

  /** Gives its memory back at once. It is used no more. */
  free(): void {
    (this.#made as OwnStore | null)?.free();
  }

  /** Adds triples to a graph; in one transaction, as the loader without one takes 300 MB to begin with. */
  load(graph: string, ntriples: Uint8Array): void {
    this.#graphs.add(graph);
    this.#store.load(ntriples, {
      format: 'application/n-triples',
      to_graph_name: namedNode(graph),
      lenient: true,
    });
  }

  /**
   * Has the file of an image hold what was loaded. Only before the first answer: what is random in the next ones would be the same in all
   * engines of the image.
   *
   * @throws what the file system throws
   */
  keep(path: string, loaded: ImageGraph): void {
    const { __wbg_ptr: store } = this.#store as unknown as OwnStore;
    if (state !== null && typeof store === 'number')
      writeImage(path, state, valuesAtFirst, { ...loaded, engine: key, store });
  }

  /**
   * Becomes the engine of an image that has read this graph, if the process has no engine yet that was used.
   *
   * @returns the version of the graph; null, and nothing has changed, when there is no such image
   */
  restore(path: string, wanted: WantedImage): string | null {
    const restored = isUsed || state === null ? null : restoreImage(path, state, key, wanted);
    if (restored === null) return null;
    isUsed = true;
    // As the package itself makes objects of what it finds in its memory.
    this.#made = Object.assign(Object.create(Store.prototype) as Store, { __wbg_ptr: restored.store });
    this.#graphs.add(wanted.graph);
    return restored.version;
  }

  /**
   * The answer to a query as text. Graphs that are not there are empty as default graphs, and no named graphs.
   *
   * @throws UnsortableValues
   * @throws what the engine throws
   */
  answer(query: string, { defaultGraphs, namedGraphs, baseIri, mediaType }: EngineOptions): string {
    const known = (graphs: readonly string[]): NamedNode[] =>
      [...new Set(graphs)].filter((graph) => this.#graphs.has(graph)).map((graph) => namedNode(graph));
    const { error: tell } = console;
    const told: unknown[] = [];
    // oxlint-disable-next-line no-console -- there, and nowhere else, the engine says why it breaks
    console.error = (text: unknown) => void told.push(text);
    try {
      return this.#store.query(query, {
        base_iri: baseIri,
        default_graph: known(defaultGraphs),
        named_graphs: known(namedGraphs),
        results_format: mediaType,
      }) as string;
    } catch (error) {
      if (told.some((text) => String(text).includes('does not correctly implement a total order')))
        throw new UnsortableValues('The engine met values that it has no order for.', { cause: error });
      if (told.length > 0) tell(...told);
      throw error;
    } finally {
      // oxlint-disable-next-line no-console
      console.error = tell;
    }
  }
}

/** The engine broke as it sorted values of which it takes a for less than b, b for less than c, and c for less than a. */
export class UnsortableValues extends Error {
  override readonly name = 'UnsortableValues';
}
