import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signedIn } from './hub-session.ts';

/** What is being asked for, came, or could not be had. */
export type Asked<Data> =
  | { readonly state: 'waiting' }
  | { readonly state: 'here'; readonly data: Data }
  | { readonly state: 'failed'; readonly message: string };

/**
 * Asks again whenever one of `inputs` changes, when `again` is called, and what failed, when somebody signs in again. What comes too late is
 * thrown away.
 */
export function useAsked<Data>(
  work: () => Promise<Data>,
  inputs: readonly unknown[],
): readonly [asked: Asked<Data>, again: () => void] {
  const [asked, setAsked] = useState<Asked<Data>>({ state: 'waiting' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const run = async (): Promise<void> => {
      try {
        const data = await work();
        if (isWanted) setAsked({ state: 'here', data });
      } catch (error) {
        if (isWanted) setAsked({ state: 'failed', message: (error as Error).message });
      }
    };
    void run();
    return () => {
      isWanted = false;
    };
  }, [...inputs, round]);
  const again = (): void => setRound((before) => before + 1);
  useEffect(() => {
    if (signedIn.value !== null && asked.state === 'failed') again();
  }, [signedIn.value]);
  return [asked, again];
}

interface LoadedProps<Data> {
  readonly asked: Asked<Data>;
  readonly again: () => void;
  readonly children: (data: Data) => ComponentChildren;
}

/** Shows what came; while it is awaited and where it failed, it says so. */
export function Loaded<Data>({ asked, again, children }: LoadedProps<Data>): VNode {
  if (asked.state === 'waiting')
    return (
      <p class="empty" role="status">
        Loading …
      </p>
    );
  if (asked.state === 'here') return <>{children(asked.data)}</>;
  return (
    <div class="alert bad" role="alert">
      <p>{asked.message}</p>
      <p>
        <button type="button" onClick={again}>
          Try again
        </button>
      </p>
    </div>
  );
}
