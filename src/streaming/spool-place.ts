/** What all threads know of the spool. */
export interface SpoolShare {
  /** Int32s: the KiB that each answer has on disk, at its slot. One number each, so that a killed thread leaves no sum half made. */
  readonly takenKib: SharedArrayBuffer;
  readonly maxBytes: number;
  readonly maxAnswerBytes: number;
}

/** Where one answer goes when it outgrows the memory it may have. */
export interface SpoolPlace {
  readonly path: string;
  /** Its index in `takenKib`. */
  readonly slot: number;
}

/** An answer as the worker leaves it: `head` and `tail` together, `tail` in the file when it is null. */
export interface Written {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly tail: Uint8Array<ArrayBuffer> | null;
  readonly tailBytes: number;
}
