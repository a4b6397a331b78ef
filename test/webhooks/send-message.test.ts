import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sendMessage, type SendRules } from '../../src/webhooks/send-message.ts';
import { createSecret, signatureHeaders } from '../../src/webhooks/sign.ts';
import { startReceiver, verify, type Receiver } from './receiver.ts';

const RULES: SendRules = { isInsideAllowed: true, resolve: async () => ['127.0.0.1'], timeoutMs: 10_000 };
const SECRET = createSecret();
const NEVER = new AbortController().signal;
const HOUR_MS = 3_600_000;

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  stops.push(() => started.stop());
  return started;
}

const sendTo = (url: string, rules: Partial<SendRules> = {}, secrets = [SECRET]) =>
  sendMessage({ id: 'msg_1', body: '{"é":1}', url, secrets, at: new Date() }, { ...RULES, ...rules }, NEVER);

test('a message is signed so that others know it', async () => {
  const { url, received } = await receiver();
  const before = createSecret();
  expect(await sendTo(url, {}, [SECRET, before])).toEqual({ status: 204, failure: null });
  for (const secret of [SECRET, before]) expect(verify(received[0]!, secret)).toEqual({ é: 1 });
  expect(() => verify(received[0]!, createSecret())).toThrow('No matching signature found');
  expect(() => verify({ ...received[0]!, body: '{"é":2}' }, SECRET)).toThrow('No matching signature found');
  expect(received[0]!.headers).toMatchObject({ 'webhook-id': 'msg_1', 'content-type': 'application/json' });
});

