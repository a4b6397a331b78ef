import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import type { RowBuffer } from './row-buffer.ts';
import { entryOf, type Source } from './row-sources.ts';

/** Who knows the numbers of nodes. */
interface Numbering {
  readonly document: JsonDocument;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly sink: ByteSink;
}

/**
 * Numbers the nodes of rows as the long way does. Mostly the numbers of a row are those of the row before, each a step more: then the
 * image makes the step, and no number is computed.
 */
export class RowNumbers {
  /** Instants that the row cites: where their values are found. */
  readonly sources: readonly Source[];
  private readonly context: Numbering;
  private readonly rowBuffer: RowBuffer;
  /** Nodes that a row introduces. */
  private readonly nodesOfRow: number;
  /** By instant: its number in the next row, if all goes on. */
  private readonly expected: Int32Array;
  /** The number of the first node of the next row, if all goes on. */
  private expectedNode = -1;
  /** Rows that may make a step before a number gets a digit more. */
  private rowsToStep = 0;
  /** The numbers of the last row that did not go on, by node of the image. */
  private readonly values: Int32Array;
  private hasBegun = false;

  constructor(context: Numbering, rowBuffer: RowBuffer, nodesOfRow: number) {
    this.context = context;
    this.rowBuffer = rowBuffer;
    this.nodesOfRow = nodesOfRow;
    this.sources = rowBuffer.nodes.flatMap((node) => (node.kind === 'instant' ? [node.source] : []));
    this.expected = new Int32Array(this.sources.length);
    this.values = new Int32Array(rowBuffer.nodes.length);
  }

  /** Takes the numbers of a row's nodes; false where they do not go on from the row before: the row has to be begun. */
  goesOn(item: number, index: number): boolean {
    const { expected, sources, nodesOfRow } = this;
    const { document, instants, nodes } = this.context;
    const node = nodes.reserve(nodesOfRow);
    let goesOn = node === this.expectedNode && this.rowsToStep > 0;
    this.expectedNode = node + nodesOfRow;
    for (let i = 0; i < sources.length; i++) {
      const instant = instants.numberAt(entryOf(document, sources[i]!, item, index));
      if (instant !== expected[i]) goesOn = false;
      expected[i] = instant + 1;
    }
    this.rowsToStep--;
    return goesOn;
  }

  /**
   * Gives the image the numbers of a row that does not go on from the one before.
   *
   * @param isLastOpen the end of the row before waits to be written
   * @returns whether it still does
   */
  begin(isLastOpen: boolean): boolean {
    const { rowBuffer: image, values, expected } = this;
    const firstNode = this.expectedNode - this.nodesOfRow;
    let instant = 0;
    for (const [i, node] of image.nodes.entries())
      values[i] = node.kind === 'node' ? firstNode + node.index : expected[instant++]! - 1;
    this.hasBegun = true;
    if (image.fits(values)) {
      image.showFirst(values);
      return isLastOpen;
    }
    if (isLastOpen) image.writeLast(this.context.sink, null);
    image.layOut(values);
    return false;
  }

  /** Once a row is written up to its end: prepares the next one. */
  advance(): void {
    if (!this.hasBegun) return this.rowBuffer.showSteps();
    this.hasBegun = false;
    this.rowsToStep = this.rowBuffer.showNext(this.values);
  }
}
