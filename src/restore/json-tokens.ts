const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = 0xfeff;

/** Whether a code unit is a token of its own: one of `{ } [ ] : ,`. */
function isPunctuation(unit: number): boolean {
  return unit === 0x7b || unit === 0x7d || unit === 0x5b || unit === 0x5d || unit === 0x3a || unit === 0x2c;
}

/** Whether a code unit is white space of JSON, or the byte order mark that may stand before a text. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 || unit === BYTE_ORDER_MARK;
}

/** The tokens of a JSON text; joined, they are the text. All white space between two others is one. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at);
    tokens.push(text.slice(at, end));
    at = end;
  }
  return tokens;
}

function endOfToken(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (isPunctuation(first)) return start + 1;
  let at = start + 1;
  if (first === QUOTE) {
    while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    return Math.min(at + 1, text.length);
  }
  const isWhite = isSpace(first);
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isPunctuation(unit) || unit === QUOTE || isSpace(unit) !== isWhite) break;
  }
  return at;
}

/**
 * The JSON value that a document is, as text: no white space, strings with the escapes of `JSON.stringify`, numbers as they were written,
 * equal keys as often as they stand.
 *
 * @param text valid JSON
 */
export function valueText(text: string): string {
  const kept: string[] = [];
  for (const token of tokensOf(text)) {
    if (isSpace(token.charCodeAt(0))) continue;
    const isEscaped = token.charCodeAt(0) === QUOTE && token.includes('\\');
    kept.push(isEscaped ? JSON.stringify(JSON.parse(token)) : token);
  }
  return kept.join('');
}

/** White space as most programs write it: none, or a member and an item a line. */
export const LAYOUTS = ['', '1', '2', '3', '4', 'tab', 'space'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The layout that a text seems to have, by what stands before its first member. */
export function guessLayout(text: string): Layout {
  const indent = /^\uFEFF?\s*\{\r?\n([ \t]+)"/.exec(text)?.[1];
  if (indent === undefined) return /^[^"]*"[^"]*": /.test(text) ? 'space' : '';
  if (indent === '\t') return 'tab';
  return LAYOUTS.find((layout) => layout === String(indent.length)) ?? '2';
}

/**
 * A JSON text without white space in a layout: `1` to `4` and `tab` as `JSON.stringify` indents, with a line feed at the end; `space` with
 * a space behind each colon and comma.
 */
export function layOut(text: string, layout: Layout): string {
  if (layout === '') return text;
  const tokens = tokensOf(text);
  if (layout === 'space') return tokens.map((token) => (token === ':' || token === ',' ? `${token} ` : token)).join('');
  const indent = layout === 'tab' ? '\t' : ' '.repeat(Number(layout));
  const out: string[] = [];
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    const opens = token === '{' || token === '[';
    const closes = token === '}' || token === ']';
    const isEmpty = closes && (tokens[i - 1] === '{' || tokens[i - 1] === '[');
    if (closes) depth--;
    if (closes && !isEmpty) out.push(`\n${indent.repeat(depth)}`);
    out.push(token);
    if (opens) depth++;
    const next = tokens[i + 1];
    if ((opens && next !== '}' && next !== ']') || token === ',') out.push(`\n${indent.repeat(depth)}`);
    else if (token === ':') out.push(' ');
  }
  return `${out.join('')}\n`;
}
