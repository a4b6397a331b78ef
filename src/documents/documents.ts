import { HubError } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { checkSourceName } from '../sources/source-files.ts';
import type { DocumentCheck } from '../check/check-document.ts';
import { keysWithoutTerm, withNearestTerms } from '../check/findings.ts';
import { suggestFor } from '../vocabulary/search/find-terms.ts';
import type { AskedCheck, AskedConversion, AskedRestoration, EmbedTaskOptions } from '../workers/mapping-task.ts';
import type { MappingPool } from '../workers/mapping-pool.ts';
import type { ConvertedDocument, EmbeddedDocument, RestoredDocuments } from '../workers/mapped-document.ts';
import { convertSmall, embedSmall } from '../workers/small-documents.ts';
import { citedVersion, namedVersions } from './cited-version.ts';
import { withAdvice } from '../mapping/json/fault-advice.ts';
import { withSuggestedTerms } from './suggested-terms.ts';
import type { Caller } from '../streaming/fair-semaphore.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

export type { Output } from '../streaming/output.ts';
export type { ConvertedDocument, EmbeddedDocument, RestoredDocuments } from '../workers/mapped-document.ts';
export type { AskedCheck, AskedRestoration, AskedSource, SourceFacts } from '../workers/mapping-task.ts';
export type { Caller } from '../streaming/fair-semaphore.ts';

const MEBIBYTE = 1024 * 1024;
/** What `POST /api/semantic` takes, in bytes. */
export const EMBED_MAX_BYTES = 10 * MEBIBYTE;
/** What the two conversions take, in bytes. */
export const CONVERT_MAX_BYTES = 5 * MEBIBYTE;
/** What the way back takes, in bytes: graphs are longer than documents. */
export const RESTORE_MAX_BYTES = 10 * MEBIBYTE;

/**
 * The outcome of an attempt on this thread: the result, the error with which the document is refused, or `not-small` for a document that
 * a worker has to map; then the body is unchanged.
 */
export type AtOnce<T> =
  | { readonly kind: 'done'; readonly document: T }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'not-small' };

/** The use cases of the main job; REST and GraphQL call these and nothing below. A body is handed over: it can't be read afterwards. */
export interface Documents {
  /** @throws HubError `invalid-option` when there is no source of this name, `registry-unavailable` */
  checkSource(name: string): void;
  /** Embeds now. It is refused with a HubError of `embedSemantic` or with `registry-unavailable`. */
  embedAtOnce(body: Uint8Array, options: Omit<EmbedTaskOptions, 'now'>): AtOnce<EmbeddedDocument>;
  /** Converts now. It is refused with a HubError of `convertDocument` or with `registry-unavailable`. */
  convertAtOnce(body: Uint8Array, options: AskedConversion): AtOnce<ConvertedDocument>;
  /**
   * @param atOnce what `embedAtOnce` came to, when it was called for this document before: it is not done again
   * @throws HubError those of `embedSemantic`, `registry-unavailable`, `converter-busy`, `conversion-timeout`, `conversion-failed`
   */
  embed(
    body: Uint8Array,
    options: Omit<EmbedTaskOptions, 'now'>,
    caller: Caller,
    atOnce?: AtOnce<EmbeddedDocument>,
  ): Promise<EmbeddedDocument>;
  /**
   * @param atOnce as for `embed`
   * @throws HubError those of `convertDocument`, `answer-too-large`, `registry-unavailable`, `converter-busy`,
   *   `conversion-timeout`, `conversion-failed`
   */
  convert(
    body: Uint8Array,
    options: AskedConversion,
    caller: Caller,
    atOnce?: AtOnce<ConvertedDocument>,
  ): Promise<ConvertedDocument>;
  /**
   * The documents that a graph was made of, each by the version of the vocabulary that it names.
   *
   * @throws HubError `malformed-rdf`, `not-restorable`, `digest-differs`, `vocabulary-not-known` and those of `convert`
   */
  restore(body: Uint8Array, options: AskedRestoration, caller: Caller): Promise<RestoredDocuments>;
  /**
   * What is wrong with a document and what may be, with the terms that keys probably mean. That the conversion refuses it is a finding.
   *
   * @throws HubError `invalid-option`, `unknown-unit`, `unit-families-differ`, `registry-unavailable`, `converter-busy`,
   *   `conversion-timeout`, `conversion-failed`
   */
  check(body: Uint8Array, options: AskedCheck, caller: Caller): Promise<DocumentCheck>;
}

/** What the use cases need of `VersionLexicons`. */
interface OldVersions {
  has(version: string): boolean;
  held(version: string): Lexicon | null;
  read(version: string): Promise<Lexicon | null>;
}

/** What the use cases stand on. */
export interface DocumentsBasis {
  /** The vocabulary as it is now. @throws HubError `registry-unavailable` */
  readonly vocabulary: () => Vocabulary;
  readonly pool: MappingPool;
  /** The clock that dates `@annotations`. */
  readonly now: () => Date;
  /** Old versions of the vocabulary; when not given, every document is converted with the current one. */
  readonly versions?: OldVersions;
  /** Documents of at most so many bytes are mapped on this thread; 0 leaves all to the pool. */
  readonly smallDocumentBytes: number;
  /** Gets the keys of each document that are not terms, once a document, whether it is converted or refused. */
  readonly noteUnmappedKeys?: (keys: readonly string[]) => void;
}

