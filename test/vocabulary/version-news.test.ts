import { expect, test } from 'vitest';
import { VersionNews } from '../../src/vocabulary/versions/version-news.ts';
import type { Version } from '../../src/vocabulary/versions/versions.ts';

let inUse = 'one';
const news = new VersionNews(() => ({ version: inUse }) as Version);

function use(version: string): void {
  inUse = version;
  news.announce();
}

test('who is slow is told once of all that came meanwhile, and who is quick of each', async () => {
  const ending = new AbortController();
  const [slow, quick] = [news.since(null, ending.signal), news.since(null, ending.signal)];
  const told: string[] = [];
  const first = slow.next();
  for (const version of ['two', 'three', 'four']) {
    const coming = quick.next();
    use(version);
    const { value } = await coming;
    told.push(`${value!.known} ${value!.current.version}`);
  }
  expect(told).toEqual(['one two', 'two three', 'three four']);
  expect((await first).value).toMatchObject({ known: 'one', current: { version: 'two' } });
  expect((await slow.next()).value).toMatchObject({ known: 'two', current: { version: 'four' } });
  // The same version again is no news.
  const next = slow.next();
  use('four');
  use('five');
  expect((await next).value).toMatchObject({ known: 'four', current: { version: 'five' } });
  ending.abort();
});

test('who knows another version than the one in use is told at once', async () => {
  const changes = news.since('a version of long ago', new AbortController().signal);
  expect((await changes.next()).value).toMatchObject({ known: 'a version of long ago', current: { version: inUse } });
});

test('while there is no version, that is told at once', () => {
  const dark = new VersionNews(() => {
    throw new Error('there is none');
  });
  for (const known of [null, 'one'])
    expect(() => dark.since(known, new AbortController().signal)).toThrow('there is none');
});

test('what waits ends with its signal', async () => {
  const ending = new AbortController();
  const waiting = news.since(null, ending.signal).next();
  ending.abort();
  expect(await waiting).toEqual({ value: undefined, done: true });
  expect(await news.since('another', AbortSignal.abort()).next()).toEqual({ value: undefined, done: true });
});
