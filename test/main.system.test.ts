import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BUILT_TABLE } from '../src/vocabulary/registry/kept-table.ts';
import { BUILT_VOCABULARY } from '../src/vocabulary/registry/shipped-vocabulary.ts';
import { portOf, startMain, type Program, type ProgramOptions } from './support/hub-process.ts';
import { freePort } from './support/sparql-server.ts';

/** Tells at the end of a process or a thread whether it has loaded the client. */
const TELL_LOADED = `process.on('exit', () => {
  const found = process.moduleLoadList.filter((name) => name.endsWith('deps/undici/undici'));
  process.getBuiltinModule('fs').writeSync(1, 'loaded: ' + found.length + '\\n');
})`;

let folder: string;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-main-'));
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string>, options?: ProgramOptions): Program {
  const hub = startMain({ HUB_DATA: folder, ...settings }, options);
  children.add(hub.child);
  return hub;
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test('the table of the build stands where a first start finds it', () => {
  expect(new URL(BUILT_VOCABULARY).pathname.replace(/\.nt\.gz$/, '.table')).toBe(pathToFileURL(BUILT_TABLE).pathname);
});

describe('the process', () => {
  test('says where to look, and gives an example that works', async () => {
    const hub = start({});
    const port = await portOf(hub);
    expect(hub.written.out).toContain('http://localhost:4000/graphql');
    const [, document, path] = /-d '([^']+)' http:\/\/localhost:4000(\S+)/.exec(hub.written.out)!;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: document!,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('12.5');
    hub.child.kill('SIGINT');
    expect(await hub.exit).toBe(0);
  });

  test('streams answers without the client of fetch, which Node.js would load for 8.5 MB', async () => {
    const name = `import(\`data:text/javascript,${encodeURIComponent(TELL_LOADED)}\`)`;
    const loading = execFileSync(process.execPath, ['--input-type=module', '-e', `await ${name}; void Response`]);
    expect(loading.toString()).toBe('loaded: 1\n');
    const hub = start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL_LOADED)}` });
    const port = await portOf(hub);
    const dump = await fetch(`http://127.0.0.1:${port}/vocabulary/`, { headers: { Accept: 'application/n-triples' } });
    expect((await dump.text()).length).toBeGreaterThan(10_000_000);
    hub.child.kill('SIGTERM');
    expect(await hub.exit).toBe(0);
    expect(hub.written.out).toContain('loaded: 0\n');
    expect(hub.written.out).not.toMatch(/loaded: [1-9]/);
  }, 120_000);

  test('ends a request under way on SIGTERM and exits with 0', async () => {
    const hub = start({});
    const socket = connect(await portOf(hub), '127.0.0.1');
    let answer = '';
    socket.on('data', (text: Buffer) => (answer += text.toString()));
    socket.write(
      'POST /api/semantic HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a"',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    hub.child.kill('SIGTERM');
    await expect.poll(() => hub.written.out).toContain('"stopping"');
    socket.write(':1}');
    expect(await hub.exit).toBe(0);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*"@semantic"/);
  });

  test('exits with 0 within five seconds of SIGTERM when a request never ends', async () => {
    const hub = start({});
    const socket = connect(await portOf(hub), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /api/semantic HTTP/1.1\r\nHost: hub\r\nContent-Length: 7\r\n\r\n{"a"');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const signalledAt = performance.now();
    hub.child.kill('SIGTERM');
    expect(await hub.exit).toBe(0);
    expect(performance.now() - signalledAt).toBeLessThan(5_000);
  });

  test('ends with 0 and without a word of failure when it is stopped while it starts', async () => {
    const hub = start({});
    await expect.poll(() => hub.written.out, { timeout: 60_000, interval: 5 }).toContain('vocabulary read');
    hub.child.kill('SIGTERM');
    expect(await hub.exit).toBe(0);
    expect(hub.written.err).toBe('');
    expect(hub.written.out).not.toMatch(/cannot start|is ready at/);
  });
});

describe.skipIf(process.platform !== 'linux')('a log that cannot be written', () => {
  async function answers(port: number, times: number): Promise<void> {
    for (let i = 0; i < times; i++) expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  }

  test('because the disk is full stops neither the hub nor its end', async () => {
    const port = await freePort();
    const hub = start({ PORT: String(port) }, { through: ['sh', '-c', 'exec "$@" > /dev/full', 'sh'] });
    await expect.poll(() => isReady(port), { timeout: 60_000 }).toBe(true);
    await answers(port, 10);
    hub.child.kill('SIGTERM');
    expect(await hub.exit).toBe(0);
    expect(hub.written.err).toBe('');
  });

  test('because its reader has stopped does not keep the hub from its end within five seconds', async () => {
    const port = await freePort();
    const pipe = join(folder, 'log');
    execFileSync('mkfifo', [pipe]);
    const hub = start({ PORT: String(port) }, { through: ['sh', '-c', `exec "$@" 1<> '${pipe}'`, 'sh'] });
    await expect.poll(() => isReady(port), { timeout: 60_000 }).toBe(true);
    await answers(port, 1000);
    const signalledAt = performance.now();
    hub.child.kill('SIGTERM');
    await hub.exit;
    expect(performance.now() - signalledAt).toBeLessThan(5_000);
  });
});

describe('a start that fails', () => {
  test('for its settings names every mistake and exits with 1', async () => {
    const hub = start({ PORT: 'http', HUB_RATE_LIMIT: '-5', HUB_LOG_LEVEL: 'loud' });
    expect(await hub.exit).toBe(1);
    expect(hub.written.err).toMatch(/PORT must be .*"http"/);
    expect(hub.written.err).toMatch(/HUB_RATE_LIMIT must be .*"-5"/);
    expect(hub.written.err).toMatch(/HUB_LOG_LEVEL must be .*"loud"/);
    expect(hub.written.err).not.toContain('    at ');
  });

  test('for its port says so and exits with 1', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const hub = start({ PORT: String(port) });
    expect(await hub.exit).toBe(1);
    expect(hub.written.err).toBe(`Port ${port} is in use. PORT names another one.\n`);
    other.close();
  });

  test('for its address says so and exits with 1', async () => {
    for (const host of ['192.0.2.1', 'no-such-host.invalid']) {
      const hub = start({ HUB_HOST: host });
      expect(await hub.exit).toBe(1);
      expect(hub.written.err).toBe(`${host} is no address of this machine. HUB_HOST names one.\n`);
    }
    const hub = start({ HUB_METRICS_PORT: '0', HUB_METRICS_HOST: '192.0.2.1' });
    expect(await hub.exit).toBe(1);
    expect(hub.written.err).toBe('192.0.2.1 is no address of this machine. HUB_METRICS_HOST names one.\n');
  });

  test('for its folder names it and exits with 1', async () => {
    await writeFile(join(folder, 'file'), '');
    const hub = start({ HUB_DATA: join(folder, 'file') });
    expect(await hub.exit).toBe(1);
    expect(hub.written.err).toContain(`${join(folder, 'file')}/store cannot be read and written`);
  });
});
