import { expect, test } from 'vitest';
import { Representation } from '../src/http/representation.ts';
import { rehearseReads } from '../src/prepare-reads.ts';
import type { WantedForm } from '../src/rest/resource-forms.ts';
import { readVocabulary } from '../src/vocabulary/registry/read-vocabulary.ts';
import { HUB } from './vocabulary/seeded.ts';
import { smallStore } from './vocabulary/small-vocabulary.ts';

test('terms are read in each form before anybody asks, and no more of them once the hub is stopped', async () => {
  const vocabulary = await readVocabulary(await smallStore(), HUB);
  const stopping = new AbortController();
  const made: WantedForm[] = [];
  const forms = {
    make: async (_: unknown, wanted: WantedForm) => {
      made.push(wanted);
      return new Representation('text/plain', '', vocabulary.version);
    },
  };
  await rehearseReads(vocabulary, forms, stopping.signal);
  const all = Array.from(vocabulary.terms.values(), ({ iri }) => iri);
  expect(made.map(({ address, form }) => [address, form])).toEqual(
    all.flatMap((iri) => ['ttl', 'svg', 'jsonld', 'html'].map((form) => [iri, form])),
  );
  stopping.abort(new Error('stopped'));
  await expect(rehearseReads(vocabulary, forms, stopping.signal)).rejects.toThrow('stopped');
  expect(made.length).toBe(all.length * 4 + 4);
});
