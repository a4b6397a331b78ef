import type { BoundTerm } from '../../rdf/rows.ts';
import { keyOfTerm } from '../triple-order.ts';

/** A node of the parser, of which only some members are looked at. */
export interface Node {
  readonly type?: unknown;
  readonly subType?: unknown;
  readonly [member: string]: unknown;
}

/** What a name of a query stands for: its prefix, undefined for an IRI reference, and the rest. */
export type Expand = (prefix: string | undefined, rest: string) => string;

export interface Constant {
  readonly slot: number;
  readonly term: BoundTerm;
}

/** The constants of a query by their keys, each with a slot from 0. */
export function constantsOf(query: Node, expand: Expand): Map<string, Constant> {
  const constants = new Map<string, Constant>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (node.type === 'contextDef') return;
    if (node.type === 'term' && node.subType !== 'variable') {
      const term = constantOf(node, expand);
      const key = keyOfTerm(term);
      if (!constants.has(key)) constants.set(key, { slot: constants.size, term });
      return;
    }
    for (const [name, member] of Object.entries(node)) if (name !== 'loc') visit(member);
  };
  visit(query);
  return constants;
}

/** The term that a node of the parser is. @throws Error when it is no constant */
export function constantOf(node: Node, expand: Expand): BoundTerm {
  const value = String(node['value']);
  if (node.subType === 'namedNode') return { type: 'uri', value: expand(node['prefix'] as string | undefined, value) };
  if (node.subType !== 'literal') throw unknown(node);
  const kind = node['langOrIri'] as Node | string | undefined;
  if (kind === undefined) return { type: 'literal', value };
  if (typeof kind === 'string') return { type: 'literal', value, 'xml:lang': kind };
  return { type: 'literal', value, datatype: constantOf(kind, expand).value };
}

/** The error for what the check does not know. */
export function unknown({ type, subType }: Node): Error {
  return new Error(`The check of shapes does not know ${String(type)} ${String(subType)}`);
}
