import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import type { RenderPage } from './page.tsx';
import { Table } from '../parts/table.tsx';

/** A source, and how much of it the vocabulary covers. */
export interface CoveredSource {
  readonly file: SourceFile;
  readonly keyCount: number;
  readonly describedCount: number;
}

/** The list of the sources of data that the hub knows. */
export function renderSourcesPage(render: RenderPage, root: string, sources: readonly CoveredSource[]): string {
  return render(
    { title: 'Sources', root, place: 'sources', above: [] },
    <>
      <h1>Sources of data</h1>
      <p class="lead">
        The hub knows what {sources.length} devices, services and formats mean by their keys. A document of one needs no
        key renamed: name its source, or let the hub find it.
      </p>
      <Table label="Sources" heads={['Source', 'What it is', 'Keys with a term']}>
        {sources.map(({ file: { name, title }, keyCount, describedCount }) => (
          <tr>
            <td>
              <a href={`${root}sources/${name}`}>
                <code>{name}</code>
              </a>
            </td>
            <td>{title}</td>
            <td data-head="Keys with a term">
              <meter min={0} max={keyCount} value={describedCount} aria-label={`Keys of ${name} with a term`} />{' '}
              {describedCount} of {keyCount}
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
