import { HubError } from '../../errors.ts';
import { joinBytes } from '../../join-bytes.ts';
import { Converter } from '../../mapping/convert.ts';
import { decodeUtf8, encodeText } from '../../rdf/utf8.ts';
import type { Term, Vocabulary } from '../vocabulary.ts';

/** A document with one value of a term, and what the hub makes of it. */
export interface TermExample {
  readonly json: string;
  /** Turtle, without what a conversion says of the document itself. */
  readonly turtle: string;
}

/** Without the annotations, which name the day. */
const AS_EXAMPLE = {
  format: 'ttl',
  skolemize: false,
  align: true,
  maxArrayItems: 0,
  semantics: 'registry',
  annotates: false,
} as const;

const TIME = '"timestamp": "2026-03-01T10:15:00Z"';
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The example of a term as a document, converted; null for a term without one, or with one that does not convert. */
export function exampleOf({ name, example, datatypeIri }: Term, vocabulary: Vocabulary): TermExample | null {
  if (example === null) return null;
  const value = isWritten(datatypeIri, example) ? example : JSON.stringify(example);
  const member = `${JSON.stringify(name)}: ${value}`;
  try {
    if (name === 'timestamp' || !vocabulary.terms.has('timestamp')) return convertMembers(member, vocabulary);
    const timed = convertMembers(`${TIME},\n  ${member}`, vocabulary);
    // A record has one time: a key that tells another one stands alone.
    return timed.codes.includes('ambiguous-time') ? convertMembers(member, vocabulary) : timed;
  } catch (error) {
    if (error instanceof HubError) return null;
    throw error;
  }
}

/** True for what JSON writes without quotes. */
function isWritten(datatype: string, text: string): boolean {
  if (datatype.endsWith('#boolean')) return text === 'true' || text === 'false';
  return /#(?:double|float|decimal|integer)$/.test(datatype) && JSON_NUMBER.test(text);
}

function convertMembers(members: string, { lexicon }: Vocabulary): TermExample & { readonly codes: readonly string[] } {
  const json = `{\n  ${members}\n}`;
  const chunks: Uint8Array[] = [];
  const options = { ...AS_EXAMPLE, base: lexicon.idIri, now: new Date() };
  // A converter of its own, as what is compiled for an example would take room among what documents of clients share.
  const { head, warnings } = new Converter(lexicon).convert(
    encodeText(json),
    options,
    (chunk) => void chunks.push(chunk),
  );
  const bytes = joinBytes([head, ...chunks]);
  return { json, turtle: decodeUtf8(bytes, 0, bytes.length), codes: warnings.map(({ code }) => code) };
}
