import { describe, expect, it } from 'vitest';
import { convert, embed } from '../../src/mapping/library.ts';
import { exampleOf } from '../../src/vocabulary/describe/term-example.ts';
import { seededVocabulary } from './seeded.ts';

describe('the example of a term', () => {
  it('is its document with the block that embedding gives it, converted without what the block says of the document', async () => {
    const vocabulary = await seededVocabulary();
    const { lexicon } = vocabulary;
    let examples = 0;
    for (const term of vocabulary.terms.values()) {
      const example = exampleOf(term, vocabulary);
      if (example === null) continue;
      examples++;
      const embedded = JSON.parse(embed(example.json, { vocabulary: lexicon }).text()) as {
        '@semantic': Record<string, unknown>;
      };
      delete embedded['@semantic']['@annotations'];
      // Numbers stay as they are written.
      const document = `{"@semantic":${JSON.stringify(embedded['@semantic'])},${example.json.slice(1)}`;
      const { text } = convert(document, { vocabulary: lexicon, base: lexicon.idIri });
      expect(example.turtle, term.name).toBe(text());
    }
    expect(examples).toBeGreaterThan(vocabulary.terms.size / 2);
  });
});
