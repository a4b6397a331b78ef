import { convertDocument } from '../../src/mapping/convert-document.ts';
import type { ConvertOptions } from '../../src/mapping/convert.ts';
import { RDF_FORMATS, type RdfFormat } from '../../src/rdf/write/format.ts';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { HubError } from '../../src/errors.ts';

/** What became of a conversion. */
export interface Outcome {
  /** The output, or what the refusal says. */
  readonly bytes: Buffer;
  /** Counts, warnings and keys as JSON; the code of a refusal. */
  readonly facts: string;
  readonly copiedRows: number;
}

/** Converts and keeps all that can be observed of it. A bug is thrown on. */
export function outcomeOf(body: Uint8Array, lexicon: Lexicon, options: ConvertOptions): Outcome {
  const chunks: Uint8Array[] = [];
  try {
    const { head, copiedRows, ...facts } = convertDocument(body, lexicon, options, (chunk) => chunks.push(chunk));
    return { bytes: Buffer.concat([head, ...chunks]), facts: JSON.stringify(facts), copiedRows };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { bytes: Buffer.from(error.message), facts: error.code, copiedRows: 0 };
  }
}

/** What a conversion that copies rows made of a document, and where that differs from what one does that walks each of them. */
interface ComparedCopies {
  readonly format: RdfFormat;
  readonly skolemize: boolean;
  readonly copiedRows: number;
  /** In words; empty when they agree to the last byte. */
  readonly differences: readonly string[];
}

/** Converts a document in every format, with and without `skolemize`, with rows copied and walked. */
export function compareCopies(
  body: Uint8Array,
  lexicon: Lexicon,
  options: Omit<ConvertOptions, 'format' | 'skolemize'>,
): ComparedCopies[] {
  return RDF_FORMATS.flatMap((format) =>
    [false, true].map((skolemize) => {
      const [copied, walked] = [true, false].map((copyRows) =>
        outcomeOf(body, lexicon, { ...options, format, skolemize, copyRows }),
      ) as [Outcome, Outcome];
      const words = `${format}${skolemize ? ', skolemized' : ''}, rows copied or walked`;
      const found: string[] = [];
      if (walked.copiedRows !== 0) found.push(`${words}: ${walked.copiedRows} rows are copies that should be walked`);
      if (copied.facts !== walked.facts) found.push(`${words}: ${copied.facts}\n--- walked\n${walked.facts}`);
      if (!copied.bytes.equals(walked.bytes))
        found.push(`${words}: ${copied.bytes.toString()}\n--- walked\n${walked.bytes.toString()}`);
      return { format, skolemize, copiedRows: copied.copiedRows, differences: found };
    }),
  );
}

/**
 * Where a conversion that copies rows differs from one that walks each of them: in every format, with and without `skolemize`. Empty
 * when they agree to the last byte.
 */
export function listCopyDifferences(...given: Parameters<typeof compareCopies>): string[] {
  return compareCopies(...given).flatMap(({ differences }) => differences);
}
