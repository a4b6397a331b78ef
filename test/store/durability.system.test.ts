import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';
import { startHubProcess } from '../support/hub-process.ts';
import { findProgram } from '../support/programs.ts';
import { suggestTerm } from '../support/suggest.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('saving-program.ts', import.meta.url));
const KIBIBYTE = 1024;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-durability-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function skipWithout(missing: string | null): boolean {
  if (missing !== null) process.stderr.write(`Skipped: ${missing}\n`);
  return missing !== null;
}

function missingProgram(name: string, packageName: string): string | null {
  return findProgram(name) === null ? `${name} (apt-get install ${packageName})` : null;
}

/** Whether a file system of this size can be made here. */
async function missingMount(): Promise<string | null> {
  const probe = await mkdtemp(join(tmpdir(), 'hub-mount-'));
  try {
    await mount(probe, 'size=64k');
    await run('umount', [probe]);
    return null;
  } catch {
    return 'the right to mount a file system of its own for a full disk (run the tests as root)';
  } finally {
    await rm(probe, { recursive: true });
  }
}

async function mount(at: string, options: string): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at]);
}

const noStrace = missingProgram('strace', 'strace');
const noPrlimit = missingProgram('prlimit', 'util-linux');
const noMount = await missingMount();

/** What the hub says of the suggestion of a receipt. */
async function stateOf(hub: TestApp, receipt: string): Promise<unknown> {
  const query = `{ suggestion(receipt: "${receipt}") { state } }`;
  const response = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: { suggestion: unknown } }).data.suggestion;
}

test.skipIf(skipWithout(noStrace))(
  'an acknowledgement is sent after what was saved, and the folder of its file, was synced',
  { timeout: 120_000 },
  async () => {
    const trace = join(folder, 'trace');
    // Beside the hub and not before it, so that signals reach the hub; all threads, with the paths of files.
    const strace = ['strace', '-D', '-f', '-y', '--seccomp-bpf', '-s', '4096', '-o', trace];
    const calls = ['-e', 'trace=write,pwrite64,writev,sendto,fsync,fdatasync'];
    const hub = await startHubProcess({ HUB_DATA: join(folder, 'data') }, [...strace, ...calls]);
    const names = ['kiln_temperature_1', 'kiln_temperature_2', 'kiln_temperature_3'];
    try {
      for (const name of names) expect((await suggestTerm(hub, name)).status).toBe(200);
    } finally {
      await hub.end();
      await hub.stop();
    }
    let text = '';
    while (!/^\d+ +\+\+\+ exited with 0 \+\+\+\n$/m.test(text.slice(-200))) {
      await wait(100);
      text = await readFile(trace, 'latin1');
    }
    const lines = finishedCalls(text);
    for (const name of names) {
      const written = lines.findIndex(
        (line) => /^(write|pwrite64)\(\d+<[^>]*\/store\/\d+\.log>/.test(line) && line.includes(name),
      );
      const file = /<([^>]*)>/.exec(lines[written]!)![1]!;
      const after = (test: (line: string) => boolean): number => {
        const at = lines.findIndex((line, index) => index > written && test(line));
        expect(at).toBeGreaterThan(written);
        return at;
      };
      const synced = after((line) => /^f(data)?sync/.test(line) && line.includes(`<${file}>`) && line.endsWith('= 0'));
      const entered = after((line) => /^fsync\(\d+<[^>]*\/store>\)/.test(line) && line.endsWith('= 0'));
      const answered = after(
        (line) => /^(write|writev|sendto)\(\d+<(socket|TCP)/.test(line) && line.includes('HTTP/1.1 200'),
      );
      expect(Math.max(synced, entered)).toBeLessThan(answered);
    }
  },
);

test.skipIf(skipWithout(noStrace))(
  'a first start that is killed before the store has its file CURRENT leaves a folder with which the next one starts',
  { timeout: 120_000 },
  async () => {
    const at = join(folder, 'store');
    // LevelDB renames its log of messages, and then the file that becomes CURRENT: the program, beside which strace runs, is killed meanwhile.
    const late = ['-D', '-f', '--seccomp-bpf', '-e', 'trace=rename', '-e', 'inject=rename:delay_enter=10s:when=2'];
    const program = [process.execPath, '--import', 'tsx', PROGRAM, at];
    const traced = spawn(findProgram('strace')!, [...late, '-o', join(folder, 'trace'), ...program], {
      stdio: 'ignore',
    });
    const filesThere = (): Promise<string[]> => readdir(at).catch(() => []);
    await expect.poll(filesThere, { timeout: 60_000 }).toContain('000001.dbtmp');
    traced.kill('SIGKILL');
    await once(traced, 'exit');
    const left = await filesThere();
    expect(left).toContain('MANIFEST-000001');
    expect(left).not.toContain('CURRENT');
    const saving = await startSaving(at);
    expect(await saving.ask('first')).toMatchObject({ isSaved: true });
    await saving.end('SIGKILL');
    const again = await startSaving(at);
    expect(await again.texts()).toEqual(['first']);
    await again.end();
  },
);

/** The system calls of a trace, in the order in which they began when they write and ended when they sync. */
function finishedCalls(trace: string): string[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, thread, call] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (thread === undefined || call === undefined) return [];
    if (call.endsWith('<unfinished ...>')) {
      begun.set(thread, call.slice(0, -' <unfinished ...>'.length));
      return call.startsWith('f') ? [] : [call];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call);
    if (resumed === null) return [call];
    const start = begun.get(thread) ?? '';
    return start.startsWith('f') ? [start + resumed[1]] : [];
  });
}

