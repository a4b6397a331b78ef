import { setImmediate as letOthersGo } from 'node:timers/promises';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { QueryOptions } from '../http/query-options.ts';
import { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { pageOf, type ListPage } from '../vocabulary/list-page.ts';
import { selectTerms } from '../vocabulary/search/select-terms.ts';
import { lexiconPieces, lexiconTablePieces } from '../vocabulary/registry/write-lexicon-file.ts';
import { listCategories, listPrefixes, listSemanticsRows, listTerms } from '../vocabulary/terms.ts';
import type { Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { coverageOf } from '../sources/coverage.ts';
import { listSources } from '../sources/source-files.ts';
import type { SourceFile } from '../mapping/lexicon/source-file.ts';
import { LEXICON_OPTIONS, PAGE_OPTIONS, PARAMETERS_OPTIONS, SEMANTICS_OPTIONS } from './vocabulary-options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { sendRead } from './read-links.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** `GET /api/parameters`, `/api/categories`, `/api/ontologies`, `/api/sources`, `/api/semantics`, `/api/lexicon` and `/api/lexicon/sources`. */
export function createListingRoutes(answers: PreparedAnswers, baseUrl: string): Router {
  const router = createRouter();

  const give = (ctx: Context, representation: Representation, next: string | null = null): Promise<void> =>
    sendRead(ctx, representation, { answers, baseUrl, next });

  /** Gives a page of a list. Of the pages of a list that is kept, the first and the whole are: there are too many others. */
  const givePage = <T>(ctx: Context, { name, list, keyOf, write }: Paged<T>): Promise<void> => {
    const wanted = new QueryOptions(ctx.querystring).read(PAGE_OPTIONS);
    const vocabulary = answers.vocabulary();
    const page = pageOf(list, keyOf, wanted);
    const isKept = name !== null && wanted.after === null;
    const made = isKept
      ? answers.get(`${name}${wanted.isWhole ? ' whole' : ''}`, () => representationOf(vocabulary, write(page)))
      : representationOf(vocabulary, write(page), 'passing');
    return give(ctx, made, page.next);
  };

  router.get('/api/parameters', async (ctx) => {
    const { category, facets } = new QueryOptions(ctx.querystring).read(PARAMETERS_OPTIONS);
    const vocabulary = answers.vocabulary();
    const terms = listTerms(vocabulary, category);
    // There are too many combinations of facets to keep their answers, and too many names that are no categories.
    const isKept = facets.length === 0 && (terms.length > 0 || category === null);
    return givePage(ctx, {
      name: isKept ? `parameters ${category ?? ''}` : null,
      list: facets.length === 0 ? terms : await termsWithFacets(ctx, vocabulary, category, facets),
      keyOf: nameOf,
      write: (page) =>
        listing(page, (term) => ({ parameter: term.name, description: describe(term), datatype: term.datatype })),
    });
  });

  router.get('/api/categories', (ctx) =>
    givePage(ctx, {
      name: 'categories',
      list: listCategories(answers.vocabulary()),
      keyOf: nameOf,
      write: (page) => listing(page, ({ name }) => ({ category: name })),
    }),
  );

  router.get('/api/ontologies', (ctx) =>
    givePage(ctx, {
      name: 'ontologies',
      list: listPrefixes(answers.vocabulary()),
      keyOf: ({ prefix }) => prefix,
      write: ({ entries }) => entries.map(({ prefix, namespace }) => ({ prefix, ontology: namespace })),
    }),
  );

  router.get('/api/sources', (ctx) => {
    const { terms, lexicon } = answers.vocabulary();
    return givePage(ctx, {
      name: 'sources',
      list: listSources(lexicon),
      keyOf: ({ file }) => file.name,
      write: (page) => listing(page, ({ file }) => entryOf(file, terms)),
    });
  });

  router.get('/api/semantics', (ctx) => {
    const { names } = new QueryOptions(ctx.querystring).read(SEMANTICS_OPTIONS);
    const vocabulary = answers.vocabulary();
    const rows = names.flatMap((name) => listSemanticsRows(vocabulary, name));
    return give(ctx, representationOf(vocabulary, rows, 'passing'));
  });

  router.get('/api/lexicon', async (ctx) => {
    const { texts, layout } = new QueryOptions(ctx.querystring).read(LEXICON_OPTIONS);
    const made = await answers.share(`lexicon ${texts} ${layout}`, async (vocabulary) => {
      const write = layout === 'tables' ? lexiconTablePieces : lexiconPieces;
      const pieces = write(vocabulary, baseUrl, texts !== 'labels');
      return Representation.ofPieces(JSON_TYPE, pieces, vocabulary.version, () => letOthersGo());
    });
    return give(ctx, made);
  });

  router.get('/api/lexicon/sources', (ctx) =>
    give(
      ctx,
      answers.get('lexicon sources', (vocabulary) => {
        const data = listSources(vocabulary.lexicon).map(({ file }) => file);
        return representationOf(vocabulary, { success: true, count: data.length, data });
      }),
    ),
  );
  return router;
}

async function termsWithFacets(
  ctx: Context,
  vocabulary: Vocabulary,
  category: string | null,
  facets: readonly string[],
): Promise<readonly Term[]> {
  const criteria = { facets, ...(category === null ? {} : { category }) };
  const searcher = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
  const { columns, places } = await selectTerms(vocabulary, criteria, searcher);
  return Array.from(places, (place) => columns.terms[place]!);
}

/** A list, and how a page of it is written. */
interface Paged<T> {
  /** The key of its answers; null for one that is not kept. */
  readonly name: string | null;
  /** Sorted by its keys. */
  readonly list: readonly T[];
  readonly keyOf: (entry: T) => string;
  readonly write: (page: ListPage<T>) => object;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** A page that is not the whole list tells how many entries that has. */
export function listing<T>({ entries, total }: ListPage<T>, write: (entry: T) => object): object {
  const isPart = entries.length < total;
  return { success: true, count: entries.length, ...(isPart ? { total } : {}), data: entries.map(write) };
}

/** The listing has no member for it, so a deprecated term says so where people read. */
function describe({ description, deprecated, replacedBy }: Term): string {
  if (!deprecated) return description;
  return replacedBy === null ? `Deprecated: ${description}` : `Deprecated (use ${replacedBy} instead): ${description}`;
}

/** A source, with how many of its keys have terms. */
function entryOf(file: SourceFile, terms: Vocabulary['terms']): object {
  const { name, title, documentation, partOf, keyCount, describedCount } = coverageOf(file, (term) => terms.has(term));
  return { source: name, title, documentation, partOf, keys: keyCount, described: describedCount };
}

function representationOf(vocabulary: Vocabulary, body: unknown, effort?: 'passing'): Representation {
  return new Representation(JSON_TYPE, JSON.stringify(body), vocabulary.version, effort);
}
