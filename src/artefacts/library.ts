import { HubError } from '../errors.ts';
import { documentBytes } from '../mapping/json/text.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { checkLexiconFile } from '../mapping/lexicon/lexicon-file.ts';
import { checkBase } from '../rdf/check-base.ts';
import type { TermFacts } from './artefact-model.ts';
import { ARTEFACT_KINDS, RML_DIALECTS, type Artefact, type ArtefactKind, type RmlDialect } from './artefact.ts';
import { requestArtefact } from './request-artefact.ts';

// The public entry, `vocabulary-hub/artefacts`: what stands here is a promise to other people's code. docs/artefacts.md tells it.

export type { TermFacts } from './artefact-model.ts';
export {
  ARTEFACT_KINDS,
  type Artefact,
  type ArtefactKind,
  type ArtefactLevel,
  type ArtefactReport,
  type RmlDialect,
  type TermLevel,
} from './artefact.ts';

/** What an artefact is to be made of. Either `keys` or `sample` has to be there. */
export interface ArtefactOptions {
  /** What `readLexicon` of `vocabulary-hub/mapping` gave. */
  readonly vocabulary: Lexicon;
  /** The keys of the documents, all at once: what one becomes depends on the others. */
  readonly keys?: readonly string[] | undefined;
  /** A JSON document as text or as UTF-8, of which the keys and the forms of the values are taken. */
  readonly sample?: string | Uint8Array | undefined;
  /** Namespace in which entities are minted: an absolute http(s) IRI that ends in `/` or `#`. Default that of the vocabulary. */
  readonly base?: string | undefined;
  /** Values are linked to their instants. Default true. */
  readonly align?: boolean | undefined;
  /** Documents may have keys that are no terms. Default false. */
  readonly lenient?: boolean | undefined;
  /** How an `rml` mapping is spelled. Default `standard`. Not with other kinds. */
  readonly dialect?: RmlDialect | undefined;
  /** What people read of a term, such as `factsOfFile` gives. Default nothing. */
  readonly factsOf?: ((name: string) => TermFacts) | undefined;
}

/**
 * What a set of keys is in another standard.
 *
 * @example
 * ```ts
 * import { artefact, factsOfFile } from 'vocabulary-hub/artefacts';
 * import { readLexicon } from 'vocabulary-hub/mapping';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const keys = ['timestamp', 'active_power-kW'];
 * const { text, report } = artefact('json-schema', { vocabulary: readLexicon(file), keys, factsOf: factsOfFile(file) });
 * console.log(report.terms, text.length);
 * ```
 *
 * @throws HubError `invalid-option`, `not-all-terms` for keys that are no terms, unless `lenient`; `malformed-json`, `not-utf8`,
 *   `not-an-object` and `too-deep` for a sample that is no document
 */
export function artefact(kind: ArtefactKind, options: ArtefactOptions): Artefact {
  const { vocabulary, keys, sample, base, align = true, lenient = false, dialect, factsOf = () => ({}) } = options;
  if (!ARTEFACT_KINDS.includes(kind))
    throw new HubError('invalid-option', `kind has to be one of ${ARTEFACT_KINDS.join(', ')}; it is ${String(kind)}.`, {
      key: 'kind',
    });
  if (dialect !== undefined && !RML_DIALECTS.includes(dialect))
    throw new HubError(
      'invalid-option',
      `dialect has to be one of ${RML_DIALECTS.join(', ')}; it is ${String(dialect)}.`,
      {
        key: 'dialect',
      },
    );
  if ((keys === undefined) === (sample === undefined))
    throw new HubError('invalid-option', 'Give either keys, or a sample, which has them.', { key: 'keys' });
  const of = keys ?? documentBytes(sample!);
  const checkedBase = base === undefined ? null : checkBase(base);
  return requestArtefact({ kind, of, base: checkedBase, align, lenient, dialect }, vocabulary, factsOf);
}

/**
 * The labels and definitions of the terms of a vocabulary file.
 *
 * @param file the parsed JSON of `vocabulary-hub/vocabulary.json`
 * @throws HubError `invalid-option` when it is none
 */
export function factsOfFile(file: unknown): (name: string) => TermFacts {
  const terms = new Map(checkLexiconFile(file).terms.map((term) => [term.name, term]));
  return (name) => {
    const term = terms.get(name);
    return term === undefined ? {} : { label: term.label, description: term.description };
  };
}
