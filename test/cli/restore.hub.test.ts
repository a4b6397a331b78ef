import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { startChangingHub } from '../support/changing-hub.ts';
import { sharedHub, type SharedHub } from '../support/shared-hub.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

let hub: SharedHub;
let folder: string;
beforeAll(async () => {
  hub = await sharedHub();
  folder = await mkdtemp(join(tmpdir(), 'restore-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: readonly string[], input = '', { url } = hub) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const told = Promise.all([text(stdout), text(stderr)]);
  const stdin = Readable.from([Buffer.from(input)]);
  const code = await runCommand([...args, '--hub', url], {
    stdin,
    stdout,
    stderr,
    env: {},
    cores: 1,
    cleanUps: new Set(),
  });
  if (!stdout.writableEnded) stdout.end();
  stderr.end();
  const [out, err] = await told;
  return { code, out, err };
}

async function graphOf(document: string, query: string, { url } = hub): Promise<string> {
  const response = await fetch(`${url}/api/json-to-rdf?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: document,
  });
  return response.text();
}

test('a document comes back to the byte, from a file or standard input', async () => {
  const document = '{ "voltage-V": [ 231.40 ] }\n';
  const [input, output] = [join(folder, 'graph.ttl'), join(folder, 'document.json')];
  await writeFile(input, await graphOf(document, 'format=ttl&residue=bytes'));
  expect(await run(['restore', input, '--output', output])).toEqual({
    code: 0,
    out: '',
    err: `${input}: the bytes are proved.\n`,
  });
  expect(await readFile(output, 'utf8')).toBe(document);
  const piped = await run(['restore', '--quiet'], await graphOf(document, 'format=nt&residue=true'));
  expect(piped).toEqual({ code: 0, out: '{"voltage-V":[231.40]}', err: '' });
});

test.each(['nt', 'ttl', 'rdf', 'jsonld'])(
  'lines that were converted with their residue come back from %s',
  async (format) => {
    const lines = '{"voltage-V":[231.40,null,231.4],"note":[1,[1.0]],"a":{}}\n{"note":"x","voltage-V":"n/a"}\n';
    const file = join(folder, 'lines.ndjson');
    await writeFile(file, lines);
    const {
      code,
      out: graph,
      err,
    } = await run(['convert', '-q', '--lenient', '--residue', 'value', '-t', format, file]);
    expect([code, err]).toEqual([0, '']);
    expect(graph).toContain('sourceDigest');
    expect(await run(['restore', '--quiet', '--from', format], graph)).toEqual({ code: 0, out: lines, err: '' });
  },
);

test('what is not known is told in lines, and what cannot be restored ends with 1 and no file', async () => {
  const graph = await graphOf('{"voltage-V":231.40}', 'format=nt');
  const { out, err } = await run(['restore', '-'], graph);
  expect(out).toBe('{"voltage-V":231.40}');
  expect(err).toMatch(/^-: absent-or-null at "" \(1\): Members/);
  const output = join(folder, 'none.json');
  const failed = await run(['restore', '--output', output], graph.replace(/^.*qudt\.org\/vocab\/unit\/V> \.\n/m, ''));
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('lacks') as unknown });
  await expect(readFile(output)).rejects.toThrow('ENOENT');
  expect((await run(['restore', join(folder, 'nothing.nt')])).code).toBe(3);
});

test('documents of a pipe are written one a line, as they are when the graph is read whole', async () => {
  const graphs = await Promise.all(
    [1, 2, 3, 4].map(async (i) =>
      (await graphOf(`{"voltage-V":23${i}.50}`, 'format=nt&residue=true')).replaceAll('_:b', `_:d${i}b`),
    ),
  );
  const lines = [1, 2, 3, 4].map((i) => `{"voltage-V":23${i}.50}\n`).join('');
  for (const more of [[], ['--whole']])
    expect(await run(['restore', '--quiet', ...more], graphs.join(''))).toEqual({ code: 0, out: lines, err: '' });
  const broken = await run(['restore', '--quiet'], `${graphs.join('')}oops\n`);
  expect(broken).toMatchObject({ code: 1, err: expect.stringMatching(/^-: Line \d+ is no N-Triples/) as unknown });
});

test('a document of an older version comes back by the name of the version, or by the file that the hub gave of it', async () => {
  const prefixes = `${SMALL}
    <prefix/dcterms> a hub:Prefix ; vann:preferredNamespacePrefix "dcterms" ; vann:preferredNamespaceUri <http://purl.org/dc/terms/> .
    <start#row-2> a hub:TemplateRow ; hub:subject <start> ; hub:position 2 ; hub:predicate rdf:value ; hub:object <start#value> .`;
  const changing = await startChangingHub(prefixes);
  try {
    const document = '{"start":"2026-01-01T00:00:00Z"}';
    const graph = await graphOf(document, 'format=nt', changing);
    const { version } = changing.registry.current();
    const file = join(folder, 'served.ttl');
    await writeFile(file, await (await fetch(`${changing.url}/api/vocabulary?format=ttl`)).text());
    const artefact = await run(['artefact', 'shacl', 'start'], '', changing);
    expect(artefact).toMatchObject({ code: 0, out: expect.stringContaining(version) as unknown });
    await changing.use(prefixes.replaceAll('"End."', '"Where it ends."'));
    expect(changing.registry.current().version).not.toBe(version);
    for (const named of [version, file])
      expect(await run(['restore', '--quiet', '--vocabulary', named], graph, changing)).toEqual({
        code: 0,
        out: document,
        err: '',
      });
  } finally {
    await changing.stop();
  }
});
