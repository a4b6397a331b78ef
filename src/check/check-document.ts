import { HubError, type ErrorCode } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import { validateAny, type Semantics, type Validation } from '../mapping/any-document.ts';
import type { Conversion, ConvertOptions } from '../mapping/convert.ts';
import { JsonDocument } from '../mapping/json/document.ts';
import { scanJson } from '../mapping/json/scan.ts';
import { nextValue, STRIDE } from '../mapping/json/tape-entry.ts';
import { quote } from '../mapping/json/text.ts';
import { withAdvice } from '../mapping/json/fault-advice.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { pointerToValue } from '../mapping/records/scopes.ts';
import type { Warning } from '../mapping/records/warnings.ts';
import { embedBySource, type SourceEmbedding } from '../mapping/sources/embed-by-source.ts';
import { unitTargets } from '../mapping/units/convert-units.ts';
import type { CheckOptions } from './check-options.ts';
import type { FindingCode } from './finding-codes.ts';
import { FindingLog, type Findings, type Place } from './findings.ts';
import { ObservedConversion, type ObserveOptions } from './observed-conversion.ts';
import { DocumentPlaces } from './text-places.ts';

/** Errors that are not about the document. */
const ABOUT_OPTIONS: ReadonlySet<ErrorCode> = new Set(['invalid-option', 'unknown-unit', 'unit-families-differ']);

const NOWHERE: Place = { pointer: null, line: null, column: null };

/** What was found in one document. */
export interface DocumentCheck extends Findings {
  /** Distinct triples of the graph; null for a document that is not converted. */
  readonly triples: number | null;
  /** Keys that stay plain literals. */
  readonly plainKeys: number;
}

/**
 * Finds what is wrong with a document and what may be: what its conversion refuses and warns of, and what only a check looks for. No
 * document is refused: an error of the conversion is a finding, too.
 *
 * @throws HubError `invalid-option`, `unknown-unit`, `unit-families-differ` for options that no document can be checked with
 */
export function checkDocument(body: Uint8Array, lexicon: Lexicon, options: CheckOptions): DocumentCheck {
  return new DocumentChecker(body, lexicon, options).run();
}

/** The finding that an error of the conversion is. @param placeOf knows where its pointer leads */
function addFailure(log: FindingLog, { code, message, details }: HubError, places: DocumentPlaces): void {
  const { key = null, pointer, offset, hint = null } = details;
  const place: Place =
    offset !== undefined
      ? places.atByte(offset, pointer ?? null)
      : pointer !== undefined
        ? places.of(pointer)
        : NOWHERE;
  // The finding has its place beside the sentence.
  log.add({ code, key, message: message.replace(/ \(line \d+, column \d+(?:, byte \d+)?\)/, ''), help: hint, place });
}

class DocumentChecker {
  readonly #body: Uint8Array;
  readonly #lexicon: Lexicon;
  readonly #options: CheckOptions;
  readonly #log = new FindingLog();
  #places: DocumentPlaces;

  constructor(body: Uint8Array, lexicon: Lexicon, options: CheckOptions) {
    this.#body = body;
    this.#lexicon = lexicon;
    this.#options = options;
    this.#places = new DocumentPlaces(body, null);
  }

