import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import type { ItemNames, ValueNames } from '../nodes/item-names.ts';
import { absorbState, copyState, type States } from '../nodes/name-hash.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { NameRecipe } from '../nodes/name-recipe.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import { entryOf, type Source } from './row-buffer.ts';
import { readRecordTime, SINGLE, type Element, type RecordScope } from '../records/scopes.ts';

/** The record that a name is made within: -1 for that of the array, else the number of the row's node. */
type Parent = number;

/** How a node of the row is named, for any item. */
type RowName =
  | {
      readonly kind: 'value';
      /** What the name begins with where there is no instant, and where there is one: the record's name too, for that of the array. */
      readonly start: States;
      readonly startAt: States;
      readonly parent: Parent;
      readonly value: Source;
      readonly timestamp: Source | number | null;
      readonly length: number;
      /** Null for the item's own. */
      readonly index: number | null;
      readonly position: number;
      /** Of the items themselves, where they are named more than once. */
      readonly known: ValueNames | null;
    }
  | { readonly kind: 'axis row'; readonly node: string; readonly timestamp: Source | number | null }
  | { readonly kind: 'own row' | 'record row'; readonly node: string; readonly parent: Parent }
  | { readonly kind: 'instant row'; readonly node: string; readonly timestamp: Source }
  | { readonly kind: 'item' }
  | {
      readonly kind: 'record';
      readonly plan: KeyPlan;
      readonly parent: Parent;
      readonly record: Source;
      readonly length: number;
      readonly index: number;
      readonly position: number;
    };

/** What names are made with. */
interface NamingContext {
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
}

/** Names the nodes of rows as the long way does, without walking them (`mapping.md §6`). */
export class RowNames {
  /** The names of the row at hand, four words for each node that it introduces. */
  readonly states: States;
  private readonly context: NamingContext;
  private readonly names: NodeNames;
  private readonly scope: RecordScope;
  private readonly recipes: readonly RowName[];
  /** Of an array of records. */
  private readonly items: ItemNames | null;
  private readonly axis: number;

  private constructor(
    context: NamingContext,
    scope: RecordScope,
    recipes: readonly RowName[],
    items: ItemNames | null,
    axis: number,
  ) {
    this.context = context;
    this.names = context.nodes.names!;
    this.scope = scope;
    this.recipes = recipes;
    this.items = items;
    this.axis = axis;
    this.states = new Int32Array(recipes.length * 4);
  }

  /**
   * Makes the recipes of a row those of any row like it; null where names depend on more.
   *
   * @param firstNode the number of the first node that the row introduces
   * @param defersItem the item is described later, and named again then
   */
  static compile(
    context: NamingContext,
    element: Element,
    recipes: readonly (NameRecipe | null)[],
    firstNode: number,
    sourceOf: (value: number) => Source | null,
    defersItem: boolean,
  ): RowNames | null {
    const { scope } = element;
    const { document, nodes } = context;
    const parentOf = (parent: RecordScope): Parent => (parent === scope ? -1 : parent.node.id - firstNode);
    const timestampOf = (timestamp: number): Source | number | null =>
      timestamp < 0 ? null : (sourceOf(timestamp) ?? timestamp);
    const isItem = (other: Element): boolean => other.scope === scope && other.value === element.value;
    const startsOf = (node: string, plan: KeyPlan, parent: Parent) => {
      const [start, startAt] = [false, true].map((hasInstant) =>
        nodes.names!.valueStart(node, plan, hasInstant).slice(),
      );
      if (parent < 0) for (const state of [start!, startAt!]) absorbState(state, 0, scope.name, 0);
      return { start: start!, startAt: startAt! };
    };
    const compiled: RowName[] = [];
    for (const recipe of recipes) {
      if (recipe === null) return null;
      if (recipe.kind === 'instant row') {
        const timestamp = sourceOf(recipe.timestamp);
        if (timestamp === null) return null;
        compiled.push({ kind: 'instant row', node: recipe.node, timestamp });
        continue;
      }
      if ('scope' in recipe) {
        const parent = parentOf(recipe.scope);
        if (parent < 0) return null;
        compiled.push({ kind: recipe.kind, node: recipe.node, parent });
        continue;
      }
      const { plan, length, index, position, value } = recipe.element;
      const timestamp = timestampOf(recipe.timestamp);
      if (recipe.kind === 'axis row') {
        // The rows of an axis within the item may be told apart or not, as their stamps say.
        if (recipe.element.scope !== scope) return null;
        compiled.push({ kind: 'axis row', node: recipe.node, timestamp });
      } else if (isItem(recipe.element)) {
        if (recipe.kind === 'record') compiled.push({ kind: 'item' });
        else {
          const source = { array: -1, offset: 0 };
          const starts = startsOf(recipe.node, plan, -1);
          const isValue = recipe.node === '' && length >= 0;
          const known = isValue ? nodes.arrayNames!.ofValues(scope.find(plan.id), defersItem) : null;
          compiled.push({
            kind: 'value',
            ...starts,
            parent: -1,
            value: source,
            timestamp,
            length,
            index: null,
            position,
            known,
          });
        }
      } else {
        const parent = parentOf(recipe.element.scope);
        const source = sourceOf(value);
        const isNamedByTimestamps = length !== SINGLE && recipe.timestamp >= 0;
        if (parent < 0 || source === null || source.array >= 0 || isNamedByTimestamps) return null;
        if (recipe.kind === 'record')
          compiled.push({ kind: 'record', plan, parent, record: source, length, index, position });
        else {
          const starts = startsOf(recipe.node, plan, parent);
          compiled.push({
            kind: 'value',
            ...starts,
            parent,
            value: source,
            timestamp,
            length,
            index,
            position,
            known: null,
          });
        }
      }
    }
    const items = document.isRecord(element.value) ? nodes.arrayNames!.ofRecords(scope, element.plan) : null;
    return new RowNames(context, scope, compiled, items, scope.isAligned(element) ? scope.time.axis : -1);
  }

