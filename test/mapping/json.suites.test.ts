import { expect, test } from 'vitest';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { listDisagreements } from '../support/compare-conversions.ts';
import { convert, statusOf } from '../support/convert.ts';
import { readGoldenLexicon } from '../support/golden-cases.ts';
import { JsonDepthError, JsonTreeError, parseJsonTree } from '../support/json-tree.ts';
import {
  describeWithSuites,
  JSON_TEST_SUITE,
  NAUGHTY_STRINGS,
  readJsonTestSuite,
  readNaughtyStrings,
} from '../support/suites.ts';

const lexicon = readGoldenLexicon();

/** What `JSON.parse` says of bytes; a byte order mark is skipped and bytes that are not UTF-8 are refused, as the hub does. */
function acceptsAsParse(body: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

function isTooDeep(text: string): boolean {
  try {
    parseJsonTree(text, 128);
    return false;
  } catch (error) {
    return error instanceof JsonDepthError;
  }
}

describeWithSuites('JSONTestSuite', [JSON_TEST_SUITE], () => {
  const files = readJsonTestSuite();

  test('has its 318 parsing files and 22 transformations', () => {
    expect(files.filter(({ path }) => path.includes('test_parsing'))).toHaveLength(318);
    expect(files.filter(({ path }) => path.includes('test_transform'))).toHaveLength(22);
  });

  for (const { path, body } of files) {
    const name = path.replace(/^.*\//, '');
    test(`${path}: read as the value of a member, it is accepted and refused as JSON.parse does`, async () => {
      const wrapped = Buffer.concat([Buffer.from('{"@semantic":{"@context":{}},"x":'), body, Buffer.from('}')]);
      const accepted = acceptsAsParse(wrapped);
      const text = wrapped.toString('utf8');
      const status = statusOf(() => convert(wrapped, lexicon));
      if (accepted && !isTooDeep(text)) {
        expect(status).toBe(null);
        expect(await listDisagreements(text, lexicon)).toEqual([]);
      } else {
        expect(status).toBe(400);
      }
      if (name.startsWith('n_') && !acceptsAsParse(body) && !accepted) expect(status).toBe(400);
    });

    test(`${path}: posted as it is, it is refused for what it is`, () => {
      for (const format of RDF_FORMATS) expect(statusOf(() => convert(body, lexicon, { format }))).toBe(400);
    });
  }

  test('its own parser agrees with JSON.parse on every file', () => {
    for (const { path, body } of files) {
      const text = body.toString('utf8');
      let parsed = true;
      try {
        parseJsonTree(text);
      } catch (error) {
        // The nested files exhaust the stack of a parser without a limit.
        if (!(error instanceof JsonTreeError || error instanceof RangeError)) throw error;
        parsed = false;
      }
      let expected = true;
      try {
        JSON.parse(text);
      } catch {
        expected = false;
      }
      expect(parsed, path).toBe(expected);
    }
  });
});

describeWithSuites('the big list of naughty strings', [NAUGHTY_STRINGS], () => {
  const strings = readNaughtyStrings();
  const prefix = '"@prefix":{"@base":"https://ex.org/","ex":"https://ex.org/ns#"}';
  const template = '"v":{"ex:p":"$v","ex:q":"@v"}';

  test('has its 515 strings', () => {
    expect(strings).toHaveLength(515);
  });

  const slices = Array.from(
    { length: Math.ceil(strings.length / 50) },
    (_, at) => [at * 50, strings.slice(at * 50, at * 50 + 50)] as const,
  );
  for (const [from, slice] of slices) {
    test(`from ${from}: converts as a value, an entity, a key and an annotation, and reads back the same in every format`, async () => {
      for (const string of slice) {
        const quoted = JSON.stringify(string);
        const semantic = `"@semantic":{${prefix},"@context":{${template}},"@annotations":{"dcterms:title":${quoted},"dcterms:created":${quoted}}}`;
        const values = `{${semantic},"v":${quoted},"w":[${quoted},${quoted}]}`;
        expect(await listDisagreements(values, lexicon), values).toEqual([]);
        if (string === '@semantic') continue;
        const keys = `{"@semantic":{${prefix},"@context":{}},${quoted}:1,"nested":{${quoted}:["a",{}]}}`;
        expect(await listDisagreements(keys, lexicon), keys).toEqual([]);
        const described = `{"@semantic":{${prefix},"@context":{${quoted}:{"a":"ex:T"}, "z":{"ex:p":${JSON.stringify(`$${string}`)}, "ex:q":${JSON.stringify(`@${string}`)}}}},${quoted}:"x","z":[1,2]}`;
        expect(await listDisagreements(described, lexicon), described).toEqual([]);
      }
    });
  }

  test('all of them at once, in one array and as keys of one record', async () => {
    const values = `{"@semantic":{"@context":{"v":{"ex:p":"@v"}},${prefix}},"v":${JSON.stringify(strings)},"w":${JSON.stringify(strings)}}`;
    expect(await listDisagreements(values, lexicon)).toEqual([]);
    const keys = `{"@semantic":{"@context":{}},"r":{${strings.map((string, at) => `${JSON.stringify(string)}:${at}`).join(',')}}}`;
    expect(await listDisagreements(keys, lexicon)).toEqual([]);
  });
});
