import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PictureModel } from '../../picture/model.ts';
import { Picture } from '../../picture/picture.tsx';
import { PictureZoom } from './zoom.ts';

interface ZoomedPictureProps {
  readonly model: PictureModel;
  /** What the picture is of, for those who cannot see it. */
  readonly label: string;
  /** Begins the ids of numbered cards. */
  readonly id: string;
}

/** A picture in a box that scrolls, with buttons for its size. */
export function ZoomedPicture({ model, label, id }: ZoomedPictureProps): VNode {
  const bar = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const zoom = useRef<PictureZoom | null>(null);
  useLayoutEffect(() => {
    if (zoom.current === null) {
      const made = (zoom.current = new PictureZoom(view.current!, bar.current!));
      // To lay out a large picture is a task of its own.
      requestAnimationFrame(() => made.begin());
    } else zoom.current.refresh();
  }, [model]);
  return (
    <>
      <div class="zoom" ref={bar} />
      <div class="picture-view" role="region" aria-label="Picture" tabIndex={0} ref={view}>
        <Picture model={model} label={label} id={id} />
      </div>
    </>
  );
}
