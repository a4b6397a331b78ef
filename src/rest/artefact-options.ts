/** Options of REST for artefacts, read and described by the same objects. */
import { RML_DIALECTS } from '../artefacts/artefact.ts';
import { booleanOption, choiceOption, type Option } from '../http/query-options.ts';
import { ALIGN, BASE } from './document-options.ts';
import { MAX_PARAMETERS, readNames, SEMANTICS_OPTIONS } from './vocabulary-options.ts';

/** `POST /api/artefacts/{kind}` */
export const ARTEFACT_OPTIONS = {
  base: BASE,
  align: ALIGN,
  lenient: booleanOption(
    'lenient',
    false,
    'Documents may have keys that are no terms: they stay plain literals. Else a name that is no term is refused, and schemas refuse keys that were not named.',
  ),
  dialect: choiceOption(
    'dialect',
    RML_DIALECTS,
    'How a mapping of the kind `rml` is spelled: as the standard has it, or for Morph-KGC. Other kinds have no dialects.',
  ),
  withReport: booleanOption('report', false, 'Answer `{ artefact, mediaType, fileName, report }` instead of the text.'),
};

/** `GET /api/artefacts/{kind}` */
export const ARTEFACT_BY_NAMES_OPTIONS = {
  names: {
    ...SEMANTICS_OPTIONS.names,
    description: `A key of the documents, a term; repeated once per key, at most ${MAX_PARAMETERS} times.`,
    example: ['timestamp', 'device_id', 'active_power-kW'],
    read: (texts: readonly string[]) => readNames(texts, '/api/artefacts/json-schema'),
  } satisfies Option<string[]>,
  ...ARTEFACT_OPTIONS,
};
