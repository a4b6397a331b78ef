import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import { sendRepresentation, Representation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { describeFor } from './described-address.ts';
import { LICENCE_LINK } from './read-links.ts';

const DESCRIPTION = new URL('schema/openapi.json', PACKAGE_FOLDER);
/** It changes only with a release. */
const CACHE_SECONDS = 3600;

/** The description of the interface, for this hub's address. */
export function readInterface(baseUrl: string): unknown {
  return describeFor(baseUrl, readFileSync(DESCRIPTION, 'utf8'));
}

/** `GET /api/openapi.json`: the description of the interface. */
export function createOpenapiRoutes(description: unknown): Router {
  // Without the white space that is for those who read the file.
  const answer = new Representation('application/json; charset=utf-8', JSON.stringify(description), '');
  // Of another release, or for another address, it is another process that answers.
  const lastModified = new Date();
  const router = createRouter();
  router.get('/api/openapi.json', (ctx) =>
    sendRepresentation(ctx, answer, { lastModified, maxAgeSeconds: CACHE_SECONDS, links: [LICENCE_LINK] }),
  );
  return router;
}
