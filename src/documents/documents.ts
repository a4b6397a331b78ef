import { HubError } from '../errors.ts';
import type { AskedConversion, EmbedTaskOptions } from '../workers/mapping-task.ts';
import type { MappingPool } from '../workers/mapping-pool.ts';
import type { ConvertedDocument, EmbeddedDocument } from '../workers/mapped-document.ts';
import { convertSmall, embedSmall } from '../workers/small-documents.ts';
import { withSuggestedTerms } from './suggested-terms.ts';
import type { Caller } from '../streaming/fair-semaphore.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

export type { Output } from '../streaming/output.ts';
export type { ConvertedDocument, EmbeddedDocument } from '../workers/mapped-document.ts';
export type { Caller } from '../streaming/fair-semaphore.ts';

const MEBIBYTE = 1024 * 1024;
/** What `POST /api/semantic` takes, in bytes. */
export const EMBED_MAX_BYTES = 10 * MEBIBYTE;
/** What the two conversions take, in bytes. */
export const CONVERT_MAX_BYTES = 5 * MEBIBYTE;

/** The use cases of the main job; REST and GraphQL call these and nothing below. A body is handed over: it can't be read afterwards. */
export interface Documents {
  /**
   * Embeds now, without a worker; null when the document is not small enough for that, and then the body is as it was.
   *
   * @throws HubError those of `embedSemantic`, `registry-unavailable`
   */
  embedAtOnce(body: Uint8Array, options: Omit<EmbedTaskOptions, 'now'>): EmbeddedDocument | null;
  /**
   * Converts now; null as for `embedAtOnce`.
   *
   * @throws HubError those of `convertDocument`, `registry-unavailable`
   */
  convertAtOnce(body: Uint8Array, options: AskedConversion): ConvertedDocument | null;
  /** @throws HubError those of `embedSemantic`, `registry-unavailable`, `converter-busy`, `conversion-timeout`, `conversion-failed` */
  embed(body: Uint8Array, options: Omit<EmbedTaskOptions, 'now'>, caller: Caller): Promise<EmbeddedDocument>;
  /**
   * @throws HubError those of `convertDocument`, `answer-too-large`, `registry-unavailable`, `converter-busy`,
   *   `conversion-timeout`, `conversion-failed`
   */
  convert(body: Uint8Array, options: AskedConversion, caller: Caller): Promise<ConvertedDocument>;
}

/** What the use cases stand on. */
export interface DocumentsBasis {
  /** The vocabulary as it is now. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly pool: MappingPool;
  /** The clock that dates `@annotations`. */
  readonly now: () => Date;
  /** Documents of at most so many bytes are mapped on this thread; 0 leaves all to the pool. */
  readonly smallDocumentBytes: number;
  /** Gets the keys of each document that are not terms, once a document, whether it is converted or refused. */
  readonly noteUnmappedKeys?: (keys: readonly string[]) => void;
}

/** The use cases over the registry: small documents on this thread, the others in the pool of workers. */
export function createDocuments(basis: DocumentsBasis): Documents {
  const { vocabulary, pool, now, smallDocumentBytes } = basis;
  const isSmall = (body: Uint8Array): boolean => body.length <= smallDocumentBytes;
  const noted = new WeakSet<Uint8Array>();
  const note = (body: Uint8Array, keys: readonly string[]): void => {
    // What goes the short way first comes again when it turns out to be none for it.
    if (keys.length === 0 || basis.noteUnmappedKeys === undefined || noted.has(body)) return;
    noted.add(body);
    basis.noteUnmappedKeys(keys);
  };
  const noteEmbedded = (body: Uint8Array, embedded: EmbeddedDocument | null): EmbeddedDocument | null => {
    if (embedded !== null) note(body, embedded.report.notTerms);
    return embedded;
  };
  const noteConverted = (
    body: Uint8Array,
    converted: ConvertedDocument | null,
    { lexicon }: Vocabulary,
  ): ConvertedDocument | null => {
    if (converted !== null && converted.unmapped.length > 0)
      note(
        body,
        converted.unmapped.filter((key) => !lexicon.terms.has(key)),
      );
    return converted;
  };
  /** A refusal as clients get it. */
  const refusal = (body: Uint8Array, error: unknown, current: Vocabulary): unknown => {
    if (error instanceof HubError) note(body, error.details.notTerms ?? []);
    return withSuggestedTerms(error, current);
  };
  const documents: Documents = {
    embedAtOnce: (body, options) =>
      isSmall(body) ? noteEmbedded(body, embedSmall(body, { ...options, now: now() }, vocabulary().lexicon)) : null,
    convertAtOnce(body, options) {
      if (!isSmall(body)) return null;
      const current = vocabulary();
      try {
        return noteConverted(body, convertSmall(body, options, now(), current.lexicon), current);
      } catch (error) {
        throw refusal(body, error, current);
      }
    },
    async embed(body, options, caller) {
      const atOnce = documents.embedAtOnce(body, options);
      if (atOnce !== null) return atOnce;
      const embedded = await pool.embed(body, { ...options, now: now() }, vocabulary(), caller);
      noteEmbedded(body, embedded);
      return embedded;
    },
    async convert(body, options, caller) {
      const atOnce = documents.convertAtOnce(body, options);
      if (atOnce !== null) return atOnce;
      const current = vocabulary();
      try {
        const converted = await pool.convert(body, { ...options, now: now() }, current, caller);
        noteConverted(body, converted, current);
        return converted;
      } catch (error) {
        throw refusal(body, error, current);
      }
    },
  };
  return documents;
}
