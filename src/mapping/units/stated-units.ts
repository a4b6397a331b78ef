import { append } from '../../append.ts';
import type { Template } from '../lexicon/lexicon.ts';

/** The template of a key or, by its name with `?`, of a node. */
export type TemplateOf = (name: string) => Template | undefined;

/** Several units. */
const SEVERAL = null;

/**
 * By name of a key or node: the unit that its template states, or those of the nodes that it leads to; null for several. Names of which none
 * states a unit are missing. Each template is read once, and what it states goes to what cites it twice at most: as the first unit, and
 * as one of several.
 */
export function statedUnits(
  keys: Iterable<string>,
  templateOf: TemplateOf,
): ReadonlyMap<string, string | typeof SEVERAL> {
  const units = new Map<string, string | typeof SEVERAL>();
  /** By node: what cites it. */
  const citing = new Map<string, string[]>();
  const changed: string[] = [];
  const state = (name: string, unit: string | typeof SEVERAL): void => {
    const known = units.get(name);
    if (known === unit || known === SEVERAL) return;
    units.set(name, known === undefined ? unit : SEVERAL);
    changed.push(name);
  };
  const names = new Set(keys);
  // It grows while it is read: by the nodes that templates lead to.
  for (const name of names)
    for (const [predicate, objects] of templateOf(name) ?? [])
      for (const object of objects)
        if (predicate === 'qudt:hasUnit') state(name, object);
        else if (object.startsWith('?')) {
          append(citing, object, name);
          names.add(object);
        }
  for (let name = changed.pop(); name !== undefined; name = changed.pop())
    for (const other of citing.get(name) ?? []) state(other, units.get(name)!);
  return units;
}
