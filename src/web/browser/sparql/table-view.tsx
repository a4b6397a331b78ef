import type { VNode } from 'preact';
import type { BoundTerm } from '../../../rdf/rows.ts';
import type { Table } from './ask.ts';
import { barsOf } from './bars.ts';
import type { Names } from './names.ts';
import { grouped } from '../../parts/grouped.ts';

/** More rows are of no use on a page, and a slow machine draws so many in a tenth of a second. */
const SHOWN_ROWS = 100;

interface TableViewProps {
  readonly table: Table;
  readonly names: Names;
}

/** A result as a table. Where one column has numbers and others say what of, each number has a bar. */
export function TableView({ table: { variables, rows }, names }: TableViewProps): VNode {
  if (rows.length === 0) return <p class="empty">Nothing fits the query.</p>;
  const shown = rows.slice(0, SHOWN_ROWS);
  const bars = barsOf(variables, shown);
  return (
    <>
      <p class="note">
        {grouped(rows.length)} {rows.length === 1 ? 'row' : 'rows'}
        {rows.length > SHOWN_ROWS ? `, of which the first ${SHOWN_ROWS} are shown; the downloads have all` : ''}
      </p>
      <div class="scroll" role="region" aria-label="Result" tabIndex={0}>
        <table class={bars === null ? 'result stacked' : 'result bars'}>
          <thead>
            <tr>
              {variables.map((name) => (
                <th scope="col" class={name === bars?.variable ? 'number' : undefined}>
                  {name}
                </th>
              ))}
              {bars === null ? null : <td />}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              <tr>
                {variables.map((name) => (
                  <td
                    class={name === bars?.variable ? 'number' : undefined}
                    data-head={bars === null ? name : undefined}
                  >
                    {row[name] === undefined ? null : <TermView term={row[name]} names={names} />}
                  </td>
                ))}
                {bars === null ? null : (
                  <td class="bar">
                    <svg width="100%" height="14" aria-hidden="true">
                      <rect width={`${bars.shares[place]! * 100}%`} height="14" rx="2" />
                    </svg>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function TermView({ term, names }: { readonly term: BoundTerm; readonly names: Names }): VNode {
  if (term.type === 'bnode') return <code>_:{term.value}</code>;
  if (term.type === 'uri') {
    const link = names.linkOf(term.value);
    const name = <code>{names.shorten(term.value)}</code>;
    return link === null ? name : <a href={link}>{name}</a>;
  }
  const language = term['xml:lang'];
  if (language === undefined) return <>{term.value}</>;
  return (
    <>
      <span lang={language}>{term.value}</span> <span class="note">{language}</span>
    </>
  );
}
