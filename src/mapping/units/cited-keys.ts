import type { Template } from '../lexicon/lexicon.ts';

/** The template of a node, by its name without the `?`; undefined for one that is not described. */
export type NodeOf = (node: string) => Template | undefined;

/** Several keys. */
const SEVERAL = null;

/**
 * The keys that templates of other keys cite, by themselves or by the nodes that they lead to. However many keys lead to a node, its
 * template is read twice at most: when one key leads to it, and when a second one does.
 *
 * @param templates keys with their templates
 */
export function citedByOthers(
  templates: Iterable<readonly [key: string, template: Template]>,
  nodeOf: NodeOf,
): ReadonlySet<string> {
  const cited = new Set<string>();
  /** By node: the key that leads to it. */
  const leading = new Map<string, string | typeof SEVERAL>();
  const unread: string[] = [];
  const read = (template: Template, key: string | typeof SEVERAL): void => {
    for (const [, objects] of template)
      for (const object of objects) {
        const name = object.slice(1);
        if (object[0] === '?') lead(key, name);
        else if ((object[0] === '$' || object[0] === '@') && name !== key) cited.add(name);
      }
  };
  const lead = (key: string | typeof SEVERAL, node: string): void => {
    const known = leading.get(node);
    if (known === key || known === SEVERAL) return;
    leading.set(node, known === undefined ? key : SEVERAL);
    unread.push(node);
  };
  for (const [key, template] of templates) {
    read(template, key);
    for (let node = unread.pop(); node !== undefined; node = unread.pop()) read(nodeOf(node) ?? [], leading.get(node)!);
  }
  return cited;
}
