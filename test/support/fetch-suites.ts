/** Gets the suites of others from where they are published, at the commits that the tests were written for: `npm run suites`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readTar } from './read-tar.ts';
import { JSON_TEST_SUITE, JUNIT_SCHEMAS, NAUGHTY_STRINGS, SARIF_SCHEMA, SUITES_FOLDER } from './suites.ts';

const HOST = 'https://github.com/';
const MAX_BYTES = 256 * 1024 * 1024;

/** A repository, and the files that are made of paths in it. */
interface Source {
  readonly repository: string;
  readonly commit: string;
  readonly files: Readonly<Record<string, (archive: (...paths: string[]) => Buffer) => Buffer>>;
}

const SOURCES: readonly Source[] = [
  {
    repository: 'nst/JSONTestSuite',
    commit: '1ef36fa01286573e846ac449e8683f8833c5b26a',
    files: { [JSON_TEST_SUITE]: (archive) => packAsJson(archive('test_parsing', 'test_transform')) },
  },
  {
    repository: 'minimaxir/big-list-of-naughty-strings',
    commit: 'db33ec7b1d5d9616a88c76394b7d0897bd0b97eb',
    files: { [NAUGHTY_STRINGS]: (archive) => onlyFile(archive('blns.json')) },
  },
  {
    repository: 'w3c/rdf-tests',
    commit: 'ad541a5f0479f0798608c4801369d97b8e08b36f',
    files: { 'w3c-rdf-tests.tar.gz': (archive) => gzipSync(archive('LICENSE.md', 'rdf/rdf11', 'sparql/sparql11')) },
  },
  {
    repository: 'C2SP/wycheproof',
    commit: 'dac1dd4729fd1f8dd9e1e9f3dce51d783da6c166',
    files: Object.fromEntries(
      ['signature', 'key', 'crypto'].map((part) => [
        `wycheproof-json_web_${part}.json.gz`,
        (archive) => gzipSync(onlyFile(archive(`testvectors_v1/json_web_${part}_test.json`))),
      ]),
    ),
  },
  {
    repository: 'ietf-jose/cookbook',
    commit: '13692b68bfc18b99557a5b1ed311fd5077bfff04',
    files: { 'rfc7520-jws.tar.gz': (archive) => gzipSync(archive('LICENSE', 'jws')) },
  },
  {
    repository: 'oasis-tcs/sarif-spec',
    commit: 'e0583813964ec43cea53b6b531b402866095ed1f',
    files: { [SARIF_SCHEMA]: (archive) => onlyFile(archive('sarif-2.1/schema/sarif-schema-2.1.0.json')) },
  },
  {
    repository: 'windyroad/JUnit-Schema',
    commit: 'cfa434d4b8e102a8f55b8727b552a0063ee9044e',
    files: { [JUNIT_SCHEMAS[0]]: (archive) => onlyFile(archive('JUnit.xsd')) },
  },
  {
    repository: 'jenkinsci/xunit-plugin',
    commit: '8c515de2804b3fd591a3b0f1ff8908a1b1a41887',
    files: {
      [JUNIT_SCHEMAS[1]]: (archive) =>
        onlyFile(archive('src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd')),
    },
  },
];

/** Bytes by path, for names that no file system takes. */
function packAsJson(tar: Buffer): Buffer {
  const files = [...readTar(tar)].map(([path, bytes]) => [path, bytes.toString('base64')] as const);
  return gzipSync(JSON.stringify({ files: Object.fromEntries(files) }));
}

function onlyFile(tar: Buffer): Buffer {
  const [file] = readTar(tar).values();
  if (file === undefined) throw new Error('there is no such file in the repository');
  return file;
}

mkdirSync(SUITES_FOLDER, { recursive: true });
for (const { repository, commit, files } of SOURCES) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-suites-'));
  const git = (...words: string[]): Buffer => execFileSync('git', ['-C', folder, ...words], { maxBuffer: MAX_BYTES });
  try {
    git('init', '--quiet');
    git('fetch', '--quiet', '--depth', '1', `${HOST}${repository}`, commit);
    for (const [name, make] of Object.entries(files)) {
      writeFileSync(
        join(SUITES_FOLDER, name),
        make((...paths) => git('archive', '--format=tar', commit, ...paths)),
      );
      process.stdout.write(`${name}, of ${repository}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
