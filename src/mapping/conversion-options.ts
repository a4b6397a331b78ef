import { HubError } from '../errors.ts';
import { checkBase } from '../rdf/check-base.ts';
import { RDF_FORMATS, type RdfFormat } from '../rdf/write/format.ts';
import type { Semantics } from './any-document.ts';
import type { ConvertOptions } from './convert.ts';
import type { Lexicon } from './lexicon/lexicon.ts';

/** What `embed`, `convert` and `validate` share. */
export interface DocumentOptions {
  /** What `readLexicon` gave. Without one no key is a term, and a document has to carry `@semantic`. */
  readonly vocabulary?: Lexicon | undefined;
  /** Namespace in which entities are minted: an absolute http(s) IRI that ends in `/` or `#`. */
  readonly base?: string | undefined;
  /** The date that `@annotations` records when the block is assembled. Default: now. */
  readonly now?: Date | undefined;
}

/** The options of the REST interface; `docs/rest.md` tells them. */
export interface ConversionOptions extends DocumentOptions {
  /** Default `ttl`. */
  readonly format?: RdfFormat | undefined;
  /** Names anonymous nodes with stable IRIs, so that graphs of several documents merge. Default false. */
  readonly skolemize?: boolean | undefined;
  /** Links values to their instant. Default true. */
  readonly align?: boolean | undefined;
  /** Keeps so many items of each array. Default 0, which keeps all. */
  readonly maxArrayItems?: number | undefined;
  /** Triples that a document may have. Default 2,000,000. */
  readonly maxTriples?: number | undefined;
  /**
   * In which units values are wanted: a list with commas of units, each for all quantities of its family; `active_power=MW` for one
   * quantity; `si` for the coherent units of the SI. Keys become the terms of these units. Default: values stay as they are.
   */
  readonly units?: string | undefined;
  /** Where the meaning of keys comes from. Default `auto`. */
  readonly semantics?: Semantics | undefined;
}

/** The options as the conversion takes them. @throws HubError `invalid-option` */
export function readOptions(options: ConversionOptions): Omit<ConvertOptions, 'semantics'> {
  const { format = 'ttl', base, skolemize = false, align = true, maxArrayItems = 0, now, maxTriples, units } = options;
  if (!RDF_FORMATS.includes(format)) throw invalid('format', `one of ${RDF_FORMATS.join(', ')}`, format);
  if (!isCount(maxArrayItems)) throw invalid('maxArrayItems', 'a whole number from 0', maxArrayItems);
  if (maxTriples !== undefined && !isCount(maxTriples))
    throw invalid('maxTriples', 'a whole number from 0', maxTriples);
  return {
    format,
    base: base === undefined ? null : checkBase(base),
    skolemize,
    align,
    maxArrayItems,
    now: now ?? new Date(),
    ...(maxTriples === undefined ? {} : { maxTriples }),
    ...(units === undefined ? {} : { units }),
  };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function invalid(name: string, expected: string, given: unknown): HubError {
  const message = `${name} has to be ${expected}; it is ${String(given).slice(0, 200)}.`;
  return new HubError('invalid-option', message, { key: name });
}
