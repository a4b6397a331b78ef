import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { TripleTable } from '../triple-table.ts';
import {
  affectedByCore,
  affectedBySelect,
  changesClasses,
  numberChange,
  type VocabularyChange,
} from './affected-nodes.ts';
import { CheckedGraph } from './checked-graph.ts';
import { compileCore } from './compile-core.ts';
import type { CompiledSelect } from './compile-select.ts';
import type { GroupedQuery, KeptGroups, VocabularyGroups } from './kept-groups.ts';
import type { NumberedChange } from './lookup.ts';
import type { Run, Then } from './sparql-patterns.ts';
import type { ParsedShapes } from './parse-shapes.ts';
import type { ShapeViolation } from './shape-violation.ts';
import { ShapesGraph } from './shapes-graph.ts';
import { readSparqlRules, type SparqlRule } from './sparql-rules.ts';

/** A change, with the groups of queries as they were before it, as far as they are known, and those that are found. */
interface CheckedChange extends NumberedChange {
  readonly known: ReadonlyMap<GroupedQuery, KeptGroups>;
  readonly groups: Map<GroupedQuery, KeptGroups>;
}

/** Told what a check looks at and what it has found, while it goes on. */
export interface CheckProgress {
  /** @param rule what the check begins with, in words */
  readonly begins: (rule: string) => void;
  readonly found: (violation: ShapeViolation) => void;
}

/** The groups of these subjects take some fifty megabytes. */
const SUBJECTS_A_PIECE = 2 ** 15;

/** The shapes, ready to check one vocabulary after another. */
export class Shapes {
  readonly #graph: ShapesGraph;
  readonly #rules: readonly SparqlRule[];
  readonly #background: readonly Triple[];
  /** The properties that core constraints follow backwards. */
  readonly #inverse: readonly BoundTerm[];
  /** The queries of the rules that group, in the order of these. */
  readonly #grouped: ReadonlyArray<{ readonly query: GroupedQuery; readonly select: CompiledSelect }>;
  /** Of vocabularies that were checked, the groups that queries made of them. */
  readonly #groups = new WeakMap<TripleTable, ReadonlyMap<GroupedQuery, KeptGroups>>();

  /** @throws Error when the shapes have a form that is not known here */
  constructor(parsed: ParsedShapes) {
    this.#graph = new ShapesGraph(parsed.shapes);
    this.#rules = readSparqlRules(this.#graph, parsed);
    this.#background = parsed.background;
    this.#inverse = Array.from(this.#graph.having('inversePath')).flatMap(({ objects }) => objects);
    this.#grouped = this.#rules.flatMap(({ select }) => select.grouped.map((query) => ({ query, select })));
  }

  /** Every way in which a vocabulary breaks the shapes, in order of the nodes. */
  validate(vocabulary: TripleTable, progress?: CheckProgress): ShapeViolation[] {
    return this.#validate(new CheckedGraph(vocabulary, this.#background), null, progress);
  }

