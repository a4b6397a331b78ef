import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';

/** For tests that want a vocabulary and do not care which. */
export const EMPTY_LEXICON: Lexicon = {
  versionIri: 'http://localhost:4000/vocabulary/v/1',
  vocabularyIri: 'http://localhost:4000/vocabulary/',
  idIri: 'http://localhost:4000/id/',
  terms: new Map(),
  nodes: new Map(),
  prefixes: new Map(),
};
