import { afterEach, expect, test } from 'vitest';
import { createTestApp } from '../support/create-test-app.ts';
import { EMPTY_LEXICON } from '../support/empty-lexicon.ts';
import { startMailServer } from '../support/mail-server.ts';
import { createSmtpCarrier } from '../../src/accounts/smtp-carrier.ts';
import { Outbox } from '../../src/accounts/outbox.ts';
import { PASSWORD, startPlatform, tokenOf } from './platform.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';

const MAIL = { to: 'ann@example.org', subject: 'Hello', text: 'Words\n' };
const silent = { debug: () => {}, warn: () => {}, error: () => {} };
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test('a mail says who it is from and what to do, and its link is whole', async () => {
  const platform = await startPlatform();
  ends.push(() => platform.stop());
  await platform.accounts.register('Ann@Example.org', '192.0.2.1');
  const { message, to, text } = await platform.mails.next('ann@example.org');
  expect(to).toEqual(['ann@example.org']);
  expect(message.from).toMatchObject({ name: 'Hub', address: 'hub@hub.example' });
  expect(message.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  expect(text).toContain(`http://localhost:4000/account/validate?token=${tokenOf(text)}\n`);
});

test('without a server the start says so, and the log has the address and the subject of a mail, and no link', async () => {
  const hub = await createTestApp({ lexicon: EMPTY_LEXICON });
  ends.push(() => hub.stop());
  expect(hub.logged.filter(({ msg }) => String(msg).startsWith('no mail can be sent'))).toHaveLength(1);
  await hub.app.accounts.register('ann@example.org', '192.0.2.1');
  await expect
    .poll(() => hub.logged.find(({ to }) => to === 'ann@example.org'))
    .toMatchObject({ level: 40, subject: 'Validate your e-mail address' });
  expect(JSON.stringify(hub.logged)).not.toMatch(/token=|\/account\/validate/);
});

test('without a server and with HUB_SHOW_MAILS a mail is in the log whole', async () => {
  const hub = await createTestApp({ lexicon: EMPTY_LEXICON, config: { showsMails: true } });
  ends.push(() => hub.stop());
  await hub.app.accounts.register('ann@example.org', '192.0.2.1');
  await expect
    .poll(() => hub.logged.find(({ mail }) => mail !== undefined))
    .toMatchObject({
      level: 40,
      msg: expect.stringContaining('HUB_SMTP_URL is not set') as unknown,
      mail: { to: 'ann@example.org', text: expect.stringContaining('/account/validate?token=') as unknown },
    });
});

test('the link that an operator is given opens the account, also one whose address waits for its validation', async () => {
  const hub = await createTestApp({ lexicon: EMPTY_LEXICON });
  ends.push(() => hub.stop());
  const { accounts } = hub.app;
  const email = 'bea@example.org';
  await accounts.register(email, '192.0.2.1');
  await expect.poll(async () => (await accounts.operator.list()).map((one) => one.email)).toContain(email);
  const offered = await accounts.operator.offerPasswordReset(email);
  const link = new URL(offered.isMailed ? '' : offered.link);
  expect(link.pathname).toBe('/account/validate');
  await accounts.validateEmail({ token: link.searchParams.get('token')!, password: PASSWORD }, '192.0.2.1');
  expect(await accounts.signIn({ email, password: PASSWORD }, '192.0.2.1')).toBeDefined();
  await accounts.operator.disable(email);
  await expect(accounts.operator.offerPasswordReset(email)).rejects.toMatchObject({ code: 'invalid-field' });
});

test('an answer does not wait for the mail server', async () => {
  // Nobody listens there, or what listens says nothing.
  const platform = await startPlatform({
    config: { smtp: { url: 'smtp://127.0.0.1:1', from: 'hub@hub.example' } },
  });
  ends.push(() => platform.stop());
  await platform.accounts.register('ann@example.org', '192.0.2.1');
  await expect
    .poll(() => platform.logged.find(({ msg }) => msg === 'a mail could not be sent'))
    .toMatchObject({
      subject: 'Validate your e-mail address',
    });
});

test('a server that is away for a moment gets the mail later; one that refuses it is not asked again', async () => {
  let answers = 0;
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      answers++;
      if (address === 'refused@example.org') return done(Object.assign(new Error('no'), { responseCode: 550 }));
      done(answers === 1 ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
    },
  });
  ends.push(server.stop);
  const lost: object[] = [];
  const outbox = new Outbox({
    carrier: createSmtpCarrier({ url: server.url, from: 'hub@hub.example', timing: DEFAULT_TIMING }),
    log: { ...silent, error: (fields) => void lost.push(fields) },
    timing: { ...DEFAULT_TIMING, mailRetryMs: [10, 10] },
  });
  outbox.post(async () => MAIL);
  expect((await server.next(MAIL.to)).message.subject).toBe('Hello');
  outbox.post(async () => ({ ...MAIL, to: 'refused@example.org' }));
  await expect.poll(() => lost).toHaveLength(1);
  // The log is not where addresses are kept.
  expect(JSON.stringify(lost)).not.toContain('refused@example.org');
  expect(answers).toBe(3);
  await outbox.stop();
});

test('the server gets user and password, on this machine also without TLS', async () => {
  const given: unknown[] = [];
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      given.push([username, password]);
      done(null, { user: username });
    },
  });
  ends.push(server.stop);
  const carrier = createSmtpCarrier({
    url: server.url.replace('//', '//hub%40x:p%2Fw@'),
    from: 'hub@hub.example',
    timing: DEFAULT_TIMING,
  });
  await carrier.send(MAIL);
  carrier.close();
  expect(given).toEqual([['hub@x', 'p/w']]);
});

test('a server on this machine need not have a certificate that anybody signed', async () => {
  const server = await startMailServer({ disabledCommands: [] });
  ends.push(server.stop);
  const carrier = createSmtpCarrier({ url: server.url, from: 'hub@hub.example', timing: DEFAULT_TIMING });
  await carrier.send(MAIL);
  carrier.close();
  expect(server.received).toHaveLength(1);
});

test('with smtps:// a server whose certificate nobody signed gets nothing', async () => {
  const server = await startMailServer({ secure: true });
  ends.push(server.stop);
  const carrier = createSmtpCarrier({
    url: server.url.replace('smtp:', 'smtps:'),
    from: 'hub@hub.example',
    timing: DEFAULT_TIMING,
  });
  await expect(carrier.send(MAIL)).rejects.toThrow(/certificate/);
  carrier.close();
  expect(server.received).toEqual([]);
});

test('an address cannot add recipients, headers or lines', async () => {
  const server = await startMailServer();
  ends.push(server.stop);
  const carrier = createSmtpCarrier({ url: server.url, from: 'hub@hub.example', timing: DEFAULT_TIMING });
  for (const to of [
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    '<a@example.org>,b@example.org',
  ])
    await carrier.send({ ...MAIL, to }).catch(() => {});
  carrier.close();
  expect(server.received.flatMap(({ to }) => to)).not.toContain('b@example.org');
});
