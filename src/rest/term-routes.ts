import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type Router from '@koa/router';
import { editionOf } from '../dumps/edition.ts';
import { HubError } from '../errors.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { QueryOptions } from '../http/query-options.ts';
import { sendRepresentation, Representation, type AnswerHeaders } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { sendStream } from '../http/send-stream.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { CONTENT_TYPES } from '../rdf/write/format.ts';
import { findTermRows, listFoundTerms, type TermListing, type TermQuery } from '../vocabulary/search/list-terms.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { MAX_CSV_TERMS, MAX_RDF_TERMS, MAX_ROWS, TERMS_FORMAT, TERMS_OPTIONS } from './vocabulary-options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { READ_CACHE_SECONDS, readLinks } from './read-links.ts';
import { openTermFile } from './term-files.ts';

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** `GET /api/terms`: the terms that a search and filters find. */
export function createTermRoutes(answers: PreparedAnswers, hub: HubNamespaces): Router {
  const findEdition = editionOf(hub.baseUrl);
  return createRouter().get('/api/terms', async (ctx) => {
    const options = new QueryOptions(ctx.querystring);
    const format = options.get(TERMS_FORMAT) ?? 'json';
    const asked = readTermQuery(options);
    const vocabulary = answers.vocabulary();
    const searcher = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
    const headers: AnswerHeaders = {
      lastModified: answers.since,
      maxAgeSeconds: READ_CACHE_SECONDS,
      links: readLinks(hub.baseUrl, vocabulary),
    };
    if (format === 'json') {
      const listing = await listFoundTerms(vocabulary, asked, searcher);
      return sendRepresentation(ctx, represent(listing, vocabulary), headers);
    }
    const { criteria, order, language } = asked;
    const contentType = format === 'csv' ? CSV_TYPE : CONTENT_TYPES[format];
    const told = [await findEdition(), vocabulary.version, format, criteria, order, language];
    const tag = createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 27);
    const open = async (): Promise<Readable> => {
      const terms = (await findTermRows(vocabulary, { criteria, order }, searcher)).flat();
      refuseLongFile(format, terms.length, hub);
      return openTermFile({ terms, vocabulary, language, base: hub.vocabulary }, format, searcher);
    };
    return sendStream(ctx, { contentType, tag, open }, headers);
  });
}

/** @throws HubError `invalid-option` when a file would have more terms than are given at once */
export function refuseLongFile(format: 'csv' | keyof typeof CONTENT_TYPES, terms: number, hub: HubNamespaces): void {
  const most = format === 'csv' ? MAX_CSV_TERMS : MAX_RDF_TERMS;
  if (terms <= most) return;
  const counted = (count: number): string => count.toLocaleString('en');
  throw new HubError(
    'invalid-option',
    `${counted(terms)} terms were found, and a file of the format ${format} has at most ${counted(most)} of them. Narrow the search by q, category, unit or facet, ask for JSON page by page with skip, or take the whole vocabulary, ${hub.vocabulary}?format=ttl.`,
    { key: 'format' },
  );
}

/** What a request asks to be listed. @throws HubError `invalid-option` */
export function readTermQuery(options: QueryOptions): TermQuery {
  const { text, category, facets, quantity, unit, datatype, deprecated, language, sort, skip, first, withCounts } =
    options.read(TERMS_OPTIONS);
  const isSearch = text !== null && text.trim() !== '';
  // A form sends the fields that nobody filled in, too.
  const given = <Key extends string>(key: Key, value: string | null) =>
    (value === null || value === '' ? {} : { [key]: value }) as Partial<Record<Key, string>>;
  const wanted = facets.filter((facet) => facet !== '');
  return {
    criteria: {
      ...(isSearch ? { text } : {}),
      ...given('category', category),
      ...given('quantity', quantity),
      ...given('unit', unit),
      ...given('datatype', datatype),
      ...(wanted.length === 0 ? {} : { facets: wanted }),
      ...(deprecated === null ? {} : { isDeprecated: deprecated === 'true' }),
    },
    order: sort ?? (isSearch ? 'relevance' : 'name'),
    language: language ?? 'en',
    skip,
    first: Math.min(first, MAX_ROWS),
    withCounts,
  };
}

function represent(
  { rows, rowCount, termCount, didYouMean, counts }: TermListing,
  { version }: Vocabulary,
): Representation {
  const answer = { success: true, count: termCount, rows: rowCount, didYouMean, counts, data: rows };
  return new Representation('application/json; charset=utf-8', JSON.stringify(answer), version, 'passing');
}
