import { convertAny } from '../../mapping/any-document.ts';
import { converterOf, type Conversion, type ConvertOptions } from '../../mapping/convert.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { convertUnits } from '../../mapping/units/convert-units.ts';
import type { TakeChunk } from '../../rdf/write/byte-sink.ts';

/** A browser holds what is shown alone, so that ten megabytes convert; the hub takes half as many. */
export const MAX_TRIPLES = 4_000_000;

/** In which units values are wanted, with what changes them. */
export interface WantedUnits {
  readonly units: string;
  readonly change: typeof convertUnits;
}

export interface BodyOptions extends Pick<ConvertOptions, 'format'> {
  /** Default 0, which keeps all. */
  readonly maxArrayItems?: number;
  /** Null leaves values in the units of their terms. */
  readonly units: WantedUnits | null;
}

/** A conversion, and the keys whose values are in other units: by their names then, those of the document. */
export interface ConvertedBody extends Conversion {
  readonly keysBefore: ReadonlyMap<string, string>;
}

/**
 * Converts as the playground does: by the block of the document, else by the vocabulary, and keys without a meaning become plain literals.
 *
 * @throws HubError
 */
export function convertBody(
  body: Uint8Array,
  lexicon: Lexicon,
  { format, maxArrayItems = 0, units }: BodyOptions,
  write: TakeChunk,
): ConvertedBody {
  const now = new Date();
  const options = { format, skolemize: false, maxArrayItems, now, base: null, align: true, maxTriples: MAX_TRIPLES };
  const keysBefore = new Map<string, string>();
  const run = (input: Uint8Array, semantics: ConvertOptions['semantics']): Conversion => {
    if (units === null) return converterOf(lexicon).convert(input, { ...options, semantics }, write);
    const inUnits = units.change(input, lexicon, units.units, { semantics, maxArrayItems });
    for (const [key, name] of inUnits.renamed) if (key !== name) keysBefore.set(name, key);
    const checkUnits = !inUnits.areChecked;
    const conversion = converterOf(lexicon).convert(inUnits.body, { ...options, semantics, checkUnits }, write);
    return { ...conversion, warnings: [...inUnits.warnings, ...conversion.warnings] };
  };
  return { ...convertAny(run, body, lexicon, 'auto-open', now), keysBefore };
}
