import type { MessagePort } from 'node:worker_threads';
import type { TripleColumns } from '../triple-columns.ts';
import { TripleTable } from '../triple-table.ts';
import { parseShapes } from './parse-shapes.ts';
import type { ShapeTexts, ShapeViolation } from './shape-violation.ts';
import { reportTo } from './check-progress.ts';
import { Shapes } from './validate-shapes.ts';

/** What the checking thread is given: the vocabulary, and what it is checked with. */
export interface ShapesTask {
  readonly vocabulary: TripleColumns;
  readonly texts: ShapeTexts;
  /** Gets `CheckNews` while the check goes on. */
  readonly port: MessagePort;
}

/** What the checking thread runs: it takes seconds, in which the hub goes on answering. */
export default function run({ vocabulary, texts, port }: ShapesTask): ShapeViolation[] {
  return new Shapes(parseShapes(texts)).validate(new TripleTable(vocabulary), reportTo(port));
}
