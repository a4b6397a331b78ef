import type { ComponentChildren, VNode } from 'preact';

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

/** Longer names have no room in the width of a phone. */
const LONGEST_LINE = 32;

/** A name that a line ends in between two of its words, where it has to. */
function breakable(name: string): ComponentChildren {
  if (name.length <= LONGEST_LINE) return name;
  return name.split(/(?<=_)/).map((word, at) => (at === 0 ? word : [<wbr />, word]));
}
