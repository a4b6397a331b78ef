import { HubError } from '../errors.ts';
import { hashBytes } from '../mapping/bytes/hash.ts';
import { encodeText } from '../rdf/utf8.ts';
import { FingerprintTable } from './fingerprint-table.ts';
import type { Graph } from './graph.ts';
import { restoreRoot, type RestoredDocument, type RestoreOptions } from './restore-documents.ts';
import type { GraphReader } from './restore-graph.ts';

/** Faults that a document has, too, where a part of it stands elsewhere. */
const FAULTS_OF_PARTS: ReadonlySet<string> = new Set(['not-restorable', 'digest-differs']);

/** Documents that are restored from one part of a graph after another, none of which is kept. */
export class GivenDocuments {
  count = 0;
  private readonly options: RestoreOptions;
  /** The named nodes that parts before describe. */
  private readonly described = new FingerprintTable();
  /** By the name of its root: a hash of the text of a document. */
  private readonly texts = new FingerprintTable();
  private isFirst = true;

  constructor(options: RestoreOptions) {
    this.options = options;
  }

  /**
   * The documents of roots of the next part.
   *
   * @throws HubError as `restoreDocuments` does; `not-restorable` where a document needs triples of the parts before, or one of them goes on
   */
  *restore(graph: Graph, reader: GraphReader, roots: readonly number[]): Generator<RestoredDocument> {
    const bare = bareObjectsOf(graph);
    for (const root of roots) {
      const document = this.restoreOne(graph, bare, reader, root);
      this.noteText(graph.textOf(root), document.text);
      this.count++;
      yield document;
    }
    this.noteDescribed(graph);
    this.isFirst = false;
  }

  /** The error that says that the rest of the graph cannot be read piece by piece. */
  refusal(): HubError {
    const message = `Behind document ${this.count.toLocaleString('en')}, triples of several documents are mixed, a document does not describe what it cites and another one does, or does not name its version: such a graph cannot be read piece by piece. Read it whole.`;
    return new HubError('not-restorable', message);
  }

  private restoreOne(graph: Graph, bare: readonly number[], reader: GraphReader, root: number): RestoredDocument {
    const isDescribed = (node: number): boolean => this.described.get(graph.textOf(node)) !== undefined;
    let document: RestoredDocument;
    try {
      document = restoreRoot(reader, root, this.options);
    } catch (cause) {
      if (this.isFirst || !(cause instanceof HubError) || !FAULTS_OF_PARTS.has(cause.code)) throw cause;
      const isPart =
        this.texts.get(graph.textOf(root)) !== undefined ||
        bare.some((node) => graph.isAnonymous(node) || isDescribed(node));
      throw isPart ? this.refusal() : cause;
    }
    if (document.notes.some(({ code }) => code === 'text-of-entity') && bare.some(isDescribed)) throw this.refusal();
    return document;
  }

  /** Equal documents of a skolemized graph have one root, and so have parts of one series, which are one document. */
  private noteText(root: string, text: string): void {
    const hash = hashOf(text);
    const known = this.texts.get(root);
    if (known !== undefined && known !== hash) throw this.refusal();
    this.texts.set(root, hash);
  }

  private noteDescribed(graph: Graph): void {
    for (let node = 0; node < graph.terms; node++)
      if (graph.startOf(node) !== graph.endOf(node) && !graph.isAnonymous(node))
        this.described.set(graph.textOf(node), 0);
  }
}

function hashOf(text: string): number {
  const bytes = encodeText(text);
  return hashBytes(bytes, 0, bytes.length, 0);
}

/** The nodes that a graph cites and says nothing of, each once. */
function bareObjectsOf(graph: Graph): number[] {
  const isKnown = new Uint8Array(graph.terms);
  const found: number[] = [];
  for (const object of graph.objects) {
    if (isKnown[object] === 1) continue;
    isKnown[object] = 1;
    if (graph.startOf(object) === graph.endOf(object) && !graph.isLiteral(object)) found.push(object);
  }
  return found;
}
