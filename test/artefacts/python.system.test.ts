import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toUSVString } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { convert, validate } from '../../src/mapping/library.ts';
import { artefactOf, HOSTILE_KEYS, PLANT } from '../support/artefacts.ts';
import { listSamples, SAMPLES } from '../support/fixtures.ts';
import { FAULTLESS, GRAPH_FAULTS } from '../support/graph-faults.ts';
import { toNTriples } from '../support/graph-text.ts';
import { pythonWith } from '../support/python.ts';
import { readBack } from '../support/read-back.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const EXAMPLES = new URL('../../seeds/examples/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'hub-artefacts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = pythonWith(['pydantic==2.14.3', 'pyshacl==0.40.1', 'check-jsonschema==0.39.0', 'frictionless==5.21.0']);

const documents = [
  ...listSamples().map((name) => readFileSync(SAMPLES + name, 'utf8')),
  ...readdirSync(EXAMPLES).map((name) => readFileSync(new URL(name, EXAMPLES), 'utf8')),
].filter((text) => text.trimStart().startsWith('{'));

const fits = (text: string): boolean =>
  !validate(text, { vocabulary: vocabulary.lexicon, semantics: 'open' }).warnings.some(
    ({ code }) => code === 'datatype-mismatch',
  );

/** What a program prints, as JSON; each line of its input is one argument. */
function run(program: string, input: unknown): unknown {
  writeFileSync(join(folder, 'program.py'), program);
  writeFileSync(join(folder, 'input.json'), JSON.stringify(input));
  const said = execFileSync(python.path!, [join(folder, 'program.py'), join(folder, 'input.json')], {
    encoding: 'utf8',
  });
  return JSON.parse(said.trimEnd().split('\n').at(-1)!);
}

