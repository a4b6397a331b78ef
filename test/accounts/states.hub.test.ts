import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimsOf, PASSWORD, startPlatform, tokenOf, type Platform } from './platform.ts';

const HOUR = 3600;

let platform: Platform;
let email: string;
let accounts = 0;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());
beforeEach(async () => {
  email = `account${++accounts}@example.org`;
  await platform.createAccount(email);
});

/** Whether the hub takes an access token: an account without the role is refused for that, and not for its token. */
async function isAuthorized(access: string): Promise<boolean> {
  const response = await fetch(`${platform.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: '{"query":"{ accounts { totalCount } }"}',
  });
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  return errors[0]!.extensions.code === 'FORBIDDEN';
}

/** Uses the link that an address got. */
async function validate(address: string, password: string): Promise<void> {
  const token = tokenOf((await platform.mails.next(address)).text);
  await platform.accounts.validateEmail({ token, password }, '192.0.2.1');
}

async function accessOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { access: string }).access;
}

describe('an access token', () => {
  test('is valid for an hour', async () => {
    const { access } = await platform.tokens(email);
    platform.pass(HOUR - 1);
    expect(await isAuthorized(access)).toBe(true);
    // Clocks may differ by ten seconds.
    platform.pass(12);
    expect(await isAuthorized(access)).toBe(false);
  });

  test('ends with the account that it is for', async () => {
    const { access } = await platform.tokens(email);
    await platform.accounts.operator.disable(email);
    expect(await isAuthorized(access)).toBe(false);
  });
});

describe('a refresh token', () => {
  test('gives new access tokens for 24 hours, each for an hour, and stays as it is', async () => {
    const { refresh } = await platform.tokens(email);
    for (let hours = 1; hours < 24; hours++) {
      platform.pass(HOUR);
      const response = await platform.refresh(refresh);
      const body = (await response.json()) as { access: string };
      expect(Object.keys(body)).toEqual(['access']);
      expect(claimsOf(body.access).exp - claimsOf(refresh).iat).toBe((hours + 1) * HOUR);
    }
    platform.pass(HOUR + 11);
    const late = await platform.refresh(refresh);
    expect(late.status).toBe(401);
    expect(await late.json()).toMatchObject({ code: 'token_not_valid' });
    // Credentials are what is left, and they work.
    expect((await platform.signIn(email)).status).toBe(200);
  });

  test('is used by many at the same time', async () => {
    const { refresh } = await platform.tokens(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => platform.refresh(refresh)));
    const tokens = await Promise.all(answers.map(accessOf));
    expect(new Set(tokens).size).toBe(20);
  });

  test.each([
    ['the account is disabled', () => platform.accounts.operator.disable(email)],
    ['the account is removed', () => platform.accounts.operator.delete(email)],
    [
      'the password is changed',
      () => platform.accounts.changePassword({ email, password: PASSWORD, newPassword: 'a new password' }, '192.0.2.1'),
    ],
    [
      'the password is reset',
      async () => {
        await platform.accounts.requestPasswordReset(email, '192.0.2.1');
        const token = tokenOf((await platform.mails.next(email)).text);
        await platform.accounts.resetPassword({ token, newPassword: 'a new password' }, '192.0.2.1');
      },
    ],
  ])('ends when %s', async (_, end) => {
    const { access, refresh } = await platform.tokens(email);
    await end();
    expect((await platform.refresh(refresh)).status).toBe(401);
    expect(await isAuthorized(access)).toBe(false);
  });

  test('of one sign-in does not end with another', async () => {
    const first = await platform.tokens(email);
    await platform.tokens(email);
    expect((await platform.refresh(first.refresh)).status).toBe(200);
  });
});

describe('an account', () => {
  test('gets tokens when it is registered and its address validated, not before', async () => {
    const address = 'late@example.org';
    expect((await platform.signIn(address)).status).toBe(401);
    await platform.accounts.operator.register({ email: address, password: PASSWORD });
    expect((await platform.signIn(address)).status).toBe(401);
    await validate(address, PASSWORD);
    expect((await platform.signIn(address)).status).toBe(200);
  });

  test('is there once, however many register it at the same time', async () => {
    const address = 'race@example.org';
    await Promise.all(
      Array.from({ length: 8 }, () => platform.accounts.operator.register({ email: address, password: PASSWORD })),
    );
    const all = await platform.accounts.operator.list();
    expect(all.filter((one) => one.email === address)).toHaveLength(1);
  });

  test('keeps the password of its owner when somebody else registers its address', async () => {
    await platform.accounts.register(email.toUpperCase(), '192.0.2.1');
    await platform.mails.next(email);
    expect((await platform.signIn(email)).status).toBe(200);
  });

  test('has the password that was chosen behind the link, not that of whoever registered it', async () => {
    const address = 'hers@example.org';
    await platform.accounts.operator.register({ email: address, password: 'of somebody else' });
    await validate(address, PASSWORD);
    expect((await platform.signIn(address, 'of somebody else')).status).toBe(401);
    expect((await platform.signIn(address)).status).toBe(200);
  });

  test('can be validated by its owner however often others register its address meanwhile', async () => {
    const address = 'twice@example.org';
    await platform.accounts.register(address, '192.0.2.1');
    const token = tokenOf((await platform.mails.next(address)).text);
    for (let at = 0; at < 5; at++) await platform.accounts.register(address, '192.0.2.2');
    expect(await platform.accounts.validateEmail({ token, password: PASSWORD }, '192.0.2.1')).toBe(address);
    expect((await platform.signIn(address)).status).toBe(200);
  });

  test('that an operator validates has no password until its owner chooses one', async () => {
    const address = 'none@example.org';
    await platform.accounts.register(address, '192.0.2.1');
    await platform.mails.next(address);
    expect(await platform.accounts.operator.validate(address)).toMatchObject({ hasPassword: false });
    expect((await platform.signIn(address, '')).status).toBe(400);
    expect((await platform.signIn(address)).status).toBe(401);
    await platform.accounts.requestPasswordReset(address, '192.0.2.1');
    const token = tokenOf((await platform.mails.next(address)).text);
    await platform.accounts.resetPassword({ token, newPassword: PASSWORD }, '192.0.2.1');
    expect((await platform.signIn(address)).status).toBe(200);
  });

  test('that nobody validates is forgotten a week after it was registered last', async () => {
    const address = 'slow@example.org';
    await platform.accounts.register(address, '192.0.2.1');
    await platform.mails.next(address);
    const registeredAt = async (): Promise<number> => {
      const all = await platform.accounts.operator.list();
      return all.find((one) => one.email === address)!.createdAt.getTime();
    };
    const first = await registeredAt();
    platform.pass(6.5 * 24 * HOUR);
    await platform.accounts.register(address, '192.0.2.1');
    await platform.mails.next(address);
    expect((await registeredAt()) - first).toBe(6.5 * 24 * HOUR * 1000);
  });
});

describe('a link', () => {
  test('validates once', async () => {
    const address = 'once@example.org';
    await platform.accounts.register(address, '192.0.2.1');
    const token = tokenOf((await platform.mails.next(address)).text);
    const uses = await Promise.allSettled(
      ['the first password', 'the second password', 'the third password'].map((password) =>
        platform.accounts.validateEmail({ token, password }, '192.0.2.1'),
      ),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(platform.accounts.validateEmail({ token, password: PASSWORD }, '192.0.2.1')).rejects.toMatchObject({
      code: 'invalid-link',
    });
  });

  test('validates nothing with a password that cannot be chosen, and can be used again', async () => {
    const address = 'weak@example.org';
    await platform.accounts.register(address, '192.0.2.1');
    const token = tokenOf((await platform.mails.next(address)).text);
    for (const password of ['short', address]) {
      await expect(platform.accounts.validateEmail({ token, password }, '192.0.2.1')).rejects.toMatchObject({
        code: 'invalid-field',
      });
    }
    expect(await platform.accounts.validateEmail({ token, password: PASSWORD }, '192.0.2.1')).toBe(address);
  });

  test('resets once, and all that were sent end with it', async () => {
    await platform.accounts.requestPasswordReset(email, '192.0.2.1');
    const first = tokenOf((await platform.mails.next(email)).text);
    await platform.accounts.requestPasswordReset(email, '192.0.2.1');
    const second = tokenOf((await platform.mails.next(email)).text);
    const uses = await Promise.allSettled(
      [first, second, first].map((token) =>
        platform.accounts.resetPassword({ token, newPassword: 'a new password' }, '192.0.2.1'),
      ),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(
      platform.accounts.resetPassword({ token: second, newPassword: 'one more password' }, '192.0.2.1'),
    ).rejects.toMatchObject({ code: 'invalid-link' });
  });

  test('lives a day', async () => {
    await platform.accounts.requestPasswordReset(email, '192.0.2.1');
    const token = tokenOf((await platform.mails.next(email)).text);
    platform.pass(24 * HOUR + 11);
    await expect(
      platform.accounts.resetPassword({ token, newPassword: 'a new password' }, '192.0.2.1'),
    ).rejects.toMatchObject({ code: 'invalid-link' });
  });

  test('is no token, and no token is a link', async () => {
    await platform.accounts.requestPasswordReset(email, '192.0.2.1');
    const link = tokenOf((await platform.mails.next(email)).text);
    const { access, refresh } = await platform.tokens(email);
    expect((await platform.refresh(link)).status).toBe(401);
    expect(await isAuthorized(link)).toBe(false);
    expect(await isAuthorized(refresh)).toBe(false);
    for (const token of [access, refresh]) {
      await expect(platform.accounts.validateEmail({ token, password: PASSWORD }, '192.0.2.1')).rejects.toMatchObject({
        code: 'invalid-link',
      });
      await expect(
        platform.accounts.resetPassword({ token, newPassword: 'a new password' }, '192.0.2.1'),
      ).rejects.toMatchObject({ code: 'invalid-link' });
    }
  });
});
