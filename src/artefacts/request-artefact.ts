import { HubError } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { converterOf } from '../mapping/convert.ts';
import { resolveTemplates } from '../mapping/templates/resolve-templates.ts';
import { modelOf, type ArtefactModel, type ModelOptions, type TermFacts } from './artefact-model.ts';
import type { Artefact, ArtefactKind } from './artefact.ts';
import { shapeOf } from './document-shape.ts';
import { makeArtefact } from './make-artefact.ts';

/** More keys than this are refused: templates name each other, and the text grows with all of them. */
const MAX_ARTEFACT_KEYS = 500;
/** Bytes of a sample. */
export const MAX_SAMPLE_BYTES = 1024 * 1024;

export interface ArtefactRequest extends ModelOptions {
  readonly kind: ArtefactKind;
  /** Names of keys, or a JSON document in UTF-8 that has them. */
  readonly of: readonly string[] | Uint8Array;
}

/**
 * What a set of keys is in a standard.
 *
 * @param factsOf what people read of a term; `{}` of a name that is none
 * @throws HubError `invalid-option` without keys and above 500 of them, for a dialect of another kind than `rml`, and for a sample above 1 MB or 100,000 values; `not-all-terms`
 *   for a name that is no term, unless `lenient`; `malformed-json`, `not-utf8`, `not-an-object` and `too-deep` for a sample that is no document
 */
export function requestArtefact(
  request: ArtefactRequest,
  lexicon: Lexicon,
  factsOf: (name: string) => TermFacts,
): Artefact {
  if ((request.dialect ?? 'standard') !== 'standard' && request.kind !== 'rml')
    throw new HubError('invalid-option', `Only the kind rml has dialects; this one is ${request.kind}.`, {
      key: 'dialect',
    });
  const model =
    request.of instanceof Uint8Array
      ? modelOfSample(request.of, request, lexicon, factsOf)
      : modelOfNames([...new Set(request.of)], request, lexicon, factsOf);
  return makeArtefact(request.kind, model);
}

function modelOfNames(
  names: readonly string[],
  options: ModelOptions,
  lexicon: Lexicon,
  factsOf: (name: string) => TermFacts,
): ArtefactModel {
  if (names.length === 0)
    throw new HubError('invalid-option', 'There are no keys. Name terms of the vocabulary.', { key: 'parameter' });
  checkCount(names.length);
  const notTerms = names.filter((name) => !lexicon.terms.has(name));
  if (notTerms.length > 0 && !options.lenient) {
    const shown = notTerms.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 200)));
    throw new HubError(
      'not-all-terms',
      `Not every key is a vocabulary term: ${shown.join(', ')}${notTerms.length > 5 ? ` and ${notTerms.length - 5} more` : ''}.`,
      {
        notTerms,
        termsWithoutSemantics: names.filter((name) => lexicon.terms.get(name)?.template.length === 0),
        hint: 'Take terms of the vocabulary, or ask with lenient=true, which keeps other keys as plain literals.',
      },
    );
  }
  return modelOf(names, null, lexicon, factsOf, options);
}

function modelOfSample(
  sample: Uint8Array,
  options: ModelOptions,
  lexicon: Lexicon,
  factsOf: (name: string) => TermFacts,
): ArtefactModel {
  if (sample.length > MAX_SAMPLE_BYTES) {
    throw new HubError(
      'invalid-option',
      `The sample has ${sample.length.toLocaleString('en')} bytes; ${MAX_SAMPLE_BYTES.toLocaleString('en')} is the most. Shorten its arrays, their items are alike.`,
      { key: 'sample' },
    );
  }
  const document = converterOf(lexicon).scan(sample, 0);
  const names = document.dataKeys().map((key) => document.nameOf(key));
  checkCount(names.length);
  const { keys } = resolveTemplates(names, lexicon, options);
  return modelOf(
    names,
    shapeOf(document, (key) => keys.get(key)?.isTime === true),
    lexicon,
    factsOf,
    options,
  );
}

function checkCount(count: number): void {
  if (count <= MAX_ARTEFACT_KEYS) return;
  throw new HubError(
    'invalid-option',
    `There are ${count} keys; ${MAX_ARTEFACT_KEYS} is the most. Ask for parts of them.`,
    { key: 'parameter' },
  );
}
