import { checkDocument, type DocumentCheck } from '../check/check-document.ts';
import { MAX_TRIPLES } from '../mapping/convert.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { getSourceOrChooser } from '../sources/source-files.ts';
import type { CheckTaskOptions } from './mapping-task.ts';

/** Triples of a graph that is held while shapes look at it. */
const MAX_CHECKED_TRIPLES = 500_000;

/** Checks a document with the bounds of the hub. @throws HubError as `checkDocument` does */
export function checkInThread(body: Uint8Array, options: CheckTaskOptions, lexicon: Lexicon): DocumentCheck {
  const { source, ...others } = options;
  return checkDocument(body, lexicon, {
    ...others,
    source: source === null ? null : getSourceOrChooser(source.name, lexicon),
    restructure: source?.restructure ?? true,
    maxTriples: MAX_TRIPLES,
    maxCheckedTriples: MAX_CHECKED_TRIPLES,
  });
}
