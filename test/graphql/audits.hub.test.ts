import { serverAudits } from 'graphql-http';
import { beforeAll, expect, test } from 'vitest';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';

let hub: SharedHub;
beforeAll(async () => {
  hub = await sharedHub();
});

const audits = serverAudits({ url: () => `${hub.url}/graphql`, fetchFn: fetch });
const isLevel = (level: string) => (audit: { name: string }) => audit.name.startsWith(level);

test.each(audits.filter(isLevel('MUST')).map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
  expect(await audit.fn()).toMatchObject({ status: 'ok' });
});

test('at least 20 of the audits that say SHOULD pass', async () => {
  const results = await Promise.all(audits.filter(isLevel('SHOULD')).map((audit) => audit.fn()));
  expect(results.length).toBeGreaterThanOrEqual(23);
  const failed = results.filter((result) => result.status !== 'ok').map((result) => result.name);
  expect(results.length - failed.length, failed.join('\n')).toBeGreaterThanOrEqual(20);
});
