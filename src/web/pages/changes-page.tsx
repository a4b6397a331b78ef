import type { ComponentChildren, VNode } from 'preact';
import type { ChangedValue, Changes, OtherChange, PropertyChange } from '../../vocabulary/versions/changes.ts';
import type { VersionTerm } from '../../vocabulary/versions/version-content.ts';
import type { Version, VersionRange } from '../../vocabulary/versions/versions.ts';
import { grouped } from '../parts/grouped.ts';
import type { RenderPage } from './page.tsx';
import { checkPage, cutIntoPages, PageLinks } from './paging.tsx';
import { CompareForm, shortName } from './versions-page.tsx';

/** Values of one page; with a term around each it has some 150 KB. */
const MAX_VALUES = 400;
/** A longer value takes the room of several. */
const VALUE_LENGTH = 200;

/** A comparison of two versions, and the part of it that a page shows. */
interface ChangesPage {
  readonly range: VersionRange;
  readonly changes: Changes;
  /** All that can be compared. */
  readonly versions: readonly Version[];
  /** From 1. */
  readonly page: number;
}

/** What became of the vocabulary between two versions. @throws HubError `not-found` for a page that there is not */
export function renderChangesPage(render: RenderPage, root: string, comparison: ChangesPage): string {
  const { range, changes, versions, page } = comparison;
  const { from, to } = range;
  const parts = partsOf(changes);
  const pages = cutIntoPages(parts, ({ weight }) => weight, MAX_VALUES);
  checkPage(page, pages.length);
  const name = (version: Version): VNode => (
    <a href={version.iri}>
      <code>{shortName(version.version)}</code>
    </a>
  );
  const query = `?${from === null ? '' : `from=${from.version}&`}to=${to.version}`;
  return render(
    {
      title: page === 1 ? 'What changed' : `What changed, page ${page}`,
      root,
      above: [[`${root}versions`, 'Versions']],
    },
    <>
      <h1>What changed</h1>
      <p>
        From {from === null ? 'nothing' : name(from)} to {name(to)}. The same as{' '}
        <a href={`${root}api/changes${query}`}>JSON</a>.
      </p>
      <CompareForm root={root} versions={versions} range={range} />
      {parts.length === 0 ? <p class="empty">The two versions say the same.</p> : null}
      {pages[page - 1]!.map(({ part: { title, rows: all }, rows, isContinued }) => (
        <>
          <h2>
            {title} <span class="chip">{grouped(all.length)}</span>
            {isContinued ? <span class="note"> continued</span> : null}
          </h2>
          <ul class="term-rows">
            {rows.map(({ item }) => (
              <li>{item()}</li>
            ))}
          </ul>
        </>
      ))}
      <PageLinks list={`${root}changes${query}`} page={page} count={pages.length} />
    </>,
  );
}

interface ChangesPart {
  readonly title: string;
  /** Items are made of those that are shown: there may be as many as there are terms. */
  readonly rows: ReadonlyArray<{ readonly item: () => VNode; readonly weight: number }>;
}

/** The kinds of changes that there are, each with its rows. */
function partsOf({ added, changed, deprecated, removed, others }: Changes): ChangesPart[] {
  const light = (item: () => VNode) => ({ item, weight: 1 });
  const parts: ChangesPart[] = [
    { title: 'Added', rows: added.map((term) => light(() => <TermItem term={term} />)) },
    {
      title: 'Changed',
      rows: changed.map(({ term, properties }) => ({
        weight: weightOf(properties),
        item: () => (
          <>
            <TermItem term={term} />
            <Properties properties={properties} />
          </>
        ),
      })),
    },
    { title: 'Deprecated', rows: deprecated.map((term) => light(() => <TermItem term={term} />)) },
    { title: 'Removed', rows: removed.map(({ name, label }) => light(() => <Named name={name} label={label} />)) },
    {
      title: 'Other things',
      rows: others.map((other) => ({
        weight: other.kind === 'changed' ? weightOf(other.properties) : 1,
        item: () => <OtherItem other={other} />,
      })),
    },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}

function weightOf(properties: readonly PropertyChange[]): number {
  const values = properties.flatMap(({ before, after }) => [...before, ...after]);
  return 1 + values.reduce((sum, { value }) => sum + 1 + Math.floor(value.length / VALUE_LENGTH), 0);
}

function Named({ name, label }: { readonly name: string; readonly label: string }): VNode {
  return (
    <>
      <code>{name}</code> <span lang="en">{label}</span>
    </>
  );
}

function TermItem({ term: { iri, name, label } }: { readonly term: VersionTerm }): VNode {
  return (
    <>
      <a href={iri}>
        <code>{name}</code>
      </a>{' '}
      <span lang="en">{label}</span>
    </>
  );
}

function OtherItem({ other: { iri, kind, properties } }: { readonly other: OtherChange }): VNode {
  return (
    <>
      {kind === 'removed' ? <code>{iri}</code> : <a href={iri}>{iri}</a>} <span class="chip">{kind}</span>
      {kind === 'changed' ? <Properties properties={properties} /> : null}
    </>
  );
}

function Properties({ properties }: { readonly properties: readonly PropertyChange[] }): VNode {
  return (
    <dl>
      {properties.map(({ property, before, after }) => (
        <>
          <dt>
            <code>{property}</code>
          </dt>
          <dd>
            {valuesOf(before.filter((value) => !holds(after, value))).map((value) => (
              <p>
                <del>{value}</del>
              </p>
            ))}
            {valuesOf(after.filter((value) => !holds(before, value))).map((value) => (
              <p>
                <ins>{value}</ins>
              </p>
            ))}
          </dd>
        </>
      ))}
    </dl>
  );
}

function holds(values: readonly ChangedValue[], { value, type, language, datatype }: ChangedValue): boolean {
  return values.some(
    (each) => each.value === value && each.type === type && each.language === language && each.datatype === datatype,
  );
}

function valuesOf(values: readonly ChangedValue[]): ComponentChildren[] {
  return values.map(({ value, language }) => (
    <>
      <span lang={language ?? undefined}>{value}</span>
      {language === null ? null : <span class="note"> ({language})</span>}
    </>
  ));
}
