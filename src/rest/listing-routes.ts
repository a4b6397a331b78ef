import type Router from '@koa/router';
import type { Context } from 'koa';
import { QueryOptions } from '../http/query-options.ts';
import { sendRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { hasFacets } from '../vocabulary/search/select-terms.ts';
import { writeLexiconFile } from '../vocabulary/registry/write-lexicon-file.ts';
import { listCategories, listPrefixes, listSemanticsRows, listTerms } from '../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { coverageOf } from '../sources/coverage.ts';
import { listSources } from '../sources/source-files.ts';
import { LEXICON_OPTIONS, PARAMETERS_OPTIONS, SEMANTICS_OPTIONS } from './options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { READ_CACHE_SECONDS, readLinks } from './read-links.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** `GET /api/parameters`, `/api/categories`, `/api/ontologies`, `/api/sources`, `/api/semantics`, `/api/lexicon` and `/api/lexicon/sources`. */
export function createListingRoutes(answers: PreparedAnswers, baseUrl: string): Router {
  const router = createRouter();

  const give = (ctx: Context, representation: Representation): Promise<void> =>
    sendRepresentation(ctx, representation, {
      lastModified: answers.since,
      maxAgeSeconds: READ_CACHE_SECONDS,
      links: readLinks(baseUrl, answers.vocabulary()),
    });

  router.get('/api/parameters', (ctx) => {
    const { category, facets } = new QueryOptions(ctx.querystring).read(PARAMETERS_OPTIONS);
    const vocabulary = answers.vocabulary();
    const terms = (): readonly Term[] => listTerms(vocabulary, category === null ? {} : { category }).terms;
    if (facets.length > 0) {
      // There are too many combinations to keep their answers.
      const selected = terms().filter((term) => hasFacets(vocabulary, term, facets));
      return give(ctx, representationOf(vocabulary, listed(selected), 'passing'));
    }
    // All names that are not categories share one answer, so that they cannot fill the memory.
    const isKnown = category === null || listCategories(vocabulary).some(({ name }) => name === category);
    const key = category === null ? 'parameters' : `parameters ${isKnown ? category : ''}`;
    return give(
      ctx,
      answers.get(key, () => representationOf(vocabulary, listed(terms()))),
    );
  });

  router.get('/api/categories', (ctx) =>
    give(
      ctx,
      answers.get('categories', (vocabulary) =>
        representationOf(vocabulary, listing(listCategories(vocabulary).map(({ name }) => ({ category: name })))),
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

  router.get('/api/sources', (ctx) =>
    give(
      ctx,
      answers.get('sources', (vocabulary) => representationOf(vocabulary, listing(listSourceEntries(vocabulary)))),
    ),
  );

  router.get('/api/semantics', (ctx) => {
    const { names } = new QueryOptions(ctx.querystring).read(SEMANTICS_OPTIONS);
    const vocabulary = answers.vocabulary();
    const rows = names.flatMap((name) => listSemanticsRows(vocabulary, name));
    return give(ctx, representationOf(vocabulary, rows, 'passing'));
  });

  router.get('/api/lexicon', (ctx) => {
    const { texts } = new QueryOptions(ctx.querystring).read(LEXICON_OPTIONS);
    return give(
      ctx,
      answers.get(`lexicon ${texts}`, (vocabulary) => {
        const file = writeLexiconFile(vocabulary, baseUrl);
        return representationOf(vocabulary, texts === 'labels' ? withLabelsOnly(file) : file);
      }),
    );
  });

  router.get('/api/lexicon/sources', (ctx) =>
    give(
      ctx,
      answers.get('lexicon sources', (vocabulary) =>
        representationOf(vocabulary, listing(listSources(vocabulary.lexicon).map(({ file }) => file))),
      ),
    ),
  );
  return router;
}

/** The file without the texts that conversions do not need. */
function withLabelsOnly({ terms, ...file }: ReturnType<typeof writeLexiconFile>): object {
  return { ...file, terms: terms.map((term) => ({ ...term, description: undefined, alternatives: undefined })) };
}

function listing(entries: readonly unknown[]): object {
  return { success: true, count: entries.length, data: entries };
}

function listed(terms: readonly Term[]): object {
  return listing(terms.map((term) => ({ parameter: term.name, description: describe(term), datatype: term.datatype })));
}

/** The listing has no member for it, so a deprecated term says so where people read. */
function describe({ description, deprecated, replacedBy }: Term): string {
  if (!deprecated) return description;
  return replacedBy === null ? `Deprecated: ${description}` : `Deprecated (use ${replacedBy} instead): ${description}`;
}

/** The sources, with the keys that this vocabulary has terms for. */
function listSourceEntries({ terms, lexicon }: Vocabulary): object[] {
  return listSources(lexicon).map(({ file }) => {
    const { name, title, documentation, partOf, keyCount, describedCount } = coverageOf(file, (term) =>
      terms.has(term),
    );
    return { source: name, title, documentation, partOf, keys: keyCount, described: describedCount };
  });
}

function representationOf(vocabulary: Vocabulary, body: unknown, effort?: 'passing'): Representation {
  return new Representation(JSON_TYPE, JSON.stringify(body), vocabulary.version, effort);
}
