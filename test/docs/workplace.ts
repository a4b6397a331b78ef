import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { installPackage } from '../support/installed-package.ts';
import { PYTHON_CLIENT, SPARK_CLIENT } from '../support/python.ts';
import { HUB } from './run-example.ts';

/** Compiling less is faster for Java that lives for half a minute, and one thread collects what is little. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** What a documented command or script did. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The folder of somebody who installed the package. */
export interface Workplace {
  /** Lays a file that the documentation shows into the folder. */
  write(name: string, text: string): Promise<void>;
  /** Runs commands as they stand there, in a shell. */
  runCommands(text: string): Promise<Ran>;
  /** Runs a module as it stands there. */
  runScript(text: string): Promise<Ran>;
  /** Runs a program of Python as it stands there. @param interpreter null where there is none */
  runPython(text: string, interpreter: string | null): Promise<Ran>;
  remove(): Promise<void>;
}

/**
 * @param hub where the hub is that the documentation calls `http://localhost:4000`
 * @param python the interpreter whose programs commands find; null where there is none
 */
export async function createWorkplace(hub: () => string, python: string | null): Promise<Workplace> {
  const { project, folder, remove } = await installPackage();
  const bin = join(project, 'bin');
  await mkdir(bin);
  // npx would ask a registry for what is not installed by npm.
  const command = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(folder, 'dist/cli/main.js')}" "$@"\n`;
  await writeFile(join(bin, 'npx'), command);
  await chmod(join(bin, 'npx'), 0o755);
  const env = {
    PATH: [bin, ...(python === null ? [] : [dirname(python)]), process.env['PATH']].join(delimiter),
    PYTHONPATH: [PYTHON_CLIENT, SPARK_CLIENT].map((place) => join(place, 'src')).join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
    LC_ALL: 'C.UTF-8',
    XDG_CONFIG_HOME: join(project, 'config'),
  };
  const toReal = (text: string): string => text.replaceAll(HUB, hub());
  const toDocumented = (text: string): string => text.replaceAll(hub(), HUB);
  const run = (program: string, args: readonly string[], besides = {}): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(program, args, { cwd: project, env: { ...env, ...besides } }, (error, out, err) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : 0,
          out: toDocumented(out),
          err: toDocumented(err),
        }),
      );
    });
  return {
    write: (name, text) => writeFile(join(project, name), `${text}\n`),
    runCommands: (text) => run('sh', ['-c', toReal(text)]),
    async runScript(text) {
      await writeFile(join(project, 'script.mjs'), toReal(text));
      return run(process.execPath, ['script.mjs']);
    },
    async runPython(text, interpreter) {
      if (interpreter === null) throw new Error('there is no Python');
      await writeFile(join(project, 'script.py'), toReal(text));
      // Spark starts processes of Python by itself.
      return run(interpreter, ['script.py'], { PYSPARK_PYTHON: interpreter, JDK_JAVA_OPTIONS: SHORT_LIVED_JAVA });
    },
    remove,
  };
}
