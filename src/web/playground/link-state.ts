import { RDF_FORMATS, type RdfFormat } from '../../rdf/write/format.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './model.ts';

const TABS = ['meaning', 'warnings', 'rdf', 'picture', 'ask', 'take'] as const;
export type Tab = (typeof TABS)[number];

/** What the address of the playground says behind its `#`, which no browser sends to a server. */
export interface LinkState {
  readonly tab: Tab;
  readonly format: RdfFormat;
  readonly kind: DocumentKind;
  /** The document; null where it is an example, or too long for an address. */
  readonly text: string | null;
  readonly example: string | null;
  /** In which units values are wanted, as the option `units` of the hub; null leaves them as they are. */
  readonly units: string | null;
  /** The query of the tab "Ask"; null where none was asked. */
  readonly query: string | null;
}

/** Longer states are files. */
export const MAX_LINK_BYTES = 8192;
/** A prepared link may say a long document in a few bytes. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

export const FIRST_STATE: LinkState = {
  tab: 'meaning',
  format: 'ttl',
  kind: 'json',
  text: null,
  example: null,
  units: null,
  query: null,
};

/** The fragment of a state, without its `#`; null where it would be longer than `MAX_LINK_BYTES`. */
export async function writeLink(state: LinkState): Promise<string | null> {
  return fragmentOf(state, state.text === null ? null : await compressText(state.text));
}

/**
 * The same at once.
 *
 * @param doc the text of the state, compressed; null leaves it out
 */
export function fragmentOf(state: LinkState, doc: string | null): string | null {
  const { tab, format, kind, text, example, units, query } = state;
  const parts: string[] = [];
  if (tab !== FIRST_STATE.tab) parts.push(`tab=${tab}`);
  if (format !== FIRST_STATE.format) parts.push(`format=${format}`);
  if (doc !== null) {
    if (kind !== FIRST_STATE.kind) parts.push(`kind=${kind}`);
    parts.push(`doc=${doc}`);
  } else if (text === null && example !== null) parts.push(`example=${encodeURIComponent(example)}`);
  if (units !== null) parts.push(`units=${encodeURIComponent(units)}`);
  if (query !== null) parts.push(`query=${encodeURIComponent(query)}`);
  const fragment = parts.join('&');
  return fragment.length > MAX_LINK_BYTES ? null : fragment;
}

export function isSameState(one: LinkState, other: LinkState): boolean {
  return (Object.keys(one) as (keyof LinkState)[]).every((name) => one[name] === other[name]);
}

/** The state of a fragment. What it does not say, or says wrongly, is as at the first visit. */
export async function readLink(fragment: string): Promise<LinkState> {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const oneOf = <T extends string>(name: string, choices: readonly T[], first: T): T =>
    choices.find((choice) => choice === values.get(name)) ?? first;
  const doc = values.get('doc');
  return {
    tab: oneOf('tab', TABS, FIRST_STATE.tab),
    format: oneOf('format', RDF_FORMATS, FIRST_STATE.format),
    kind: oneOf('kind', DOCUMENT_KINDS, FIRST_STATE.kind),
    text: doc === null ? null : await inflate(doc),
    example: values.get('example'),
    units: readUnits(values.get('units')),
    query: values.get('query'),
  };
}

/** `term` says that values stay as they are. */
function readUnits(text: string | null): string | null {
  const units = text?.trim() ?? '';
  return units === '' || units === 'term' ? null : units;
}

/** A text as links have it: compressed by raw DEFLATE, in base64url. */
export async function compressText(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** Null for what is no compressed text, and for one that is too long. */
async function inflate(base64: string): Promise<string | null> {
  try {
    const stream = new Blob([fromBase64Url(base64)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = (stream as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.length;
      if (bytes > MAX_TEXT_BYTES) {
        await reader.cancel();
        return null;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return null;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}
