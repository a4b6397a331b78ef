import { readOptions, type DocumentOptions } from '../mapping/conversion-options.ts';
import type { Semantics } from '../mapping/any-document.ts';
import { MAX_TRIPLES } from '../mapping/convert.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { DEFAULT_BASE_URL } from '../mapping/lexicon/lexicon-file.ts';
import { SourceChooser } from '../mapping/sources/source-chooser.ts';
import type { Source } from '../mapping/sources/source.ts';
import { documentBytes } from '../mapping/json/text.ts';
import { checkDocument, type DocumentCheck } from './check-document.ts';
import type { Level } from './finding-codes.ts';
import { keysWithoutTerm, withNearestTerms } from './findings.ts';
import type { CheckedFile } from './report.ts';
import { writeReport, type ReportFormat } from './write-report.ts';

// The public entry, `vocabulary-hub/check`: what stands here is a promise to other people's code. docs/validate.md tells it.

export { CHECK_CODES, LEVELS, type CheckCode, type FindingCode, type Level } from './finding-codes.ts';
export { worstOf, type Finding, type Findings, type LevelCounts, type Place } from './findings.ts';
export type { DocumentCheck } from './check-document.ts';
export type { CheckedFile } from './report.ts';
export { REPORT_FORMATS, type ReportFormat } from './write-report.ts';

/** How a document is to be checked. */
export interface DocumentCheckOptions extends DocumentOptions {
  /** What `readLexicon` of `vocabulary-hub/mapping` gave. */
  readonly vocabulary: Lexicon;
  /** Where the meaning of keys comes from, as for `convert`. Default `auto`. */
  readonly semantics?: Semantics | undefined;
  /** What `readSource` of `vocabulary-hub/sources` gave; several, of which the one is taken whose keys fit clearly best. */
  readonly source?: Source | readonly Source[] | undefined;
  /** With a source: replaces keys by their paths. Default true. */
  readonly restructure?: boolean | undefined;
  /** Links values to their instants. Default true. */
  readonly align?: boolean | undefined;
  /** Keeps so many items of each array. Default 0, which keeps all. */
  readonly maxArrayItems?: number | undefined;
  /** In which units values are wanted, as for `convert`. */
  readonly units?: string | undefined;
  /** Finds the term that a key probably means; null where none comes near. It is asked of the first twenty keys that are no terms. */
  readonly nearestTerm?: ((key: string) => string | null) | undefined;
}

/** Keys whose nearest terms are looked for. */
const MOST_NAMED = 20;

/**
 * Finds what is wrong with a document and what may be. A document that cannot be converted is a finding, and no error.
 *
 * @example
 * ```ts
 * import { check, report } from 'vocabulary-hub/check';
 * import { readLexicon } from 'vocabulary-hub/mapping';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const found = check('{"voltage-V":"n/a"}', { vocabulary: readLexicon(file) });
 * console.log(found.counts, report('text', [{ file: 'reading.json', ...found }]));
 * ```
 *
 * @param document JSON as text or as UTF-8
 * @throws HubError `invalid-option`, `unknown-unit`, `unit-families-differ`; `not-utf8` for a text with half of a surrogate pair
 */
export function check(document: string | Uint8Array, options: DocumentCheckOptions): DocumentCheck {
  const { vocabulary, semantics = 'auto', source, restructure = true, nearestTerm, ...others } = options;
  const { format: _, ...conversion } = readOptions(others);
  const body = documentBytes(document);
  const found = checkDocument(body, vocabulary, {
    ...conversion,
    semantics,
    source: source === undefined ? null : isOne(source) ? source : new SourceChooser(source),
    restructure,
    maxTriples: MAX_TRIPLES,
    maxCheckedTriples: MAX_TRIPLES,
  });
  if (nearestTerm === undefined) return found;
  const nearest = keysWithoutTerm(found, MOST_NAMED).flatMap((key): [string, string][] => {
    const term = nearestTerm(key);
    return term === null ? [] : [[key, term]];
  });
  return { ...found, ...withNearestTerms(found, new Map(nearest)) };
}

function isOne(source: Source | readonly Source[]): source is Source {
  return !Array.isArray(source);
}

/** What reports tell besides findings. */
export interface ReportOptions {
  /** The level from which a finding counts as a failure, in JUnit's XML. Default `error`. */
  readonly failOn?: Level | undefined;
  /** Address of a hub, which explains the codes at `/problems/`. Default `http://localhost:4000`. */
  readonly baseUrl?: string | undefined;
  /** Version of the program that checked. Default `0`. */
  readonly release?: string | undefined;
  /** Default now. */
  readonly now?: Date | undefined;
}

/** What was found in files, as `text`, `jsonl`, `sarif`, `junit` or `github`. */
export function report(format: ReportFormat, files: readonly CheckedFile[], options: ReportOptions = {}): string {
  const { failOn = 'error', baseUrl = DEFAULT_BASE_URL, release = '0', now = new Date() } = options;
  return writeReport(format, files, { failOn, baseUrl, release, now });
}
