import type Router from '@koa/router';
import type { Context } from 'koa';
import { HubError } from '../errors.ts';
import { sendRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { listCategories, listPrefixes, listSemanticsRows, listTerms } from '../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { QueryOptions } from './options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { READ_CACHE_SECONDS, readLinks } from './read-links.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const MAX_PARAMETERS = 500;

/** `GET /api/parameters`, `/api/categories`, `/api/ontologies` and `/api/semantics`. */
export function createListingRoutes(answers: PreparedAnswers, baseUrl: string): Router {
  const router = createRouter();

  const give = (ctx: Context, representation: Representation): Promise<void> =>
    sendRepresentation(ctx, representation, {
      lastModified: answers.since,
      maxAgeSeconds: READ_CACHE_SECONDS,
      links: readLinks(baseUrl, answers.vocabulary()),
    });
  const listing = (vocabulary: Vocabulary, entries: readonly unknown[]): Representation =>
    representationOf(vocabulary, { success: true, count: entries.length, data: entries });

  router.get('/api/parameters', (ctx) => {
    const category = new QueryOptions(ctx.querystring).text('category');
    const vocabulary = answers.vocabulary();
    // All names that are not categories share one answer, so that they cannot fill the memory.
    const isKnown = category === null || listCategories(vocabulary).some(({ name }) => name === category);
    const key = category === null ? 'parameters' : `parameters ${isKnown ? category : ''}`;
    return give(
      ctx,
      answers.get(key, () => {
        const { terms } = listTerms(vocabulary, category === null ? {} : { category });
        const described = terms.map((term) => ({
          parameter: term.name,
          description: describe(term),
          datatype: term.datatype,
        }));
        return listing(vocabulary, described);
      }),
    );
  });

  router.get('/api/categories', (ctx) =>
    give(
      ctx,
      answers.get('categories', (vocabulary) =>
        listing(
          vocabulary,
          listCategories(vocabulary).map(({ name }) => ({ category: name })),
        ),
      ),
    ),
  );

  router.get('/api/ontologies', (ctx) =>
    give(
      ctx,
      answers.get('ontologies', (vocabulary) =>
        representationOf(
          vocabulary,
          listPrefixes(vocabulary).map(({ prefix, namespace }) => ({ prefix, ontology: namespace })),
        ),
      ),
    ),
  );

  router.get('/api/semantics', (ctx) => {
    const names = checkParameters(new QueryOptions(ctx.querystring).texts('parameter'));
    const vocabulary = answers.vocabulary();
    const rows = names.flatMap((name) => listSemanticsRows(vocabulary, name));
    return give(ctx, new Representation(JSON_TYPE, JSON.stringify(rows), vocabulary.version, 'passing'));
  });
  return router;
}

/** The listing has no member for it, so a deprecated term says so where people read. */
function describe({ description, deprecated, replacedBy }: Term): string {
  if (!deprecated) return description;
  return replacedBy === null ? `Deprecated: ${description}` : `Deprecated (use ${replacedBy} instead): ${description}`;
}

function representationOf(vocabulary: Vocabulary, body: unknown): Representation {
  return new Representation(JSON_TYPE, JSON.stringify(body), vocabulary.version);
}

/** The terms that were asked for, each once. @throws HubError `invalid-option` for none and for more than 500 */
function checkParameters(values: readonly string[]): string[] {
  const names = [...new Set(values)].filter((name) => name !== '');
  if (names.length === 0) {
    throw new HubError('invalid-option', 'No term was given. Name at least one: /api/semantics?parameter=timestamp.', {
      key: 'parameter',
    });
  }
  if (values.length > MAX_PARAMETERS) {
    throw new HubError(
      'invalid-option',
      `${values.length} terms were given; ${MAX_PARAMETERS} is the most. Ask for them in several requests.`,
      { key: 'parameter' },
    );
  }
  return names;
}
