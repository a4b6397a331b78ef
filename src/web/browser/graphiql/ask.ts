import type { GraphiQLProps } from 'graphiql';
import { rootOfHub } from '../page/root.ts';

/** Sends a request of GraphiQL to this hub, with the headers that the reader wrote. Resolves to what the hub answered, errors too. */
export const ask: GraphiQLProps['fetcher'] = async (request, options) => {
  const { href } = new URL(`${rootOfHub()}graphql`, location.href);
  const response = await fetch(href, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      // As JSON, and with this header, nothing can be sent by a browser unasked: what the hub wants of every request.
      'content-type': 'application/json',
      'apollo-require-preflight': 'true',
      ...(options?.headers as Record<string, string> | undefined),
    },
    body: JSON.stringify(request),
  });
  return response.json();
};
