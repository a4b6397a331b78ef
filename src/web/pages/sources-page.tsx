import type { VNode } from 'preact';
import { groupBy } from '../../group-by.ts';
import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import type { RenderPage } from './page.tsx';
import { Table } from '../parts/table.tsx';

/** A source, and how much of it the vocabulary covers. */
export interface CoveredSource {
  readonly file: SourceFile;
  readonly keyCount: number;
  readonly describedCount: number;
}

/** The list of the sources of data that the hub knows, the parts of one with it. */
export function renderSourcesPage(render: RenderPage, root: string, sources: readonly CoveredSource[]): string {
  const parts = groupBy(sources, ({ file }) => file.variantOf);
  return render(
    { title: 'Sources', root, place: 'sources', above: [] },
    <>
      <h1>Sources of data</h1>
      <p class="lead">
        The hub knows what {(parts.get(null) ?? []).length} devices, services and formats mean by their keys. A document
        of one needs no key renamed: name its source, or let the hub find it.
      </p>
      <Table label="Sources" heads={['Source', 'Name', 'Keys with a term']} look="stacked sources">
        {(parts.get(null) ?? []).map(({ file: { name, title }, keyCount, describedCount }) => (
          <tr>
            <th scope="row">
              <a href={`${root}sources/${name}`}>{title}</a>
              <Parts parts={parts.get(name) ?? []} root={root} />
            </th>
            <td>
              <code>{name}</code>
            </td>
            <td data-head="Keys with a term">
              {keyCount === 0 ? (
                'those of its parts'
              ) : (
                <>
                  <meter min={0} max={keyCount} value={describedCount} aria-label={`Keys of ${title} with a term`} />{' '}
                  {describedCount} of {keyCount}
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
      <p>
        One is missing? <a href={`${root}suggest/source`}>Suggest a source</a>.
      </p>
    </>,
  );
}

/** Parts of a source, which no document names. */
function Parts({ parts, root }: { readonly parts: readonly CoveredSource[]; readonly root: string }): VNode | null {
  if (parts.length === 0) return null;
  return (
    <details>
      <summary>{parts.length === 1 ? '1 part' : `${parts.length} parts`}</summary>
      <ul>
        {parts.map(({ file: { name }, keyCount, describedCount }) => (
          <li>
            <a href={`${root}sources/${name}`}>
              <code>{name}</code>
            </a>{' '}
            <span class="note">
              {describedCount} of {keyCount}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
