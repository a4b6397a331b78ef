import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { readTurtle } from '../../src/rdf/read-rdf.ts';
import { makeVocabulary } from '../../src/vocabulary/registry/read-vocabulary.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';
import { CategoryTree, categoryTreeOf } from '../../src/web/pages/category-tree.tsx';
import { HUB } from '../vocabulary/seeded.ts';
import { SHAPED, withSensors } from '../vocabulary/shaped-vocabulary.ts';

async function treeOf(count: number): Promise<string> {
  const names = Array.from({ length: count }, (_, at) => `sensor_${at}_id`);
  const text = withSensors(names, SHAPED);
  const triples = tableOf(readTurtle({ name: 'the text', text, baseIri: HUB.vocabulary }), HUB);
  const vocabulary = await makeVocabulary({ triples, ontology: tableOf([], HUB), version: '0'.repeat(64) }, HUB);
  return renderToString(h(CategoryTree, { branches: await categoryTreeOf(vocabulary) }));
}

test('of a small vocabulary names all terms of each category', async () => {
  const html = await treeOf(1_000);
  expect(html.match(/sensor_\d+_id"/g)).toHaveLength(1_000);
  expect(html).not.toContain('more on the page');
});

test('of a large vocabulary names some terms of each category, says how many there are, and leads to the others', async () => {
  const html = await treeOf(3_000);
  expect(Buffer.byteLength(html)).toBeLessThan(180_000);
  expect(html).toContain('<span class="note">3003</span>');
  expect(html).toMatch(/<a href="[^"]+\/category\/power">1,703 more on the page of the category<\/a>/);
});
