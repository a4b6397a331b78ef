import { compareVersions } from './compare-versions.ts';
import { convertDocument } from './convert-document.ts';
import { describeDocument } from './describe-document.ts';
import { getTerm } from './get-term.ts';
import { mapKeys } from './map-keys.ts';
import { queryVocabulary } from './query-vocabulary.ts';
import { searchTerms } from './search-terms.ts';
import { suggestTerm } from './suggest-term.ts';
import type { Tool } from './tool.ts';
import { validateDocument } from './validate-document.ts';

/** In the order in which agents see them. */
export const ALL_TOOLS: readonly Tool[] = [
  searchTerms,
  getTerm,
  mapKeys,
  describeDocument,
  convertDocument,
  validateDocument,
  queryVocabulary,
  compareVersions,
  suggestTerm,
];
