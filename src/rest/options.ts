/** The options of each operation of REST, read and described by the same objects. */
import { RML_DIALECTS } from '../artefacts/artefact.ts';
import { LEVELS } from '../check/finding-codes.ts';
import { REPORT_FORMATS } from '../check/write-report.ts';
import { HubError } from '../errors.ts';
import {
  booleanOption,
  choiceOption,
  checkLength,
  countOption,
  requiredTextOption,
  textOption,
  type Option,
} from '../http/query-options.ts';
import { checkBase } from '../rdf/check-base.ts';
import { RDF_FORMATS } from '../rdf/write/format.ts';
import type { Grade } from '../restore/digest.ts';
import { AUTO, listShippedNames } from '../sources/source-files.ts';
import { MAX_UNPAGED, PAGE_LENGTH } from '../vocabulary/list-page.ts';
import { MAX_ROW_TERMS } from '../vocabulary/search/list-terms.ts';
import { MAX_SEARCHED_CHARACTERS } from '../vocabulary/search/search.ts';
import { VERSION_NAME } from '../vocabulary/versions/version.ts';
import { DESCRIBED_ADDRESS } from './described-address.ts';
import { WEB_NAMESPACE } from './iri-patterns.ts';

const MAX_PARAMETERS = 500;
const MAX_FACETS = 20;
/** Of a text that narrows a listing: names and IRIs of the vocabulary are shorter. */
const MAX_FILTER_CHARACTERS = 500;
/** Of a listing of terms. */
export const MAX_ROWS = 1000;
/** Terms of one file, which is written at once: a third of a second. */
export const MAX_CSV_TERMS = 20_000;
export const MAX_RDF_TERMS = 2_000;
/** Those that the vocabulary is written in. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;

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

/** Which part of a list is wanted. */
export const PAGE_OPTIONS = {
  after: textOption({
    name: 'after',
    description: `Only entries behind the one of this name; the \`next\` link of an answer has it. A list of more than ${MAX_UNPAGED} entries comes in pages of ${PAGE_LENGTH}, and so does what is behind an entry of any list.`,
  }),
  isWhole: booleanOption('whole', false, 'All entries in one answer, however many there are.'),
};

/** `GET /api/parameters` */
export const PARAMETERS_OPTIONS = {
  ...PAGE_OPTIONS,
  category: filterOption({
    name: 'category',
    description: 'Only terms of the category of this name.',
    example: 'power',
  }),
  facets: {
    name: 'facet',
    description: `Only terms that have this value of a facet, \`direction/import\` or its IRI; repeated once per value, at most ${MAX_FACETS} times: terms that have all of them.`,
    schema: {
      type: 'array',
      items: { type: 'string', maxLength: MAX_FILTER_CHARACTERS },
      maxItems: MAX_FACETS,
    },
    example: ['direction/import', 'aggregation/register'],
    read: readFacets,
  } satisfies Option<readonly string[]>,
};

const FACETS = PARAMETERS_OPTIONS.facets;

/** `GET /api/terms`, and the page of the vocabulary. */
export const TERMS_OPTIONS = {
  text: textOption(
    {
      name: 'q',
      description: `What terms are to be found by: words of their names, labels and definitions in any language, or a name that a data set has for them. Case, accents and a wrong letter do not count, nor does what stands behind ${MAX_SEARCHED_CHARACTERS} characters.`,
      example: 'Wirkleistung',
    },
    (text) => text.slice(0, MAX_SEARCHED_CHARACTERS),
  ),
  category: PARAMETERS_OPTIONS.category,
  facets: FACETS,
  quantity: filterOption({ name: 'quantity', description: 'Only terms of the quantity of this name.' }),
  unit: filterOption({
    name: 'unit',
    description: 'Only terms in this unit: as names of terms have it, or its IRI.',
    example: 'kW',
  }),
  datatype: filterOption({
    name: 'datatype',
    description: 'Only terms of this datatype, an IRI or a prefixed name.',
    example: 'xsd:double',
  }),
  deprecated: choiceOption('deprecated', ['true', 'false'], 'Only deprecated terms, or only others.'),
  language: choiceOption(
    'language',
    LANGUAGES,
    'The language of labels and descriptions, where there are any; English when it is left out.',
  ),
  sort: choiceOption(
    'sort',
    ['relevance', 'name', 'label', 'category', 'unit'],
    'The order of the rows; by relevance with `q`, else by name, when it is left out.',
  ),
  skip: countOption('skip', 0, 'Rows to leave out at the beginning.'),
  first: countOption(
    'first',
    50,
    `At most so many rows; ${MAX_ROWS} at most. A row has at most ${MAX_ROW_TERMS} terms, and tells how many more there are.`,
  ),
  withCounts: booleanOption(
    'counts',
    false,
    'Tell how many of the terms have each category, quantity (the 200 most frequent), unit, facet and datatype.',
  ),
};

/** `GET /api/terms` in other forms than JSON, which have all rows. */
export const TERMS_FORMAT = choiceOption(
  'format',
  ['json', 'csv', ...RDF_FORMATS],
  `JSON when it is left out. CSV and RDF have all terms that were found, at most ${MAX_CSV_TERMS.toLocaleString('en')} and ${MAX_RDF_TERMS.toLocaleString('en')}.`,
);

/** `GET /api/semantics` */
export const SEMANTICS_OPTIONS = {
  names: {
    name: 'parameter',
    description: `A term; repeated once per term, at most ${MAX_PARAMETERS} times.`,
    schema: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      maxItems: MAX_PARAMETERS,
    },
    example: ['timestamp', 'voltage-V'],
    isRequired: true,
    read: readTermNames,
  } satisfies Option<string[]>,
};

