import { LEXICON_OPTIONS } from '../rest/vocabulary-options.ts';
import type { Schema, Section } from './openapi-types.ts';
import { CONDITIONS, parametersOf } from './parameters.ts';
import { problemsOf } from './problems.ts';
import { count, described, flag, listOf, object, schemaRef, text, uri } from './schema-parts.ts';
import { listing, PLAIN_READ_PROBLEMS } from './vocabulary.ts';

const textOrNull = { type: ['string', 'null'] };
/** Generators of clients drop an array that does not say what its items are, with all that uses it. */
const pairsOf = (first: Schema, second: Schema): Schema =>
  listOf({ type: 'array', prefixItems: [first, second], minItems: 2, maxItems: 2 });
const ROWS = pairsOf(text, listOf(text));
const TEMPLATE = described(ROWS, 'Pairs of a predicate and the list of its objects.');

/** What the mapping library reads: the vocabulary and the sources as the files of the package have them. */
export const LEXICON: Section = {
  paths: {
    '/api/lexicon': {
      get: {
        operationId: 'readLexicon',
        tags: ['vocabulary'],
        summary: 'Read the vocabulary for the mapping library',
        description:
          'The vocabulary in use, in the format of the file `vocabulary-hub/vocabulary.json` of the package: what `readLexicon` of `vocabulary-hub/mapping` reads. IRIs of the hub itself begin with `/`. With `layout=tables` the same in columns, in which rows of templates stand once.',
        parameters: [...parametersOf(LEXICON_OPTIONS), ...CONDITIONS],
        responses: {
          200: listing(
            'The vocabulary.',
            { oneOf: [schemaRef('Lexicon'), schemaRef('LexiconTables')] },
            {
              format: 1,
              version: '4dd6a5c2b0a94b0e',
              prefixes: [['saref', 'https://saref.etsi.org/core/']],
              terms: [
                {
                  name: 'device_id',
                  label: 'Device',
                  description: 'Identifier of the device.',
                  category: 'identification',
                  datatype: 'xsd:string',
                  unit: null,
                  alternatives: ['Gerät'],
                  template: [['rdf:type', ['saref:Device']]],
                },
              ],
              nodes: [],
            },
          ),
          ...problemsOf({ ...PLAIN_READ_PROBLEMS, 400: 'InvalidOption' }),
        },
      },
    },
    '/api/lexicon/sources': {
      get: {
        operationId: 'readLexiconSources',
        tags: ['vocabulary'],
        summary: 'Read the sources of data for the mapping library',
        description:
          'All sources, sorted by name, those that administrators accepted among them. Each is in the format of the files `vocabulary-hub/sources/{name}.json` of the package: what `readSource` of `vocabulary-hub/sources` reads.',
        parameters: CONDITIONS,
        responses: {
          200: listing('The sources.', schemaRef('SourceFileList'), undefined),
          ...problemsOf(PLAIN_READ_PROBLEMS),
        },
      },
    },
  },
  schemas: {
    Lexicon: {
      type: 'object',
      required: ['format', 'version', 'prefixes', 'terms', 'nodes'],
      properties: {
        format: described({ const: 1 }, 'The layout of the file.'),
        version: described(text, "Hash of the vocabulary's content."),
        prefixes: described(pairsOf(text, text), 'Pairs of a prefix and its namespace.'),
        terms: listOf(schemaRef('LexiconTerm')),
        nodes: described(pairsOf(text, ROWS), 'Pairs of the name of a node, without its `?`, and its template.'),
        units: described(
          listOf(schemaRef('LexiconUnit')),
          'The units of terms, of a vocabulary that states their exact multipliers.',
        ),
      },
    },
    LexiconTables: {
      type: 'object',
      required: ['format', 'version', 'prefixes', 'rows', 'templates', 'terms', 'nodes'],
      properties: {
        format: described({ const: 2 }, 'The layout.'),
        version: described(text, "Hash of the vocabulary's content."),
        prefixes: described(pairsOf(text, text), 'Pairs of a prefix and its namespace.'),
        rows: described(
          ROWS,
          'Pairs of a predicate and the list of its objects. `*` behind `$`, `@`, `?` or `vocab:` is the name of the term, behind `?` with `_` for each `-`; the object `~` is its unit as a prefixed name.',
        ),
        templates: described(listOf(listOf(count)), 'Places of the rows of a template.'),
        terms: described(
          { type: 'object', additionalProperties: { type: 'array', items: {} } },
          'A list per member of `LexiconTerm`, with an entry per term; `template` is a place. `replacedBy` and `range` are pairs with the place of a term, `isDifference` lists places. `description` and `alternatives` are empty with `texts=labels`.',
        ),
        nodes: described(
          object({
            name: listOf(text),
            step: described(
              listOf({ type: ['integer', 'null'] }),
              'How many terms behind that of the node before its term stands; null for a node of no term.',
            ),
            template: listOf(count),
          }),
          'A list per column, with an entry per node.',
        ),
        units: described(listOf(schemaRef('LexiconUnit')), 'As in the other layout.'),
      },
    },
    LexiconUnit: object({
      iri: text,
      notations: described(listOf(text), 'How names of terms spell it.'),
      qualifiedNotations: described(listOf(text), 'Spellings that say more than the unit, such as `kWp`.'),
      ucum: described(listOf(text), 'Codes of UCUM.'),
      unece: described(listOf(text), 'Codes of UN/ECE, Recommendation 20.'),
      multiplier: described(text, 'The exact multiplier into the unit of the SI, a fraction such as `1/3600`.'),
      piPower: described({ type: 'integer' }, 'The power of pi in the multiplier.'),
      offset: described(text, 'A decimal that is added to a value before.'),
      family: described(text, 'Values are converted into units of the same family alone.'),
    }),
    LexiconTerm: {
      type: 'object',
      required: ['name', 'label', 'category', 'datatype', 'unit', 'template'],
      properties: {
        name: text,
        label: text,
        description: text,
        category: text,
        datatype: described(text, 'A prefixed datatype name.'),
        unit: described(textOrNull, 'Its IRI.'),
        alternatives: described(listOf(text), 'Names that people and data sets have for it.'),
        template: TEMPLATE,
        replacedBy: described(
          textOrNull,
          'Of a deprecated term: the term that takes its place. Missing of all others.',
        ),
        range: described(
          object({ smallest: textOrNull, largest: textOrNull }),
          'The range of its values, of a term that states one.',
        ),
        isDifference: described(
          { type: 'boolean', enum: [true] },
          'Of a term whose values are differences of temperatures. Missing of all others.',
        ),
      },
    },
    SourceFile: {
      type: 'object',
      description: 'A source; docs/library.md tells what else it has.',
      required: ['format', 'name', 'title', 'documentation', 'keys'],
      additionalProperties: true,
      properties: {
        format: { const: 1 },
        name: text,
        title: text,
        documentation: uri,
        keys: described(pairsOf(text, text), 'Pairs of the pattern of a key and the name of its term.'),
      },
    },
    SourceFileList: object({ success: flag, count, data: listOf(schemaRef('SourceFile')) }),
  },
};
