import { segmentsOf, withoutAffixes, type Path } from './path.ts';

/** What a pattern says of a path, and what the path says where the pattern has a `{name}`. */
export interface Match<Said> {
  readonly said: Said;
  readonly named: ReadonlyArray<readonly [name: string, text: string]>;
}

interface Wild<Said> {
  /** From the end. */
  readonly segments: readonly Segment[];
  readonly said: Said;
}

interface Segment {
  /** What stands around its `*` or its `{name}`; one text for a segment without. */
  readonly texts: readonly string[];
  /** Null where it has none. */
  readonly name: string | null;
}

/** Whether a part of a pattern stands for any text. */
export function isWild(pattern: string): boolean {
  return /(?:^|[^\\])\*|\{/.test(pattern);
}

/** Patterns of the ends of paths; of those that fit, the one with most steps counts, and one without `*` before one with it. */
export class Patterns<Said> {
  readonly #literal = new Map<string, Said>();
  /** By the pattern in lower case; undefined where two say different things. */
  readonly #anyCase = new Map<string, Said | undefined>();
  readonly #wild: Wild<Said>[] = [];
  readonly #affixes: readonly string[];
  #mostSegments = 0;
  /** Characters of the longest pattern, with what may stand around it. */
  #longest: number;

  constructor(patterns: ReadonlyArray<readonly [pattern: string, said: Said]>, affixes: readonly string[] = []) {
    this.#affixes = affixes;
    this.#longest = 0;
    for (const [pattern, said] of patterns) this.#add(withoutEndItems(pattern), said);
    this.#wild.sort((a, b) => b.segments.length - a.segments.length);
  }

  /** What the pattern that fits best says of a path; null when none fits. */
  find(path: Path): Match<Said> | null {
    if (this.#mostSegments === 0) return null;
    const wild = this.#wild.find(({ segments }) => namedBy(segments, path) !== null);
    const ends = this.#endsOf(path);
    for (let i = ends.length - 1; i >= (wild?.segments.length ?? 1) - 1; i--) {
      const said = this.#say(ends[i]!);
      if (said !== undefined) return { said, named: [] };
    }
    return wild === undefined ? null : { said: wild.said, named: namedBy(wild.segments, path)! };
  }

  #add(pattern: string, said: Said): void {
    const segments = segmentsOf(pattern);
    this.#mostSegments = Math.max(this.#mostSegments, segments.length);
    if (isWild(pattern)) {
      this.#wild.push({ segments: segments.toReversed().map(readSegment), said });
      return;
    }
    const text = pattern.replaceAll('\\*', '*');
    const around = this.#affixes.reduce((sum, affix) => sum + affix.length, 0);
    this.#longest = Math.max(this.#longest, text.length + around);
    this.#literal.set(text, said);
    const folded = text.toLowerCase();
    const other = this.#anyCase.has(folded);
    this.#anyCase.set(folded, other ? undefined : said);
  }

  /** The last steps of a path, from one to as many as a pattern has. A name may hold dots: it is one step of a path, and more of a pattern. */
  #endsOf(path: Path): string[] {
    const ends: string[] = [];
    let end = '';
    for (let at: Path | null = path; at?.parent != null && ends.length < this.#mostSegments; at = at.parent) {
      // No pattern is longer, and a member may have any name.
      if (end.length + at.segment.length > this.#longest) break;
      end = end === '' || end.startsWith('[') ? at.segment + end : `${at.segment}.${end}`;
      ends.push(end);
    }
    return ends;
  }

  #say(end: string): Said | undefined {
    const said = this.#literal.get(end) ?? this.#anyCase.get(end.toLowerCase());
    if (said !== undefined) return said;
    const rest = withoutAffixes(end, this.#affixes);
    if (rest.length < end.length) return this.#literal.get(rest) ?? this.#anyCase.get(rest.toLowerCase());
    return undefined;
  }
}

function withoutEndItems(pattern: string): string {
  return pattern.endsWith('[]') ? pattern.slice(0, -2) : pattern;
}

function readSegment(text: string): Segment {
  const open = text.indexOf('{');
  const close = text.indexOf('}', open);
  if (open >= 0 && close > open)
    return { texts: [text.slice(0, open), text.slice(close + 1)], name: text.slice(open + 1, close) };
  return { texts: text.split('*'), name: null };
}

/** What stands for the names of a pattern in a path; null when it does not fit. */
function namedBy(segments: readonly Segment[], path: Path): Array<readonly [string, string]> | null {
  const named: Array<readonly [string, string]> = [];
  let at: Path | null = path;
  for (const { texts, name } of segments) {
    if (at?.parent == null || !fits(at.segment, texts)) return null;
    if (name !== null) {
      const text = at.segment.slice(texts[0]!.length, at.segment.length - texts[1]!.length);
      if (text === '') return null;
      named.push([name, text]);
    }
    at = at.parent;
  }
  return named;
}

/** True for a segment that has these texts in this order, with any between them. */
function fits(segment: string, texts: readonly string[]): boolean {
  const first = texts[0]!;
  const last = texts.at(-1)!;
  if (texts.length === 1) return segment === first;
  // Items of an array are no member whose name may be any.
  if (segment.startsWith('[') !== first.startsWith('[')) return false;
  if (segment.length < first.length + last.length || !segment.startsWith(first) || !segment.endsWith(last))
    return false;
  let from = first.length;
  for (const text of texts.slice(1, -1)) {
    const found = segment.indexOf(text, from);
    if (found < 0 || found + text.length > segment.length - last.length) return false;
    from = found + text.length;
  }
  return true;
}
