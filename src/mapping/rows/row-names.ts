import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import { MAX_SIBLINGS } from './limits.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import type { ItemNames, ValueNames } from '../nodes/item-names.ts';
import { absorbState, copyState, isSameState, type States } from '../nodes/name-hash.ts';
import type { AxisScope } from '../nodes/axis-rows.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import type { Source } from './row-sources.ts';
import { readRecordTime, SINGLE, type Element, type RecordScope } from '../records/scopes.ts';

/** The record within which a name is made: -1 for the one that holds the array, else the number of the row's node. */
export type Parent = number;

/** How a node is named in the row of any item. */
export type RowName =
  | {
      readonly kind: 'value';
      /** What the name begins with if there is no instant, and if there is one. The name of the record is in it if `parent` is -1. */
      readonly start: States;
      readonly startAt: States;
      readonly parent: Parent;
      readonly value: Source;
      /** Where the value stands whose instant it has; one value for all rows; null for none. */
      readonly timestamp: Source | number | null;
      /** The timestamp stands on an axis within the item, which has none twice. */
      readonly isAlongAxis: boolean;
      readonly length: number;
      /** Null for the item's own. */
      readonly index: number | null;
      readonly position: number;
      /** Those of the items, if they are named more than once. */
      readonly known: ValueNames | null;
    }
  | {
      readonly kind: 'axis row';
      readonly node: string;
      readonly timestamp: Source | number | null;
      /** The record within the item whose axis it is, and the index there; null for the axis along which the items stand. */
      readonly within: { readonly parent: Parent; readonly record: Source; readonly index: number } | null;
    }
  | { readonly kind: 'own row' | 'record row'; readonly node: string; readonly parent: Parent }
  | { readonly kind: 'instant row'; readonly node: string; readonly timestamp: Source }
  | { readonly kind: 'item' }
  /** The item itself, a member of the record around it. */
  | { readonly kind: 'member' }
  | {
      readonly kind: 'record';
      readonly plan: KeyPlan;
      readonly parent: Parent;
      readonly record: Source;
      /** As of a value. */
      readonly timestamp: Source | number | null;
      readonly isOfSurroundings: boolean;
      readonly length: number;
      readonly index: number;
      readonly position: number;
    };

/** What names are made with. */
export interface NamingContext {
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
}

/** Names the nodes of rows as the walk does, without walking them (`mapping.md §6`). `row-name-compiler.ts` makes it of a recorded row. */
export class RowNames {
  /** The names of the row at hand, four words for each node that it introduces. */
  readonly states: States;
  private readonly context: NamingContext;
  private readonly names: NodeNames;
  private readonly scope: RecordScope;
  private readonly recipes: readonly RowName[];
  /** Null if no two items can have one name. */
  private readonly items: ItemNames | null;
  /** The axis with which the items are aligned; -1 for none. */
  private readonly axis: number;
  /** Two nodes in turn, both of them records or both values of an array within the item. */
  private readonly siblings: readonly number[];
  /** The record within an item whose axis was asked for last, and what its rows are named after. */
  private axisRecord = -1;
  private axisScope: AxisScope | null = null;
  /** The item that was named last. */
  private named = -1;
  /** The timestamp of the recorded item stands on the axis twice: then nodes are not described where they are cited. */
  private readonly isOfRepeated: boolean;

  /**
   * @param recorded the element whose row was recorded
   * @param siblings of the recipes: `listSiblings`
   */
  constructor(context: NamingContext, recorded: Element, recipes: readonly RowName[], siblings: readonly number[]) {
    const { scope, index } = recorded;
    this.context = context;
    this.names = context.nodes.names!;
    this.scope = scope;
    this.recipes = recipes;
    this.states = new Int32Array(recipes.length * 4);
    this.items = recorded.length === SINGLE ? null : context.nodes.sharedNames(recorded);
    this.siblings = siblings;
    this.axis = scope.isAligned(recorded) ? scope.time.axis : -1;
    this.isOfRepeated = this.axis >= 0 && context.instants.isRepeatedOn(this.axis, index);
  }

  /** True if all items are as `isAlike` asks. */
  get areAllAlike(): boolean {
    return this.items === null && this.siblings.length === 0;
  }

  /**
   * True if no other item has a node with the name of one of this item's nodes, no two of its own have one, and its timestamp is repeated if
   * that of the recorded one is.
   */
  isAlike(item: number, index: number): boolean {
    const { items, axis, isOfRepeated, siblings } = this;
    if (items !== null) {
      if (items.isRepeated(item)) return false;
      if (axis >= 0 && this.context.instants.isRepeatedOn(axis, index) !== isOfRepeated) return false;
    }
    if (siblings.length > 0) this.name(item, index);
    for (let i = 0; i < siblings.length; i += 2)
      if (isSameState(this.states, siblings[i]! * 4, this.states, siblings[i + 1]! * 4)) return false;
    return true;
  }

