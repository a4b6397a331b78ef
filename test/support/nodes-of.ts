import { rowsOfNodes } from '../../src/vocabulary/registry/read-vocabulary.ts';
import type { TemplateRow, Vocabulary } from '../../src/vocabulary/vocabulary.ts';

/** The nodes of a vocabulary that have these rows. */
export function nodesOf(nodes: Readonly<Record<string, TemplateRow[]>>): Vocabulary['nodes'] {
  return rowsOfNodes(new Map(Object.entries(nodes).map(([name, rows]) => [name, { read: () => rows }])));
}
