import type Router from '@koa/router';
import { CHECK_CODES } from '../check/finding-codes.ts';
import { ERROR_CODES } from '../errors.ts';
import { WARNING_CODES } from '../mapping/records/warnings.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { createRouter } from '../http/routes.ts';
import { givePage } from './give-page.ts';
import { renderAccessibilityPage } from './pages/accessibility-page.tsx';
import { rootOf, type RenderPage } from './pages/page.tsx';
import { renderPlaygroundPage } from './pages/playground-page.tsx';
import { renderFindingPage, renderProblemList, renderProblemPage } from './pages/problem-pages.tsx';
import { renderStartPage } from './pages/start-page.tsx';

/** What conversions warn of, and what only a check looks for. */
const FOUND_CODES = [...WARNING_CODES, ...CHECK_CODES];

interface PageRoutesOptions {
  readonly render: RenderPage;
  readonly baseUrl: string;
  /** The vocabulary of this moment; null while none has been read. */
  readonly vocabulary: () => Vocabulary | null;
  /** The address of a page or of a mailbox of those who run the hub; undefined when they gave none. */
  readonly contact: string | undefined;
}

/** The start page, the playground, and the statement on accessibility. */
export function createPageRoutes({ render, baseUrl, vocabulary, contact }: PageRoutesOptions): Router {
  return createRouter()
    .get('/', (ctx) => {
      const current = vocabulary();
      return givePage(ctx, renderStartPage(render, { baseUrl, vocabulary: current }), current?.version ?? '');
    })
    .get('/playground', (ctx) => givePage(ctx, renderPlaygroundPage(render, baseUrl)))
    .get('/accessibility', (ctx) =>
      givePage(ctx, renderAccessibilityPage(render, { root: rootOf(ctx.path), contact })),
    );
}

/** The pages that explain errors, and what else a check finds. */
export function createProblemRoutes(render: RenderPage): Router {
  const router = createRouter();
  router.get('/problems', (ctx) =>
    givePage(ctx, renderProblemList(render, rootOf(ctx.path), ERROR_CODES, FOUND_CODES)),
  );
  for (const code of ERROR_CODES) {
    router.get(`/problems/${code}`, (ctx) => givePage(ctx, renderProblemPage(render, rootOf(ctx.path), code)));
  }
  for (const code of FOUND_CODES) {
    router.get(`/problems/${code}`, (ctx) => givePage(ctx, renderFindingPage(render, rootOf(ctx.path), code)));
  }
  return router;
}
