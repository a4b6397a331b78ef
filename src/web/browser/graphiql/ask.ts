import type { GraphiQLProps } from 'graphiql';
import { NO_ANSWER } from '../page/no-answer.ts';
import { rootOfHub } from '../page/root.ts';

/**
 * Sends a request of GraphiQL to this hub, with the headers that the reader wrote. Resolves to what the hub answered, errors too, and to an
 * error where it did not answer: of what is thrown, GraphiQL shows the stack.
 */
export const ask: GraphiQLProps['fetcher'] = async (request, options) => {
  const { href } = new URL(`${rootOfHub()}graphql`, location.href);
  let call: Request;
  try {
    call = callOf(href, request, options?.headers as Record<string, string> | undefined);
  } catch {
    return failed('One of the headers has a name or a value that no request may have: see the tab Headers.');
  }
  try {
    const response = await fetch(call);
    return await response
      .json()
      .catch(() => failed(`The hub answered ${response.status}, without JSON. Send it again.`));
  } catch {
    return failed(NO_ANSWER);
  }
};

/** @throws TypeError for headers that cannot be sent */
function callOf(href: string, request: unknown, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(href, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      // As JSON, and with this header, nothing can be sent by a browser unasked: what the hub wants of every request.
      'content-type': 'application/json',
      'apollo-require-preflight': 'true',
      ...headers,
    },
    body: JSON.stringify(request),
  });
}

function failed(message: string): { readonly errors: ReadonlyArray<{ readonly message: string }> } {
  return { errors: [{ message }] };
}
