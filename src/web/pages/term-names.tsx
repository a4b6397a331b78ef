import type { VNode } from 'preact';
import { describeResource } from '../../vocabulary/describe/descriptions.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { languagesOf, nameOfLanguage } from './languages.ts';
import { Table } from '../parts/table.tsx';

interface NamesProps {
  readonly iri: string;
  readonly vocabulary: Vocabulary;
}

/** What a resource is called and what it means, in each language; then its names in data. Null where there is but one label. */
export function Names({ iri, vocabulary }: NamesProps): VNode | null {
  const { labels, definitions, otherNames } = describeResource(vocabulary, iri);
  const languages = languagesOf(labels, definitions, otherNames);
  const textsIn = (texts: typeof labels, language: string): VNode[] =>
    texts.filter((text) => text.language === language).map(({ text }) => <span lang={language}>{text}</span>);
  const inData = otherNames.filter(({ language }) => language === null);
  if (languages.length < 2 && otherNames.length === 0) return null;
  const hasOthers = otherNames.length > inData.length;
  const heads = ['Language', 'Label', 'Meaning', ...(hasOthers ? ['Also called'] : [])];
  return (
    <>
      <h2 id="names">Names</h2>
      <Table labelledBy="names" heads={heads} look="stacked names">
        {languages.map((language) => (
          <tr>
            <th scope="row">{nameOfLanguage(language)}</th>
            <td>{lines(textsIn(labels, language))}</td>
            <td>{lines(textsIn(definitions, language))}</td>
            {hasOthers ? <td data-head="Also called">{lines(textsIn(otherNames, language))}</td> : null}
          </tr>
        ))}
      </Table>
      {inData.length === 0 ? null : (
        <>
          <h3>In data</h3>
          <ul class="chips">
            {inData.map(({ text }) => (
              <li>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function lines(items: readonly VNode[]): VNode[] {
  return items.map((item, at) => (
    <>
      {at === 0 ? null : <br />}
      {item}
    </>
  ));
}
