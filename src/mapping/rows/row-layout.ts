import { NAME_BYTES } from '../nodes/name-texts.ts';
import { digitsOf } from './node-places.ts';

const ZERO = 0x30;

/** The bytes of a row as `RowBuffer` holds them: from behind the last text round to it. */
interface RowLayout {
  readonly bytes: Uint8Array;
  /** Where the tail ends and the head begins, if there is a text, then where each text stands. */
  readonly cuts: readonly number[];
  /** By node: behind its places up to the last text, and behind those in the tail. */
  readonly bodyEnds: readonly (readonly number[])[];
  readonly tailEnds: readonly (readonly number[])[];
}

/**
 * Puts the pieces of a row one behind the other, with room for its nodes.
 *
 * @param pieces one more than slots, in turn with them
 * @param nodeOfSlot the node in a slot; -1 for a text
 * @param numbers of the nodes, shown where nodes have no names
 */
export function layOutRow(
  pieces: readonly Uint8Array[],
  nodeOfSlot: readonly number[],
  numbers: Int32Array,
  isNamed: boolean,
): RowLayout {
  const widths = nodeOfSlot.map((node) => (node < 0 ? 0 : isNamed ? NAME_BYTES : digitsOf(numbers[node]!)));
  let size = 0;
  for (const width of widths) size += width;
  for (const { length } of pieces) size += length;
  const bytes = new Uint8Array(size);
  const lastText = nodeOfSlot.lastIndexOf(-1);
  const cuts: number[] = [];
  const bodyEnds: number[][] = [];
  const tailEnds: number[][] = [];
  for (let node = 0; node < numbers.length; node++) {
    bodyEnds.push([]);
    tailEnds.push([]);
  }
  let at = 0;
  for (let step = 0; step < pieces.length; step++) {
    const i = (lastText + 1 + step) % pieces.length;
    if (i === 0) cuts.push(at);
    bytes.set(pieces[i]!, at);
    at += pieces[i]!.length;
    const node = nodeOfSlot[i];
    if (node === undefined) continue;
    if (node < 0) {
      cuts.push(at);
      continue;
    }
    const start = at;
    at += widths[i]!;
    const isInTail = lastText >= 0 && i > lastText;
    (isInTail ? tailEnds : bodyEnds)[node]!.push(at);
    let rest = numbers[node]!;
    for (let to = at - 1; to >= start; to--) {
      bytes[to] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
  }
  return { bytes, cuts, bodyEnds, tailEnds };
}
