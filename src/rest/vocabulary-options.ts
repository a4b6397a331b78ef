/** Options of REST that say what of the vocabulary is read, read and described by the same objects. */
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
import { RDF_FORMATS } from '../rdf/write/format.ts';
import { MAX_UNPAGED, PAGE_LENGTH } from '../vocabulary/list-page.ts';
import { MAX_ROW_TERMS } from '../vocabulary/search/list-terms.ts';
import { MAX_SEARCHED_CHARACTERS } from '../vocabulary/search/search.ts';
import { VERSION_NAME } from '../vocabulary/versions/version.ts';
import { DESCRIBED_ADDRESS } from './described-address.ts';
import { FORMAT } from './document-options.ts';

export const MAX_PARAMETERS = 500;
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
    'Tell how many of the terms have each category, quantity, unit, value of a facet and datatype: the 200 most frequent of each, and the categories of the terms that are listed.',
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
    read: (texts: readonly string[]) => readNames(texts, '/api/semantics'),
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

/**
 * Names of terms, each once.
 *
 * @param path is shown as an example
 * @throws HubError `invalid-option` for none and for more than 500
 */
export function readNames(texts: readonly string[], path: string): string[] {
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