  /**
   * The same of a vocabulary that came of one that broke no shape: only what the change may have broken is looked at.
   *
   * @param before the table that the vocabulary's was extended from: what was found out about it need not be found out again
   */
  validateChange(vocabulary: TripleTable, change: VocabularyChange, before?: TripleTable): ShapeViolation[] {
    const graph = new CheckedGraph(vocabulary, this.#background);
    const numbered = numberChange(change, graph);
    if (changesClasses(numbered, graph)) return this.#validate(graph, null);
    const groups = new Map<GroupedQuery, KeptGroups>();
    const known = before === undefined ? new Map() : this.#knownGroups(before);
    const violations = this.#validate(graph, { ...numbered, known, groups });
    this.#groups.set(vocabulary, groups);
    return violations;
  }

  /** The groups of a vocabulary. */
  groupsOf(vocabulary: TripleTable, subjectsAPiece = SUBJECTS_A_PIECE): VocabularyGroups {
    return this.#grouped.map(({ query, select }) =>
      query.keepInPieces(() => {
        const graph = new CheckedGraph(vocabulary, this.#background);
        return { graph, frame: beginning(select, graph).frame, rows: new Map() };
      }, subjectsAPiece),
    );
  }

  hasGroups(vocabulary: TripleTable): boolean {
    return this.#groups.has(vocabulary);
  }

  /** The groups of a vocabulary as far as they are known; null where nothing is. */
  knownGroups(vocabulary: TripleTable): VocabularyGroups | null {
    const known = this.#groups.get(vocabulary);
    return known === undefined ? null : this.#grouped.map(({ query }) => known.get(query) ?? null);
  }

  /** @param groups as `groupsOf` has them of this vocabulary, made by the same shapes */
  takeGroups(vocabulary: TripleTable, groups: VocabularyGroups): void {
    const known = groups.flatMap((kept, at) => (kept === null ? [] : [[this.#grouped[at]!.query, kept] as const]));
    this.#groups.set(vocabulary, new Map(known));
  }

  /** Notes the groups of a vocabulary that came of one whose groups are known, and is known to break no shape. */
  follow(vocabulary: TripleTable, change: VocabularyChange, before: TripleTable): void {
    const known = this.#groups.get(before);
    if (known === undefined || this.hasGroups(vocabulary)) return;
    const graph = new CheckedGraph(vocabulary, this.#background);
    const numbered = numberChange(change, graph);
    if (changesClasses(numbered, graph)) return;
    const groups = new Map<GroupedQuery, KeptGroups>();
    for (const { query, select } of this.#grouped) {
      const keptBefore = known.get(query);
      if (keptBefore === undefined) continue;
      const { constants, frame } = beginning(select, graph);
      const { kept } = query.evaluateChange({ graph, frame, rows: new Map() }, constants, numbered, keptBefore);
      if (kept !== null) groups.set(query, kept);
    }
    this.#groups.set(vocabulary, groups);
  }

  /** Several changes may follow one vocabulary: those of previews, of which none comes into use. */
  #knownGroups(vocabulary: TripleTable): ReadonlyMap<GroupedQuery, KeptGroups> {
    if (!this.hasGroups(vocabulary)) this.takeGroups(vocabulary, this.groupsOf(vocabulary));
    return this.#groups.get(vocabulary)!;
  }

  #validate(graph: CheckedGraph, change: CheckedChange | null, progress?: CheckProgress): ShapeViolation[] {
    const violations = new Violations(graph, progress);
    const backwards = new Set(this.#inverse.map((property) => graph.number(property)));
    const affected = change === null ? null : affectedByCore(change, graph, backwards);
    for (const shape of compileCore(this.#graph, graph)) {
      progress?.begins(`the constraints of <${shape.iri}>`);
      const classes = shape.targetClasses.flatMap((top) => [...graph.classesOf(top)]);
      for (const focus of targetsOf(graph, shape.targetNodes, classes, affected)) shape.validate(focus, violations.add);
    }
    for (const rule of this.#rules) {
      progress?.begins(`the rule “${rule.message}”`);
      checkRule(rule, graph, change, violations);
    }
    return violations.list();
  }
}

function checkRule(
  { message, select, targetNodes, targetClasses }: SparqlRule,
  graph: CheckedGraph,
  change: CheckedChange | null,
  violations: Violations,
): void {
  const [nodes, classes] = [targetNodes, targetClasses].map((terms) => terms.map((term) => graph.number(term)));
  const { constants, frame } = beginning(select, graph);
  const ask = askerOf(select, message, violations);
  const runFor = (focusNodes: Iterable<number>, rows: Run['rows']): void => {
    for (const focus of focusNodes) {
      frame[select.selected.this] = focus;
      ask({ graph, frame, rows });
    }
  };
  if (change === null) return runFor(targetsOf(graph, nodes!, classes!, null), new Map());
  if (select.grouped.length > 0) {
    const rows = rowsOfGroups(select, constants, change, { graph, frame, rows: new Map() });
    return rows === null ? undefined : runFor(targetsOf(graph, nodes!, classes!, null), rows);
  }
  const affected = affectedBySelect(select, constants, change, graph);
  const declared = change.all.filter(([, property]) => property === graph.type).map(([subject]) => subject);
  const focusNodes = affected.nodes === null ? null : new Set([...affected.nodes, ...declared]);
  runFor(targetsOf(graph, nodes!, classes!, focusNodes), new Map());
  for (const { slots, triple } of affected.seeds) {
    const before = slots.map((slot) => frame[slot]!);
    slots.forEach((slot, at) => (frame[slot] = triple[at]!));
    runFor(targetsOf(graph, nodes!, classes!, null), null);
    slots.forEach((slot, at) => (frame[slot] = before[at]!));
  }
}

/** Constants in the numbers of a graph, and a frame in which nothing else is bound. */
function beginning(
  { constants: terms, slotCount }: CompiledSelect,
  graph: CheckedGraph,
): { readonly constants: readonly number[]; readonly frame: Int32Array } {
  const constants = terms.map((term) => graph.number(term));
  const frame = new Int32Array(slotCount).fill(-1);
  frame.set(constants);
  return { constants, frame };
}

/** The rows of the queries in a query that are the same for all focus nodes; null where one has none, so that none breaks the rule. */
function rowsOfGroups(
  { grouped }: CompiledSelect,
  constants: readonly number[],
  change: CheckedChange,
  run: Run,
): Run['rows'] {
  const rows = new Map<object, readonly Int32Array[]>();
  for (const query of grouped) {
    const known = change.known.get(query);
    const found = known === undefined ? query.evaluate(run) : query.evaluateChange(run, constants, change, known);
    if (found.kept !== null) change.groups.set(query, found.kept);
    rows.set(query.grouping, found.rows);
  }
  return Array.from(rows.values()).some(({ length }) => length === 0) ? null : rows;
}

/** The focus nodes of a shape: all, or those that are affected. */
function targetsOf(
  graph: CheckedGraph,
  nodes: readonly number[],
  classes: readonly number[],
  affected: ReadonlySet<number> | null,
): Set<number> {
  if (affected === null) return new Set([...nodes, ...classes.flatMap((one) => graph.subjects(graph.type, one))]);
  const isTarget = (node: number): boolean =>
    nodes.includes(node) || classes.some((one) => graph.has(node, graph.type, one));
  return new Set(Array.from(affected).filter(isTarget));
}

class Violations {
  readonly #graph: CheckedGraph;
  readonly #progress: CheckProgress | undefined;
  readonly #found = new Map<string, ShapeViolation>();

  constructor(graph: CheckedGraph, progress: CheckProgress | undefined) {
    this.#graph = graph;
    this.#progress = progress;
  }

  readonly add = (message: string, focus: number, path: string | null, value: number | null): void => {
    const violation: ShapeViolation = {
      message,
      focusNode: this.#graph.term(focus).value,
      path,
      value: value === null ? null : this.#graph.term(value).value,
    };
    const key = JSON.stringify(violation);
    if (this.#found.has(key)) return;
    this.#found.set(key, violation);
    this.#progress?.found(violation);
  };

  list(): ShapeViolation[] {
    return [...this.#found.values()].toSorted(
      (a, b) =>
        compare(a.focusNode, b.focusNode) ||
        compare(a.message, b.message) ||
        compare(a.path ?? '', b.path ?? '') ||
        compare(a.value ?? '', b.value ?? ''),
    );
  }
}

/** Runs a constraint for the focus node that is bound, and notes what breaks it. */
function askerOf({ run, selected }: CompiledSelect, message: string, violations: Violations): Then {
  return run(({ frame, graph }) => {
    const path = selected.path === undefined ? -1 : frame[selected.path]!;
    const value = selected.value === undefined ? -1 : frame[selected.value]!;
    violations.add(message, frame[selected.this]!, path < 0 ? null : graph.term(path).value, value < 0 ? null : value);
    return false;
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
