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
  const entries = Object.entries(facts) as [name: string, fact: unknown][];
  const plain = entries.filter(([, fact]) => !isPart(fact));
  const parts = entries.filter(([, fact]) => isPart(fact)) as [name: string, part: object][];
  return (
    <>
      {plain.length === 0 ? null : (
        <dl>
          {plain.map(([name, fact]) => (
            <>
              <dt>{inWords(name)}</dt>
              <dd>{shown(fact)}</dd>
            </>
          ))}
        </dl>
      )}
      {parts.length === 0 ? null : (
        <div class="grid">
          {parts.map(([name, part]) => (
            <section class="card">
              <h2>{inWords(name)}</h2>
              <Facts facts={part} />
            </section>
          ))}
        </div>
      )}
    </>
  );
}

function isPart(fact: unknown): boolean {
  return typeof fact === 'object' && fact !== null && !(fact instanceof Date);
}

function shown(fact: unknown): ComponentChildren {
  if (fact instanceof Date)
    return <time dateTime={fact.toISOString()}>{fact.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>;
  if (fact === null) return 'none';
  return typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : String(fact);
}

/** What people call facts whose names say little to them. */
const WORDS: Readonly<Record<string, string>> = {
  registry: 'Vocabulary',
  readAt: 'Read from the store',
  stale: 'Store out of reach',
  workers: 'Conversions',
  count: 'Threads',
  inside: 'Under way',
};

/** A fact's name as people write it: `lastError` is Last error. */
function inWords(name: string): string {
  const known = WORDS[name];
  if (known !== undefined) return known;
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
