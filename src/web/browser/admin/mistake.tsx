import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signedIn } from './hub-session.ts';

/** Why what was tried failed, and what notes it. Who signs in again reads nothing of the sign-in that ended. */
export function useMistake(): [string | null, (text: string | null) => void] {
  const [mistake, setMistake] = useState<string | null>(null);
  useEffect(() => setMistake(null), [signedIn.value]);
  return [mistake, setMistake];
}

/** Why something failed; nothing when it did not. */
export function Mistake({ text }: { readonly text: string | null }): VNode | null {
  if (text === null) return null;
  return (
    <p class="alert bad" role="alert">
      {text}
    </p>
  );
}
