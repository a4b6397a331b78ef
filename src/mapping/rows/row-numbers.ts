import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import type { RowBuffer, Tail } from './row-buffer.ts';
import type { Source } from './row-sources.ts';

/** What numbers of nodes are looked up in. */
interface Numbering {
  readonly document: JsonDocument;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly sink: ByteSink;
}

/**
 * Numbers the nodes of rows as the walk does. Mostly the numbers of a row are those of the row before, each a step more: then the
 * buffer makes the step, and no number is computed.
 */
export class RowNumbers {
  /** Instants that the row cites: where their values are found. */
  readonly sources: readonly Source[];
  private readonly context: Numbering;
  private readonly rowBuffer: RowBuffer;
  /** Nodes that a row introduces. */
  private readonly nodesOfRow: number;
  /** By instant: its number in the next row, if the numbers continue. */
  private readonly expected: Int32Array;
  /** The number of the first node of the next row, if the numbers continue. */
  private expectedNode = -1;
  /** Rows that may make a step before a number gets a digit more. */
  private rowsToStep = 0;
  /** The numbers of the last row that did not continue, by node of the rowBuffer. */
  private readonly values: Int32Array;
  /** Whether the numbers of the row at hand continue those of the row before. */
  private progress: 'continues' | 'begins' = 'continues';

  constructor(context: Numbering, rowBuffer: RowBuffer, nodesOfRow: number) {
    this.context = context;
    this.rowBuffer = rowBuffer;
    this.nodesOfRow = nodesOfRow;
    this.sources = rowBuffer.nodes.flatMap((node) => (node.kind === 'instant' ? [node.source] : []));
    this.expected = new Int32Array(this.sources.length);
    this.values = new Int32Array(rowBuffer.nodes.length);
  }

  /** Takes the numbers of a row's nodes; false if they do not continue those of the row before: then call `begin`. */
  continues(item: number, index: number): boolean {
    const { expected, sources, nodesOfRow } = this;
    const { document, instants, nodes } = this.context;
    const node = nodes.reserve(nodesOfRow);
    let continues = node === this.expectedNode && this.rowsToStep > 0;
    this.expectedNode = node + nodesOfRow;
    for (let i = 0; i < sources.length; i++) {
      const instant = instants.numberAt(sources[i]!.valueIn(document, item, index));
      if (instant !== expected[i]) continues = false;
      expected[i] = instant + 1;
    }
    this.rowsToStep--;
    return continues;
  }

  /**
   * Gives the buffer the numbers of a row that do not continue those of the row before.
   *
   * @param tail that of the row before
   * @returns what it is then: it is written if the row has to be laid out anew
   */
  begin(tail: Tail): Tail {
    const { rowBuffer, values, expected } = this;
    const firstNode = this.expectedNode - this.nodesOfRow;
    let instant = 0;
    for (let i = 0; i < values.length; i++) {
      const node = rowBuffer.nodes[i]!;
      values[i] = node.kind === 'node' ? firstNode + node.index : expected[instant++]! - 1;
    }
    this.progress = 'begins';
    if (rowBuffer.fits(values)) {
      rowBuffer.showHead(values);
      return tail;
    }
    if (tail === 'open') rowBuffer.writeTail(this.context.sink, null);
    rowBuffer.layOut(values);
    return 'written';
  }

  /** Once a row is written up to its end: prepares the next one. */
  advance(): void {
    if (this.progress === 'continues') return this.rowBuffer.showSteps();
    this.progress = 'continues';
    this.rowsToStep = this.rowBuffer.showNext(this.values);
  }
}
