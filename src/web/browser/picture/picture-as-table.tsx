import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PictureModel } from '../../picture/model.ts';
import { PictureTable } from '../../picture/picture-table.tsx';

/** The triples of a picture, made when somebody opens them: there may be thousands. */
export function PictureAsTable({ model }: { readonly model: PictureModel }): VNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The picture as a table</summary>
      {isOpen ? <PictureTable model={model} caption="Triples of the picture" /> : null}
    </details>
  );
}
