import { expect, test } from 'vitest';
import { addressOf, FIRST_VIEW, viewOf, type View } from '../../../src/web/browser/admin/view.ts';

test.each<View>([
  FIRST_VIEW,
  { name: 'queue', kind: 'sources', state: 'REJECTED', after: 'a&b=c#' },
  { name: 'review', kind: 'terms', id: '00000000-0000-4000-8000-000000000000' },
  { name: 'review', kind: 'sources', id: '"><script>' },
  { name: 'queue', kind: 'changes', state: 'PENDING', after: null },
  { name: 'review', kind: 'changes', id: 'x' },
  { name: 'missing' },
  { name: 'accounts', after: null },
  { name: 'accounts', after: 'x' },
])('%o has an address that leads back to it', (view) => {
  expect(viewOf(addressOf(view))).toEqual(view);
});

test.each(['', '?', '?view=other&state=none', '?suggestion=', '?kind=x&kind=y'])('%s is the queue', (address) => {
  expect(viewOf(address)).toEqual(FIRST_VIEW);
});
