import { TripleTable, type TripleColumns } from '../triple-table.ts';
import { parseShapes } from './parse-shapes.ts';
import type { ShapeTexts, ShapeViolation } from './shape-violation.ts';
import { Shapes } from './validate-shapes.ts';

/** What the checking thread is given: the vocabulary, and what it is checked with. */
export interface ShapesTask {
  readonly vocabulary: TripleColumns;
  readonly texts: ShapeTexts;
}

/** What the checking thread runs: it takes seconds, in which the hub goes on answering. */
export default function run({ vocabulary, texts }: ShapesTask): ShapeViolation[] {
  return new Shapes(parseShapes(texts)).validate(new TripleTable(vocabulary));
}
