import { AT, BACKSLASH, LOWER_U } from './bytes/ascii.ts';
import { HubError } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import type { Conversion, ConvertOptions } from './convert.ts';
import { embedSemantic } from './embed.ts';
import type { EmbedReport } from './semantic/assemble.ts';
import type { Lexicon } from './lexicon/lexicon.ts';

/**
 * Where the meaning of a document's keys comes from. `block`: its own `@semantic`. `registry`: the vocabulary, and every key has to be
 * a term. `open`: the vocabulary, and keys that are no terms become plain literals. `auto`: `block` where it carries one, else
 * `registry`; `auto-open`: `block`, else `open`.
 */
export type Semantics = 'block' | 'registry' | 'open' | 'auto' | 'auto-open';

/** `convertDocument` or the like, with its vocabulary, its output and the options but for one. */
type Convert = (body: Uint8Array, semantics: ConvertOptions['semantics']) => Conversion;

/**
 * Converts a document by the semantics that fit it.
 *
 * @param now the date that an assembled block records
 * @throws HubError as `convertDocument` does
 */
export function convertAny(
  convert: Convert,
  body: Uint8Array,
  lexicon: Lexicon,
  semantics: Semantics,
  now: Date,
): Conversion {
  const ofBlock = convertByBlock(convert, body, semantics);
  if (ofBlock !== null) return ofBlock;
  if (semantics === 'registry' || semantics === 'auto') return convert(body, 'registry');
  return convertOpenly(convert, body, lexicon, now).conversion;
}

/** What would become of a document, without its output. */
export interface Validation extends Omit<Conversion, 'head' | 'copiedRows'> {
  /** Keys that are no terms of the vocabulary; empty for a document that carries `@semantic`. */
  readonly notTerms: readonly string[];
  /** Terms that have no template yet; empty for a document that carries `@semantic`. */
  readonly termsWithoutSemantics: readonly string[];
}

/**
 * Tells what `convertAny` would make of a document. A key that is no term is no error here.
 *
 * @param now the date that an assembled block records
 * @throws HubError as `convertDocument` does, but for `not-all-terms`
 */
export function validateAny(
  convert: Convert,
  body: Uint8Array,
  lexicon: Lexicon,
  semantics: Semantics,
  now: Date,
): Validation {
  const told = ({ triples, warnings, unmapped, described }: Conversion) => ({ triples, warnings, unmapped, described });
  const ofBlock = convertByBlock(convert, body, semantics);
  if (ofBlock !== null) return { ...told(ofBlock), notTerms: [], termsWithoutSemantics: [] };
  const { conversion, report } = convertOpenly(convert, body, lexicon, now);
  const { notTerms, termsWithoutSemantics } = report;
  return { ...told(conversion), notTerms, termsWithoutSemantics };
}

/** Null for a document that carries no block, when that is allowed, and where none is asked for. */
function convertByBlock(convert: Convert, body: Uint8Array, semantics: Semantics): Conversion | null {
  const mayLack = semantics !== 'block';
  if (semantics === 'registry' || semantics === 'open' || (mayLack && !mayCarrySemantic(body))) return null;
  try {
    return convert(body, 'block');
  } catch (error) {
    // What looked like a block may be something else. A block that is no object has a place, and is a mistake.
    const hasNone =
      error instanceof HubError && error.code === 'missing-semantic' && error.details.pointer === undefined;
    if (mayLack && hasNone) return null;
    throw error;
  }
}

/** Converts a document whose keys need not be terms, with the report of its keys. */
function convertOpenly(
  convert: Convert,
  body: Uint8Array,
  lexicon: Lexicon,
  now: Date,
): { conversion: Conversion; report: EmbedReport } {
  const { parts, report } = embedSemantic(body, lexicon, { base: null, now });
  const conversion = convert(joinBytes(parts), 'block');
  return { conversion: { ...conversion, described: report.described.length }, report };
}

/** False when a JSON text surely has no key `@semantic`: it would stand there so, or with an escape. */
function mayCarrySemantic(body: Uint8Array): boolean {
  for (let at = body.indexOf(AT); at >= 0; at = body.indexOf(AT, at + 1)) if (isSemanticAt(body, at)) return true;
  for (let at = body.indexOf(BACKSLASH); at >= 0; at = body.indexOf(BACKSLASH, at + 2))
    if (body[at + 1] === LOWER_U) return true;
  return false;
}

const SEMANTIC = new TextEncoder().encode('@semantic');

function isSemanticAt(body: Uint8Array, start: number): boolean {
  return SEMANTIC.every((byte, i) => body[start + i] === byte);
}