test('a signature is that of the test of Standard Webhooks', () => {
  const content = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  const headers = signatureHeaders(content, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], new Date(1_614_265_330_999));
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test.each([301, 307, 400, 404, 410, 500, 503])(
  'a status of %i is a failure, and no redirect is followed',
  async (status) => {
    const other = await receiver();
    const { url } = await receiver((_request, response) => {
      response.writeHead(status, { location: other.url }).end('words that nobody is told');
    });
    expect(await sendTo(url)).toEqual({ status, failure: `The answer has the status ${status}.` });
    expect(other.received).toEqual([]);
  },
);

const DATE = 'Thu, 26 Nov 2026 08:00:00 GMT';
test.each([
  ['seconds', 429, { 'retry-after': '120' }, 120_000],
  ['a date, by its own clock', 503, { date: DATE, 'retry-after': 'Thu, 26 Nov 2026 08:02:00 GMT' }, 120_000],
  ['a date that is over', 503, { date: DATE, 'retry-after': 'Thu, 26 Nov 2026 07:59:00 GMT' }, 0],
  ['more seconds than there are', 503, { 'retry-after': '9'.repeat(400) }, Infinity],
  ['nothing', 503, {}, undefined],
  ['no time', 503, { 'retry-after': 'soon' }, undefined],
  ['a negative time', 503, { 'retry-after': '-5' }, undefined],
  ['a date in a form of its own', 503, { 'retry-after': '2026-11-26' }, undefined],
  ['time where it has the message', 200, { 'retry-after': '120' }, undefined],
])('an answer that asks for %s', async (_, status, headers, retryAfterMs) => {
  const { url } = await receiver((_request, response) => void response.writeHead(status, headers).end());
  const attempt = await sendTo(url);
  expect(attempt).toMatchObject({ status });
  expect(attempt.retryAfterMs).toBe(retryAfterMs);
});

test('a date counts by the clock of the hub where the answer tells none', async () => {
  const { url } = await receiver((_request, response) => {
    response.sendDate = false;
    response.writeHead(503, { 'retry-after': new Date(Date.now() + HOUR_MS).toUTCString() }).end();
  });
  const { retryAfterMs } = await sendTo(url);
  expect(Math.abs(retryAfterMs! - HOUR_MS)).toBeLessThan(60_000);
});

describe('an endpoint that answers badly', () => {
  test('with a body without an end has got the message', async () => {
    const { url } = await receiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('more'.repeat(1_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await sendTo(url)).toEqual({ status: 200, failure: null });
  });

  test('with a head without an end is cut', async () => {
    const { url } = await receiver((_request, response) => {
      response.socket!.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => response.socket?.write(`x-more: ${'a'.repeat(4_000)}\r\n`), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await sendTo(url)).toEqual({ status: null, failure: 'It could not be sent: HPE_HEADER_OVERFLOW' });
  });

  test('with interim answers without an end is cut when the time is over', async () => {
    const { url } = await receiver((_request, response) => {
      const timer = setInterval(() => response.writeProcessing(), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await sendTo(url, { timeoutMs: 300 })).toEqual({ status: null, failure: 'No answer came within 0.3 s.' });
  });

  test('never is cut when the time is over', async () => {
    const { url } = await receiver(() => {});
    expect(await sendTo(url, { timeoutMs: 200 })).toEqual({ status: null, failure: 'No answer came within 0.2 s.' });
  });

  test('with another protocol is refused', async () => {
    const { url } = await receiver((_request, response) => {
      response.socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    expect((await sendTo(url)).failure).toBe('It could not be sent: The answer changes the protocol.');
  });

  test('with bytes that are no HTTP is refused', async () => {
    const server = createTcpServer((socket) => void socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    expect((await sendTo(`http://127.0.0.1:${port}/`)).failure).toBe('It could not be sent: HPE_INVALID_CONSTANT');
  });

  test('without TLS where there should be one is refused', async () => {
    const { port } = await receiver();
    expect((await sendTo(`https://127.0.0.1:${port}/`)).failure).toMatch(/^It could not be sent: (?:EPROTO|ERR_SSL)/);
  });
});

describe('names', () => {
  test('are resolved for each try, and nothing is sent inside when their addresses change', async () => {
    const { port, received } = await receiver();
    const resolve = vi.fn<SendRules['resolve']>().mockResolvedValueOnce(['127.0.0.1']);
    const rules = { isInsideAllowed: false, resolve };
    const first = await sendTo(`https://hooks.example:${port}/`, rules);
    expect(first).toEqual({ status: null, failure: expect.stringContaining('inside the network') });
    resolve.mockResolvedValueOnce(['8.8.8.8', '::1']);
    expect((await sendTo(`https://hooks.example:${port}/`, rules)).failure).toContain('inside the network');
    resolve.mockResolvedValueOnce([]);
    expect((await sendTo(`https://hooks.example:${port}/`, rules)).failure).toBe(
      'The name of the host has no address.',
    );
    expect(resolve).toHaveBeenCalledTimes(3);
    expect(received).toEqual([]);
  });

  test('are asked for once a try: the connection goes to the address that was looked at', async () => {
    const { port, received } = await receiver();
    const resolve = vi.fn<SendRules['resolve']>().mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['127.0.0.2']);
    expect(await sendTo(`http://hooks.example:${port}/hook`, { resolve })).toEqual({ status: 204, failure: null });
    expect(received[0]!.headers.host).toBe(`hooks.example:${port}`);
    expect(resolve).toHaveBeenCalledOnce();
  });

  test('that nobody tells are given up when the time is over', async () => {
    const resolve: SendRules['resolve'] = (_name, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    expect((await sendTo('http://hooks.example/', { resolve, timeoutMs: 100 })).failure).toContain('within 0.1 s');
  });
});

test('addresses inside are refused although they were registered when that was allowed', async () => {
  const { port, received } = await receiver();
  expect((await sendTo(`https://127.0.0.1:${port}/`, { isInsideAllowed: false })).failure).toContain(
    'inside the network',
  );
  expect((await sendTo(`http://127.0.0.1:${port}/`, { isInsideAllowed: false })).failure).toContain('https://');
  expect(received).toEqual([]);
});

test('a hub that stops tells so by its signal', async () => {
  const { url } = await receiver(() => stopping.abort(new Error('stopping')));
  const stopping = new AbortController();
  const sending = sendMessage(
    { id: 'msg_1', body: '{}', url, secrets: [SECRET], at: new Date() },
    RULES,
    stopping.signal,
  );
  await expect(sending).rejects.toThrow('stopping');
});
