import type { VNode } from 'preact';
import { breakable } from '../parts/breakable.tsx';

interface TermLinkProps {
  readonly term: { readonly iri: string; readonly name: string; readonly deprecated: unknown };
}

/** The name of a term, which leads to its page, and whether it is deprecated. */
export function TermLink({ term: { iri, name, deprecated } }: TermLinkProps): VNode {
  return (
    <>
      <a href={iri}>
        <code>{breakable(name)}</code>
      </a>
      {deprecated ? (
        <>
          {' '}
          <span class="chip warn">deprecated</span>
        </>
      ) : null}
    </>
  );
}
