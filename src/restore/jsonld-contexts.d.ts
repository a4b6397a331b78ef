declare module 'jsonld/lib/ContextResolver.js' {
  import type { ContextResolver } from './bounded-contexts.ts';

  const resolver: new (options: { readonly sharedCache: Map<string, unknown> }) => ContextResolver;
  export default resolver;
}
