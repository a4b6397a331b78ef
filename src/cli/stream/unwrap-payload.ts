import { HubError } from '../../errors.ts';
import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import { NULL, STRING } from '../../mapping/json/tape-entry.ts';
import { valueText } from '../../mapping/json/value-text.ts';
import { compressionOfBytes } from '../shared/compression.ts';
import { decompressWithin } from '../documents/decompress-within.ts';
import { BadArchive } from '../shared/decompress.ts';
import type { StreamInput } from './transports/transport.ts';

/** Which inputs are CloudEvents in structured mode: those whose content type says so, all, or none. Binary mode needs no unwrapping. */
export type CloudEventsMode = 'auto' | 'structured' | 'off';

/** Bytes that a compressed payload may become. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
/** Of CloudEvents; a release that only mends the text, such as 1.0.2, has the same. */
const SPEC_VERSION = '1.0';
const MAX_SHOWN = 20;

/**
 * The document of an input: its payload, decompressed where it is an archive of gzip or zstd, taken out of the CloudEvent where it is one.
 *
 * @throws HubError `malformed-encoding`, `body-too-large`, `malformed-json`, `malformed-request`, `not-an-object` also where there is no payload, `unsupported-media-type`
 */
export function unwrapPayload(input: StreamInput, mode: CloudEventsMode): Uint8Array | Promise<Uint8Array> {
  const { payload } = input;
  if (payload === null) throw new HubError('not-an-object', 'The message has no value: it is a tombstone.');
  if (compressionOfBytes(payload) === null) return withoutEvent(payload, input, mode);
  return decompressed(payload).then((bytes) => withoutEvent(bytes, input, mode));
}

async function decompressed(payload: Uint8Array): Promise<Uint8Array> {
  const bytes = await decompressWithin(payload, null, MAX_DOCUMENT_BYTES).catch((error: unknown) => {
    if (!(error instanceof BadArchive)) throw error;
    throw new HubError('malformed-encoding', `The payload cannot be decompressed: ${error.message}.`, {}, error);
  });
  if (bytes !== null) return bytes;
  throw new HubError(
    'body-too-large',
    `The payload has more than ${MAX_DOCUMENT_BYTES.toLocaleString('en')} bytes, decompressed.`,
  );
}

function withoutEvent(bytes: Uint8Array, { contentType }: StreamInput, mode: CloudEventsMode): Uint8Array {
  if (mode === 'off') return bytes;
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'application/cloudevents-batch+json')
    throw new HubError('unsupported-media-type', 'CloudEvents in batches are not read: send one event a message.');
  return mode === 'structured' || type === 'application/cloudevents+json' ? dataOf(bytes) : bytes;
}

/** The data of a CloudEvent in JSON (CloudEvents 1.0, JSON format §3), as it is written: numbers keep their digits. */
function dataOf(event: Uint8Array): Uint8Array {
  const document = new JsonDocument(scanJson(event), 0);
  const members = new Map(document.membersOf(document.root).map((member) => [document.textOf(member), member]));
  const version = members.get('specversion');
  if (version === undefined)
    throw new HubError('malformed-request', 'The payload is no CloudEvent: it has no "specversion".');
  requireVersion(document, document.valueOf(version));
  const base64 = members.get('data_base64');
  if (base64 !== undefined && document.kindOf(document.valueOf(base64)) !== NULL)
    return decodedOf(document, document.valueOf(base64));
  const data = members.get('data');
  if (data === undefined || !document.isRecord(document.valueOf(data)))
    throw new HubError('not-an-object', 'The "data" of the CloudEvent is no JSON object.', { pointer: '/data' });
  return new TextEncoder().encode(valueText(document, 'data'));
}

/** @throws HubError `unsupported-media-type` for other versions: before 1.0, `data` could be base64 that a member of its own told */
function requireVersion(document: JsonDocument, value: number): void {
  const version = document.kindOf(value) === STRING ? document.textOf(value) : null;
  if (version === SPEC_VERSION) return;
  const found = version === null ? 'no text' : JSON.stringify(version.slice(0, MAX_SHOWN));
  const message = `The "specversion" of the CloudEvent is ${found}; events of ${SPEC_VERSION} are read.`;
  throw new HubError('unsupported-media-type', message, { pointer: '/specversion' });
}

/** @throws HubError `malformed-request` where the value is no text in base64 */
function decodedOf(document: JsonDocument, value: number): Uint8Array {
  const text = document.kindOf(value) === STRING ? document.textOf(value) : null;
  // Buffer passes over what is no base64.
  if (text !== null && /^[\w+/-]*={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  throw new HubError('malformed-request', 'The "data_base64" of the CloudEvent is no text in base64.', {
    pointer: '/data_base64',
  });
}
