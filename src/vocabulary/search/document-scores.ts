/** Documents of a block, as a power of two: those of a block that none has a score in are not looked at. */
const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;

/** What was found: documents, which are numbers that ascend, and how well each of them fits, more than 0. */
export interface FoundDocuments {
  readonly documents: Uint32Array;
  /** By the same places. */
  readonly scores: Float64Array;
}

/** A score for each document, most of which are 0. Whoever adds to one notes its block, so that neither reading nor clearing passes over all of them. */
export class DocumentScores {
  readonly scores: Float64Array;
  /** By block 1 where a document of it may have a score. */
  readonly blocks: Uint8Array;

  /** @param count how many documents there are */
  constructor(count: number) {
    this.scores = new Float64Array(count);
    this.blocks = new Uint8Array((count + BLOCK - 1) >>> BLOCK_BITS);
  }

  add(document: number, score: number): void {
    this.scores[document] = this.scores[document]! + score;
    this.blocks[document >>> BLOCK_BITS] = 1;
  }

  /** Calls back with documents from one to before another one, again and again, among which are all that have a score. */
  forEachRun(take: (from: number, to: number) => void): void {
    const { blocks, scores } = this;
    for (let block = 0; block < blocks.length; block++) {
      if (blocks[block] === 0) continue;
      const first = block;
      while (blocks[block] === 1) block++;
      take(first << BLOCK_BITS, Math.min(block << BLOCK_BITS, scores.length));
    }
  }

  /** The documents that have a score. */
  found(): FoundDocuments {
    let count = 0;
    this.forEachRun((from, to) => (count += countScores(this.scores, from, to)));
    const found = { documents: new Uint32Array(count), scores: new Float64Array(count) };
    let at = 0;
    this.forEachRun((from, to) => (at = copyScores(this.scores, from, to, found, at)));
    return found;
  }

  /** Makes all scores 0. */
  clear(): void {
    this.forEachRun((from, to) => this.scores.fill(0, from, to));
    this.blocks.fill(0);
  }
}

/** Functions of their own, in which the engine holds what it reads. */
function countScores(scores: Float64Array, from: number, to: number): number {
  let count = 0;
  for (let document = from; document < to; document++) if (scores[document]! > 0) count++;
  return count;
}

function copyScores(scores: Float64Array, from: number, to: number, found: FoundDocuments, already: number): number {
  let at = already;
  for (let document = from; document < to; document++) {
    const score = scores[document]!;
    if (score === 0) continue;
    found.documents[at] = document;
    found.scores[at++] = score;
  }
  return at;
}
