import type { VNode } from 'preact';
import type { TemplateRow, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { Picture } from '../picture/picture.tsx';
import type { PageTerms } from './page-terms.tsx';
import { pictureOfRows } from './resource-picture.ts';
import { grouped } from '../parts/grouped.ts';
import { Table } from '../parts/table.tsx';

/** Of a table. A template has the rows of all nodes that its own rows lead to. */
const MAX_ROWS = 200;

interface TemplateProps {
  readonly rows: readonly TemplateRow[];
  /** Rows of this subject can be led to. */
  readonly here: string;
  /** What the picture is of. */
  readonly label: string;
  readonly vocabulary: Vocabulary;
  readonly terms: PageTerms;
}

/** A template as a picture. */
export function Template({ rows, here, label, vocabulary }: Omit<TemplateProps, 'terms'>): VNode {
  const model = pictureOfRows(rows, here, vocabulary);
  const hasOptional = model.cards.some(({ lines }) => lines.some(({ isOptional }) => isOptional));
  return (
    <>
      <h2 id="template">Template</h2>
      {/* A script puts buttons here. */}
      <div class="zoom" data-island="zoom" />
      <div class="scroll picture-frame" role="region" aria-label="Picture of the template" tabIndex={0}>
        <Picture model={model} label={`Template of ${label}`} />
      </div>
      <p class="note symbols">
        What becomes of one value.{' '}
        {hasOptional ? 'What is dashed is there only when the document has that key, too. ' : ''}
        <code>$key</code> is the value of a key, <code>@key</code> the entity that it names, <code>?name</code> a node
        of its own. <a href="#template-rows">The same as a table</a>
      </p>
    </>
  );
}

/** The rows of a template as they stand in the vocabulary. */
export function TemplateTable({ rows, here, vocabulary, terms }: Omit<TemplateProps, 'label'>): VNode {
  const { vocabularyIri } = vocabulary.lexicon;
  let place = 0;
  return (
    <>
      <h2 id="template-rows">Template rows</h2>
      <Table labelledBy="template-rows" heads={['Subject', 'Predicate', 'Object']}>
        {rows.slice(0, MAX_ROWS).map(({ subject, predicate, object }) => (
          <tr id={subject === here ? `row-${++place}` : undefined}>
            <td>{subject === here ? <code>{subject}</code> : terms.token(subject, vocabularyIri)}</td>
            <td>{terms.token(predicate, vocabularyIri)}</td>
            <td>{terms.token(object, vocabularyIri)}</td>
          </tr>
        ))}
      </Table>
      {rows.length <= MAX_ROWS ? null : (
        <p class="note">
          {grouped(rows.length - MAX_ROWS)} more rows, with those of the nodes that it introduces, are in the data
          below.
        </p>
      )}
    </>
  );
}
