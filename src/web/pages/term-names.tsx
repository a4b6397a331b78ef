import type { VNode } from 'preact';
import { describeResource, type LocalText } from '../../vocabulary/describe/descriptions.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { shownPart, type ShownPart } from '../parts/shown-part.ts';
import { languagesOf, nameOfLanguage } from './languages.ts';
import { moreInData } from './page-terms.tsx';
import { Table } from '../parts/table.tsx';

/** Languages of one page, and their characters. */
const MAX_LANGUAGES = { items: 100, characters: 15_000 };
/** Names in data, and names in one language. */
const MAX_NAMES = { items: 200, characters: 5_000 };
/** Of notes. */
const MAX_NOTES = { items: 50, characters: 6_000 };

interface NamesProps {
  readonly iri: string;
  readonly vocabulary: Vocabulary;
}

/** What a resource is called and what it means, in each language; then its names in data. Null where there is but one label. */
export function Names({ iri, vocabulary }: NamesProps): VNode | null {
  const { labels, definitions, otherNames } = describeResource(vocabulary, iri);
  const languages = languagesOf(labels, definitions, otherNames);
  const rows = languages.map((language) => {
    const [called, meant, others] = [labels, definitions, otherNames].map((texts) =>
      shownPart(
        texts.filter((text) => text.language === language),
        lengthOf,
        MAX_NAMES,
      ),
    ) as [Texts, Texts, Texts];
    return { language, called, meant, others };
  });
  const lengthOfRow = ({ called, meant, others }: (typeof rows)[number]): number =>
    [called, meant, others].flatMap(({ shown }) => shown).reduce((sum, text) => sum + lengthOf(text), 0);
  const told = shownPart(rows, lengthOfRow, MAX_LANGUAGES);
  const inData = shownPart(
    otherNames.filter(({ language }) => language === null),
    lengthOf,
    MAX_NAMES,
  );
  if (languages.length < 2 && otherNames.length === 0) return null;
  const hasOthers = otherNames.some(({ language }) => language !== null);
  const heads = ['Language', 'Label', 'Meaning', ...(hasOthers ? ['Also called'] : [])];
  return (
    <>
      <h2 id="names">Names</h2>
      <Table labelledBy="names" heads={heads} look="stacked names">
        {told.shown.map(({ language, called, meant, others }) => (
          <tr>
            <th scope="row">{nameOfLanguage(language)}</th>
            <td>{lines(called, language)}</td>
            <td>{lines(meant, language)}</td>
            {hasOthers ? <td data-head="Also called">{lines(others, language)}</td> : null}
          </tr>
        ))}
      </Table>
      {told.hidden === 0 ? null : <p class="note">{moreInData(told.hidden, 'languages')}</p>}
      {inData.shown.length === 0 ? null : (
        <>
          <h3>In data</h3>
          <ul class="chips">
            {inData.shown.map(({ text }) => (
              <li>
                <code>{text}</code>
              </li>
            ))}
          </ul>
          {inData.hidden === 0 ? null : <p class="note">{moreInData(inData.hidden, 'names')}</p>}
        </>
      )}
    </>
  );
}

/** What is to be known of a resource besides what it means. */
export function Notes({ notes }: { readonly notes: readonly LocalText[] }): VNode {
  const { shown, hidden } = shownPart(notes, lengthOf, MAX_NOTES);
  return (
    <>
      {shown.map(({ text, language }) => (
        <p class="note" lang={language ?? undefined}>
          {text}
        </p>
      ))}
      {hidden === 0 ? null : <p class="note">{moreInData(hidden, 'notes')}</p>}
    </>
  );
}

type Texts = ShownPart<LocalText>;

function lengthOf({ text }: LocalText): number {
  return text.length;
}

function lines({ shown, hidden }: Texts, language: string): VNode[] {
  const items = shown.map(({ text }) => <span lang={language}>{text}</span>);
  if (hidden > 0) items.push(<span class="note">{moreInData(hidden)}</span>);
  return items.map((item, at) => (
    <>
      {at === 0 ? null : <br />}
      {item}
    </>
  ));
}
