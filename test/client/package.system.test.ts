import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage, type InstalledPackage } from '../support/installed-package.ts';
import { compileConsumer, RESOLUTIONS } from '../support/consumer.ts';

const run = promisify(execFile);

/** Somebody's program, which has to compile with the types of the package and of the web, and none of Node. */
const CONSUMER = `
import { ClientError, environmentCredentials, HubClient, HubProblem, PlatformClient } from 'vocabulary-hub/client';
import type { ClientErrorCode, Credentials, CredentialsSource, RdfFormat, SignedIn, Tokens, TokenStore } from 'vocabulary-hub/client';
import { fileCredentials, fileTokens } from 'vocabulary-hub/client/node';

const addresses = { playground: 'https://playground.example', production: 'https://platform.example' };
const source: CredentialsSource = async ({ environment, address }) => ({ email: environment, password: address });
const credentials: Credentials = { email: 'ada@example.org', password: 'secret' };
let kept: Tokens | null = null;
const tokens: TokenStore = {
  read: async () => kept,
  write: async (given) => void (kept = given),
  clear: async () => void (kept = null),
};
const client = new PlatformClient({ environment: 'playground', addresses, credentials, tokens, patience: { attempts: 2 } });
export const clients: PlatformClient[] = [source, environmentCredentials({}), fileCredentials('a'), undefined].map(
  (given) => new PlatformClient({ environment: 'production', addresses, credentials: given, tokens: fileTokens('b') }),
);
// @ts-expect-error there is no such environment
new PlatformClient({ environment: 'staging', addresses });
const { fetch } = client;
export const answer: Promise<Response> = fetch('/api', { method: 'POST', body: 'x', signal: AbortSignal.timeout(1) });
export const signedIn: Promise<SignedIn> = client.signIn({ signal: undefined });

const hub = new HubClient('https://hub.example', { fetch });
const format: RdfFormat = 'nt';
const { triples, warningCodes, body } = await hub.convertTerms({ a: 1 }, { format });
export const facts: [number | null, number | undefined] = [triples, warningCodes['datatype-mismatch']];
export const stream: ReadableStream<Uint8Array> = body.stream();
// @ts-expect-error there is no such format
hub.convert('{}', { format: 'xml' });
// @ts-expect-error an e-mail address has to be given
hub.suggestParameter({ parameter: 'a', description: 'b', datatype: 'xsd:double' });
try {
  await hub.embedWithReport('{');
} catch (error) {
  if (error instanceof HubProblem) error.details.notTerms?.join();
  if (error instanceof ClientError) {
    const code: ClientErrorCode = error.code;
    error.retryAfterSeconds?.toFixed();
    if (code === 'timeout') throw error;
  }
}
`;

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
}, 120_000);
afterAll(() => installed?.remove());

test.each(RESOLUTIONS)('the clients have types that hold under strict rules, resolved as %s', async (resolution) => {
  expect(await compileConsumer(installed, CONSUMER, resolution, 'es2023,dom,dom.asynciterable')).toBe('');
});

test('the client loads nothing of the server and no other package', async () => {
  const script = `
    import { register } from 'node:module';
    const loaded = [];
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (url) => loaded.push(url)).unref();
    register('data:text/javascript,' + encodeURIComponent(\`
      let port;
      export function initialize(given) { port = given; }
      export async function load(url, context, next) { port.postMessage(url); return next(url, context); }
    \`), { data: port2, transferList: [port2] });
    await import('vocabulary-hub/client');
    await import('vocabulary-hub/client/node');
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.log(JSON.stringify(loaded));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: installed.project });
  const loaded = (JSON.parse(stdout) as string[]).filter((url) => !url.startsWith('node:'));
  expect(loaded.length).toBeGreaterThan(2);
  expect(loaded.filter((url) => !url.includes('/vocabulary-hub/dist/client/'))).toEqual([]);
});
