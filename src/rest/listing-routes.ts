import type Router from '@koa/router';
import type { Context } from 'koa';
import { QueryOptions } from '../http/query-options.ts';
import { sendRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { listCategories, listPrefixes, listSemanticsRows, listTerms } from '../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { PARAMETERS_OPTIONS, SEMANTICS_OPTIONS } from './options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { READ_CACHE_SECONDS, readLinks } from './read-links.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

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
    const { category } = new QueryOptions(ctx.querystring).read(PARAMETERS_OPTIONS);
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
    const { names } = new QueryOptions(ctx.querystring).read(SEMANTICS_OPTIONS);
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
