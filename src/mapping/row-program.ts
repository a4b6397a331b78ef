import type { RecordedRow } from './byte-sink.ts';
import type { CompiledTemplate, KeyPlan } from './compile.ts';
import type { JsonDocument } from './document.ts';
import type { RecordScope } from './scopes.ts';
import type { ByteSink } from './byte-sink.ts';
import type { GraphNode, Literal, Writer } from './writer.ts';

/** What stands between two pieces of a row: a node of the row by its number in it, the element's instant, or its lexical form. */
type Slot = number | 'instant' | 'lexical';

/** Nodes within nodes that a row may have. */
const MAX_CHAIN = 16;

/**
 * What a writer wrote of one element of an array, as bytes with slots. Other elements of the array differ in nothing but the
 * slots, so that their rows are copies: the same in every format.
 */
export class RowProgram {
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
  return template.groups.every(({ objects }) =>
    objects.every((object) => {
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
    }),
  );
}
