import { isUtf8 } from 'node:buffer';
import n3 from 'n3';
import type { HubError } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import { GraphBuilder, type Graph } from './graph.ts';
import { malformed, notUtf8 } from './parse-rdf.ts';
import { scanPart, type NodeStart } from './scan-ntriples.ts';
import { termsOfQuad } from './term-graph.ts';

/** A graph, and how many of its anonymous nodes are subjects before anything names them. */
interface ReadStretch {
  readonly graph: Graph;
  readonly roots: number;
}

/** What was read of a stream of triples since the last documents were given. */
export interface Stretch {
  /** How much there is, in bytes or triples. */
  readonly weight: number;
  /** With how much it is worth looking for documents. */
  readonly batch: number;
  /** @throws HubError `malformed-rdf`, `not-utf8`, `too-many-triples` */
  push: (chunk: Uint8Array) => void;
  /** All roots but the last, whose triples go on; null while there are less than three. @throws HubError as `push` does */
  complete: () => ReadStretch | null;
  /** Forgets all but what stands before the first root, the last root that `complete` gave, and what follows. */
  drop: () => void;
  /** All that is left. @throws HubError as `push` does */
  end: () => ReadStretch;
}

const LINE_FEED = 0x0a;
const NO_BYTES = new Uint8Array(0);

export class NTriplesStretch implements Stretch {
  readonly batch = 4 * 1024 * 1024;
  weight = 0;
  private readonly maxTriples: number;
  private chunks: Uint8Array[] = [];
  /** The number of the first line, counted back from the first root. */
  private line = 1;
  private first: NodeStart | null = null;
  private last: NodeStart | null = null;

  constructor(maxTriples: number) {
    this.maxTriples = maxTriples;
  }

  push(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.weight += chunk.length;
  }

  complete(): ReadStretch | null {
    const bytes = this.joined();
    const { builder, starts } = this.scan(bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1));
    if (starts.length < 3) return null;
    this.first = starts[0]!;
    this.last = starts.at(-2)!;
    return { graph: builder.build(starts.at(-1)!.triples), roots: starts.length - 1 };
  }

  drop(): void {
    const [first, last] = [this.first!, this.last!];
    const bytes = this.joined();
    const rest = joinBytes([bytes.subarray(0, first.at), bytes.subarray(last.at)]);
    this.chunks = [rest];
    this.weight = rest.length;
    // What stands before the first root has no fault: only lines behind it are named.
    this.line += last.line - first.line;
  }

  end(): ReadStretch {
    const { builder, starts } = this.scan(this.joined());
    return { graph: builder.build(), roots: starts.length };
  }

  private scan(bytes: Uint8Array): ReturnType<typeof scanPart> {
    if (!isUtf8(bytes)) throw notUtf8();
    return scanPart(bytes, this.maxTriples, this.line);
  }

  private joined(): Uint8Array {
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : joinBytes(this.chunks);
    this.chunks = [bytes];
    return bytes;
  }
}

/** What the parser of Turtle names blank nodes that have no label: no root of a document. What stands in one comes before what names it. */
const UNLABELLED = '_:n3-';
/** There is no such triple. */
const NONE = -1;

export class TurtleStretch implements Stretch {
  readonly batch = 20_000;
  private readonly maxTriples: number;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly listeners = new Map<string, (text?: string) => void>();
  /** Three for each triple. */
  private terms: string[] = [];
  private builder: GraphBuilder;
  private starts: number[] = [];
  /** The first of the triples whose subjects have no label and that stand before the next one of another subject; `NONE` behind such a one. */
  private nested = NONE;
  private fault: HubError | null = null;

  constructor(maxTriples: number) {
    this.maxTriples = maxTriples;
    this.builder = new GraphBuilder(NO_BYTES, maxTriples);
    const source = { on: (event: string, listener: (text?: string) => void) => this.listeners.set(event, listener) };
    new n3.Parser({ format: 'text/turtle', baseIRI: 'urn:hub:restored:' }).parse(
      source as never,
      (error: Error | null, quad: n3.Quad | null) => {
        if (this.fault !== null) return;
        try {
          if (error !== null) throw error;
          if (quad !== null) this.add(termsOfQuad(quad));
        } catch (cause) {
          this.fault = malformed('ttl', cause);
        }
      },
    );
  }

  get weight(): number {
    return this.terms.length / 3;
  }

  push(chunk: Uint8Array): void {
    this.send('data', this.decode(chunk));
  }

  complete(): ReadStretch | null {
    const { starts, builder } = this;
    return starts.length < 3 ? null : { graph: builder.build(starts.at(-1)), roots: starts.length - 1 };
  }

  drop(): void {
    const { terms, starts } = this;
    const rest = terms.slice(0, starts[0]! * 3).concat(terms.slice(starts.at(-2)! * 3));
    this.terms = [];
    this.starts = [];
    this.nested = NONE;
    this.builder = new GraphBuilder(NO_BYTES, this.maxTriples);
    for (let at = 0; at < rest.length; at += 3) this.add([rest[at]!, rest[at + 1]!, rest[at + 2]!]);
  }

  end(): ReadStretch {
    this.send('data', this.decode());
    this.send('end');
    return { graph: this.builder.build(), roots: this.starts.length };
  }

  private add([subject, predicate, object]: readonly [string, string, string]): void {
    const { builder, terms } = this;
    const known = builder.terms;
    const node = builder.addText(subject);
    if (subject.startsWith(UNLABELLED)) this.noteNested();
    else this.noteStart(node === known && builder.isAnonymous(node));
    builder.addTriple(node, builder.addText(predicate), builder.addText(object));
    terms.push(subject, predicate, object);
  }

  private noteNested(): void {
    if (this.nested === NONE) this.nested = this.builder.size;
  }

  /** A document starts with what is nested before the first triple of its root. */
  private noteStart(isRoot: boolean): void {
    if (isRoot) this.starts.push(this.nested === NONE ? this.builder.size : this.nested);
    this.nested = NONE;
  }

  private send(event: 'data' | 'end', text?: string): void {
    try {
      this.listeners.get(event)!(text);
    } catch (cause) {
      this.fault ??= malformed('ttl', cause);
    }
    if (this.fault !== null) throw this.fault;
  }

  private decode(chunk?: Uint8Array): string {
    try {
      return this.decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw notUtf8();
    }
  }
}
