import { joinBytes } from '../../join-bytes.ts';
import { encodeText, markLength } from '../../rdf/utf8.ts';
import { embedSemantic, type Embedding, type EmbedOptions } from '../embed.ts';
import { JsonDocument } from '../json/document.ts';
import { scanJson } from '../json/scan.ts';
import { skipSpace } from '../json/white-space.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { Warning } from '../records/warnings.ts';
import { unitTargets } from '../units/convert-units.ts';
import { convertMeanings } from './convert-meanings.ts';
import { KeyNamer } from './key-namer.ts';
import { readKeys } from './read-keys.ts';
import { restructure } from './restructure.ts';
import type { Source } from './source.ts';
import { ITEMS, type SourceChooser } from './source-chooser.ts';

export interface SourceEmbedOptions extends EmbedOptions {
  /** Keys become paths where that changes them; else the document stays as it is, and its keys are told by their names alone. */
  readonly restructure: boolean;
  /** In which units values are wanted, as `readUnitChoice` takes it. Default those of the source. */
  readonly units?: string;
  /** Items of arrays that count: warnings are of these alone. Default 0, which is all. */
  readonly maxArrayItems?: number;
}

/** A document with the block that its source gives it. */
export interface SourceEmbedding extends Embedding {
  /** The name of the source. */
  readonly source: string;
  /** Keys are others than they were. */
  readonly isRestructured: boolean;
  /** Units that contradict were looked for in the document as it came, which converted values no longer tell. */
  readonly areUnitsChecked: boolean;
  /** Of the conversion into other units. */
  readonly warnings: readonly Warning[];
}

/**
 * Embeds `@semantic` into a document, by what its source says of its keys.
 *
 * @param source the source, or what finds it by the keys of the document
 * @returns null when none was found
 * @throws HubError `malformed-json`, `not-utf8`, `not-an-object`, `too-deep`; with `units` those of `readUnitChoice`
 */
export function embedBySource(
  body: Uint8Array,
  lexicon: Lexicon,
  source: Source | SourceChooser,
  options: SourceEmbedOptions,
): SourceEmbedding | null {
  const object = options.restructure ? asObject(body) : body;
  const document = new JsonDocument(scanJson(object), 0);
  const chosen = 'choose' in source ? source.choose(document.dataKeys().map((key) => document.nameOf(key))) : source;
  if (chosen === null) return null;
  const namer = new KeyNamer(document, chosen, lexicon);
  const described = options.restructure
    ? restructure(document, namer)
    : { body: null, meanings: readKeys(document, namer) };
  namer.keep();
  const asSent = { ...described, body: described.body ?? object, warnings: [] };
  const targets = options.units === undefined ? null : unitTargets(options.units, lexicon);
  const { meanings, ...inUnits } =
    targets === null
      ? asSent
      : convertMeanings(asSent.body, asSent.meanings, lexicon, targets, options.maxArrayItems ?? 0);
  const own = namer.lexiconFor(meanings, options.base ?? lexicon.idIri);
  return {
    ...embedSemantic(inUnits.body, own, options),
    source: chosen.name,
    isRestructured: described.body !== null || object !== body,
    areUnitsChecked: targets !== null,
    warnings: inUnits.warnings,
  };
}

/**
 * A document that is an array, as the one member of an object, with which the mapping begins; any other document as it is.
 *
 * @throws HubError `malformed-json`, `not-utf8`, `too-deep` for an array that is no document, with the place in the array
 */
export function asObject(body: Uint8Array): Uint8Array {
  const start = skipSpace(body, markLength(body), body.length);
  if (body[start] !== 0x5b) return body;
  // What stands behind the array would be members of the object.
  scanJson(body);
  return joinBytes([encodeText(`{"${ITEMS}":`), body.subarray(start), encodeText('}')]);
}
