import type { VNode } from 'preact';
import type { Problem } from './queries.ts';

/** What is wrong, in the words of the hub. */
export function Faults({ problems }: { readonly problems: readonly Problem[] }): VNode | null {
  if (problems.length === 0) return null;
  return (
    <ul class="faults">
      {problems.map(({ message, value }) => (
        <li>
          {message}
          {value === null ? null : (
            <>
              {' '}
              <code>{value}</code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
