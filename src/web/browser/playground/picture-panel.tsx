import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Drawing } from '../../playground/model.ts';
import { PictureAsTable } from '../picture/picture-as-table.tsx';
import { ZoomedPicture } from '../picture/zoomed.tsx';
import type { PanelProps } from './meaning-panels.tsx';
import { saveBytes } from '../page/save-bytes.ts';
import * as store from './store.ts';
import { grouped } from '../../parts/grouped.ts';

/** The graph of the document as cards, with files of it. */
export function PicturePanel({ session }: PanelProps): VNode {
  const analysis = store.analysis.value;
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [said, say] = useState('');
  useEffect(() => {
    let isWanted = true;
    const draw = async (): Promise<void> => {
      const drawn = await session.draw();
      if (isWanted && drawn !== null) setDrawing(drawn);
    };
    void draw();
    return () => {
      isWanted = false;
    };
  }, [analysis]);
  if (drawing === null) return <p class="empty">Drawing …</p>;
  const { model, svg, cut } = drawing;
  const savePng = async (): Promise<void> => {
    const png = await pngOf(svg, model);
    if (png === null) say('The browser cannot paint a picture of this size. Save it as SVG.');
    else saveBytes(png, 'document.png', 'image/png');
  };
  return (
    <>
      <div class="toolbar">
        <button type="button" onClick={() => saveBytes(svg, 'document.svg', 'image/svg+xml')}>
          Save as SVG
        </button>
        <button type="button" onClick={() => void savePng()}>
          Save as PNG
        </button>
        <span class="note" role="status">
          {said}
        </span>
      </div>
      {cut.length === 0 ? null : (
        <p class="note">
          Of long arrays the first items are drawn:{' '}
          {cut.slice(0, 5).map(({ key, length, shown }, at) => (
            <>
              {at === 0 ? '' : ', '}
              {shown} of {grouped(length)} of <code>{key}</code>
            </>
          ))}
          {cut.length > 5 ? ` and of ${cut.length - 5} more keys` : ''}.
        </p>
      )}
      <ZoomedPicture model={model} label="The graph of the document" id="node" />
      <PictureAsTable model={model} />
    </>
  );
}

/** Points of the image for each of the picture, so that letters stay sharp; fewer of a large one. */
const SCALE = 2;
/** What browsers paint at most. */
const MOST_POINTS = 100_000_000;

/** Null where it is too large to be painted. */
async function pngOf(svg: string, { width, height }: Drawing['model']): Promise<Blob | null> {
  const scale = Math.min(SCALE, Math.sqrt(MOST_POINTS / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } catch {
    return null;
  }
}
