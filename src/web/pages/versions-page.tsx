import type { ComponentChildren, VNode } from 'preact';
import type { ChangedValue, Changes, OtherChange, PropertyChange } from '../../vocabulary/versions/changes.ts';
import type { VersionTerm } from '../../vocabulary/versions/version-content.ts';
import type { Version, VersionRange } from '../../vocabulary/versions/versions.ts';
import type { RenderPage } from './page.tsx';

/** Changes of one kind that are shown; all of them are in the JSON. */
const MOST_SHOWN = 200;

/** The list of the versions that can be read, the current one first, and a form to compare two. */
export function renderVersionsPage(render: RenderPage, root: string, versions: readonly Version[]): string {
  return render(
    { title: 'Versions', root, above: [] },
    <>
      <h1>Versions of the vocabulary</h1>
      <p>
        What a version holds never changes, and its name is the SHA-256 of it. A document names the version that it was
        described with, and is converted with that one.
      </p>
      <div class="scroll" role="region" aria-label="Versions" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">In use since</th>
              <th scope="col">What changed</th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ version, iri, since, predecessor, isCurrent }) => (
              <tr>
                <td>
                  <a href={iri}>
                    <code>{shortName(version)}</code>
                  </a>
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
          </tbody>
        </table>
      </div>
      {versions.length < 2 ? null : <CompareForm root={root} versions={versions} />}
    </>,
  );
}

interface CompareFormProps {
  readonly root: string;
  readonly versions: readonly Version[];
  readonly range?: VersionRange;
}

function CompareForm({ root, versions, range }: CompareFormProps): VNode {
  const options = (chosen: string | undefined): VNode[] =>
    versions.map(({ version, since, isCurrent }) => (
      <option value={version} selected={version === chosen}>
        {shortName(version)}, {since.toISOString().slice(0, 10)}
        {isCurrent ? ', in use' : ''}
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

/** What became of the vocabulary between two versions. */
export function renderChangesPage(
  render: RenderPage,
  root: string,
  range: VersionRange,
  changes: Changes,
  versions: readonly Version[],
): string {
  const { from, to } = range;
  const { added, changed, deprecated, removed, others } = changes;
  const name = (version: Version): VNode => (
    <a href={version.iri}>
      <code>{shortName(version.version)}</code>
    </a>
  );
  const isSame = [added, changed, deprecated, removed, others].every(({ length }) => length === 0);
  const query = `?${from === null ? '' : `from=${from.version}&`}to=${to.version}`;
  return render(
    { title: 'What changed', root, above: [[`${root}versions`, 'Versions']] },
    <>
      <h1>What changed</h1>
      <p>
        From {from === null ? 'nothing' : name(from)} to {name(to)}. The same as{' '}
        <a href={`${root}api/changes${query}`}>JSON</a>.
      </p>
      <CompareForm root={root} versions={versions} range={range} />
      {isSame ? <p class="empty">The two versions say the same.</p> : null}
      <Section title="Added" items={added} item={(term) => <TermItem term={term} />} />
      <Section
        title="Changed"
        items={changed}
        item={({ term, properties }) => (
          <>
            <TermItem term={term} />
            <Properties properties={properties} />
          </>
        )}
      />
      <Section title="Deprecated" items={deprecated} item={(term) => <TermItem term={term} />} />
      <Section title="Removed" items={removed} item={({ name, label }) => <Named name={name} label={label} />} />
      <Section title="Other things" items={others} item={(other) => <OtherItem other={other} />} />
    </>,
  );
}

interface SectionProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly item: (item: Item) => VNode;
}

function Section<Item>({ title, items, item }: SectionProps<Item>): VNode | null {
  if (items.length === 0) return null;
  return (
    <>
      <h2>
        {title} <span class="chip">{items.length}</span>
      </h2>
      <ul class="term-rows">
        {items.slice(0, MOST_SHOWN).map((each) => (
          <li>{item(each)}</li>
        ))}
      </ul>
      {items.length <= MOST_SHOWN ? null : <p class="note">{items.length - MOST_SHOWN} more are in the JSON.</p>}
    </>
  );
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

/** A version as people write it. */
function shortName(version: string): string {
  return version.slice(0, 12);
}
