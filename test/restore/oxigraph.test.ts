import { readFileSync } from 'node:fs';
import * as oxigraph from 'oxigraph';
import { describe, expect, test } from 'vitest';
import { embedSemantic } from '../../src/mapping/embed.ts';
import { CONVERT_DEFAULTS } from '../support/convert.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { convertSourced, restoreNTriples } from '../support/restored.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon } = await seededVocabulary();

/** What a store gives back of a graph: it writes numbers, stamps and labels anew, in an order of its own. */
function throughStore(graph: string): string {
  const store = new oxigraph.Store();
  store.load(graph, { format: 'application/n-triples' });
  return store.query('CONSTRUCT WHERE { ?s ?p ?o }', { results_format: 'application/n-triples' }) as string;
}

function graphOf(source: Buffer, skolemize: boolean): string {
  const { parts } = embedSemantic(source, lexicon, { base: null, now: CONVERT_DEFAULTS.now });
  return convertSourced(Buffer.concat(parts), lexicon, { skolemize }, 'value', source);
}

/** Moments in the one spelling of JavaScript. */
function momentsAlike(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString();
  return value;
}

describe('a graph that was in a store of Oxigraph', () => {
  for (const skolemize of [false, true]) {
    test.each(listSamples())(
      `gives the document by value: %s, ${skolemize ? 'skolemized' : 'with blank nodes'}`,
      (name) => {
        const source = readFileSync(SAMPLES + name);
        const dump = throughStore(graphOf(source, skolemize));
        const [restored, ...others] = restoreNTriples(dump, lexicon, { byValue: true });
        expect(others).toEqual([]);
        const read = (text: string): unknown => JSON.parse(text, (_, value: unknown) => momentsAlike(value));
        expect(read(restored!.text)).toEqual(read(source.toString()));
      },
    );
  }

  test('is refused where digits have changed, unless it is asked for by value', () => {
    const source = Buffer.from('{"voltage-V":231.40}');
    const dump = throughStore(graphOf(source, false));
    expect(() => restoreNTriples(dump, lexicon)).toThrow(/its digest is another/);
    expect(restoreNTriples(dump, lexicon, { byValue: true })[0]).toMatchObject({
      text: '{"voltage-V":231.4}',
      proof: null,
      notes: expect.arrayContaining([expect.objectContaining({ code: 'digest-differs' })]) as unknown,
    });
  });
});
