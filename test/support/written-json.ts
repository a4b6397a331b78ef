/** JSON as text whose digits, white space and escapes are chosen. */
import { parseJsonTree } from './json-tree.ts';
import type { JsonTree } from './json-tree.ts';

/** JSON as it will be written: `raw` is copied, `characters` are quoted. */
export type Written =
  | { readonly raw: string }
  | { readonly characters: string }
  | { readonly items: readonly Written[] }
  | { readonly members: readonly (readonly [string, Written])[] };

/** The same document with other white space and escapes. */
export function rewriteJson(text: string, style: number): string {
  const read = (tree: JsonTree): Written => {
    if (tree.kind === 'null') return { raw: 'null' };
    if (tree.kind === 'string') return { characters: tree.text };
    if (tree.kind === 'array') return { items: tree.items.map(read) };
    if (tree.kind === 'record') return { members: [...tree.members].map(([name, member_]) => [name, read(member_)]) };
    return { raw: tree.text };
  };
  return writeJson(read(parseJsonTree(text)), style);
}

/** Writes JSON; `style` 0 is plain, any other seeds random white space and escapes. */
export function writeJson(tree: Written, style = 0): string {
  let state = style >>> 0;
  const draw = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return style === 0 ? 0 : (state >>> 16) % bound;
  };
  const space = () => ['', '', '', '', ' ', '\n', '\t', '\r\n  '][draw(8)]!;
  const hex = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const short: Record<string, string> = {
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\b': '\\b',
    '\f': '\\f',
    '"': '\\"',
    '\\': '\\\\',
    '/': '\\/',
  };
  const quote = (characters: string) => {
    let text = '';
    for (const character of characters) {
      const lone = character.length === 1 && /[\ud800-\udfff]/.test(character);
      const must = lone || character < ' ' || character === '"' || character === '\\';
      const escape = must ? 1 : draw(12) === 1 ? 1 : 0;
      if (escape === 0) text += character;
      else if (Object.hasOwn(short, character) && (style === 0 || draw(2) === 0)) text += short[character]!;
      else
        text += character
          .split('')
          .map((unit) => (draw(2) === 0 ? hex(unit) : `\\u${hex(unit).slice(2).toUpperCase()}`))
          .join('');
    }
    return `"${text}"`;
  };
  const write = (node_: Written): string => {
    if ('raw' in node_) return node_.raw;
    if ('characters' in node_) return quote(node_.characters);
    if ('items' in node_) return `[${space()}${node_.items.map((item) => write(item) + space()).join(`,${space()}`)}]`;
    return `{${space()}${node_.members.map(([name, value_]) => `${quote(name)}${space()}:${space()}${write(value_)}${space()}`).join(`,${space()}`)}}`;
  };
  return space() + write(tree) + space();
}