  run(): DocumentCheck {
    const { units } = this.#options;
    // Refused also where the document has an error, which would come first.
    if (units !== undefined) unitTargets(units, this.#lexicon);
    try {
      return this.#check();
    } catch (error) {
      const told = withAdvice(error, this.#body);
      if (!(told instanceof HubError) || ABOUT_OPTIONS.has(told.code)) throw told;
      addFailure(this.#log, told, this.#places);
      return { ...this.#log.finish(), triples: null, plainKeys: 0 };
    }
  }

  #check(): DocumentCheck {
    const described = this.#describe();
    const body = described === null ? this.#body : joinBytes(described.parts);
    // The keys of a document that is restructured are paths, and stand in no line.
    if (described?.isRestructured === true)
      this.#places = new DocumentPlaces(null, new JsonDocument(scanJson(body), 0));
    else this.#read();
    const observed = new ObservedConversion(this.#lexicon, this.#optionsFor(described));
    const convert = (input: Uint8Array, semantics: ConvertOptions['semantics']): Conversion =>
      observed.run(input, semantics);
    const semantics = described === null ? this.#options.semantics : 'block';
    const validation = validateAny(convert, body, this.#lexicon, semantics, this.#options.now);
    this.#places.rename(observed.renamed);
    for (const warning of [...(described?.warnings ?? []), ...validation.warnings]) this.#addWarning(warning);
    observed.checkTimes((code, key, message, pointerOf) =>
      this.#log.add({ code, key: this.#places.keyBefore(key), message, place: () => this.#places.of(pointerOf()) }),
    );
    const plainKeys = this.#addKeys(described?.report ?? validation, validation, semantics);
    this.#checkGraph(observed, validation);
    return { ...this.#log.finish(), triples: validation.triples, plainKeys };
  }

  /** The values of a document that its source describes are in the wanted units. */
  #optionsFor(described: SourceEmbedding | null): ObserveOptions {
    if (described === null) return this.#options;
    const { units: _, ...others } = this.#options;
    return { ...others, checkUnits: !described.areUnitsChecked };
  }

  /** The document with the block of its source; null without one. */
  #describe(): SourceEmbedding | null {
    const { source, restructure, base, now, units, maxArrayItems } = this.#options;
    if (source === null) return null;
    const options = { base, now, restructure, maxArrayItems, ...(units === undefined ? {} : { units }) };
    return embedBySource(this.#body, this.#lexicon, source, options);
  }

  /** Reads the document as it came: places are told of it, and keys that come twice. */
  #read(): void {
    const document = new JsonDocument(scanJson(this.#body), 0);
    this.#places = new DocumentPlaces(this.#body, document);
    for (const [record, counted] of document.tape.resolved) {
      const counts = new Set(counted);
      const { entries } = document;
      for (let member = record + STRIDE; member < entries[record + 3]!; member = nextValue(entries, member + STRIDE)) {
        if (counts.has(member)) continue;
        const key = document.textOf(member);
        const place = (): Place => {
          const last = document.memberIndex.withKey(record, document.keyOf(member));
          return this.#places.atByte(entries[member + 1]! - 1, pointerToValue(document, document.valueOf(last)));
        };
        const message = `A record has the key ${quote(key)} more than once: the last value counts, the others are lost.`;
        this.#log.add({ code: 'duplicate-key', key, message, place });
      }
    }
  }

  #addWarning({ code, key, pointer, count, message }: Warning): void {
    const keyBefore = this.#places.keyBefore(key);
    this.#log.add({ code, key: keyBefore, message, count, place: () => this.#places.of(pointer) });
  }

  /** Answers how many keys stay plain literals. */
  #addKeys(
    { notTerms, termsWithoutSemantics }: Pick<Validation, 'notTerms' | 'termsWithoutSemantics'>,
    { unmapped }: Validation,
    semantics: Semantics,
  ): number {
    const known = new Set([...notTerms, ...termsWithoutSemantics]);
    const isRefused = semantics === 'registry' || semantics === 'auto';
    const others = unmapped.filter((key) => !known.has(key));
    const add = (code: FindingCode, key: string, message: string): void =>
      this.#log.add({ code, key, message, place: () => this.#firstPlace(key) });
    for (const key of termsWithoutSemantics)
      add(
        'without-semantics',
        key,
        `The key ${quote(key)} is a term that has no template yet and stays a plain literal.`,
      );
    for (const key of notTerms) {
      if (isRefused) add('not-all-terms', key, `Not every key is a vocabulary term: ${quote(key)}.`);
      else add('not-a-term', key, `The key ${quote(key)} is no term of the vocabulary and stays a plain literal.`);
    }
    for (const key of others) add('unmapped', key, `The key ${quote(key)} stays a plain literal.`);
    return known.size - (isRefused ? notTerms.length : 0) + others.length;
  }

  /** The place where a key stands first. */
  #firstPlace(key: string): Place {
    return this.#places.ofKey(key) ?? NOWHERE;
  }

  #checkGraph(observed: ObservedConversion, { unmapped, warnings }: Validation): void {
    if (observed.isTooLong) {
      const most = this.#options.maxCheckedTriples.toLocaleString('en');
      const message = `The graph has more than ${most} triples, so that shapes did not look at it.`;
      this.#log.add({ code: 'graph-not-checked', key: null, message, place: this.#places.of('') });
      return;
    }
    // What is told in words of its own is not told again in those of shapes.
    const told = new Set([
      ...unmapped,
      ...warnings.flatMap(({ code, key }) => (code === 'datatype-mismatch' ? [key] : [])),
    ]);
    try {
      observed.checkGraph(told, (name, message, pointerOf) => {
        const key = this.#places.keyBefore(name);
        const place = (): Place => (pointerOf === null ? this.#firstPlace(key) : this.#places.of(pointerOf()));
        this.#log.add({ code: 'shape-violated', key, message, place });
      });
    } catch (error) {
      if (!(error instanceof HubError) || error.code !== 'answer-too-large') throw error;
      const message = `Shapes did not look at the graph. ${error.message}`;
      this.#log.add({ code: 'graph-not-checked', key: null, message, place: this.#places.of('') });
    }
  }
}
