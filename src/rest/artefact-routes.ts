import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ARTEFACT_KINDS, type Artefact, type ArtefactKind } from '../artefacts/artefact.ts';
import { MAX_SAMPLE_BYTES, requestArtefact, type ArtefactRequest } from '../artefacts/request-artefact.ts';
import { HubError } from '../errors.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import { chargeClient, limitDocumentRate, type RateLimit } from '../http/limits/rate-limit.ts';
import { QueryOptions } from '../http/query-options.ts';
import { readBody } from '../http/read-body.ts';
import { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { factsOfTerm } from '../vocabulary/describe/term-facts.ts';
import { ARTEFACT_BY_NAMES_OPTIONS, ARTEFACT_OPTIONS } from './artefact-options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { sendRead } from './read-links.ts';

export interface ArtefactRoutesOptions {
  readonly answers: PreparedAnswers;
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly bodyBudget: BodyBudget;
}

/** `GET` and `POST /api/artefacts/{kind}`: the meaning of keys in other standards. */
export function createArtefactRoutes({ answers, baseUrl, rateLimit, bodyBudget }: ArtefactRoutesOptions): Router {
  const router = createRouter();
  const make = (request: ArtefactRequest): Artefact => {
    const vocabulary = answers.vocabulary();
    return requestArtefact(request, vocabulary.lexicon, (name) => factsOfTerm(vocabulary, name));
  };

  router.get('/api/artefacts/:kind', async (ctx) => {
    const kind = readKind(ctx);
    const { names, withReport, ...options } = new QueryOptions(ctx.querystring).read(ARTEFACT_BY_NAMES_OPTIONS);
    // Five hundred keys take as long as a document does, and are counted as one.
    await chargeClient(ctx, rateLimit);
    const vocabulary = answers.vocabulary();
    const { body, mediaType } = represent(make({ ...options, kind, of: names }), withReport);
    const made = new Representation(mediaType, body, vocabulary.version, 'passing');
    return sendRead(ctx, made, { answers, baseUrl });
  });

  const checkKind: Middleware = (ctx, next) => {
    readKind(ctx);
    return next();
  };
  router.post('/api/artefacts/:kind', checkKind, limitDocumentRate(rateLimit), async (ctx) => {
    const kind = readKind(ctx);
    const { withReport, ...options } = new QueryOptions(ctx.querystring).read(ARTEFACT_OPTIONS);
    const sample = await readBody(ctx, MAX_SAMPLE_BYTES, bodyBudget);
    try {
      const { body, mediaType } = represent(make({ ...options, kind, of: sample.bytes }), withReport);
      ctx.type = mediaType;
      ctx.body = body;
    } finally {
      sample.release();
    }
  });
  return router;
}

function represent(artefact: Artefact, withReport: boolean): { body: string; mediaType: string } {
  if (!withReport) return { body: artefact.text, mediaType: artefact.mediaType };
  const { text, mediaType, fileName, report } = artefact;
  return {
    body: JSON.stringify({ artefact: text, mediaType, fileName, report }),
    mediaType: 'application/json; charset=utf-8',
  };
}

/** @throws HubError `not-found` for a kind that does not exist */
function readKind(ctx: Context): ArtefactKind {
  const asked = String((ctx as Context & { params: { kind: string } }).params.kind);
  const kind = ARTEFACT_KINDS.find((known) => known === asked);
  if (kind !== undefined) return kind;
  throw new HubError(
    'not-found',
    `There is no artefact of the kind ${JSON.stringify(asked.slice(0, 100))}; the kinds are ${ARTEFACT_KINDS.join(', ')}.`,
    { key: 'kind' },
  );
}
