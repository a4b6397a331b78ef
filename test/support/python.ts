import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFolder } from './own-folder.ts';
import { findProgram, sayMissing } from './programs.ts';

const INSTALLATION_MS = 600_000;
/** Of an environment, with what stands around the installation. */
const LONGEST_MS = INSTALLATION_MS + 60_000;
const POLL_MS = 200;

interface Python {
  /** The interpreter; null where there is none. */
  readonly path: string | null;
  /** What a test says that is skipped; null when all is there. */
  readonly missing: string | null;
}

/**
 * A Python that has these packages: an environment of its own, which is made once for the machine.
 *
 * @param packages as pip takes them, with their versions
 */
export function pythonWith(packages: readonly string[]): Python {
  const program = findProgram('python3');
  if (program === null) return { path: null, missing: 'not on this machine: python3. apt-get install python3-venv' };
  const name = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 16);
  const environment = join(ownFolder('vocabulary-hub-python'), name);
  const path = join(environment, 'bin', 'python');
  const isThere = (): boolean => existsSync(join(environment, 'whole'));
  if (isThere()) return { path, missing: null };
  const turn = `${environment}.turn`;
  try {
    waitForTurn(turn);
    // Whoever had the turn before may have made it meanwhile.
    if (isThere()) return { path, missing: null };
    rmSync(environment, { recursive: true, force: true });
    execFileSync(program, ['-m', 'venv', environment], { stdio: 'pipe' });
    execFileSync(path, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: 'pipe', timeout: INSTALLATION_MS });
    mkdirSync(join(environment, 'unfinished'));
    renameSync(join(environment, 'unfinished'), join(environment, 'whole'));
    return { path, missing: null };
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    return { path: null, missing: `python3 could not install ${packages.join(', ')}: ${line}` };
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}

/** Of several files that want an environment one makes it, and the others wait. Whoever takes longer than an installation may was ended. */
function waitForTurn(turn: string): void {
  for (;;) {
    try {
      mkdirSync(turn);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const since = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > LONGEST_MS) rmSync(turn, { recursive: true, force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    }
  }
}

/** The folder of the package for Python. */
export const PYTHON_CLIENT = fileURLToPath(new URL('../../clients/python', import.meta.url));

/** What the package for Python works with, and the tools that look at it: one environment for all of its tests. */
const PYTHON_CLIENT_PACKAGES = [
  'pandas==3.1.1',
  'polars==2.1.0',
  'rdflib==7.6.0',
  'httpx==0.28.1',
  'openapi-python-client==0.29.1',
  'ruff==0.17.6',
  'mypy==2.4.1',
  'pandas-stubs==3.1.0.261029',
  'hatchling==1.33.0',
];

/** A Python for the package. */
export const pythonForClient = (): Python => pythonWith(PYTHON_CLIENT_PACKAGES);

/** The folder of the package for Spark. */
export const SPARK_CLIENT = fileURLToPath(new URL('../../clients/spark', import.meta.url));

/** What the package for Spark works with. PySpark has Spark itself in it. */
const SPARK_CLIENT_PACKAGES = [
  'pyspark==4.0.1',
  'pyarrow==26.0.1',
  'pandas==3.1.1',
  'ruff==0.17.6',
  'mypy==2.4.1',
  'hatchling==1.33.0',
  // A store of objects that speaks as S3 does.
  'moto[s3]==5.2.5',
  'flask==3.1.2',
  'flask-cors==6.0.1',
];

/** A Python with Spark, for the package; nothing is installed where there is no Java. */
export function pythonForSpark(): Python {
  const missing = sayMissing({ java: 'default-jre-headless' });
  return missing === null ? pythonWith(SPARK_CLIENT_PACKAGES) : { path: null, missing };
}
