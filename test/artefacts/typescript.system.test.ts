import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { validate } from '../../src/mapping/library.ts';
import { artefactOf } from '../support/artefacts.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../seeds/examples/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hub-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler says of these files. */
function compile(files: readonly string[]): string {
  try {
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--ignoreConfig', '--pretty', 'false'];
    execFileSync(TSC, [...options, ...files], { cwd: folder, encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('types', () => {
  test('of each sample, and of its keys, take the sample', async () => {
    const vocabulary = await seededVocabulary();
    const paths = [
      ...listSamples().map((name) => SAMPLES + name),
      ...readdirSync(EXAMPLES).map((name) => EXAMPLES + name),
    ];
    const fits = (document: string): boolean =>
      !validate(document, { vocabulary: vocabulary.lexicon, semantics: 'open' }).warnings.some(
        ({ code }) => code === 'datatype-mismatch',
      );
    const files = paths.flatMap((path, i) => {
      const document = readFileSync(path, 'utf8');
      if (!document.trimStart().startsWith('{') || !fits(document)) return [];
      const { text, report } = artefactOf(vocabulary, 'typescript', document);
      const keys = report.terms.map(({ key }) => key);
      writeFileSync(join(folder, `sample${i}.ts`), text);
      writeFileSync(join(folder, `keys${i}.ts`), artefactOf(vocabulary, 'typescript', keys, { lenient: true }).text);
      return ['sample', 'keys'].map((kind) => {
        const use = `use_${kind}${i}.ts`;
        writeFileSync(
          join(folder, use),
          `import type { Document } from './${kind}${i}';\nexport const document: Document = ${document};\n`,
        );
        return use;
      });
    });
    expect(files.length).toBeGreaterThan(40);
    expect(compile(files)).toBe('');
  });

  test('refuse what the hub warns of', async () => {
    const vocabulary = await seededVocabulary();
    const { text } = artefactOf(vocabulary, 'typescript', ['active_power-kW', 'timestamp', 'cycle_count']);
    writeFileSync(join(folder, 'refused.ts'), text);
    const wrong = [
      '{ "active_power-kW": "broken" }',
      '{ "active_power-kW": true }',
      '{ timestamp: 5 }',
      '{ cycle_count: "x" }',
      '{ leistung: 1 }',
    ];
    const lines = wrong.map((document, i) => `export const d${i}: Document = ${document};`);
    writeFileSync(join(folder, 'use_refused.ts'), `import type { Document } from './refused';\n${lines.join('\n')}\n`);
    const said = compile(['use_refused.ts'])
      .split('\n')
      .filter((line) => line.startsWith('use_refused.ts'));
    expect(said.map((line) => Number(/\((\d+),/.exec(line)![1]))).toEqual([2, 3, 4, 5, 6]);
  });
});
