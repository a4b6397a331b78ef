import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const CI = fileURLToPath(new URL('../../.ci', import.meta.url));
/** So that nothing is installed. */
const SERVERS = ['nginx', 'redis-server', 'mosquitto', 'strace', 'prometheus', 'java', 'chromium-headless-shell'];
const COUNTS = JSON.stringify({
  files: [{ file: 'a.test.ts', seconds: 1, passed: 2, failed: 0, skipped: 0, failures: [] }],
  errors: [],
});
const NPM = `#!/bin/sh
if [ "$*" = "run lint" ]; then sleep 0.3; fi
echo "npm $*"
if [ "$*" = "$FAILING" ]; then exit 1; fi
if [ -n "$HUB_TEST_RESULTS" ]; then echo '${COUNTS}' >"$HUB_TEST_RESULTS"; fi`;

let folder: string;
let project: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-ci-'));
  project = join(folder, 'project');
  await mkdir(join(project, '.ci'), { recursive: true });
  await mkdir(join(folder, 'bin'));
  for (const name of ['run', 'count.mjs']) await copyFile(join(CI, name), join(project, '.ci', name));
  for (const name of ['audit', 'check-start']) await writeFile(join(project, '.ci', name), 'exit 0');
  const programs = { npm: NPM, npx: '#!/bin/sh\nexit 1', ...Object.fromEntries(SERVERS.map((name) => [name, ''])) };
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(folder, 'bin', name), text, { mode: 0o755 });
  const git = (...args: string[]) => run('git', ['-C', project, ...args]);
  await git('init', '--quiet');
  await git('add', '.');
  await git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=all');
});
afterEach(() => rm(folder, { recursive: true }));

/** The exit code of a run of which this command of npm fails, what it says, and its last lines. */
async function runCi(failing = ''): Promise<{ code: number; said: string[]; lines: string[] }> {
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
  // Where this test is part of such a run, the results are its own.
  const env = { ...process.env, PATH, FAILING: failing, HUB_TEST_RESULTS: '' };
  const { code, stdout } = await run('bash', [join(project, '.ci/run')], { env }).then(
    (done) => ({ code: 0, ...done }),
    (error: unknown) => error as { code: number; stdout: string },
  );
  const said = stdout.trimEnd().split('\n');
  return { code, said, lines: said.slice(-2) };
}

test('a run closes with its counts', async () => {
  const { code, lines } = await runCi();
  expect([code, lines[1]]).toEqual([0, '2 passed, 0 failed']);
  expect(lines[0]).toContain('a.test.ts');
});

test.each(['ci', 'run lint', 'run typecheck'])('a run that ends at npm %s closes with a failure', async (command) => {
  const { code, lines } = await runCi(command);
  expect([code, lines[1]]).toEqual([1, '0 passed, 1 failed']);
});

test('static checks say what they have to say in their order, also where one fails, and then nothing else is tried', async () => {
  const checks = ['npm run lint', 'npm run format:check', 'npm run typecheck', 'npm run deadcode'];
  expect((await runCi()).said.slice(0, 5)).toEqual(['npm ci', ...checks]);
  const { said } = await runCi('run lint');
  expect(said.filter((line) => line.startsWith('npm'))).toEqual(['npm ci', ...checks]);
});

test('what is not committed is told before the last line, whatever came of the run', async () => {
  await writeFile(join(project, 'new.ts'), '');
  const note = 'Not committed, and so not tried (see above): 1';
  expect((await runCi()).lines).toEqual([note, '2 passed, 0 failed']);
  expect((await runCi('ci')).lines).toEqual([note, '0 passed, 1 failed']);
});
