/** A step of a path: the name of a member, or `[…]` for the items of an array. */
export class Path {
  /** Null of the document itself. */
  readonly parent: Path | null;
  readonly segment: string;
  /** `Body.Data.PAC.Value`, `emeters[].power`. */
  readonly text: string;
  readonly #children = new Map<string, Path>();

  constructor(parent: Path | null = null, segment = '') {
    this.parent = parent;
    this.segment = segment;
    const isFirst = parent?.parent == null;
    // A member without a name has a dot behind it, too: `@semantic` within it would be the block of the document.
    this.text = `${parent?.text ?? ''}${isFirst || isItems(segment) ? '' : '.'}${segment}`;
  }

  /** The path of a member or, for `[…]`, of items; the same each time, so that what is known of it can be kept by it. */
  child(segment: string): Path {
    let child = this.#children.get(segment);
    if (child === undefined) this.#children.set(segment, (child = new Path(this, segment)));
    return child;
  }
}

/** The steps of a pattern or of the text of a path: a dot and a bracket begin one. */
export function segmentsOf(text: string): string[] {
  const segments: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '[') {
      if (at > from) segments.push(text.slice(from, at));
      // What tells items apart may hold dots.
      const end = text.indexOf(']', at);
      segments.push(text.slice(at, end < 0 ? text.length : end + 1));
      at = end < 0 ? text.length : end;
      from = at + 1;
    } else if (text[at] === '.') {
      if (at > from) segments.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (from < text.length) segments.push(text.slice(from));
  return segments;
}

function isItems(segment: string): boolean {
  return segment.startsWith('[');
}

/** A text without those of these that stand before or behind it. */
export function withoutAffixes(text: string, affixes: readonly string[]): string {
  let rest = text;
  for (const affix of affixes) {
    if (rest.length <= affix.length) continue;
    if (rest.startsWith(affix)) rest = rest.slice(affix.length);
    else if (rest.endsWith(affix)) rest = rest.slice(0, -affix.length);
  }
  return rest;
}
