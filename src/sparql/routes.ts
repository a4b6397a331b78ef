import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { clientOf } from '../http/limits/client-address.ts';
import { clientGoneSignal } from '../http/client-gone.ts';
import { compressStream, skipCompression } from '../http/compress.ts';
import type { Coding } from '../http/headers/accept-encoding.ts';
import { isKnownToClient, tagsOf } from '../http/preconditions.ts';
import { sendRepresentation, preferredCoding, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import type { PublicDataset } from '../queries/public-dataset.ts';
import type { QueryTask } from '../queries/messages.ts';
import type { Queries } from '../queries/queries.ts';
import type { QueryAnswer } from '../queries/query-pool.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import { serialize } from '../rdf/write/serialize.ts';
import { contentTypeOf, descriptionFormat, formatsAskedFor } from './result-formats.ts';
import { readSparqlRequest } from './protocol-request.ts';
import { DESCRIPTION_PREFIXES, describeService } from './service-description.ts';

export interface SparqlRoutesOptions {
  readonly queries: Pick<Queries, 'run'>;
  /** The graphs of this moment. @throws HubError `registry-unavailable` */
  readonly dataset: () => PublicDataset;
  readonly bodyBudget: BodyBudget;
  readonly baseUrl: string;
  /** Makes the page for people. */
  readonly renderPage: (dataset: PublicDataset, path: string) => string;
}

/** How long an answer may be used unasked: a change of the vocabulary is seen by everybody after this time. */
const CACHE_SECONDS = 60;
/** Forms by which the tags of one answer differ. */
const TAG_ENDS = ['', '-br', '-gzip'];

/** `/sparql`: SPARQL 1.1 Protocol, queries alone. */
export function createSparqlRoutes({ queries, dataset, bodyBudget, baseUrl, renderPage }: SparqlRoutesOptions): Router {
  const router = createRouter();
  const endpoint = `${baseUrl}/sparql`;
  const descriptions = new Descriptions(endpoint, renderPage);

  const describe = (ctx: Context, format: string | null): Promise<void> => {
    if (format === null) ctx.vary('Accept');
    const described = descriptionFormat(format, ctx.headers.accept);
    return sendRepresentation(ctx, descriptions.of(dataset(), described, ctx.path), {
      lastModified: null,
      maxAgeSeconds: CACHE_SECONDS,
      links: [],
    });
  };

  const answer = async (ctx: Context): Promise<void> => {
    const { query, dataset: asked, format } = await readSparqlRequest(ctx, bodyBudget, endpoint);
    if (query === null) return describe(ctx, format);
    if (format === null) ctx.vary('Accept');
    const task: QueryTask = { text: query, dataset: asked, formats: formatsAskedFor(format, ctx.headers.accept) };
    const isRead = ctx.method !== 'POST';
    // It is compressed here, as the tag has to say so.
    skipCompression(ctx);
    ctx.vary('Accept-Encoding');
    // Which bytes it would get is known when it has been answered, so that it is looked at behind that whether they are the wanted ones.
    if (isRead && ctx.headers['if-match'] === undefined) {
      const known = knownTag(ctx, tagOf(task, dataset().version));
      // Who has it is told so before the query runs.
      if (known !== null && isKnownToClient(ctx.headers, { etag: known, lastModified: null }))
        return tellKnown(ctx, known);
    }
    const answered = await queries.run(task, { client: clientOf(ctx), signal: clientGoneSignal(ctx) });
    const coding = preferredCoding(ctx.headers['accept-encoding'], answered.output.size);
    if (!isRead) return give(ctx, answered, coding, null);
    const etag = answered.facts.isDeterministic ? `"${tagOf(task, answered.version)}${tagEnd(coding)}"` : null;
    if (isKnownAfterAll(ctx, answered, etag)) return tellKnown(ctx, etag);
    give(ctx, answered, coding, etag);
  };

  router.get('/sparql', answer);
  router.post('/sparql', answer);
  return router;
}

/** Whether the client needs none of an answer, which is given up then. @throws HubError `precondition-failed` */
function isKnownAfterAll({ headers }: Context, { output }: QueryAnswer, etag: string | null): boolean {
  let isGivenUp = true;
  try {
    isGivenUp = isKnownToClient(headers, { etag, lastModified: null });
    return isGivenUp;
  } finally {
    if (isGivenUp) output.dispose();
  }
}

/** Answers 304. */
function tellKnown(ctx: Context, etag: string | null): void {
  ctx.status = 304;
  setValidators(ctx, etag);
}

/** A tag is for what is the same each time. */
function setValidators(ctx: Context, etag: string | null): void {
  ctx.set('Cache-Control', etag === null ? 'no-store' : `public, max-age=${CACHE_SECONDS}`);
  if (etag !== null) ctx.set('ETag', etag);
}

/** Sends an answer. */
function give(ctx: Context, { facts, output }: QueryAnswer, coding: Coding | null, etag: string | null): void {
  if (!ctx.writable) return output.dispose();
  ctx.status = 200;
  ctx.set('Content-Type', contentTypeOf(facts));
  setValidators(ctx, etag);
  if (ctx.method === 'HEAD') {
    if (coding === null) ctx.length = output.size;
    else ctx.set('Content-Encoding', coding);
    return output.dispose();
  }
  const small = coding === null ? output.takeSmall() : null;
  if (small !== null) {
    ctx.body = small;
    return;
  }
  const stream = output.stream();
  if (coding === null) {
    ctx.body = stream;
    ctx.length = output.size;
  } else {
    ctx.set('Content-Encoding', coding);
    ctx.body = compressStream(ctx, stream, coding);
  }
}

/** The ETag's content: equal for a query of the same words, about the same graphs, in the same format. */
function tagOf({ text, dataset, formats }: QueryTask, version: string): string {
  // The words of before: a client that has an answer keeps it when the hub is upgraded.
  return createHash('sha256')
    .update(JSON.stringify([version, { text, dataset, forms: formats }]))
    .digest('base64url')
    .slice(0, 27);
}

function tagEnd(coding: Coding | null): string {
  return coding === null ? '' : `-${coding}`;
}

/**
 * The tag that the client has of an answer, null when it has none. It can only have one that the hub gave: so the query is sound, and
 * always answered the same.
 */
function knownTag({ headers }: Context, tag: string): string | null {
  const tags = tagsOf(headers['if-none-match'] ?? '').map(({ tag: known }) => known);
  return TAG_ENDS.map((end) => `"${tag}${end}"`).find((known) => tags.includes(known)) ?? null;
}

/** The description of the service in each format, for the graphs of this moment. */
class Descriptions {
  readonly #endpoint: string;
  readonly #renderPage: SparqlRoutesOptions['renderPage'];
  readonly #made = new Map<string, Representation>();
  #version: string | null = null;

  constructor(endpoint: string, renderPage: SparqlRoutesOptions['renderPage']) {
    this.#endpoint = endpoint;
    this.#renderPage = renderPage;
  }

  /** @param path one of the two under which the service is asked; a page has relative addresses */
  of(dataset: PublicDataset, format: RdfFormat | 'html', path: string): Representation {
    if (dataset.version !== this.#version) this.#made.clear();
    this.#version = dataset.version;
    const key = `${format} ${path}`;
    let made = this.#made.get(key);
    if (made === undefined) this.#made.set(key, (made = this.#make(dataset, format, path)));
    return made;
  }

  #make(dataset: PublicDataset, format: RdfFormat | 'html', path: string): Representation {
    if (format === 'html')
      return new Representation('text/html; charset=utf-8', this.#renderPage(dataset, path), dataset.version);
    const names = { prefixes: DESCRIPTION_PREFIXES, base: `${new URL(this.#endpoint).origin}/` };
    const text = serialize(describeService(this.#endpoint, dataset), format, names);
    return new Representation(contentTypeOf({ kind: 'graph', format }), text, dataset.version);
  }
}