  /** True where no two items have nodes of one name. */
  get areAllUnique(): boolean {
    return this.items === null && (this.axis < 0 || !this.context.instants.hasRepeatedOn(this.axis));
  }

  /** True where an item's nodes are told apart from those of all others. */
  areUnique(item: number, index: number): boolean {
    if (this.items !== null) return !this.items.isRepeated(item);
    return this.axis < 0 || !this.context.instants.isRepeatedOn(this.axis, index);
  }

  /** Names the nodes of an item's row, into `states`. */
  name(item: number, index: number): void {
    const { recipes, states, names } = this;
    for (let i = 0; i < recipes.length; i++) {
      const recipe = recipes[i]!;
      switch (recipe.kind) {
        case 'value': {
          const { parent, length, position, known } = recipe;
          if (known !== null && known.isKnown(index)) {
            copyState(states, i * 4, known.states, index * 4);
            break;
          }
          const instant = this.instantOf(recipe.timestamp, item, index);
          const value = entryOf(this.context.document, recipe.value, item, index);
          copyState(states, i * 4, instant < 0 ? recipe.start : recipe.startAt, 0);
          if (parent >= 0) absorbState(states, i * 4, states, parent * 4);
          if (instant >= 0) names.absorbValueAt(states, i * 4, instant, value);
          else names.absorbValueInPlace(states, i * 4, length, recipe.index ?? index, position, value);
          known?.keep(index, states, i * 4);
          break;
        }
        case 'axis row':
          names.axisRowNode(
            states,
            i * 4,
            recipe.node,
            this.scope,
            index,
            this.instantOf(recipe.timestamp, item, index),
          );
          break;
        case 'own row':
        case 'record row':
          names.recordNode(states, i * 4, recipe.kind, recipe.node, states, recipe.parent * 4);
          break;
        case 'instant row':
          names.instantRowNode(states, i * 4, recipe.node, this.instantOf(recipe.timestamp, item, index));
          break;
        case 'item':
          this.items!.copyName(item, states, i * 4);
          break;
        case 'record': {
          const { plan, parent, length, position } = recipe;
          const { document, mapping } = this.context;
          const members = document.membersOf(entryOf(document, recipe.record, item, index));
          const time = readRecordTime(document, mapping, members);
          const record = { plan, length, index: recipe.index, position, instant: -1, members, time };
          names.record(states, i * 4, states, parent * 4, record);
        }
      }
    }
  }

  private instantOf(timestamp: Source | number | null, item: number, index: number): number {
    if (timestamp === null) return -1;
    return this.context.instants.numberAt(
      typeof timestamp === 'number' ? timestamp : entryOf(this.context.document, timestamp, item, index),
    );
  }
}
