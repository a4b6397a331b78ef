import type { VNode } from 'preact';
import type { Version, VersionRange } from '../../vocabulary/versions/versions.ts';
import type { RenderPage } from './page.tsx';
import { checkPage, PageLinks } from './paging.tsx';
import { Table } from '../parts/table.tsx';

/** Versions of one page, some 500 bytes of HTML each. */
const MAX_VERSIONS = 100;
/** The latest versions, which the form offers; others are compared from the list, or by their addresses. */
const MAX_OFFERED = 100;

/**
 * The list of the versions that can be read, the current one first, and a form to compare two.
 *
 * @param page of the list, from 1
 * @throws HubError `not-found` for a page that there is not
 */
export function renderVersionsPage(
  render: RenderPage,
  root: string,
  versions: readonly Version[],
  page: number,
): string {
  const pageCount = Math.ceil(versions.length / MAX_VERSIONS);
  checkPage(page, pageCount);
  const shown = versions.slice((page - 1) * MAX_VERSIONS, page * MAX_VERSIONS);
  return render(
    { title: page === 1 ? 'Versions' : `Versions, page ${page}`, root, above: [] },
    <>
      <h1>Versions of the vocabulary</h1>
      <p>
        What a version holds never changes, and its name is the SHA-256 of it. A document names the version that it was
        described with, and is converted with that one. Programs follow what changes by{' '}
        <a href={`${root}versions.atom`}>Atom</a> or as a <a href={`${root}ldes`}>Linked Data Event Stream</a>.
      </p>
      <Table label="Versions" heads={['Version', 'In use since', 'What changed']}>
        {shown.map(({ version, iri, since, predecessor, isCurrent }) => (
          <tr>
            <td>
              <a href={iri}>
                <code>{shortName(version)}</code>
              </a>{' '}
              {isCurrent ? <span class="chip">in use</span> : null}
            </td>
            <td>
              <time dateTime={since.toISOString()}>{since.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>
            </td>
            <td>
              {predecessor === null ? (
                <span class="note">the first one</span>
              ) : (
                <a href={`${root}changes?from=${predecessor}&to=${version}`}>since {shortName(predecessor)}</a>
              )}
            </td>
          </tr>
        ))}
      </Table>
      <PageLinks list={`${root}versions`} page={page} count={pageCount} />
      {versions.length < 2 ? null : <CompareForm root={root} versions={versions} />}
    </>,
  );
}

interface CompareFormProps {
  readonly root: string;
  readonly versions: readonly Version[];
  readonly range?: VersionRange;
}

/** Asks for the difference of two versions. */
export function CompareForm({ root, versions, range }: CompareFormProps): VNode {
  const latest = versions.slice(0, MAX_OFFERED);
  const compared = new Set([range?.to, range?.from].filter((version) => version != null));
  const offered = [
    ...latest,
    ...[...compared].filter(({ version }) => latest.every((known) => known.version !== version)),
  ];
  const options = (chosen: string | undefined): VNode[] =>
    offered.map(({ version, since, isCurrent }) => (
      <option value={version} selected={version === chosen}>
        {/* First, since a phone cuts the end. */}
        {isCurrent ? 'in use, ' : ''}
        {shortName(version)}, {since.toISOString().slice(0, 10)}
      </option>
    ));
  return (
    <form action={`${root}changes`} class="toolbar">
      <label for="from">Compare</label>
      <select id="from" name="from">
        {options(range?.from?.version ?? versions.at(1)?.version)}
      </select>
      <label for="to">with</label>
      <select id="to" name="to">
        {options(range?.to.version ?? versions[0]?.version)}
      </select>
      <button class="primary">Compare</button>
    </form>
  );
}

/** A version as people write it. */
export function shortName(version: string): string {
  return version.slice(0, 12);
}
