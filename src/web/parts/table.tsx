import type { ComponentChildren, VNode } from 'preact';

/** The head of a column. `number`: over figures, at the right; `hidden`: for those alone who do not see what the column is. */
type Head = string | readonly [text: string, kind: 'number' | 'hidden'];

interface TableProps {
  /** What the table is called. */
  readonly label?: string;
  /** The id of the heading that says what it is called. */
  readonly labelledBy?: string;
  readonly heads: readonly Head[];
  /** The class of the table, which the style sheet knows. */
  readonly look?: string;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/**
 * A table, whose rows are blocks in a narrow window. A cell that says nothing without its head has that as `data-head`. What is too wide all
 * the same scrolls by itself, by keys, too.
 */
export function Table({ label, labelledBy, heads, look, children }: TableProps): VNode {
  return (
    <div class="scroll" role="region" aria-label={label} aria-labelledby={labelledBy} tabIndex={0}>
      <table class={look ?? 'stacked'}>
        <thead>
          <tr>
            {heads.map((head) => {
              const [text, kind] = typeof head === 'string' ? [head, null] : head;
              return (
                <th scope="col" class={kind === 'number' ? 'number' : undefined}>
                  {kind === 'hidden' ? <span class="visually-hidden">{text}</span> : text}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
