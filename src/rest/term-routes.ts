import type Router from '@koa/router';
import { clientOf } from '../http/limits/client-address.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { HubError } from '../errors.ts';
import { QueryOptions } from '../http/query-options.ts';
import { sendRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { CONTENT_TYPES } from '../rdf/write/format.ts';
import { serialize } from '../rdf/write/serialize.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import { listFoundTerms, type TermListing, type TermQuery } from '../vocabulary/search/list-terms.ts';
import { writeTermsCsv } from './terms-csv.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { MAX_CSV_TERMS, MAX_RDF_TERMS, MAX_ROWS, TERMS_FORMAT, TERMS_OPTIONS } from './options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { READ_CACHE_SECONDS, readLinks } from './read-links.ts';

/** `GET /api/terms`: the terms that a search and filters find. */
export function createTermRoutes(answers: PreparedAnswers, hub: HubNamespaces): Router {
  return createRouter().get('/api/terms', async (ctx) => {
    const options = new QueryOptions(ctx.querystring);
    const format = options.get(TERMS_FORMAT) ?? 'json';
    const asked = readTermQuery(options);
    const vocabulary = answers.vocabulary();
    // A file has all terms, and nothing of the search.
    const whole = { skip: 0, first: Infinity, withCounts: false, withReasons: false };
    const query = format === 'json' ? asked : { ...asked, ...whole };
    const searcher = { client: clientOf(ctx), signal: clientGoneSignal(ctx) };
    const listing = await listFoundTerms(vocabulary, query, searcher);
    if (format !== 'json') refuseLongFile(format, listing.termCount, hub);
    await sendRepresentation(ctx, represent(listing, format, vocabulary, hub), {
      lastModified: answers.since,
      maxAgeSeconds: READ_CACHE_SECONDS,
      links: readLinks(hub.baseUrl, vocabulary),
    });
  });
}

/** @throws HubError `invalid-option` when a file would hold the thread that answers for too long */
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
  listing: TermListing,
  format: 'json' | 'csv' | keyof typeof CONTENT_TYPES,
  vocabulary: Vocabulary,
  hub: HubNamespaces,
): Representation {
  const { version, lexicon } = vocabulary;
  const { rows, rowCount, termCount, didYouMean, counts } = listing;
  if (format === 'json')
    return new Representation(
      'application/json; charset=utf-8',
      JSON.stringify({ success: true, count: termCount, rows: rowCount, didYouMean, counts, data: rows }),
      version,
      'passing',
    );
  const terms = rows.flatMap((row) => row.terms);
  if (format === 'csv')
    return new Representation('text/csv; charset=utf-8; header=present', writeTermsCsv(terms), version, 'passing');
  const triples = terms.flatMap(({ iri }) => vocabulary.triples.of(iri));
  const text = serialize(triples, format, { prefixes: lexicon.prefixes, base: hub.vocabulary });
  return new Representation(CONTENT_TYPES[format], text, version, 'passing');
}
