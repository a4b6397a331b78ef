import type { VNode } from 'preact';

/** A sentence in which names stand between backticks. */
export function Prose({ text }: { readonly text: string }): VNode {
  return <>{text.split('`').map((piece, at) => (at % 2 === 1 ? <code>{piece}</code> : piece))}</>;
}
