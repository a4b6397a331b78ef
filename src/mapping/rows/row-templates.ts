import { RowCompiler } from './row-compiler.ts';
import type { Items } from './row-items.ts';
import type { RowTemplate } from './row-template.ts';
import type { RowContext } from './row-context.ts';
import type { GraphNode } from '../rdf-terms/graph-terms.ts';
import type { Element } from '../records/scopes.ts';

/** Items from which recording a row pays. */
const MIN_ITEMS = 8;
/** Templates of one array. */
const MAX_TEMPLATES = 8;

/** The templates of one array: one for each shape of its items. */
export class RowTemplates {
  private readonly context: RowContext;
  private readonly compiler: RowCompiler;
  private readonly rowTemplates: RowTemplate[] = [];
  /** Rows that are written before one is recorded. */
  private rowsToWait = 1;
  /** Rows to wait after a recording without a template: what prevents copies may end, such as entities that are described for the first time. */
  private patience = 1;

  private constructor(context: RowContext) {
    this.context = context;
    this.compiler = new RowCompiler(context);
  }

  /** Templates for so many items; null where they cost more than they save. */
  static of(context: RowContext, items: number): RowTemplates | null {
    return items < MIN_ITEMS || !context.copyRows ? null : new RowTemplates(context);
  }

  /** Writes items as copies, from `from` on for as long as they can be; answers how many. */
  copy(items: Items, from: number): number {
    const { rowTemplates } = this;
    let at = from;
    for (let i = 0; i < rowTemplates.length && at < items.length; i++) {
      const rowTemplate = rowTemplates[i]!;
      const copied = rowTemplate.run(items, at);
      if (copied === 0) continue;
      at += copied;
      // Rows of one shape come together: the last one that fitted is asked first.
      if (i > 0) {
        rowTemplates[i] = rowTemplates[0]!;
        rowTemplates[0] = rowTemplate;
      }
      // The others may fit what comes next; this one does not.
      i = 0;
    }
    return at - from;
  }

  /**
   * Walks an element and tries to make a template of its row. Never of the first: it has other separators before it.
   *
   * @param subject the node whose triples the row goes on with; null for a row that is a subject of its own
   * @param holdsDeferred what the row defers is described within it
   * @param write answers the triples that it wrote
   */
  write(element: Element, subject: GraphNode | null, holdsDeferred: boolean, write: () => number): void {
    const { nodes, sink, recorder, values } = this.context;
    const isTried = this.rowsToWait-- <= 0 && this.rowTemplates.length < MAX_TEMPLATES;
    const leaves = isTried ? this.compiler.leavesOf(element) : null;
    if (leaves === null) {
      write();
      return;
    }
    const firstNode = nodes.reserve(0);
    sink.startRecording();
    recorder.start(element, subject, firstNode, holdsDeferred);
    nodes.startRecipes();
    values.startReads();
    const triples = write();
    const recipes = nodes.stopRecipes();
    const reads = values.stopReads();
    // Names are made of the instant, also where the row does not cite it.
    if (nodes.names !== null && element.scope.isAligned(element)) recorder.noteArray(element.scope.time.axis);
    const recording = recorder.stop();
    const row = sink.stopRecording();
    const rowTemplate =
      row === null || recording === null
        ? null
        : this.compiler.compile({
            element,
            leaves,
            reads,
            row,
            recording,
            recipes,
            triples,
            firstNode,
            nodes: nodes.reserve(0) - firstNode,
          });
    if (rowTemplate !== null) this.rowTemplates.unshift(rowTemplate);
    else this.rowsToWait = this.patience *= 2;
  }
}
