import { RESOURCE_FORMAT, RESOURCE_OPTIONS, VERSION_PAGE_OPTIONS } from '../rest/vocabulary-options.ts';
import { fileAnswers, RANGE } from './dumps.ts';
import type { OptionTable } from '../http/query-options.ts';
import type { Content, Operation, Schema, Section } from './openapi-types.ts';
import { CONDITIONS, parametersOf, pathParameter } from './parameters.ts';
import { CONDITIONAL, problemsOf } from './problems.ts';
import { VOCABULARY_CONTENT } from './rdf-content.ts';
import { schemaRef } from './schema-parts.ts';
import { READ_HEADERS } from './vocabulary.ts';

type Words = Pick<Operation, 'operationId' | 'summary' | 'description'>;

const PICTURE_CONTENT: Content = { 'image/svg+xml': { schema: schemaRef('Picture') } };

const DESCRIPTION =
  'The description in the form that `format` or `Accept` asks for; a page for browsers and for `*/*`.';

/** The read of a resource at its own address; one without parameters in its path is always there. */
function resource(words: Words, ...path: readonly Schema[]): { readonly get: Operation } {
  return described(words, path, RESOURCE_OPTIONS, PICTURE_CONTENT);
}

function described(
  words: Words,
  path: readonly Schema[],
  options: OptionTable,
  pictures: Content,
  isFile = false,
): { readonly get: Operation } {
  const problems = {
    301: 'Moved',
    ...CONDITIONAL,
    400: 'InvalidOption',
    500: 'RegistryUnavailableForReads',
  } as const;
  const content = { 'text/html': { schema: schemaRef('Page') }, ...VOCABULARY_CONTENT, ...pictures };
  return {
    get: {
      ...words,
      tags: ['linked data'],
      parameters: [...path, ...parametersOf(options), ...CONDITIONS, ...(isFile ? [RANGE] : [])],
      responses: {
        ...(isFile
          ? fileAnswers(DESCRIPTION, content)
          : { 200: { description: DESCRIPTION, headers: READ_HEADERS, content } }),
        ...problemsOf(path.length === 0 ? problems : { ...problems, 404: 'NotFound', 414: 'PathTooLong' }),
      },
    },
  };
}

/** Every address that the vocabulary mints. */
export const LINKED_DATA: Section = {
  paths: {
    '/vocabulary/': described(
      {
        operationId: 'readVocabularyResource',
        summary: 'Read the vocabulary at its own address',
        description: 'A page, or the whole vocabulary as RDF to requests that prefer RDF.',
      },
      [],
      { format: RESOURCE_FORMAT },
      PICTURE_CONTENT,
      true,
    ),
    '/vocabulary/{term}': resource(
      {
        operationId: 'readTerm',
        summary: 'Read a term at its own address',
        description:
          'The term with its tokens, its template rows, the nodes that they introduce and the tokens that they cite.',
      },
      pathParameter('term', 'The name of a term.', 'voltage-V'),
    ),
    '/vocabulary/{kind}/{name}': resource(
      {
        operationId: 'readResource',
        summary: 'Read anything else that the vocabulary mints',
        description:
          'A category, a prefix, a template node, a unit, a quantile level and the like: what is said of it, and what cites it.',
      },
      pathParameter('kind', 'What kind of resource it is: category, node, prefix, quantile, unit …', 'category'),
      pathParameter('name', 'Its name.', 'power'),
    ),
    '/vocabulary/v/{version}/': described(
      {
        operationId: 'readVersion',
        summary: 'Read a version of the vocabulary',
        description:
          'The current version or an old one; it never changes. Answers of the vocabulary link to the current one as `http://www.w3.org/2002/07/owl#versionIRI`, and documents cite theirs as `dcterms:conformsTo`.',
      },
      [pathParameter('version', 'SHA-256 of the content, in hex.', '4a0e8f9b')],
      VERSION_PAGE_OPTIONS,
      {},
      true,
    ),
    '/ontology': resource({
      operationId: 'readOntology',
      summary: "Read the hub's ontology",
      description: 'The classes and properties that the vocabulary is written with.',
    }),
  },
  schemas: {
    RdfText: { type: 'string', description: 'RDF in the format of the media type, UTF-8.' },
    JsonLd: { description: 'JSON-LD.', type: ['object', 'array'], items: {}, additionalProperties: true },
    Picture: {
      type: 'string',
      description: 'SVG: the template of a term or of a template node, else what is said of the resource.',
    },
    Page: { type: 'string', description: 'A page for people.' },
  },
};
