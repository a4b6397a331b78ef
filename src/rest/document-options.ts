/** Options of REST that say how a document is read, described and converted, read and described by the same objects. */
import { LEVELS } from '../check/finding-codes.ts';
import { REPORT_FORMATS } from '../check/write-report.ts';
import { booleanOption, choiceOption, countOption, textOption, type Option } from '../http/query-options.ts';
import { checkBase } from '../rdf/check-base.ts';
import { RDF_FORMATS } from '../rdf/write/format.ts';
import type { Grade } from '../restore/digest.ts';
import { AUTO, listShippedNames } from '../sources/source-files.ts';
import { WEB_NAMESPACE } from './iri-patterns.ts';

const residueChoice = choiceOption('residue', ['true', 'false', 'bytes'], '');
const GRADES = { true: 'value', false: null, bytes: 'bytes' } as const;

export const FORMAT = choiceOption(
  'format',
  RDF_FORMATS,
  "How the RDF is written. When absent, `Accept` decides; Turtle (or a page where there is one) when it does not decide. `jsonld` is beyond the enumeration of the read endpoints' first edition.",
);
export const BASE = textOption(
  {
    name: 'base',
    description:
      'Namespace in which entities are minted: an absolute http(s) IRI ending in `/` or `#` that the URL Standard can parse. The hub also accepts what the pattern leaves out: IPv6 addresses, user names, letters beyond ASCII.',
    schema: { format: 'uri', pattern: WEB_NAMESPACE },
    example: 'https://plant.example/id/',
  },
  checkBase,
);
export const SKOLEMIZE = booleanOption(
  'skolemize',
  false,
  'Name anonymous nodes with stable IRIs, so that graphs of several documents merge.',
);
export const ALIGN = booleanOption('align', true, 'Link values to their instant (`time:hasTime`).');
export const MAX_ARRAY_ITEMS = countOption(
  'maxArrayItems',
  0,
  'Keep at most this many elements of each array; 0 keeps all.',
);
/** The units are checked where values are converted, by the vocabulary. */
export const UNITS = textOption({
  name: 'units',
  description:
    'In which units values are wanted: a list with commas of units as terms spell them, each for all quantities of its family; `active_power=MW` for one quantity; `si` for the coherent units of the SI. Keys become the terms of these units. `term`, the default, leaves all as it is. A unit is also named by its IRI of QUDT or its code of UCUM or UN/ECE, which the pattern leaves out.',
  schema: { pattern: '^(term|si|[A-Za-z]+(_[A-Za-z0-9]+)*)$' },
  example: 'MW',
});
const RESIDUE = {
  name: 'residue',
  description:
    'Have the root say what leads back to the document (`POST /api/json`): `hub:sourceDigest` and, where the graph alone does not tell all, `hub:residue`. `true` keeps the JSON value with the order of its keys, `bytes` every byte. Such a document may have 500,000 triples.',
  schema: { type: 'string', enum: ['true', 'false', 'bytes'], default: 'false' },
  read: (texts) => GRADES[residueChoice.read(texts) ?? 'false'],
} satisfies Option<Grade | null>;
/** The name is checked by `Documents.checkSource`, which knows the sources of the vocabulary. */
export const SOURCE = textOption({
  name: 'source',
  description: `The source of the document (\`GET /api/sources\`), whose keys are described as the source means them; \`${AUTO}\` takes the source whose keys fit clearly best, and none when in doubt. The hub also accepts the names of sources that its administrators accepted.`,
  schema: { enum: [AUTO, ...listShippedNames()] },
  example: 'fronius',
});
export const RESTRUCTURE = booleanOption(
  'restructure',
  true,
  'With a source: replace keys by their paths (`Body.Data.PAC.Value`), so that each means one thing. Values and their order stay. `false` leaves the document as it is, and describes the keys whose names alone decide.',
);
const REPORT = booleanOption('report', false, 'Answer `{ document, report }`.');

/** `POST /api/semantic` */
export const EMBED_OPTIONS = { base: BASE, withReport: REPORT, source: SOURCE, restructure: RESTRUCTURE };

/** `POST /api/rdf` */
export const CONVERT_OPTIONS = {
  format: FORMAT,
  base: BASE,
  skolemize: SKOLEMIZE,
  align: ALIGN,
  maxArrayItems: MAX_ARRAY_ITEMS,
  units: UNITS,
  residue: RESIDUE,
};

/** `POST /api/validate` */
export const VALIDATE_OPTIONS = {
  format: choiceOption(
    'format',
    ['json', ...REPORT_FORMATS],
    'How findings are written: `json`, the default; `text`; `jsonl`, a JSON object a line; `sarif`, SARIF 2.1.0; `junit`, the XML of JUnit; `github`, workflow commands of GitHub.',
  ),
  failOn: choiceOption(
    'failOn',
    LEVELS,
    'The level from which a finding is a failure in the XML of JUnit; `error` when it is left out.',
  ),
  file: textOption({
    name: 'file',
    description: 'The path of the document, by which reports name it.',
    schema: { maxLength: 1000 },
    example: 'data/reading.json',
  }),
  lenient: booleanOption(
    'lenient',
    false,
    'Keys that are no terms are notes, as they stay plain literals; else errors.',
  ),
  registry: booleanOption(
    'registry',
    false,
    'Ignore the `@semantic` of the document, as `POST /api/json-to-rdf` does; else it counts where there is one.',
  ),
  base: BASE,
  align: ALIGN,
  maxArrayItems: MAX_ARRAY_ITEMS,
  units: UNITS,
  source: SOURCE,
  restructure: RESTRUCTURE,
};

/** `POST /api/json` */
export const RESTORE_OPTIONS = {
  semantic: textOption({
    name: 'semantic',
    description:
      'The `@semantic` object of the documents, as JSON, where they had one of their own and the graph has no residue.',
    example: '{"@prefix":{"@base":"https://plant.example/id/"},"@context":{}}',
  }),
  base: BASE,
  byValue: booleanOption(
    'byValue',
    false,
    'Take a document whose digest differs, because a store has rewritten numbers.',
  ),
  withReport: booleanOption('report', false, 'Answer `{ documents: [{ document, proof, notes }] }`.'),
};

/** `POST /api/json-to-rdf` */
export const CONVERT_TERMS_OPTIONS = { ...CONVERT_OPTIONS, source: SOURCE, restructure: RESTRUCTURE };
