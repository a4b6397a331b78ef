import Router from '@koa/router';

/** A router as every adapter has it: capitals in a path count, and a slash at its end makes no difference. */
export function createRouter(): Router {
  return new Router({ sensitive: true, strict: false });
}
