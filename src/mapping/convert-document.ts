import type { TakeChunk } from '../rdf/write/byte-sink.ts';
import { converterOf, type Conversion, type ConvertOptions, type Walk } from './convert.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { convertUnits } from './units/convert-units.ts';

/** A conversion, with what the option `units` made of keys. */
interface DocumentConversion extends Conversion {
  /** By name of each key that means another term then, the name of that term. None without the option. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/**
 * Converts a JSON document to RDF. Synchronous; hands the output to `write` in chunks. What is compiled
 * for the keys and the block of a document is kept for others that have the same.
 *
 * @param walk writes the graph
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`, `missing-semantic`, `invalid-semantic`,
 *   `unnameable-predicate`, `not-all-terms`, `too-many-triples`; with `units` those of `convertUnits`
 */
export function convertDocument(
  body: Uint8Array,
  lexicon: Lexicon,
  { units, ...options }: ConvertOptions,
  write: TakeChunk,
  walk?: Walk,
): DocumentConversion {
  const converter = converterOf(lexicon);
  if (units === undefined) return converter.convert(body, options, write, walk);
  const inUnits = convertUnits(body, lexicon, units, options);
  const conversion = converter.convert(inUnits.body, { ...options, checkUnits: !inUnits.areChecked }, write, walk);
  return { ...conversion, warnings: [...inUnits.warnings, ...conversion.warnings], renamed: inUnits.renamed };
}