/** Keys whose nearest terms are looked for: enough to show the way, and cheap whatever the document holds. */
const MAX_NAMED_KEYS = 20;

const NOT_SMALL = { kind: 'not-small' } as const;

/** The use cases over the registry: small documents on this thread, the others in the pool of workers. */
export function createDocuments(basis: DocumentsBasis): Documents {
  const { vocabulary, pool, now, smallDocumentBytes } = basis;
  const isSmall = (body: Uint8Array): boolean => body.length <= smallDocumentBytes;
  const note = (keys: readonly string[]): void => {
    if (keys.length > 0) basis.noteUnmappedKeys?.(keys);
  };
  const noteEmbedded = ({ report }: EmbeddedDocument): void => note(report.notTerms);
  const noteConverted = ({ unmapped }: ConvertedDocument, { lexicon }: Vocabulary): void => {
    if (unmapped.length > 0) note(unmapped.filter((key) => !lexicon.terms.has(key)));
  };
  const noteRefusal = (error: unknown): void => {
    if (error instanceof HubError) note(error.details.notTerms ?? []);
  };
  /** The version before the current one with which the document seems to be described; null for all others. */
  const oldVersionOf = (
    body: Uint8Array,
    options: Pick<AskedConversion, 'semantics'>,
    current: Vocabulary,
  ): string | null => {
    const version = citedVersion(body, options);
    return version !== null && version !== current.version && basis.versions?.has(version) === true ? version : null;
  };
  const documents: Documents = {
    checkSource(name) {
      checkSourceName(name, vocabulary().lexicon);
    },
    embedAtOnce(body, options) {
      if (!isSmall(body)) return NOT_SMALL;
      try {
        const document = embedSmall(body, { ...options, now: now() }, vocabulary().lexicon);
        if (document === null) return NOT_SMALL;
        noteEmbedded(document);
        return { kind: 'done', document };
      } catch (error) {
        return { kind: 'refused', error };
      }
    },
    convertAtOnce(body, options) {
      if (!isSmall(body) || options.residue != null) return NOT_SMALL;
      try {
        const current = vocabulary();
        const version = oldVersionOf(body, options, current);
        const pinned = version === null ? null : basis.versions!.held(version);
        if (version !== null && pinned === null) return NOT_SMALL;
        const document = convertSmall(body, options, now(), current.lexicon, pinned);
        if (document === null) return NOT_SMALL;
        noteConverted(document, current);
        return { kind: 'done', document };
      } catch (error) {
        noteRefusal(error);
        return { kind: 'refused', error };
      }
    },
    async embed(body, options, caller, atOnce = documents.embedAtOnce(body, options)) {
      if (atOnce.kind === 'refused') throw withAdvice(atOnce.error, body);
      if (atOnce.kind === 'done') return atOnce.document;
      const embedded = await pool.embed(body, { ...options, now: now() }, vocabulary(), caller);
      noteEmbedded(embedded);
      return embedded;
    },
    async convert(body, options, caller, atOnce = documents.convertAtOnce(body, options)) {
      if (atOnce.kind === 'done') return atOnce.document;
      const current = vocabulary();
      if (atOnce.kind === 'refused')
        throw withAdvice(await withSuggestedTerms(atOnce.error, body, current, caller), body);
      try {
        const version = oldVersionOf(body, options, current);
        const pinned = version === null ? null : await basis.versions!.read(version);
        const order = { ...options, now: now(), ...(pinned === null ? {} : { pinned }) };
        const converted = await pool.convert(body, order, current, caller);
        noteConverted(converted, current);
        return converted;
      } catch (error) {
        noteRefusal(error);
        throw await withSuggestedTerms(error, body, current, caller);
      }
    },
    async restore(body, options, caller) {
      const current = vocabulary();
      const named = namedVersions(body).filter(
        (version) => version !== current.version && basis.versions?.has(version) === true,
      );
      const read = await Promise.all(named.map((version) => basis.versions!.read(version)));
      const versions = read.filter((lexicon) => lexicon !== null);
      return pool.restore(body, { ...options, versions }, current, caller);
    },
    async check(body, options, caller) {
      const current = vocabulary();
      const { semantics, source } = options;
      const mayCite = source === null && semantics !== 'registry' && semantics !== 'open';
      const version = mayCite ? oldVersionOf(body, { semantics: 'block' }, current) : null;
      const pinned = version === null ? null : await basis.versions!.read(version);
      const order = { ...options, now: now(), ...(pinned === null ? {} : { pinned }) };
      const check = await pool.check(body, order, current, caller);
      const keys = keysWithoutTerm(check, MAX_NAMED_KEYS);
      if (keys.length === 0) return check;
      const found = await suggestFor(current, keys, 1, caller);
      const nearest = found.flatMap(({ key, suggestions: [best] }): [string, string][] =>
        best === undefined ? [] : [[key, best.term.name]],
      );
      return { ...check, ...withNearestTerms(check, new Map(nearest)) };
    },
  };
  return documents;
}
