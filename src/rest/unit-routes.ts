import type Router from '@koa/router';
import { QueryOptions } from '../http/query-options.ts';
import { Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { convertUnit } from '../mapping/units/convert-unit.ts';
import { CONVERT_UNIT_OPTIONS } from './vocabulary-options.ts';
import type { PreparedAnswers } from './prepared.ts';
import { sendRead } from './read-links.ts';

/** `GET /api/convert-unit`. */
export function createUnitRoutes(answers: PreparedAnswers, baseUrl: string): Router {
  const router = createRouter();
  router.get('/api/convert-unit', (ctx) => {
    const asked = new QueryOptions(ctx.querystring).read(CONVERT_UNIT_OPTIONS);
    const vocabulary = answers.vocabulary();
    const body = JSON.stringify(convertUnit(asked, vocabulary.lexicon));
    const made = new Representation('application/json; charset=utf-8', body, vocabulary.version, 'passing');
    return sendRead(ctx, made, { answers, baseUrl });
  });
  return router;
}
