import type { VNode } from 'preact';
import { grouped } from '../../parts/grouped.ts';
import { Table } from '../../parts/table.tsx';
import { rootOfHub } from '../page/root.ts';
import { keysOf } from './keys-of-source.ts';

/** Keys that are shown; a source has some hundred at most. */
const MOST_KEYS = 500;

/** What the keys of a source's file mean, with links to their terms, while the file is JSON that says it. */
export function SourceKeys({ file }: { readonly file: string }): VNode | null {
  const keys = keysOf(file);
  if (keys.length === 0) return null;
  const vocabulary = `${rootOfHub()}vocabulary/`;
  return (
    <>
      <h2 id="source-keys">What its keys mean</h2>
      <Table labelledBy="source-keys" heads={['Key', 'Term']}>
        {keys.slice(0, MOST_KEYS).map(([key, term]) => (
          <tr>
            <td>
              <code>{key}</code>
            </td>
            <td data-head="Term">
              {/* Leaving the page would sign out. */}
              <a href={vocabulary + encodeURIComponent(term)} target="_blank" rel="noopener">
                <code>{term}</code>
              </a>
            </td>
          </tr>
        ))}
      </Table>
      {keys.length > MOST_KEYS ? <p class="note">{grouped(keys.length - MOST_KEYS)} more are in the file.</p> : null}
    </>
  );
}
