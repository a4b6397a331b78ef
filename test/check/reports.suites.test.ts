import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { check, report, type CheckedFile, type ReportFormat } from '../../src/check/library.ts';
import { checkedFiles } from '../support/checked-files.ts';
import { termDocument } from '../support/arbitrary-terms.ts';
import { describeWithSuites, JUNIT_SCHEMAS, pathOfSuite, readSuite, SARIF_SCHEMA } from '../support/suites.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const { lexicon: vocabulary } = await seededVocabulary();

/** Reports of odd findings, of nothing, and of documents with faults. */
function reports(format: ReportFormat): string[] {
  const documents = fc.sample(fc.tuple(termDocument(vocabulary, []), fc.string({ unit: 'binary' })), 15);
  const checked = documents.flatMap(([document, text], i): CheckedFile[] => [
    {
      file: `${text}.json`,
      ...check(JSON.stringify({ ...document, [text]: text, 'voltage-V': text }), { vocabulary }),
    },
    { file: `${i}.json`, ...check(text, { vocabulary }) },
  ]);
  return [[], checkedFiles(), checked].flatMap((files) =>
    (['error', 'note'] as const).map((failOn) => report(format, files, { failOn })),
  );
}

describeWithSuites('SARIF', [SARIF_SCHEMA], () => {
  test('fits the schema of OASIS', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    // Its words are those of a draft that has an id where later ones have $id.
    const { $schema: _, id, ...schema } = readSuite(SARIF_SCHEMA) as Record<string, unknown>;
    expect(id).toMatch(/sarif-schema-2\.1\.0\.json$/);
    const validate = ajv.compile(schema);
    for (const text of reports('sarif')) {
      validate(JSON.parse(text));
      expect(validate.errors ?? []).toEqual([]);
    }
    expect(validate({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
  });
});

describeWithSuites('XML of JUnit', JUNIT_SCHEMAS, () => {
  test.each(JUNIT_SCHEMAS)('fits %s', async (name) => {
    const schema = readFileSync(pathOfSuite(name), 'utf8');
    const faultsOf = async (contents: string): Promise<readonly string[]> => {
      const { errors } = await validateXML({ xml: [{ fileName: 'report.xml', contents }], schema: [schema] });
      return errors.map(({ message }) => message);
    };
    for (const text of reports('junit')) expect(await faultsOf(text)).toEqual([]);
    expect(await faultsOf('<testsuites><testsuite name="a"/></testsuites>')).not.toEqual([]);
  });
});
