import type { ApolloServerPlugin, BaseContext } from '@apollo/server';

/** Has Apollo answer browsers with a page, in the place of its own. `koa-adapter.ts` puts the hub's there. */
export function landingPage(): ApolloServerPlugin<BaseContext> {
  return {
    async serverWillStart() {
      return { renderLandingPage: async () => ({ html: '' }) };
    },
  };
}
