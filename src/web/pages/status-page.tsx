import type { ComponentChildren, VNode } from 'preact';
import type { RenderPage } from './page.tsx';

/** Whether the hub can work, and what is known of its parts. */
export interface Status {
  readonly isReady: boolean;
  readonly facts: object;
}

/** What `/readyz` knows, for people. */
export function renderStatusPage(render: RenderPage, root: string, { isReady, facts }: Status): string {
  return render(
    { title: 'Status', root, above: [] },
    <>
      <h1>Status</h1>
      <p role="status" class={isReady ? 'alert good' : 'alert bad'}>
        <strong>{isReady ? 'The hub is ready.' : 'The hub is not ready.'}</strong>
      </p>
      <Facts facts={facts} />
      <p>
        Programs ask <a href={`${root}readyz`}>/readyz</a>, and <a href={`${root}healthz`}>/healthz</a> whether the
        process lives.
      </p>
    </>,
  );
}

function Facts({ facts }: { readonly facts: object }): VNode {
  return (
    <dl>
      {Object.entries(facts).map(([name, fact]) => (
        <>
          <dt>{name}</dt>
          <dd>{shown(fact)}</dd>
        </>
      ))}
    </dl>
  );
}

function shown(fact: unknown): ComponentChildren {
  if (fact instanceof Date) return <time dateTime={fact.toISOString()}>{fact.toISOString()}</time>;
  if (typeof fact === 'object' && fact !== null) return <Facts facts={fact} />;
  return typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : String(fact);
}
