import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '../support/fixtures.ts';
import { sharedHub } from '../support/shared-hub.ts';
import { call, connect } from './connect.ts';

/** A header or a document of a real product, with the mapping that a person of the trade makes. */
interface RealHeader {
  readonly of: string;
  /** The document; without one the keys are a header. */
  readonly sample?: unknown;
  /** By key or path the term; several where several are right, null where the vocabulary has none. */
  readonly mapping: Readonly<Record<string, string | readonly string[] | null>>;
  /** Units that stand in the file or its metadata. */
  readonly units?: Readonly<Record<string, string>>;
  /** Keys that stand beside them and are not judged. */
  readonly also?: readonly string[];
}

interface Answered {
  readonly key: string;
  readonly candidates: ReadonlyArray<{ readonly term: string; readonly confidence: number }>;
}

const HEADERS = JSON.parse(readFixture('mcp/real-headers.json')) as readonly RealHeader[];
/** A less likely term says of itself that it is a guess. */
const LIKELY = 0.6;
/** The share of keys whose first candidate has to be right. */
const LEAST_SHARE = 0.9;

let client: Client;
beforeAll(async () => {
  client = await connect((await sharedHub()).url);
});
afterAll(() => client?.close());

/** The keys that are mapped wrongly, each with what came first. */
async function findMistakes({ sample, mapping, units = {}, also = [] }: RealHeader): Promise<string[]> {
  const keys = [...also, ...Object.keys(mapping)];
  const asked =
    sample === undefined ? { keys, units: keys.map((key) => units[key] ?? null) } : { sample: JSON.stringify(sample) };
  const { found } = await call(client, 'map_keys', { ...asked, most: 1 });
  // Which item of an array a path leads to is not judged.
  const answers = new Map(
    (found['keys'] as Answered[]).map((answered) => [answered.key.replaceAll(/\[\d+\]/g, '[]'), answered]),
  );
  return Object.entries(mapping).flatMap(([key, right]) => {
    const [first] = answers.get(key.replaceAll(/\[\d+\]/g, '[]'))?.candidates ?? [];
    const term = first === undefined || (right === null && first.confidence < LIKELY) ? null : first.term;
    return [right].flat().includes(term) ? [] : [`${key}: ${term}, not ${String(right)}`];
  });
}

test(`of forty real headers and documents, ${LEAST_SHARE * 100} % of the keys have the right term at first place`, async () => {
  expect(HEADERS).toHaveLength(40);
  let keys = 0;
  const mistakes: string[] = [];
  for (const header of HEADERS) {
    keys += Object.keys(header.mapping).length;
    mistakes.push(...(await findMistakes(header)).map((mistake) => `${header.of}: ${mistake}`));
  }
  const share = 1 - mistakes.length / keys;
  expect(share, `${share} of ${keys}\n${mistakes.join('\n')}`).toBeGreaterThanOrEqual(LEAST_SHARE);
});