describe('in Python', () => {
  beforeEach((context) => {
    if (python.missing !== null) context.skip(python.missing);
  });

  test('models of pydantic take what the hub converts without a mismatch, and refuse the rest', () => {
    const cases = [
      ...documents.flatMap((text) => {
        const sample = artefactOf(vocabulary, 'python', text);
        const keys = sample.report.terms.map(({ key }) => key);
        const byKeys = artefactOf(vocabulary, 'python', keys, { lenient: true });
        return [sample, byKeys].map((artefact) => ({ model: artefact.text, text, fits: fits(text) }));
      }),
      ...['"broken"', 'true', '"1,5"', '" 5"', '{}', '[1, "x"]', '"INF"', '"+5"', '1e2', '[[1], null]'].map((value) => {
        const text = `{"active_power-kW": ${value}}`;
        return { model: artefactOf(vocabulary, 'python', ['active_power-kW']).text, text, fits: fits(text) };
      }),
    ];
    const program = `import json, sys
from decimal import Decimal
cases = json.load(open(sys.argv[1]))
found = []
for case in cases:
    space = {'__name__': 'artefact'}
    exec(compile(case['model'], 'artefact.py', 'exec'), space)
    try:
        space['Document'].model_validate(json.loads(case['text'], parse_float=Decimal))
        found.append(True)
    except Exception as error:
        found.append(type(error).__name__ != 'ValidationError' and str(error))
print(json.dumps(found))
`;
    expect(run(program, cases)).toEqual(cases.map((one) => one.fits));
    expect(cases.filter((one) => !one.fits).length).toBeGreaterThan(5);
  });

  test('digits of numbers stay where they are read as Decimal', () => {
    const model = artefactOf(vocabulary, 'python', FAULTLESS).text;
    const program = `import json, sys
from decimal import Decimal
space = {'__name__': 'artefact'}
exec(json.load(open(sys.argv[1])), space)
read = space['Document'].model_validate(json.loads('''${FAULTLESS}''', parse_float=Decimal))
print(json.dumps([str(value) for value in read.model_dump(by_alias=True).values()]))
`;
    expect(run(program, model)).toContain('812.40');
  });

  test('models of hostile keys are classes and assignments, which have each key', () => {
    const keys = HOSTILE_KEYS.filter((key) => toUSVString(key) === key);
    const { text } = artefactOf(vocabulary, 'python', HOSTILE_KEYS, { lenient: true });
    const program = `import ast, json, sys, typing
text = json.load(open(sys.argv[1]))
kinds = sorted({type(node).__name__ for node in ast.parse(text).body})
space = {'__name__': 'artefact'}
exec(text, space)
fields = space['Document'].model_fields
assert set(typing.get_type_hints(space['TypedDocument'], space)) == {field.alias for field in fields.values()} - {'@semantic'}
print(json.dumps([kinds, sorted(field.alias for field in fields.values() if field.alias != '@semantic')]))
`;
    const [kinds, aliases] = run(program, text) as [string[], string[]];
    expect(kinds).toEqual(['Assign', 'ClassDef', 'Expr', 'FunctionDef', 'Import', 'ImportFrom']);
    expect(new Set(aliases)).toEqual(new Set(keys));
  });

  test('pyshacl finds nothing in graphs of the hub, and each seeded fault', async () => {
    const graphOf = (document: string): string =>
      convert(document, { vocabulary: vocabulary.lexicon, semantics: 'open', format: 'nt', base: PLANT }).text();
    const sound = graphOf(FAULTLESS);
    const shapes = artefactOf(vocabulary, 'shacl', FAULTLESS).text;
    const faults = await Promise.all(
      Object.values(GRAPH_FAULTS).map(async (fault) => [shapes, toNTriples(fault(await readBack('nt', sound)))]),
    );
    const samples = documents
      .filter(fits)
      .slice(0, 6)
      .map((text) => [artefactOf(vocabulary, 'shacl', text).text, graphOf(text)]);
    const program = `import json, sys
import rdflib
rdflib.NORMALIZE_LITERALS = False
from pyshacl import validate
found = []
for shapes, graph in json.load(open(sys.argv[1])):
    data = rdflib.Graph().parse(data=graph, format='nt')
    found.append(validate(data, shacl_graph=rdflib.Graph().parse(data=shapes, format='turtle'))[0])
print(json.dumps(found))
`;
    const sounds = [[shapes, sound], ...samples];
    expect(run(program, [...sounds, ...faults])).toEqual([...sounds.map(() => true), ...faults.map(() => false)]);
  });

  test('check-jsonschema takes the samples that fit, and no others', () => {
    for (const text of [documents.find(fits)!, '{"active_power-kW": "broken"}']) {
      writeFileSync(join(folder, 'schema.json'), artefactOf(vocabulary, 'json-schema', text).text);
      writeFileSync(join(folder, 'document.json'), text);
      let isTaken = true;
      try {
        execFileSync(
          join(python.path!, '../check-jsonschema'),
          ['--schemafile', join(folder, 'schema.json'), join(folder, 'document.json')],
          { stdio: 'pipe' },
        );
      } catch {
        isTaken = false;
      }
      expect(isTaken).toBe(fits(text));
    }
  });

  test('frictionless takes a table of fitting values, and refuses others', () => {
    const { text } = artefactOf(vocabulary, 'frictionless', ['timestamp', 'device_id', 'active_power-kW']);
    const head = 'timestamp,device_id,active_power-kW\n';
    const tables = ['2026-03-01T10:15:00Z,inverter 7,812.40\n', '2026-03-01T10:15:00Z,b,"1,5"\n', 'yesterday,b,1\n'];
    const program = `import json, os, sys
from frictionless import validate
given = json.load(open(sys.argv[1]))
os.chdir(os.path.dirname(sys.argv[1]))
open('datapackage.json', 'w').write(given['package'])
found = []
for table in given['tables']:
    open('document.csv', 'w').write(table)
    found.append(validate('datapackage.json').valid)
print(json.dumps(found))
`;
    expect(run(program, { package: text, tables: tables.map((table) => head + table) })).toEqual([true, false, false]);
  });
});
