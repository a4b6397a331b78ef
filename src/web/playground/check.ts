import { checkDocument } from '../../check/check-document.ts';
import { CHECK_CODES, FINDING_CODES, type CheckCode } from '../../check/finding-codes.ts';
import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import { openDocument, placeOf, type Knowledge } from './analysis.ts';
import { MAX_TRIPLES } from './convert-body.ts';
import { entryAt } from './keys.ts';
import type { PlacedFinding } from './model.ts';
import type { Job } from './protocol.ts';

/** The graph is held for the shapes. */
const MAX_CHECKED_TRIPLES = 500_000;

/** What the meaning of the keys tells. */
const TOLD: ReadonlySet<CheckCode> = new Set(['not-a-term', 'without-semantics', 'unmapped']);

/**
 * What a check finds in a document besides what its conversion warns of, and besides keys without a meaning.
 *
 * @throws HubError for CSV that is malformed
 */
export function checkJob(job: Job, knowledge: Knowledge): PlacedFinding[] {
  const opened = openDocument(job, knowledge);
  const { findings } = checkDocument(opened.read.bytes, knowledge.lexicon, {
    base: null,
    align: true,
    maxArrayItems: 0,
    now: new Date(),
    semantics: 'auto-open',
    source: null,
    restructure: true,
    maxTriples: MAX_TRIPLES,
    maxCheckedTriples: MAX_CHECKED_TRIPLES,
  });
  const own = findings.flatMap(({ code, ...finding }) =>
    isOfChecks(code) && !TOLD.has(code) ? { code, ...finding } : [],
  );
  if (own.length === 0) return [];
  const document = new JsonDocument(scanJson(opened.read.bytes), 0);
  return own.map(({ code, level, message, count, places }) => ({
    code,
    level,
    title: FINDING_CODES[code].title,
    message,
    count,
    places: places.map(({ pointer }) => ({
      pointer: pointer ?? '',
      ...placeOf(opened, entryAt(document, pointer ?? ''), document),
    })),
  }));
}

function isOfChecks(code: string): code is CheckCode {
  return CHECK_CODES.some((own) => own === code);
}
