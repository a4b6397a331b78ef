import type { Written } from '../support/written-json.ts';

/** Where a value stands: the indexes of members and items that lead to it. */
export type Path = readonly number[];

/** JSON text as a tree that keeps scalars as they were written, and members of one name. @throws Error for what is no JSON */
export function parseWritten(text: string): Written {
  const token = /[ \t\r\n]*([{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/y;
  const read = (): string => {
    const found = token.exec(text);
    if (found === null) throw new Error('no JSON');
    return found[1]!;
  };
  const value = (first: string): Written => {
    if (first === '[') {
      const items: Written[] = [];
      for (let at = read(); at !== ']'; at = read()) items.push(value(at === ',' ? read() : at));
      return { items };
    }
    if (first !== '{') return { raw: first };
    const members: [string, Written][] = [];
    for (let at = read(); at !== '}'; at = read()) {
      const name = JSON.parse(at === ',' ? read() : at) as string;
      read();
      members.push([name, value(read())]);
    }
    return { members };
  };
  JSON.parse(text);
  return value(read());
}

export function childrenOf(tree: Written): readonly Written[] {
  if ('items' in tree) return tree.items;
  if ('members' in tree) return tree.members.map(([, value]) => value);
  return [];
}

/** The paths of all values, the root first. */
export function pathsOf(tree: Written, at: Path = []): Path[] {
  return [at, ...childrenOf(tree).flatMap((child, index) => pathsOf(child, [...at, index]))];
}

export function valueAt(tree: Written, path: Path): Written {
  return path.reduce((value, index) => childrenOf(value)[index]!, tree);
}

/** The tree with another value at the path, or without it when there is none. */
export function replaceAt(tree: Written, [index, ...rest]: Path, replacement: Written | null): Written {
  if (index === undefined) return replacement ?? { raw: 'null' };
  const isGone = replacement === null && rest.length === 0;
  if ('items' in tree) {
    const items = [...tree.items];
    if (isGone) items.splice(index, 1);
    else items[index] = replaceAt(items[index]!, rest, replacement);
    return { items };
  }
  if (!('members' in tree)) return tree;
  const members = [...tree.members];
  if (isGone) members.splice(index, 1);
  else members[index] = [members[index]![0], replaceAt(members[index]![1], rest, replacement)];
  return { members };
}
