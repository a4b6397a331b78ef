import type { ComponentChildren, VNode } from 'preact';
import { go } from './navigation.ts';
import { addressOf, type View } from './view.ts';

interface ViewLinkProps {
  readonly to: View;
  readonly isCurrent?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A link to a view, which the page shows without being loaded again. */
export function ViewLink({ to, isCurrent = false, class: name, children }: ViewLinkProps): VNode {
  return (
    <a
      href={addressOf(to)}
      class={name}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
