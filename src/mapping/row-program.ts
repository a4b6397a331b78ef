import type { ByteSink, RecordedRow } from './byte-sink.ts';
import type { CompiledTemplate, KeyPlan } from './compile.ts';
import type { JsonDocument } from './document.ts';
import type { NodeTable } from './nodes.ts';
import type { Element, RecordScope } from './scopes.ts';
import type { ValueReader } from './values.ts';
import type { GraphNode, Literal, Writer } from './writer.ts';

/** What stands between two pieces of a row: a node of the row by its number in it, the element's instant, or its lexical form. */
type Slot = number | 'instant' | 'lexical';

/** Nodes within nodes that a row may have. */
const MAX_CHAIN = 16;

/**
 * What a writer wrote of one element of an array, as bytes with slots. Other elements of the array differ in nothing but the
 * slots, so that their rows are copies: the same in every format.
 */
class RowProgram {
  readonly triples: number;
  /** Nodes that the row introduces. */
  readonly nodes: number;
  private readonly pieces: readonly Uint8Array[];
  private readonly slots: readonly Slot[];

  private constructor(triples: number, nodes: number, pieces: readonly Uint8Array[], slots: readonly Slot[]) {
    this.triples = triples;
    this.nodes = nodes;
    this.pieces = pieces;
    this.slots = slots;
  }

  /**
   * Compiles a row that was recorded.
   *
   * @param firstNode number of the first node that the row introduced
   * @param lexicalStart where in the document the element's lexical form begins
   */
  static compile(
    row: RecordedRow,
    triples: number,
    firstNode: number,
    nodes: number,
    instant: GraphNode | null,
    lexicalStart: number,
  ): RowProgram {
    const pieces: Uint8Array[] = [];
    const slots: Slot[] = [];
    let from = 0;
    for (const { holds, start, end } of row.slots) {
      const slot = slotOf(holds, firstNode, nodes, instant, lexicalStart);
      // What is the same in each row stays where it is.
      if (slot === null) continue;
      pieces.push(row.bytes.slice(from, start));
      slots.push(slot);
      from = end;
    }
    pieces.push(row.bytes.slice(from));
    return new RowProgram(triples, nodes, pieces, slots);
  }

  /** Writes the row of another element. */
  run(sink: ByteSink, writer: Writer, firstNode: number, instant: GraphNode | null, start: number, end: number): void {
    const { pieces, slots } = this;
    for (let i = 0; i < slots.length; i++) {
      sink.bytes(pieces[i]!);
      const slot = slots[i]!;
      if (slot === 'lexical') writer.lexical(start, end);
      else sink.integer(slot === 'instant' ? instant!.id : firstNode + slot);
    }
    sink.bytes(pieces[slots.length]!);
  }
}

function slotOf(
  holds: GraphNode | Literal,
  firstNode: number,
  nodes: number,
  instant: GraphNode | null,
  lexicalStart: number,
): Slot | null {
  if (!('id' in holds)) return holds.start === lexicalStart ? 'lexical' : null;
  if (holds === instant) return 'instant';
  return holds.id >= firstNode && holds.id < firstNode + nodes ? holds.id - firstNode : null;
}

/** True where all elements of an array of this key make the same row but for nodes, instant and value. */
export function hasUniformRows(
  document: JsonDocument,
  scope: RecordScope,
  plan: KeyPlan,
  template: CompiledTemplate,
  chain = 0,
): boolean {
  return template.groups.every(({ objects }) => {
    // The own value may equal another one in some rows, and is one triple with it there.
    const values = objects.filter((object) => object.kind === 'value');
    if (values.length > 1 && values.some((object) => object.key === plan.id)) return false;
    return objects.every((object) => {
      switch (object.kind) {
        case 'constant':
        case 'instant':
          return true;
        case 'node': {
          const { isCitedOnce, template: described } = object.node;
          if (!isCitedOnce || chain === MAX_CHAIN) return false;
          return described === null || hasUniformRows(document, scope, plan, described, chain + 1);
        }
        default: {
          if (object.key === plan.id) return object.kind === 'value';
          const value = scope.find(object.key);
          return value < 0 || !document.isArray(value);
        }
      }
    });
  });
}

/** What the walk over a document lends to the rows of its arrays. */
export interface RowContext {
  readonly document: JsonDocument;
  readonly nodes: NodeTable;
  readonly values: ValueReader;
  readonly sink: ByteSink;
  readonly writer: Writer;
}

/** The programs of one array: one for each kind of value, with an instant and without. */
export class RowPrograms {
  private readonly context: RowContext;
  /** By kind: a program, or that one such value was written, or null where no program can be made. */
  private readonly programs = new Map<number, RowProgram | 'seen' | null>();

  constructor(context: RowContext) {
    this.context = context;
  }

  /** Writes an element by a program; answers its triples, or 0 when it has to be written the long way. */
  copy(element: Element, maxTriples: number): number {
    const { document, nodes, sink, writer } = this.context;
    const instant = nodes.instantOf(element);
    const program = this.programs.get(this.kindOf(element, instant));
    if (!(program instanceof RowProgram) || program.triples > maxTriples || !this.isPlain(element, instant)) return 0;
    const { entries } = document;
    const { value } = element;
    program.run(sink, writer, nodes.reserve(program.nodes), instant, entries[value + 1]!, entries[value + 2]!);
    return program.triples;
  }

  /**
   * Writes an element the long way and makes a program of the second of its kind: the first has other separators before it, and
   * makes the writer render what it keeps.
   *
   * @param write answers the triples that it wrote, or null when it left some for later or raised a warning
   */
  write(element: Element, write: () => number | null): void {
    const { document, nodes, sink } = this.context;
    const instant = nodes.instantOf(element);
    const kind = this.kindOf(element, instant);
    if (!this.isPlain(element, instant) || this.programs.get(kind) !== 'seen') {
      if (!this.programs.has(kind)) this.programs.set(kind, 'seen');
      write();
      return;
    }
    const firstNode = nodes.reserve(0);
    sink.startRecording();
    const triples = write();
    const row = sink.stopRecording();
    const introduced = nodes.reserve(0) - firstNode;
    const lexicalStart = document.entries[element.value + 1]!;
    this.programs.set(
      kind,
      row === null || triples === null
        ? null
        : RowProgram.compile(row, triples, firstNode, introduced, instant, lexicalStart),
    );
  }

  private kindOf(element: Element, instant: GraphNode | null): number {
    return this.context.document.kindOf(element.value) * 2 + (instant === null ? 0 : 1);
  }

  /** True where the value is copied as it stands, and the instant, if any, has a number and no IRI. */
  private isPlain(element: Element, instant: GraphNode | null): boolean {
    return (instant === null || instant.iri === null) && this.context.values.isTakenAsWritten(element);
  }
}
