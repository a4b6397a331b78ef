import type { ComponentChildren, VNode } from 'preact';
import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import { findExample } from '../../sources/source-files.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { RenderPage } from './page.tsx';
import { playgroundFragment } from './playground-fragment.ts';
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

/** One source: its keys, what they mean, and what has no term. */
export function renderSourcePage(
  render: RenderPage,
  root: string,
  { file, keyCount, describedCount }: CoveredSource,
  vocabulary: Vocabulary,
): string {
  const { name, title, documentation, variantOf, keys, alike, context, empty } = file;
  const example = findExample(name);
  return render(
    { title, root, place: 'sources', above: [[`${root}sources`, 'Sources']] },
    <>
      <h1>
        {title} <code>{name}</code>
      </h1>
      <p>
        {describedCount} of {keyCount} keys with amounts have a term.{' '}
        {linked(documentation, "The source's own description")}
        {variantOf === null ? null : (
          <>
            . A part of{' '}
            <a href={`${root}sources/${variantOf}`}>
              <code>{variantOf}</code>
            </a>
          </>
        )}
        .
      </p>
      {example === null ? null : (
        <>
          <h2>A document of it</h2>
          <pre tabIndex={0}>
            <code>{example}</code>
          </pre>
          <p>
            <a class="button" href={`${root}playground#${playgroundFragment(example)}`}>
              Open in the playground
            </a>
          </p>
        </>
      )}
      <h2>Describe a document of it</h2>
      <pre
        tabIndex={0}
      >{`curl -H 'Content-Type: application/json' --data-binary @document.json '${vocabulary.lexicon.vocabularyIri.replace(/vocabulary\/$/, '')}api/semantic?source=${name}'`}</pre>
      <Keys title="Amounts" keys={keys} vocabulary={vocabulary} />
      <Keys title="Stamps, identifiers and other texts" keys={context} vocabulary={vocabulary} />
      <Keys title="Other spellings" keys={alike} vocabulary={vocabulary} />
      {empty.length === 0 ? null : (
        <>
          <h2>Known, without a term</h2>
          <dl>
            {empty.map(([pattern, why]) => (
              <>
                <dt>
                  <code>{pattern}</code>
                </dt>
                <dd>{why}</dd>
              </>
            ))}
          </dl>
        </>
      )}
    </>,
  );
}

interface KeysProps {
  readonly title: string;
  readonly keys: SourceFile['keys'];
  readonly vocabulary: Vocabulary;
}

function Keys({ title, keys, vocabulary }: KeysProps): VNode | null {
  if (keys.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <Table label={title} heads={['Key', 'Term', 'What it is']}>
        {keys.map(([pattern, name]) => {
          const term = vocabulary.terms.get(name);
          return (
            <tr>
              <td>
                <code>{pattern}</code>
              </td>
              <td>
                {term === undefined ? (
                  <span class="note">not published: {name}</span>
                ) : (
                  <a href={term.iri}>
                    <code>{name}</code>
                  </a>
                )}
              </td>
              <td lang="en">{term?.label}</td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}

/** A link, where the address is one that a browser should follow. */
function linked(address: string, text: string): ComponentChildren {
  return /^https?:/i.test(address) ? <a href={address}>{text}</a> : `${text}: ${address}`;
}
