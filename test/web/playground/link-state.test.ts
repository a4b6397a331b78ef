import { expect, test } from 'vitest';
import {
  FIRST_STATE,
  MAX_LINK_BYTES,
  readLink,
  writeLink,
  type LinkState,
} from '../../../src/web/playground/link-state.ts';

const STATE: LinkState = {
  tab: 'rdf',
  format: 'jsonld',
  kind: 'ndjson',
  text: '{"größe":"<script>alert(1)</script> 😀"}\n{"voltage-V":231.40}\n',
  example: null,
  units: 'active_power=MW,si',
  query: 'SELECT * WHERE { ?s ?p "&é#" }',
};

test('a link holds the whole state, and a document in any letters', async () => {
  const fragment = (await writeLink(STATE))!;
  expect(fragment).toMatch(/^[\w=&%.*()-]+$/);
  expect(await readLink(`#${fragment}`)).toEqual(STATE);
});

test('the state of a first visit has no fragment', async () => {
  expect(await writeLink(FIRST_STATE)).toBe('');
  expect(await readLink('')).toEqual(FIRST_STATE);
});

test('an example is named, not copied', async () => {
  const fragment = await writeLink({ ...FIRST_STATE, example: 'battery' });
  expect(fragment).toBe('example=battery');
  expect(await readLink(fragment!)).toEqual({ ...FIRST_STATE, example: 'battery' });
});

test('a document that would make a link of more than 8 KB has none', async () => {
  const noise = Array.from({ length: 4 * MAX_LINK_BYTES }, (_, i) =>
    String.fromCharCode(33 + (((i * i * 7919) % 8191) % 90)),
  ).join('');
  expect(await writeLink({ ...STATE, text: noise })).toBeNull();
  expect(await writeLink({ ...STATE, text: 'a'.repeat(100_000) })).not.toBeNull();
});

test.each(['#tab=nothing&format=pdf&kind=exe', '#doc=!!!', '#doc=AAAA', '#doc=', '#%', `#doc=${'A'.repeat(5000)}`])(
  'what %s says wrongly is as at the first visit',
  async (fragment) => {
    const { tab, format, kind } = await readLink(fragment);
    expect({ tab, format, kind }).toEqual({ tab: 'meaning', format: 'ttl', kind: 'json' });
  },
);

test('a link that unpacks to more than 4 MB has no document', async () => {
  const bomb = (await writeLink({ ...FIRST_STATE, text: ' '.repeat(5_000_000) }))!;
  expect(bomb.length).toBeLessThan(MAX_LINK_BYTES);
  expect((await readLink(bomb)).text).toBeNull();
});
