import {
  ALLOWANCE,
  ENTRIES_BY_COPY,
  FEW_ENTRIES,
  FEW_IN_ARRAYS,
  IN_ARRAYS_BY_COPY,
  MAX_ALIKE,
  MAX_ENTRIES,
  MAX_ROW_BYTES,
  MAX_TEMPLATES,
  MAX_TEMPLATES_BYTES,
  MIN_COPIES,
  MIN_ITEMS,
} from './limits.ts';
import type { JsonDocument } from '../json/document.ts';
import { ARRAY, KEY, nextValue, NULL, OBJECT, STRIDE } from '../json/tape-entry.ts';
import type { GraphNode } from '../rdf-terms/graph-terms.ts';
import type { Element } from '../records/scopes.ts';
import { MemberTemplates } from './member-templates.ts';
import { RowCompiler } from './row-compiler.ts';
import type { RowContext } from './row-context.ts';
import type { Items } from './row-items.ts';
import type { RowTemplate } from './row-template.ts';

/** Items with the same keys in the same order. */
interface Alike {
  /** How many rows were walked. */
  walked: number;
  /** The one that fitted last comes first. */
  readonly templates: RowTemplate[];
  /** Copies from which a template pays. */
  readonly leastCopies: number;
  /** Rows that are written before one is recorded. */
  rowsToWait: number;
  /**
   * Rows to wait after a recording without a template, as what prevents copies may end, such as entities that are described for the first
   * time; and after one behind a template that no row was a copy of, as where values of a wide table are numbers or texts at random.
   */
  patience: number;
  /** Copies since a template was made last. */
  copied: number;
}

/** The templates of one array: one for each shape of its items. */
export class RowTemplates {
  private readonly context: RowContext;
  private readonly compiler: RowCompiler;
  /** By hash of the keys. Two that share a hash by chance share their templates: each of these asks for more. */
  private readonly alike = new Map<number, Alike>();
  /** The template that fitted last. */
  private last: RowTemplate | null = null;
  private lastAlike: Alike | null = null;
  private count = 0;
  private bytes = 0;
  /** Rows that there will be, and that were written so far. */
  private readonly rows: number;
  private written = 0;
  /** Rows are members of one record, each with a predicate of its own. */
  private readonly areMembers: boolean;
  /** For members of those items that are walked; null where all of them are walked, too. */
  readonly members: MemberTemplates | null;

  private constructor(context: RowContext, rows: number, areMembers: boolean) {
    this.context = context;
    this.rows = rows;
    this.areMembers = areMembers;
    this.compiler = new RowCompiler(context);
    this.members = MemberTemplates.of(context);
  }

  /**
   * Templates for so many items; null where they cost more than they save.
   *
   * @param rows how many there will be; Infinity where nobody knows
   * @param areMembers they are members of one record, each with a predicate of its own
   */
  static of(context: RowContext, items: number, rows = items, areMembers = false): RowTemplates | null {
    return items < MIN_ITEMS || !context.copyRows ? null : new RowTemplates(context, rows, areMembers);
  }

  /** Writes items as copies, from `from` on for as long as they can be; answers how many. */
  copy(items: Items, from: number): number {
    if (this.last === null) return 0;
    const first = this.last.run(items, from);
    this.lastAlike!.copied += first;
    let at = from + first;
    while (at < items.length) {
      const copied = this.copyOthers(items, at);
      if (copied === 0) break;
      at += copied;
    }
    this.written += at - from;
    return at - from;
  }

  /** The same for an item that the last template does not fit. */
  private copyOthers(items: Items, at: number): number {
    const item = items.valueAt(at);
    const alike = item < 0 ? undefined : this.alike.get(hashOf(this.context.document, item));
    if (alike === undefined) return 0;
    const { templates } = alike;
    for (let i = 0; i < templates.length; i++) {
      const template = templates[i]!;
      if (template === this.last) continue;
      const copied = template.run(items, at);
      if (copied === 0) continue;
      if (i > 0) {
        templates[i] = templates[0]!;
        templates[0] = template;
      }
      this.last = template;
      this.lastAlike = alike;
      alike.copied += copied;
      return copied;
    }
    return 0;
  }

