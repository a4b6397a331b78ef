/** What others wrote to test readers of JSON, RDF, SPARQL and tokens, and schemas of reports. It is read where it is, for its licences are not the project's. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, test } from 'vitest';

/** Where they are. */
export const SUITES_FOLDER = resolve(
  process.env['HUB_TEST_SUITES'] ?? fileURLToPath(new URL('../../../shared/suites/data', import.meta.url)),
);

/** Describes tests that need these files of the suites; without them, one skipped test says what is missing and how to get it. */
export function describeWithSuites(name: string, files: readonly string[], describeTests: () => void): void {
  const missing = files.filter((file) => !existsSync(pathOfSuite(file)));
  const reason = `not in ${SUITES_FOLDER}: ${missing.join(', ')}. "npm run suites" gets it`;
  if (missing.length === 0) describe(name, describeTests);
  else test(name, (context) => context.skip(reason));
}

export function pathOfSuite(file: string): string {
  return resolve(SUITES_FOLDER, file);
}

/** The value of a file of JSON, compressed or not. */
export function readSuite(file: string): unknown {
  const bytes = readFileSync(pathOfSuite(file));
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

export const JSON_TEST_SUITE = 'json-test-suite.json.gz';
export const NAUGHTY_STRINGS = 'blns.json';
export const SARIF_SCHEMA = 'sarif-schema-2.1.0.json';
/** Of the tasks of Ant, and of the plugin of Jenkins that reads XML of all tools. */
export const JUNIT_SCHEMAS = ['junit-ant.xsd', 'junit-jenkins.xsd'] as const;

/** The files of JSONTestSuite: texts that are JSON, that are not, and that readers differ about. */
export function readJsonTestSuite(): { path: string; body: Buffer }[] {
  const { files } = readSuite(JSON_TEST_SUITE) as { files: Record<string, string> };
  return Object.entries(files).map(([path, base64]) => ({ path, body: Buffer.from(base64, 'base64') }));
}

/** The big list of naughty strings. */
export function readNaughtyStrings(): string[] {
  return readSuite(NAUGHTY_STRINGS) as string[];
}
