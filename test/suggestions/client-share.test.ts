import { expect, test } from 'vitest';
import { ClientShare } from '../../src/suggestions/client-share.ts';

const HOUR = 3_600_000;
let time = 0;
const share = (most: number): ClientShare => new ClientShare({ what: 'sources', most, now: () => new Date(time) });
const take = async (): Promise<string> => 'taken';

test('what a client suggests beyond its share is refused until its day is over, and others are not', async () => {
  const sources = share(2);
  expect([await sources.use('one', take), await sources.use('one', take)]).toEqual(['taken', 'taken']);
  time += 23 * HOUR - 1;
  await expect(sources.use('one', take)).rejects.toMatchObject({
    code: 'rate-limited',
    message: 'One client may suggest 2 sources in a day, so that others can, too. Try again in 2 hours.',
    details: {
      retryAfterSeconds: 3_601,
      allowance: { name: 'suggestions', limit: 2, windowSeconds: 86_400 },
    },
  });
  expect(await sources.use('other', take)).toBe('taken');
  time += HOUR + 1;
  expect(await sources.use('one', take)).toBe('taken');
});

test('what is not taken does not count', async () => {
  const sources = share(1);
  const refused = new Error('refused');
  for (let tries = 0; tries < 3; tries++)
    await expect(sources.use('one', () => Promise.reject(refused))).rejects.toBe(refused);
  expect(await sources.use('one', take)).toBe('taken');
  for (let tries = 0; tries < 3; tries++)
    await expect(sources.use('one', take)).rejects.toMatchObject({ code: 'rate-limited' });
  time += 24 * HOUR;
  expect(await sources.use('one', take)).toBe('taken');
});

test('of many that come at once no more are taken', async () => {
  const sources = share(5);
  const came = await Promise.allSettled(Array.from({ length: 20 }, () => sources.use('one', take)));
  expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});
