import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unwrapPayload } from '../../../src/cli/stream/unwrap-payload.ts';

const STRUCTURED = 'application/cloudevents+json';

/** The document of a payload, or the code and the pointer of the error. */
async function documentOf(payload: string | Uint8Array | null, contentType: string | null = null): Promise<unknown> {
  const bytes = payload === null ? null : Buffer.from(payload);
  const input = { payload: bytes, contentType, topic: null, key: null, place: {} };
  try {
    return Buffer.from(await unwrapPayload(input, 'auto')).toString();
  } catch (error) {
    const { code, details } = error as { code: string; details: { pointer?: string } };
    return [code, details.pointer ?? null];
  }
}

const eventOf = (members: string): string => `{"specversion":"1.0","id":"1","source":"/a","type":"b",${members}}`;

test.each([
  ['"data":{"a":1.10}', '{"a":1.10}'],
  ['"data_base64":"eyJhIjoxLjEwfQ=="', '{"a":1.10}'],
  ['"data_base64":"eyJhIjoxLjEwfQ"', '{"a":1.10}'],
  // A member that is null is one that is not there.
  ['"data_base64":null,"data":{"a":1.10}', '{"a":1.10}'],
  ['"data_base64":"no base64"', ['malformed-request', '/data_base64']],
  ['"data_base64":"eyJhIjox%LjEwfQ=="', ['malformed-request', '/data_base64']],
  ['"data_base64":12', ['malformed-request', '/data_base64']],
  ['"data_base64":{}', ['malformed-request', '/data_base64']],
  ['"data":"{}"', ['not-an-object', '/data']],
  ['"data":[{}]', ['not-an-object', '/data']],
  ['"data":null', ['not-an-object', '/data']],
  ['"other":1', ['not-an-object', '/data']],
])('a CloudEvent with %s', async (members, expected) => {
  expect(await documentOf(eventOf(members), STRUCTURED)).toEqual(expected);
  expect(await documentOf(gzipSync(eventOf(members)), `${STRUCTURED}; charset=utf-8`)).toEqual(expected);
});

test('a batch of CloudEvents is refused, and so is what is none', async () => {
  const batch = `[${eventOf('"data":{}')}]`;
  expect(await documentOf(batch, 'application/cloudevents-batch+json')).toEqual(['unsupported-media-type', null]);
  expect(await documentOf(batch, STRUCTURED)).toEqual(['not-an-object', null]);
  expect(await documentOf('{"a":1}', STRUCTURED)).toEqual(['malformed-request', null]);
});

test.each(['"0.3"', '"1.1"', '"1.0.2"', '""', '1.0', 'null', '["1.0"]'])(
  'a CloudEvent whose specversion is %s is refused',
  async (version) => {
    const event = `{"specversion":${version},"id":"1","source":"/a","type":"b","data":{"a":1.10}}`;
    expect(await documentOf(event, STRUCTURED)).toEqual(['unsupported-media-type', '/specversion']);
    expect(await documentOf(event)).toBe(event);
  },
);

test('a message without a value is refused, and none that is empty', async () => {
  expect(await documentOf(null)).toEqual(['not-an-object', null]);
  expect(await documentOf(null, STRUCTURED)).toEqual(['not-an-object', null]);
  // The converter refuses it, as `malformed-json`.
  expect(await documentOf('')).toBe('');
});

const packed = gzipSync('{"a":1.10}');
const damaged = Buffer.from(packed);
// Of the checksum, which stands before the length.
damaged[packed.length - 5]! ^= 1;
test.each([
  ['a whole one', packed, '{"a":1.10}'],
  ['two of them', Buffer.concat([gzipSync('{"a":'), gzipSync('1.10}')]), '{"a":1.10}'],
  ['one that is cut off', packed.subarray(0, -9), ['malformed-encoding', null]],
  ['its first two bytes', packed.subarray(0, 2), ['malformed-encoding', null]],
  ['one with a wrong checksum', damaged, ['malformed-encoding', null]],
  ['one with something behind it', Buffer.concat([packed, Buffer.from('x')]), ['malformed-encoding', null]],
  ['no zstd behind its first bytes', Buffer.from('28b52ffd6e6f', 'hex'), ['malformed-encoding', null]],
  ['one that becomes 65 MiB', gzipSync(Buffer.alloc(65 * 1024 * 1024)), ['body-too-large', null]],
])('of archives: %s', async (_, payload, expected) => {
  expect(await documentOf(payload)).toEqual(expected);
});
