import type { VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';

/** Addresses of pages have few depths; a longer one may say another. */
const MOST_PARTS = 64;

/** Parts of pages as HTML, each rendered once: half of a page is what all pages have. */
export class RenderedParts {
  readonly #html = new Map<string, string>();

  /** What a key stands for, as an element of a page. @param make makes the same for the same key */
  of(key: string, make: () => VNode): VNode {
    let html = this.#html.get(key);
    if (html === undefined) {
      html = renderToString(make());
      if (this.#html.size === MOST_PARTS) this.#html.clear();
      this.#html.set(key, html);
    }
    return jsxTemplate([html]);
  }
}
