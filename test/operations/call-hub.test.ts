import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { callHub, isHubRunning } from '../../src/operations/call-hub.ts';
import { controlPath, ControlSocket } from '../../src/operations/control-socket.ts';
import { EmbeddedStore } from '../../src/store/embedded.ts';

let folder: string;
let hub: Server | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-call-'));
});
afterEach(async () => {
  hub?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What `keys rotate` says and ends with, of a hub that answers so; null for one that ends. */
async function rotateAt(answer: { readonly status: number; readonly body: object } | null) {
  const path = controlPath(folder);
  await mkdir(dirname(path), { recursive: true });
  hub = createServer((request, response) => {
    if (answer === null) request.socket.destroy();
    else response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => hub!.listen(path, resolve));
  return runHere(['keys', 'rotate']);
}

async function runHere(args: readonly string[]) {
  let said = '';
  const code = await runCommand(args, {
    stdin: new PassThrough().end(),
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    stderr: new Writable({ write: (chunk: Buffer, _encoding, done) => ((said += chunk.toString()), done()) }),
    env: { HUB_DATA: folder },
    cores: 1,
    cleanUps: new Set(),
  });
  return { code, said };
}

test('a command whose hub ends meanwhile is an outage, of which nobody knows what it did', async () => {
  expect(await rotateAt(null)).toEqual({
    code: 3,
    said: expect.stringMatching(
      /^The hub that runs has not answered: .*\. It may have done what .* look before you try again\.\n$/,
    ),
  });
});

test.each([
  [400, 'invalid-option', 2],
  [400, 'not-saved', 3],
  [400, 'sign-in-busy', 3],
  [400, 'not-found', 2],
  [500, 'internal', 4],
  [400, 'a code of another release', 2],
])('a command that a hub answers with %i, %s ends with %i', async (status, code, exitCode) => {
  const answer = { status, body: { error: 'The words of the hub.', code } };
  expect(await rotateAt(answer)).toEqual({ code: exitCode, said: 'The words of the hub.\n' });
});

test('a backup of an empty folder is a mistake of who names it, and no outage', async () => {
  expect(await runHere(['store', 'backup', '-'])).toEqual({
    code: 2,
    said: expect.stringMatching(/^There is nothing to back up.* Look at HUB_DATA/m),
  });
});

test('a mistake of the program is told as one, also where the folder is opened', async () => {
  const open = vi.spyOn(EmbeddedStore.prototype, 'open').mockRejectedValue(new TypeError('no function'));
  const { code, said } = await runHere(['store', 'backup', '-']);
  open.mockRestore();
  expect(code).toBe(4);
  expect(said).toContain('DEBUG=1');
});

test('a command that is ended while its answer comes is no fault of the hub', async () => {
  const levels: string[] = [];
  const note = (level: string) => (): void => void levels.push(level);
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const endless = new Readable({ read() {} });
  endless.push('a beginning');
  const commands = new Map([['store-backup', async () => endless]]);
  const socket = new ControlSocket({ dataFolder: folder, commands, log });
  await socket.start();
  const answer = await callHub(folder, 'store-backup', Readable.from([]));
  answer.destroy();
  await expect.poll(() => levels).toEqual(['info', 'warn']);
  await socket.stop();
});

// Elsewhere the hub says that commands cannot reach it.
test.runIf(platform() === 'linux')(
  'a hub is reached in a folder whose path is longer than one of a socket may be',
  async () => {
    const dataFolder = join(folder, 'long '.repeat(40));
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const commands = new Map([['account-list', async () => ({ accounts: 0 })]]);
    const socket = new ControlSocket({ dataFolder, commands, log });
    expect(await isHubRunning(dataFolder)).toBe(false);
    await socket.start();
    expect(await isHubRunning(dataFolder)).toBe(true);
    expect(await json(await callHub(dataFolder, 'account-list', Readable.from([])))).toEqual({ accounts: 0 });
    await socket.stop();
    expect(await readdir(dirname(controlPath(dataFolder)))).toEqual([]);
  },
);
