/** Bytes between two texts of a document's output, and where in them labels of anonymous nodes begin. */
export interface Stretch {
  readonly bytes: Uint8Array;
  readonly labels: readonly number[];
}

const NOTHING = new Uint8Array(0);

/** The output of a document without its texts, with the labels of one document at a time. */
export class DocumentImage {
  /** The bytes between the texts, one more than these. */
  pieces: readonly Uint8Array[] = [];
  private readonly stretches: readonly Stretch[];
  /** Bytes of what labels begin with where they were recorded; 0 if it is the same for all documents. */
  private readonly recordedLength: number;
  private prefix = NOTHING;
  private bytes = NOTHING;
  /** In `bytes`. */
  private places = new Int32Array(0);

  constructor(stretches: readonly Stretch[], recordedLength: number) {
    this.stretches = stretches;
    this.recordedLength = recordedLength;
    this.build(recordedLength);
  }

  /** Shows the labels of a document. @param prefix what they begin with, in ASCII; empty if it is the same for all documents */
  show(prefix: string): void {
    if (prefix.length !== this.prefix.length) this.build(prefix.length);
    const { bytes, places } = this;
    for (let i = prefix.length - 1; i >= 0; i--) {
      const byte = prefix.charCodeAt(i);
      if (this.prefix[i] === byte) continue;
      this.prefix[i] = byte;
      for (let place = 0; place < places.length; place++) bytes[places[place]! + i] = byte;
    }
  }

  /** Makes room for labels that begin with so many bytes. */
  private build(length: number): void {
    const { stretches, recordedLength } = this;
    const pieces: Uint8Array[] = [];
    const places: number[] = [];
    const wider = length - recordedLength;
    const size = stretches.reduce((sum, { bytes, labels }) => sum + bytes.length + labels.length * wider, 0);
    const image = new Uint8Array(size);
    let to = 0;
    for (const { bytes, labels } of stretches) {
      const start = to;
      let from = 0;
      for (const label of labels) {
        image.set(bytes.subarray(from, label), to);
        to += label - from;
        places.push(to);
        to += length;
        from = label + recordedLength;
      }
      image.set(bytes.subarray(from), to);
      to += bytes.length - from;
      pieces.push(image.subarray(start, to));
    }
    this.bytes = image;
    this.pieces = pieces;
    this.places = Int32Array.from(places);
    // No label begins with it: each byte is written when the first document is shown.
    this.prefix = new Uint8Array(length);
  }
}
