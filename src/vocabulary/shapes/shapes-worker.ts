import type { ShapesTask, ShapeViolation } from './shape-violation.ts';
import { validateShapes } from './validate-shapes.ts';

/** What the checking thread runs: it takes seconds, in which the hub goes on answering. */
export default function run(task: ShapesTask): Promise<ShapeViolation[]> {
  return validateShapes(task);
}