  /**
   * Walks an element and tries to make a template of its row. Never of the first: it has other separators before it.
   *
   * @param subject the node whose triples the row goes on with; null for a row that is a subject of its own
   * @param holdsDeferred what the row defers is described within it
   * @param write answers the triples that it wrote
   */
  write(element: Element, subject: GraphNode | null, holdsDeferred: boolean, write: () => number): void {
    const alike = this.alikeTo(element.value);
    this.written++;
    const { areMembers, compiler } = this;
    const key = areMembers ? compiler.keyOf(element) : null;
    const leaves = alike === null || areMembers !== (key !== null) ? null : compiler.leavesOf(element);
    if (alike === null || leaves === null) {
      write();
      return;
    }
    const { nodes, sink, recorder, values } = this.context;
    const firstNode = nodes.reserve(0);
    sink.startRecording(MAX_ROW_BYTES, key === null ? null : element.plan.predicate, key?.length);
    recorder.start(element.value, subject, firstNode, holdsDeferred);
    nodes.startRecipes();
    values.startReads();
    const triples = write();
    const recipes = nodes.stopRecipes();
    const reads = values.stopReads();
    // Names are made of the instant, also where the row does not cite it.
    if (nodes.names !== null && element.scope.isAligned(element)) recorder.noteArray(element.scope.time.axis);
    const recording = recorder.stop();
    const row = sink.stopRecording();
    const template =
      row === null || recording === null
        ? null
        : compiler.compile({
            element,
            leaves,
            reads,
            key,
            row,
            recording,
            recipes,
            triples,
            firstNode,
            nodes: nodes.reserve(0) - firstNode,
          });
    const isVain = template === null || (alike.templates.length > 0 && alike.copied === 0);
    if (isVain) alike.rowsToWait = alike.patience *= 2;
    if (template !== null) {
      alike.templates.unshift(template);
      alike.copied = 0;
      this.last = template;
      this.lastAlike = alike;
      this.count++;
      this.bytes += row!.bytes.length;
    }
  }

  /** The items like one whose row is to be recorded; null if it is not. */
  private alikeTo(item: number): Alike | null {
    if (this.count === MAX_TEMPLATES || this.bytes > MAX_TEMPLATES_BYTES) return null;
    const hash = hashOf(this.context.document, item);
    const alike = this.alike.get(hash);
    if (alike === undefined) {
      const leastCopies = leastCopiesOf(this.context.document, item);
      // What comes once is not worth a template, but rows of one shape are what most arrays hold.
      this.alike.set(hash, { walked: 1, templates: [], leastCopies, rowsToWait: 0, patience: 1, copied: 0 });
      return null;
    }
    alike.walked++;
    if (alike.templates.length === MAX_ALIKE || alike.rowsToWait-- > 0 || !this.comesOften(alike)) return null;
    return alike;
  }

  /**
   * True where enough rows are expected to follow, if items like these go on to come as often. As long as most items are like none before, two
   * that are alike are chance: they count by the share of items that were like one before.
   */
  private comesOften({ walked, leastCopies }: Alike): boolean {
    const { rows, written, alike } = this;
    const repeated = Math.min(written, written - alike.size + ALLOWANCE);
    return (walked - 1) * (rows - written) * repeated >= leastCopies * written * written;
  }
}

/** Copies from which it pays to record the row of an item. */
function leastCopiesOf({ entries }: JsonDocument, item: number): number {
  const end = nextValue(entries, item);
  const length = (end - item) / STRIDE;
  let inArrays = 0;
  for (let entry = item; entry < end;) {
    const next = entries[entry] === ARRAY ? nextValue(entries, entry) : entry + STRIDE;
    if (entries[entry] === ARRAY) inArrays += (next - entry) / STRIDE;
    entry = next;
  }
  return (
    MIN_COPIES +
    Math.max(0, length - FEW_ENTRIES) / ENTRIES_BY_COPY +
    Math.max(0, inArrays - FEW_IN_ARRAYS) / IN_ARRAYS_BY_COPY
  );
}

/** A hash of what the entries of an item are, but for its scalars: of these only which are null. */
function hashOf({ entries }: JsonDocument, item: number): number {
  const end = Math.min(nextValue(entries, item), item + MAX_ENTRIES * STRIDE);
  let hash = 0;
  for (let entry = item; entry < end; entry += STRIDE) {
    const kind = entries[entry]!;
    // The key, or the number of members or items.
    const fact = kind < OBJECT ? (kind === NULL ? 1 : 2) : entries[kind === KEY ? entry + 3 : entry + 2]! * 8 + kind;
    hash = Math.imul(hash ^ fact, 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash;
}
