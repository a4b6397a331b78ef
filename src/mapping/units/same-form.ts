import type { Template } from '../lexicon/lexicon.ts';
import type { NodeOf } from './cited-keys.ts';

/** A template of a term, and what describes its nodes. */
export interface TermTemplate {
  /** Of the term. */
  readonly name: string;
  readonly template: Template;
  readonly nodeOf: NodeOf;
}

const UNIT_PREDICATES = new Set(['qudt:hasUnit', 'qudt:unit', 'saref:isMeasuredIn']);
const KIND_PREDICATES = new Set(['qudt:hasQuantityKind']);

const NODE = 'node';

/**
 * Whether two templates say the same of their terms, with all that they lead to, but for unit and quantity kind. Both are read side by
 * side, so that a large one costs no more than the part in which it is like the other.
 *
 * @param isExact units and kinds have to be equal, too
 */
export function haveSameForm(one: TermTemplate, other: TermTemplate, isExact = false): boolean {
  const open = new Set<string>();
  const otherOpen = new Set<string>();
  const areSameRows = (rows: Template, otherRows: Template): boolean =>
    rows.length === otherRows.length &&
    rows.every(([predicate, objects], row) => {
      const [otherPredicate, otherObjects] = otherRows[row]!;
      return (
        predicate === otherPredicate &&
        objects.length === otherObjects.length &&
        objects.every((object, i) => areSameObjects(predicate, object, otherObjects[i]!))
      );
    });
  const areSameObjects = (predicate: string, object: string, otherObject: string): boolean => {
    const form = formOf(one.name, predicate, object, isExact);
    if (form !== formOf(other.name, predicate, otherObject, isExact)) return false;
    return form !== NODE || areSameNodes(object.slice(1), otherObject.slice(1));
  };
  const areSameNodes = (node: string, otherNode: string): boolean => {
    if (open.has(node) || otherOpen.has(otherNode))
      return node === otherNode && open.has(node) && otherOpen.has(otherNode);
    open.add(node);
    otherOpen.add(otherNode);
    const areSame = areSameRows(one.nodeOf(node) ?? [], other.nodeOf(otherNode) ?? []);
    open.delete(node);
    otherOpen.delete(otherNode);
    return areSame;
  };
  return areSameRows(one.template, other.template);
}

/** What an object is in the template of a term, as a text that is equal for objects that say the same of two terms. */
function formOf(name: string, predicate: string, object: string, isExact: boolean): string {
  if (object === `$${name}` || object === `@${name}` || object === `vocab:${name}`) return `own ${object[0]}`;
  if (object[0] === '?') return NODE;
  if (object[0] !== '$' && object[0] !== '@' && !isExact) {
    if (UNIT_PREDICATES.has(predicate)) return 'unit';
    if (KIND_PREDICATES.has(predicate)) return 'kind';
  }
  return `object ${object}`;
}
