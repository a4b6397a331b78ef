import type { VNode } from 'preact';

/** Why something failed; nothing when it did not. */
export function Mistake({ text }: { readonly text: string | null }): VNode | null {
  if (text === null) return null;
  return (
    <p class="alert bad" role="alert">
      {text}
    </p>
  );
}
