import { encodeText } from '../../rdf/utf8.ts';
import { RecentList } from '../json/recent-list.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { perLexicon } from '../lexicon/per-lexicon.ts';
import { assembleBlock, type EmbedReport } from './assemble.ts';
import { renderBlock } from './render-block.ts';

/** Blocks that are kept: documents of a few shapes come often. */
const MAX_BLOCKS = 16;
/** What all of them may take: 10,000 keys have 2 MB of text. */
const MAX_BYTES = 4 * 1024 * 1024;
/** About what a key takes beside the text: in the list of keys, and in a list of the report. */
const BYTES_OF_A_KEY = 32;

/** An assembled block as it is written, in UTF-8. Documents share the text: nobody may change it. */
interface WrittenBlock {
  readonly text: Uint8Array;
  readonly report: EmbedReport;
}

interface Kept extends WrittenBlock {
  readonly keys: readonly string[];
  readonly base: string | null;
  readonly date: string;
}

/** The blocks of one vocabulary; documents with the same keys share one. */
class WrittenBlocks {
  private readonly lexicon: Lexicon;
  private readonly kept = new RecentList<Kept>(
    MAX_BLOCKS,
    MAX_BYTES,
    ({ text, keys }) => text.length + keys.length * BYTES_OF_A_KEY,
  );

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon;
  }

  /** @param keys names of a document's keys in order of first appearance */
  get(keys: readonly string[], base: string | null, now: Date): WrittenBlock {
    const date = now.toISOString().slice(0, 10);
    const known = this.kept.find(
      (one) =>
        one.keys.length === keys.length &&
        one.base === base &&
        one.date === date &&
        one.keys.every((key, i) => key === keys[i]),
    );
    if (known !== undefined) return { text: known.text, report: copyOf(known.report) };
    const { block, report } = assembleBlock(keys, this.lexicon, base, now);
    const written = { text: encodeText(renderBlock(block)), report };
    this.kept.add({ text: written.text, report: copyOf(report), keys: keys.slice(), base, date });
    return written;
  }
}

/** The blocks that were assembled by a vocabulary. */
export const writtenBlocksOf = perLexicon((lexicon) => new WrittenBlocks(lexicon));

/** Whoever gets a report may change it. */
function copyOf(report: EmbedReport): EmbedReport {
  return {
    described: [...report.described],
    undescribed: [...report.undescribed],
    notTerms: [...report.notTerms],
    termsWithoutSemantics: [...report.termsWithoutSemantics],
    undeclaredPrefixes: [...report.undeclaredPrefixes],
  };
}
