import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startPlatform, type Platform } from './platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The fields of its form, with what they hold. */
  readonly fields: Readonly<Record<string, string>>;
}

async function read(response: Response): Promise<Page> {
  const text = await response.text();
  const inputs = [...text.matchAll(/<input type="\w+" id="\w+" name="(\w+)"[^>]*? required[^>]*>/g)];
  const fields = Object.fromEntries(inputs.map(([input, name]) => [name!, / value="([^"]*)"/.exec(input)?.[1] ?? '']));
  return { status: response.status, headers: response.headers, text, fields };
}

const open = async (path: string): Promise<Page> => read(await fetch(platform.url + path));

/** What a browser does with the form of a page: the fields that it has, filled in. */
async function submit(path: string, filled: Record<string, string>): Promise<Page> {
  const { fields } = await open(path);
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(Object.keys(filled)));
  return read(
    await fetch(platform.url + path, { method: 'POST', body: new URLSearchParams({ ...fields, ...filled }) }),
  );
}

/** The page that a mail leads to. */
const pathOf = (text: string): string => /http:\/\/localhost:4000(\/account\/\S+)/.exec(text)![1]!;

test('people register, validate, forget and change a password without a program', async () => {
  const email = 'ann@example.org';
  expect((await submit('/account/register', { email })).text).toContain('role="status"');
  const link = pathOf((await platform.mails.next(email)).text);
  // Programs that look at links before people do change nothing.
  for (let look = 0; look < 3; look++) expect((await open(link)).status).toBe(200);
  expect((await platform.signIn(email)).status).toBe(401);
  const easy = await submit(link, { password: 'aaaaaaaaaaaa' });
  expect([easy.status, easy.text]).toEqual([400, expect.stringContaining('too easy')]);
  expect((await submit(link, { password: PASSWORD })).text).toContain('can be used');
  expect((await platform.signIn(email)).status).toBe(200);
  const again = await submit(link, { password: 'of somebody else' });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('used already')]);

  await submit('/account/forgot', { email });
  const reset = pathOf((await platform.mails.next(email)).text);
  const weak = await submit(reset, { newPassword: 'short' });
  expect([weak.status, weak.text]).toEqual([400, expect.stringContaining('at least 10 characters')]);
  expect((await submit(reset, { newPassword: 'a second password' })).status).toBe(200);
  expect((await platform.signIn(email, 'a second password')).status).toBe(200);

  const changed = { email, password: 'a second password', newPassword: 'a third password' };
  expect((await submit('/account/password', changed)).status).toBe(200);
  expect((await platform.signIn(email, 'a third password')).status).toBe(200);
});

test('a mistake is shown beside what was typed, but for passwords', async () => {
  const page = await submit('/account/password', {
    email: 'a"<b>@example.org',
    password: 'of nobody here',
    newPassword: 'a new password',
  });
  expect(page.status).toBe(400);
  expect(page.text).toContain('role="alert"');
  expect(page.text).toContain('value="a&quot;&lt;b>@example.org"');
  expect(page.text).not.toContain('of nobody here');
  expect(page.text).not.toContain('a new password');
});

test('a token is shown as text, whatever it holds', async () => {
  const page = await open('/account/reset?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  expect(page.text).not.toContain('<script>alert');
  expect((await open('/account/reset?token=a&token=b')).fields['token']).toBe('');
});

test('too many attempts are told with the time to wait', async () => {
  for (let at = 0; at < 12; at++)
    await submit('/account/password', {
      email: 'x@example.org',
      password: `guess ${at} x`,
      newPassword: 'a new password',
    });
  const page = await submit('/account/password', {
    email: 'x@example.org',
    password: 'guess',
    newPassword: 'a new password',
  });
  expect(page.status).toBe(429);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(page.headers.get('ratelimit')).toMatch(/^"attempts";r=0;t=\d+$/);
});

describe.each([
  '/account',
  '/account/register',
  '/account/validate?token=x',
  '/account/forgot',
  '/account/reset?token=x',
  '/account/password',
])('%s', (path) => {
  test('is kept by nobody, framed by nobody, and tells nobody its address', async () => {
    const { status, headers, text } = await open(path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    // Another policy leaves a form without an origin, in browsers that tell nothing else to a hub without TLS.
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    // Each field has a label.
    for (const [, type, id] of text.matchAll(/<input type="(\w+)" id="(\w+)"/g)) {
      if (type !== 'hidden') expect(text).toContain(`<label for="${id}">`);
    }
  });
});
