import { DESCRIBED_ADDRESS } from '../rest/described-address.ts';
import { ACCOUNTS } from './accounts.ts';
import { ARTEFACTS } from './artefacts.ts';
import { DOCUMENTS } from './documents.ts';
import { ERROR_SCHEMAS } from './error-schemas.ts';
import { HEADERS } from './headers.ts';
import { HUB } from './hub.ts';
import { IMPACT } from './impact.ts';
import { LEXICON } from './lexicon.ts';
import { LINKED_DATA } from './linked-data.ts';
import type { Section } from './openapi-types.ts';
import { SHARED_PARAMETERS } from './parameters.ts';
import { PROBLEMS } from './problems.ts';
import { SPARQL } from './sparql.ts';
import { SUGGESTIONS } from './suggestions.ts';
import { UNITS } from './units.ts';
import { VERSIONS } from './versions.ts';
import { VOCABULARY } from './vocabulary.ts';

const SECTIONS: readonly Section[] = [
  DOCUMENTS,
  VOCABULARY,
  ARTEFACTS,
  LEXICON,
  UNITS,
  VERSIONS,
  IMPACT,
  SUGGESTIONS,
  ACCOUNTS,
  LINKED_DATA,
  SPARQL,
  HUB,
];

/** The description of REST and SPARQL in OpenAPI 3.1, which is committed as `schema/openapi.json`. */
function describeInterface(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vocabulary Hub API',
      version: '1.0.0',
      summary:
        'Self-describing JSON documents of energy data, their RDF, and the vocabulary that they are written with.',
      description:
        'Keys of a JSON document are named with terms of a shared energy vocabulary. The service embeds the meaning of the keys in the document (`@semantic`) and converts documents to RDF. No credentials are needed, and any site may call (CORS), but for suggestions, accounts and the impact of changes. Every address that takes GET takes HEAD too, and all answer OPTIONS. Errors are `{ error }` with the members of RFC 9457, as `application/problem+json` when `Accept` prefers that.',
      license: { name: 'CC BY 4.0', identifier: 'CC-BY-4.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: DESCRIBED_ADDRESS }],
    security: [],
    tags: [
      { name: 'documents', description: 'Embed and convert. Limited per client.' },
      { name: 'vocabulary', description: 'Read terms, categories, prefixes and templates.' },
      { name: 'suggestions', description: 'Propose terms and sources.' },
      { name: 'linked data', description: 'Every IRI that the vocabulary mints answers at its own address.' },
      { name: 'accounts', description: 'Sign in. Not there where the hub signs nobody in.' },
      { name: 'hub', description: 'The hub itself.' },
    ],
    paths: Object.assign({}, ...SECTIONS.map(({ paths }) => paths)) as Section['paths'],
    components: {
      schemas: Object.assign({}, ...SECTIONS.map(({ schemas }) => schemas), ERROR_SCHEMAS) as Section['schemas'],
      headers: HEADERS,
      parameters: SHARED_PARAMETERS,
      responses: PROBLEMS,
      securitySchemes: {
        administrator: { type: 'http', scheme: 'bearer', description: 'The access token of an administrator.' },
      },
    },
  };
}

/** The text of `schema/openapi.json`. */
export function printInterface(): string {
  return `${JSON.stringify(describeInterface(), null, 2)}\n`;
}
