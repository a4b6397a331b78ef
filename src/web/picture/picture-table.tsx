import type { VNode } from 'preact';
import type { PictureModel, TableNode } from './model.ts';

interface PictureTableProps {
  readonly model: PictureModel;
  readonly caption: string;
}

/** The triples of a picture as a table, for those who cannot see the picture, and with texts that it cuts. */
export function PictureTable({ model, caption }: PictureTableProps): VNode {
  const { rows, triples } = model;
  const hasOptional = rows.some(({ isOptional }) => isOptional);
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="stacked">
        <caption>
          {caption}
          {rows.length < triples ? `: ${rows.length} of ${triples} triples` : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">Subject</th>
            <th scope="col">Property</th>
            <th scope="col">Value</th>
            {hasOptional ? <th scope="col">There</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ subject, property, value, isOptional }) => (
            <tr>
              <td>
                <Node node={subject} />
              </td>
              <td>
                <Node node={property} />
              </td>
              <td>
                <Node node={value} />
              </td>
              {hasOptional ? <td>{isOptional ? 'sometimes' : 'always'}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Node({ node: { text, href } }: { readonly node: TableNode }): VNode {
  const shown = <code>{text.shown}</code>;
  return href === null ? shown : <a href={href}>{shown}</a>;
}
