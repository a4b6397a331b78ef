import type { VNode } from 'preact';
import { indentJson } from '../../parts/indent-json.ts';
import { SHOWN_BYTES, type Received } from './send.ts';
import { grouped } from '../../parts/grouped.ts';

/** Status, headers and body of an answer. */
export function AnswerView({ received }: { readonly received: Received }): VNode {
  const { status, isOk, headers, body, isCut, isJson, tookMs } = received;
  if (status === null) return <p class="alert bad">{body}</p>;
  return (
    <section class="received" aria-label="Answer">
      <p>
        <strong class={isOk ? 'chip' : 'chip bad'}>{status}</strong>{' '}
        <span class="note">after {Math.round(tookMs)} ms</span>
      </p>
      <details>
        <summary>{headers.length} headers</summary>
        <pre tabIndex={0} role="region" aria-label="Headers of the answer">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      {body === '' ? (
        <p class="note">The body is empty.</p>
      ) : (
        <pre class="long" tabIndex={0} role="region" aria-label="Body of the answer">
          {isJson ? indentJson(body) : body}
        </pre>
      )}
      {isCut ? (
        <p class="note">
          The body is longer. These are its first {grouped(SHOWN_BYTES)} bytes; a program gets all of it.
        </p>
      ) : null}
    </section>
  );
}
