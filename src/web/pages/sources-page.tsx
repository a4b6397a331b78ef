import type { VNode } from 'preact';
import { groupBy } from '../../group-by.ts';
import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import type { RenderPage } from './page.tsx';
import { grouped } from '../parts/grouped.ts';
import { Table } from '../parts/table.tsx';
import { checkPage, cutIntoPages, PageLinks } from './paging.tsx';

/** A source, and how much of it the vocabulary covers. */
export interface CoveredSource {
  readonly file: SourceFile;
  readonly keyCount: number;
  readonly describedCount: number;
}

/** Sources and parts of one page, some 350 bytes of HTML each. */
const MAX_SOURCES = 200;
/** Characters of a title that take the room of a source more. */
const LONG_TITLE = 100;

/**
 * The list of the sources of data that the hub knows, the parts of one with it.
 *
 * @param page of the list, from 1
 * @throws HubError `not-found` for a page that there is not
 */
export function renderSourcesPage(
  render: RenderPage,
  root: string,
  sources: readonly CoveredSource[],
  page: number,
): string {
  const parts = groupBy(sources, ({ file }) => file.variantOf);
  const whole = parts.get(null) ?? [];
  const weigh = ({ file: { name, title } }: CoveredSource): number =>
    1 + (parts.get(name)?.length ?? 0) + title.length / LONG_TITLE;
  const pages = cutIntoPages([{ rows: whole }], weigh, MAX_SOURCES);
  checkPage(page, pages.length);
  return render(
    { title: page === 1 ? 'Sources' : `Sources, page ${page}`, root, place: 'sources', above: [] },
    <>
      <h1>Sources of data</h1>
      <p class="lead">
        The hub knows what {grouped(whole.length)} devices, services and formats mean by their keys. A document of one
        needs no key renamed: name its source, or let the hub find it.
      </p>
      <Table label="Sources" heads={['Source', 'Name', 'Keys with a term']} look="stacked sources">
        {(pages[page - 1]![0]?.rows ?? []).map(({ file: { name, title }, keyCount, describedCount }) => (
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
      <PageLinks list={`${root}sources`} page={page} count={pages.length} />
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