const UNIT_NAMES = 'as terms spell it (`kW`), its IRI of QUDT, or its code of UCUM or UN/ECE';

/** `GET /api/convert-unit` */
export const CONVERT_UNIT_OPTIONS = {
  value: requiredTextOption({
    name: 'value',
    description: 'A decimal number, with an exponent or without, of at most 1,000 characters.',
    schema: { pattern: '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$', maxLength: 1000 },
    example: '812.40',
  }),
  from: requiredTextOption({ name: 'from', description: `The unit of the value: ${UNIT_NAMES}.`, example: 'kW' }),
  to: requiredTextOption({
    name: 'to',
    description: `The unit that is wanted, of the same family: ${UNIT_NAMES}.`,
    example: 'MW',
  }),
  isDifference: booleanOption(
    'difference',
    false,
    'The value is a difference of temperatures, to which no offset is added: 5 °C more are 5 K more.',
  ),
};

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

export const VERSION = versionOption(
  'version',
  'The version to read, by its name or its IRI; the current one when it is left out.',
);

/** `GET /api/vocabulary` */
export const VOCABULARY_OPTIONS = { format: FORMAT, version: VERSION };

/** `GET` of what the vocabulary mints, at its own address. */
export const RESOURCE_FORMAT = choiceOption(
  'format',
  [...RDF_FORMATS, 'svg'],
  'The form of the description: RDF, or `svg` for a picture of it. When absent, `Accept` decides; a page when it does not decide.',
);
export const PAGE = countOption('page', 1, 'Which part of a long list a page shows; RDF is always whole.', 1);
export const RESOURCE_OPTIONS = { format: RESOURCE_FORMAT, page: PAGE };

/** What the address of the vocabulary's page may say. */
export const TERMS_PAGE_OPTIONS = {
  ...TERMS_OPTIONS,
  page: PAGE,
  open: filterOption({ name: 'open', description: 'The category of which the page shows what is in it.' }),
  values: filterOption({
    name: 'values',
    description:
      'The filter of which the page shows all values: `category`, `quantity`, `unit`, `datatype`, or a facet, such as `place`.',
  }),
};

/** `GET` of a version at its own address. */
export const VERSION_PAGE_OPTIONS = { format: FORMAT, page: PAGE };

/** `GET /api/changes` */
export const CHANGES_OPTIONS = {
  from: versionOption(
    'from',
    'The version to start from, by its name or its IRI; when left out, the one that was in use before `to`, or none, from which all was added.',
  ),
  to: versionOption('to', 'The version to arrive at, by its name or its IRI; the current one when it is left out.'),
};

/** `GET /api/versions` */
export const VERSIONS_OPTIONS = {
  ...PAGE_OPTIONS,
  after: versionOption(
    'after',
    `Only versions behind this one, by its name or its IRI; the \`next\` link of an answer has it. A list of more than ${MAX_UNPAGED} versions comes in pages of ${PAGE_LENGTH}, and so does what is behind a version of any list.`,
  ),
};

/** `GET /api/lexicon` */
export const LEXICON_OPTIONS = {
  texts: choiceOption(
    'texts',
    ['all', 'labels'],
    'What the terms tell people: `all`, the default, or `labels`, without `description` and `alternatives`, which conversions do not need and which are more than half of it.',
  ),
  layout: choiceOption(
    'layout',
    ['terms', 'tables'],
    'How it is written: `terms`, the default, one after the other, as the package has it; or `tables`, in which what templates have in common stands once: half as long, compressed.',
  ),
};

/** A name or an IRI of what terms are to have. */
function filterOption(option: Parameters<typeof textOption>[0]): Option<string | null> {
  return textOption({ ...option, schema: { maxLength: MAX_FILTER_CHARACTERS } }, (text) =>
    checkLength(option.name, text, MAX_FILTER_CHARACTERS),
  );
}

/** The text is checked by `Versions.get`, which knows the address of the hub. */
function versionOption(name: string, description: string): Option<string | null> {
  const pattern = `^(?:${VERSION_NAME}|${DESCRIBED_ADDRESS}/vocabulary/v/${VERSION_NAME}/?)$`;
  return textOption({ name, description, schema: { pattern } });
}

/** The terms that were asked for, each once. @throws HubError `invalid-option` for none and for more than 500 */
function readTermNames(texts: readonly string[]): string[] {
  return readNames(texts, '/api/semantics');
}

/** @param path is shown as an example */
function readNames(texts: readonly string[], path: string): string[] {
  const names = [...new Set(texts)].filter((name) => name !== '');
  if (names.length === 0) {
    throw new HubError('invalid-option', `No term was given. Name at least one: ${path}?parameter=timestamp.`, {
      key: 'parameter',
    });
  }
  if (texts.length > MAX_PARAMETERS) {
    throw new HubError(
      'invalid-option',
      `${texts.length} terms were given; ${MAX_PARAMETERS} is the most. Ask for them in several requests.`,
      { key: 'parameter' },
    );
  }
  return names;
}

/** @throws HubError `invalid-option` for more than 20, and for one that is too long */
function readFacets(texts: readonly string[]): readonly string[] {
  if (texts.length <= MAX_FACETS) return texts.map((text) => checkLength('facet', text, MAX_FILTER_CHARACTERS));
  throw new HubError('invalid-option', `${texts.length} values of facets were given; ${MAX_FACETS} is the most.`, {
    key: 'facet',
  });
}
