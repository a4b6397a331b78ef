import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledPackage } from './installed-package.ts';

const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const run = promisify(execFile);

/** How the compiler of somebody who uses the package finds it. */
export const RESOLUTIONS = ['nodenext', 'bundler'] as const;

/**
 * What the compiler says to somebody's program under strict rules; nothing when it has no fault to find.
 *
 * @param lib libraries of types that the program knows; it has none of Node
 */
export async function compileConsumer(
  { project }: InstalledPackage,
  program: string,
  resolution: (typeof RESOLUTIONS)[number],
  lib: string,
): Promise<string> {
  const consumer = join(project, 'consumer.mts');
  await writeFile(consumer, program);
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const options = ['--module', module, '--moduleResolution', resolution, '--lib', lib, '--types', ''];
  // No --skipLibCheck: the declarations themselves are held to the rules.
  const flags = ['--noEmit', '--strict', '--resolveJsonModule', '--exactOptionalPropertyTypes', '--target', 'es2022'];
  const { stdout } = await run(process.execPath, [COMPILER, ...flags, ...options, consumer], { cwd: project });
  return stdout;
}
