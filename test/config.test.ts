import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { settings } from '../src/settings.ts';

describe('the settings', () => {
  test('have the documented defaults', () => {
    expect(readConfig({}, 3)).toMatchObject({
      port: 4000,
      host: undefined,
      baseUrl: 'http://localhost:4000',
      dataFolder: 'data',
      rateLimit: 120,
      trustedProxies: 0,
      workers: 3,
      logLevel: 'info',
      conversionTimeoutMs: 20_000,
    });
    expect(Object.isFrozen(readConfig({}, 3))).toBe(true);
  });

  test('take the port into the base address, and a base address as it is but for the slash at its end', () => {
    expect(readConfig({ PORT: '8080' }, 1).baseUrl).toBe('http://localhost:8080');
    expect(readConfig({ HUB_BASE_URL: 'https://hub.example/energy/' }, 1).baseUrl).toBe('https://hub.example/energy');
  });

  test('that are empty are not set', () => {
    expect(readConfig({ PORT: '', HUB_WORKERS: ' ', HUB_HOST: '' }, 2)).toMatchObject({
      port: 4000,
      workers: 2,
      host: undefined,
    });
  });

  test('take a list of trusted documents, which may be all that is answered but to gateways', () => {
    const only = { HUB_TRUSTED_DOCUMENTS: 'list.json', HUB_TRUSTED_DOCUMENTS_ONLY: 'on' };
    expect(readConfig({}, 1).trustedDocuments).toBeUndefined();
    expect(readConfig(only, 1).trustedDocuments).toEqual({ file: 'list.json', isOnly: true });
    expect(() => readConfig({ ...only, HUB_TRUSTED_DOCUMENTS: '' }, 1)).toThrow('HUB_TRUSTED_DOCUMENTS must be given');
    expect(() => readConfig({ ...only, HUB_FEDERATION: 'on' }, 1)).toThrow('must be off with HUB_FEDERATION');
  });

  test('take a Redis with its credentials, and never tell a mistake in them', () => {
    const redisUrl = 'rediss://hub:open%20sesame@redis.example:6380/2';
    expect(readConfig({ HUB_REDIS_URL: redisUrl }, 1).redisUrl).toBe(redisUrl);
    for (const wrong of [
      'redis.example:6379',
      'http://:sesame@redis.example',
      'redis://:sesame@',
      `${redisUrl}?tls=0`,
    ]) {
      const read = () => readConfig({ HUB_REDIS_URL: wrong }, 1);
      expect(read).toThrow(/^ {2}HUB_REDIS_URL must be .*fragment$/m);
      expect(read).not.toThrow(/sesame|redis\.example/);
    }
  });

  test('take a SPARQL server whole, with one kind of credentials, and never tell these', () => {
    const urls = {
      HUB_STORE_QUERY_URL: 'http://store.example:7878/query',
      HUB_STORE_UPDATE_URL: 'http://store.example:7878/update',
      HUB_STORE_GRAPHS_URL: 'https://store.example/store?tenant=hub',
    };
    const [queryUrl, updateUrl, graphsUrl] = Object.values(urls);
    expect(readConfig({}, 1).storeServer).toBeUndefined();
    expect(readConfig(urls, 1).storeServer).toEqual({ queryUrl, updateUrl, graphsUrl, authorization: undefined });
    expect(readConfig({ ...urls, HUB_STORE_TOKEN: 'abc.d-e_f==' }, 1).storeServer?.authorization).toBe(
      'Bearer abc.d-e_f==',
    );
    const basic = readConfig({ ...urls, HUB_STORE_USER: 'hub', HUB_STORE_PASSWORD: 'ö:x' }, 1).storeServer
      ?.authorization;
    expect(Buffer.from(basic!.slice('Basic '.length), 'base64').toString()).toBe('hub:ö:x');
    for (const [wrong, words] of [
      [{ HUB_STORE_QUERY_URL: urls.HUB_STORE_QUERY_URL }, /HUB_STORE_UPDATE_URL must be given/],
      [{ ...urls, HUB_STORE_QUERY_URL: 'http://hub:sesame@store.example/' }, /HUB_STORE_QUERY_URL must be an http/],
      [{ ...urls, HUB_STORE_QUERY_URL: 'sesame' }, /HUB_STORE_QUERY_URL must be an http/],
      [{ ...urls, HUB_STORE_PASSWORD: 'sesame' }, /HUB_STORE_USER and HUB_STORE_PASSWORD must be given together/],
      [{ ...urls, HUB_STORE_USER: 'se:same', HUB_STORE_PASSWORD: 'sesame' }, /HUB_STORE_USER must hold no colon/],
      [
        { ...urls, HUB_STORE_USER: 'a', HUB_STORE_PASSWORD: 'sesame', HUB_STORE_TOKEN: 'sesame' },
        /HUB_STORE_TOKEN must not/,
      ],
      [{ ...urls, HUB_STORE_TOKEN: 'ses ame' }, /HUB_STORE_TOKEN must be a bearer token/],
      [{ HUB_STORE_TOKEN: 'sesame' }, /HUB_STORE_TOKEN needs a store/],
    ] as const) {
      expect(() => readConfig(wrong, 1)).toThrow(words);
      expect(() => readConfig(wrong, 1)).not.toThrow(/ses.?ame/);
    }
  });

  test('name all their mistakes at once', () => {
    const env = {
      PORT: '70000',
      HUB_BASE_URL: 'ftp://hub.example',
      HUB_RATE_LIMIT: '0',
      HUB_TRUSTED_PROXIES: '-1',
      HUB_WORKERS: 'all',
      HUB_QUEUE: '1.5',
      HUB_LOG_LEVEL: 'loud',
      HUB_CONVERSION_TIMEOUT: '0',
      HUB_WORKER_MEMORY: '1e3',
      HUB_BODY_MEMORY: '1',
      HUB_SPOOL: '0x10',
    };
    const mistake = (() => {
      try {
        readConfig(env, 1);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    for (const [name, value] of Object.entries(env))
      expect(mistake).toMatch(new RegExp(`^  ${name} must .*"${value}"$`, 'm'));
    expect(mistake.split('\n')).toHaveLength(1 + Object.keys(env).length);
  });

  test.each([
    'hub.example',
    'http://',
    'http://hub.example/?a',
    'http://hub.example/#a',
    'http://hub .example',
    'http://a:b:c/',
    'https://hub.example/<>',
    'https://hub.example/%zz',
    'https://user:word@hub.example',
    'https://@hub.example',
  ])('refuse %j as a base address', (address) => {
    expect(() => readConfig({ HUB_BASE_URL: address }, 1)).toThrow(/HUB_BASE_URL must be an absolute/);
  });

  test('name a contact by a page or by a mailbox', () => {
    for (const contact of ['https://example.org/help?a#b', 'help@example.org'])
      expect(readConfig({ HUB_CONTACT: contact }, 1).contact).toBe(contact);
    for (const contact of [
      'javascript:alert(1)',
      'https://',
      'https://a b',
      'help',
      'a@b?subject=x',
      'A <a@b.example>',
      // The page would write `mailto:` before it.
      'mailto:a@b.example',
    ])
      expect(() => readConfig({ HUB_CONTACT: contact }, 1)).toThrow(/HUB_CONTACT must be/);
  });

  test('name folders by paths that need no shell, and hosts also as they stand in addresses', () => {
    for (const name of ['HUB_DATA', 'HUB_KEYS', 'HUB_TRUSTED_DOCUMENTS'])
      for (const value of ['~', '~/hub', '~user/hub'])
        expect(() => readConfig({ [name]: value }, 1)).toThrow(`${name} must not begin with ~`);
    expect(readConfig({ HUB_DATA: './~/hub~' }, 1).dataFolder).toBe('./~/hub~');
    expect(readConfig({ HUB_HOST: '[::1]' }, 1).host).toBe('::1');
    expect(readConfig({ HUB_METRICS_PORT: '0', HUB_METRICS_HOST: '[::]' }, 1).metrics).toMatchObject({
      address: { host: '::' },
    });
  });

  test('send webhooks inside the network when that is asked for', () => {
    expect(readConfig({}, 1).mayWebhooksGoInside).toBe(false);
    expect(readConfig({ HUB_WEBHOOKS_INSIDE: 'on' }, 1).mayWebhooksGoInside).toBe(true);
    expect(() => readConfig({ HUB_WEBHOOKS_INSIDE: 'yes' }, 1)).toThrow('HUB_WEBHOOKS_INSIDE must be on or off');
  });

  test('need a base address when the port is any', () => {
    expect(() => readConfig({ PORT: '0' }, 1)).toThrow(/HUB_BASE_URL must be given/);
    expect(readConfig({ PORT: '0', HUB_BASE_URL: 'http://localhost:1' }, 1).port).toBe(0);
  });
});

test('.env.example lists every setting, with its default', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^# .+\n(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const);
  expect(listed.map(([name]) => name).toSorted()).toEqual(Object.keys(settings).toSorted());
  expect(readConfig(Object.fromEntries(listed), 3)).toEqual(readConfig({}, 3));
});
