/** Writes the graphs of `test/fixtures/sources/` anew, after a change of the vocabulary: read what git shows as changed. */
import { writeFileSync } from 'node:fs';
import { seededVocabulary } from '../vocabulary/seeded.ts';
import { FIXTURES } from './fixtures.ts';
import { convertExample, listSourceExamples } from './source-graphs.ts';

const { lexicon } = await seededVocabulary();
for (const example of listSourceExamples())
  writeFileSync(`${FIXTURES}sources/${example.path}.ttl`, convertExample(example, lexicon).text);