describe.skipIf(skipWithout(noPrlimit))('when no file may grow', () => {
  test('a change is refused, nothing that was saved is lost, and the next is saved when there is room', async () => {
    const kept: string[] = [];
    const saving = await startSaving(join(folder, 'store'));
    const save = async (text: string): Promise<boolean> => {
      const answer = await saving.ask(text);
      if (answer['isSaved'] === true) kept.push(text);
      else expect(answer).toMatchObject({ isStoreError: true, message: expect.stringContaining('cannot be written') });
      return answer['isSaved'] === true;
    };
    for (let at = 0; at < 20; at += 1) expect(await save(`before ${at}`)).toBe(true);
    await run('prlimit', ['--pid', String(saving.pid), `--fsize=${8 * KIBIBYTE}:unlimited`]);
    expect(await save(`too large ${'x'.repeat(64 * KIBIBYTE)}`)).toBe(false);
    for (let at = 0; at < 5; at += 1) await save(`meanwhile ${at} ${'y'.repeat(3 * KIBIBYTE)}`);
    expect(await save(`too large again ${'x'.repeat(64 * KIBIBYTE)}`)).toBe(false);
    await run('prlimit', ['--pid', String(saving.pid), '--fsize=unlimited:unlimited']);
    expect(await save(`after ${'z'.repeat(64 * KIBIBYTE)}`)).toBe(true);
    for (let at = 0; at < 5; at += 1) expect(await save(`after ${at}`)).toBe(true);
    expect(await saving.texts()).toEqual(kept.toSorted());
    await saving.end('SIGKILL');
    const again = await startSaving(join(folder, 'store'));
    expect(await again.texts()).toEqual(kept.toSorted());
    await again.end();
  });
});

interface Saving {
  readonly pid: number;
  ask(line: string): Promise<Record<string, unknown>>;
  texts(): Promise<string[]>;
  end(signal?: NodeJS.Signals): Promise<void>;
}

async function startSaving(at: string): Promise<Saving> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, at], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, unknown>> => {
    const answer = await answers.next();
    if (answer.done === true) throw new Error('the program has ended');
    return JSON.parse(answer.value) as Record<string, unknown>;
  };
  const ask = (line: string): Promise<Record<string, unknown>> => {
    child.stdin.write(`${line}\n`);
    return next();
  };
  await next();
  return {
    pid: child.pid!,
    ask,
    texts: async () => ((await ask(''))['texts'] as string[]).toSorted(),
    async end(signal) {
      if (signal === undefined) child.stdin.end();
      else child.kill(signal);
      await once(child, 'exit');
    },
  };
}

describe.skipIf(skipWithout(noMount))('a hub on a small disk', () => {
  afterEach(() => run('umount', [folder]));

  test(
    'answers 500 when the disk is full, loses nothing, and saves again when there is room',
    { timeout: 120_000 },
    async () => {
      await mount(folder, 'size=192m');
      const config = { dataFolder: join(folder, 'data') };
      let hub = await createTestApp({ config });
      const receipts: string[] = [];
      let names = 0;
      const save = async (): Promise<number> => {
        const response = await suggestTerm(hub, `kiln_temperature_${++names}`);
        if (response.status === 200) receipts.push(response.headers.get('x-suggestion-receipt')!);
        else expect(await response.json()).toMatchObject({ error: expect.stringContaining('could not be saved') });
        return response.status;
      };
      try {
        for (let at = 0; at < 5; at += 1) expect(await save()).toBe(200);
        const fillers = join(folder, 'fillers');
        await mkdir(fillers);
        await fill(join(fillers, 'first'));
        const statuses: number[] = [];
        // What is left of the last block may be enough for a few, and the hub may have removed a file that it could not finish.
        while (statuses.filter((status) => status === 500).length < 3 && statuses.length < 50) {
          statuses.push(await save());
          await fill(join(fillers, `after-${statuses.length}`));
        }
        expect(statuses.filter((status) => status === 500)).toHaveLength(3);
        for (const receipt of receipts) expect(await stateOf(hub, receipt)).toEqual({ state: 'PENDING' });
        await rm(fillers, { recursive: true });
        for (let at = 0; at < 5; at += 1) expect(await save()).toBe(200);
      } finally {
        await hub.stop();
      }
      hub = await createTestApp({ config });
      try {
        for (const receipt of receipts) expect(await stateOf(hub, receipt)).toEqual({ state: 'PENDING' });
        expect(await save()).toBe(200);
      } finally {
        await hub.stop();
      }
    },
  );

  test('does not start on a folder that it cannot write, and says which', async () => {
    await mount(folder, 'size=1m,ro');
    await expect(createTestApp({ config: { dataFolder: join(folder, 'data') } })).rejects.toThrow(folder);
  });
});

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [64 * KIBIBYTE, 512]) {
      const piece = Buffer.alloc(size, 'x');
      while ((await file.write(piece).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
    }
  } finally {
    await file.close();
  }
}