  /** Names the nodes of an item's row, into `states`. */
  name(item: number, index: number): void {
    const { recipes, states, names } = this;
    if (this.named === item) return;
    this.named = item;
    for (let i = 0; i < recipes.length; i++) {
      const recipe = recipes[i]!;
      let instant: number;
      switch (recipe.kind) {
        case 'value':
          this.nameValue(recipe, i * 4, item, index);
          break;
        case 'axis row':
          this.nameAxisRow(recipe, i * 4, item, index);
          break;
        case 'own row':
        case 'record row':
          names.recordNode(states, i * 4, recipe.kind, recipe.node, states, recipe.parent * 4);
          break;
        case 'instant row':
          instant = this.instantOf(recipe.timestamp, item, index);
          names.instantRowNode(states, i * 4, recipe.node, instant);
          break;
        case 'item':
          this.items!.copyName(item, states, i * 4);
          break;
        case 'member':
          this.nameMember(i * 4, item);
          break;
        case 'record':
          this.nameRecord(recipe, i * 4, item, index);
      }
    }
  }

  private nameValue(recipe: RowName & { kind: 'value' }, at: number, item: number, index: number): void {
    const { states, names } = this;
    const { parent, known } = recipe;
    if (known !== null && known.isKnown(index)) {
      copyState(states, at, known.states, index * 4);
      return;
    }
    const instant = this.instantOf(recipe.timestamp, item, index);
    const value = recipe.value.valueIn(this.context.document, item, index);
    copyState(states, at, instant < 0 ? recipe.start : recipe.startAt, 0);
    if (parent >= 0) absorbState(states, at, states, parent * 4);
    if (instant >= 0) names.absorbValueAt(states, at, instant, value);
    else names.absorbValueInPlace(states, at, recipe.length, recipe.index ?? index, recipe.position, value);
    known?.keep(index, states, at);
  }

  private nameAxisRow(
    { node, timestamp, within }: RowName & { kind: 'axis row' },
    at: number,
    item: number,
    index: number,
  ): void {
    const { states, names } = this;
    const instant = this.instantOf(timestamp, item, index);
    if (within === null) return names.axisRowNode(states, at, node, this.scope, index, instant);
    const { document, mapping } = this.context;
    const record = within.record.valueIn(document, item, index);
    if (this.axisScope === null || this.axisRecord !== record) {
      const members = document.membersOf(record);
      const name = states.slice(within.parent * 4, within.parent * 4 + 4);
      this.axisScope = { members, time: readRecordTime(document, mapping, members), name };
      this.axisRecord = record;
    }
    names.axisRowNode(states, at, node, this.axisScope, within.index, instant);
  }

  private nameRecord(recipe: RowName & { kind: 'record' }, at: number, item: number, index: number): void {
    const { document, mapping } = this.context;
    const { plan, parent, length, position, isOfSurroundings } = recipe;
    const members = document.membersOf(recipe.record.valueIn(document, item, index));
    const time = readRecordTime(document, mapping, members);
    const instant = this.instantOf(recipe.timestamp, item, index);
    const record = { plan, length, index: recipe.index, position, instant, isOfSurroundings, members, time };
    this.names.record(this.states, at, this.states, parent * 4, record);
  }

  private nameMember(at: number, item: number): void {
    const { document, mapping } = this.context;
    const plan = { id: document.keyOfValue(item) };
    const members = document.membersOf(item);
    const time = readRecordTime(document, mapping, members);
    const place = { length: SINGLE, index: -1, position: -1, instant: -1, isOfSurroundings: true };
    const record = { plan, ...place, members, time };
    this.names.record(this.states, at, this.scope.name, 0, record);
  }

  private instantOf(timestamp: Source | number | null, item: number, index: number): number {
    if (timestamp === null) return -1;
    return this.context.instants.numberAt(
      typeof timestamp === 'number' ? timestamp : timestamp.valueIn(this.context.document, item, index),
    );
  }
}

/** Pairs of nodes that may have one name, one behind the other; null for too many. */
export function listSiblings(recipes: readonly RowName[]): number[] | null {
  const stamped = [...recipes.keys()].filter((i) => isOfStampedArray(recipes[i]!));
  const pairs: number[] = [];
  for (const [place, i] of stamped.entries()) {
    for (const j of stamped.slice(0, place)) if (areSiblings(recipes[i]!, recipes[j]!)) pairs.push(i, j);
    if (pairs.length > MAX_SIBLINGS * 2) return null;
  }
  return pairs;
}

/**
 * True for two records of one array that have a timestamp, or two values: their names are made of the instant and of their content. One that
 * is cited in one place and described in another is named twice.
 */
function areSiblings(one: RowName, other: RowName): boolean {
  if (one.kind === 'record')
    return (
      other.kind === 'record' &&
      one.parent === other.parent &&
      one.plan === other.plan &&
      !one.record.equals(other.record)
    );
  return (
    one.kind === 'value' &&
    other.kind === 'value' &&
    one.parent === other.parent &&
    isSameState(one.startAt, 0, other.startAt, 0) &&
    !one.value.equals(other.value)
  );
}

/** True for a record, or a value along no axis, that has a timestamp and stands in an array. */
function isOfStampedArray(one: RowName): boolean {
  if (one.kind !== 'record' && (one.kind !== 'value' || one.isAlongAxis)) return false;
  return one.timestamp !== null && one.length !== SINGLE;
}
