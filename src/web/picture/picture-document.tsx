import { renderToString } from 'preact-render-to-string';
import type { PictureModel } from './model.ts';
import { Picture } from './picture.tsx';
import { PICTURE_RULES } from './picture-rules.ts';
import { cutText } from './texts.ts';

/** The colours of the pages: light, then dark. */
const COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  ground: ['#fbfbf9', '#14181a'],
  raised: ['#ffffff', '#1c2225'],
  text: ['#1b2124', '#e6eaea'],
  quiet: ['#51595c', '#a9b4b6'],
  line: ['#d5d9d4', '#343d41'],
  'strong-line': ['#858f8d', '#78868a'],
  accent: ['#0b5d53', '#67d2bf'],
  'accent-ground': ['#e2f1ee', '#17322e'],
  link: ['#0b5563', '#7fcbe0'],
};
const MONO = 'ui-monospace,SF Mono,Cascadia Mono,Menlo,Consolas,DejaVu Sans Mono,monospace';

interface DocumentOptions {
  /** What the picture is of. */
  readonly label: string;
  /** Default: what the reader prefers. */
  readonly scheme?: 'light' | 'dark';
}

/** A picture as an SVG file of its own: with its style, on a ground, and well-formed whatever the texts are. */
export function pictureDocument(model: PictureModel, { label, scheme }: DocumentOptions): string {
  const dark = colours(1);
  const light = scheme === 'dark' ? dark : colours(0);
  const preferred = scheme === undefined ? `@media (prefers-color-scheme:dark){svg.picture{${dark}}}` : '';
  const rules = `svg.picture{--mono:${MONO};${light}}svg.picture .ground{fill:var(--ground)}${preferred}${PICTURE_RULES}`;
  // XML cannot hold every character.
  const { whole } = cutText(label, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderToString(<Picture model={model} label={whole} id="node" rules={rules} />)}\n`;
}

function colours(scheme: 0 | 1): string {
  return Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(';');
}
