import type { VNode } from 'preact';

interface TermLinkProps {
  readonly term: { readonly iri: string; readonly name: string; readonly deprecated: unknown };
}

/** The name of a term, which leads to its page, and whether it is deprecated. */
export function TermLink({ term: { iri, name, deprecated } }: TermLinkProps): VNode {
  return (
    <>
      <a href={iri}>
        <code>{name}</code>
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
