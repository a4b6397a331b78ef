import type { KeyPlan } from '../semantic/mapping.ts';
import { absorbState, type States } from '../nodes/name-hash.ts';
import type { NameRecipe } from '../nodes/name-recipe.ts';
import type { Recording } from './row-recorder.ts';
import { listSiblings, RowNames, type NamingContext, type Parent, type RowName } from './row-names.ts';
import { Source, type RowSources } from './row-sources.ts';
import { SINGLE, type Element, type RecordScope } from '../records/scopes.ts';

/** What the names of a recorded row are compiled of. */
interface RecordedNames {
  readonly element: Element;
  /** By node that the row introduces. */
  readonly recipes: readonly NameRecipe[];
  /** The number of the first node that the row introduces. */
  readonly firstNode: number;
  readonly recording: Pick<Recording, 'defersItem' | 'distinctTimes'>;
}

/** Makes the recipes of a recorded row those of any row like it; null if names depend on more than the row. */
export function compileNames(context: NamingContext, recorded: RecordedNames, sources: RowSources): RowNames | null {
  return new RowNameCompiler(context, recorded, sources).compile();
}

class RowNameCompiler {
  private readonly context: NamingContext;
  private readonly recorded: RecordedNames;
  private readonly sources: RowSources;

  constructor(context: NamingContext, recorded: RecordedNames, sources: RowSources) {
    this.context = context;
    this.recorded = recorded;
    this.sources = sources;
  }

  compile(): RowNames | null {
    const { element, recipes } = this.recorded;
    const names: RowName[] = [];
    for (const recipe of recipes) {
      const name = this.compileRecipe(recipe);
      if (name === null) return null;
      names.push(name);
    }
    const siblings = listSiblings(names);
    return siblings === null ? null : new RowNames(this.context, element, names, siblings);
  }

  private compileRecipe(recipe: NameRecipe): RowName | null {
    switch (recipe.kind) {
      case 'root':
        // No row holds the root.
        return null;
      case 'instant row': {
        const timestamp = this.sources.of(recipe.timestamp);
        return timestamp === null ? null : { kind: recipe.kind, node: recipe.node, timestamp };
      }
      case 'own row':
      case 'record row': {
        const parent = this.parentOf(recipe.scope);
        return parent < 0 ? null : { kind: recipe.kind, node: recipe.node, parent };
      }
      case 'axis row':
        return this.compileAxisRow(recipe);
      case 'record':
        if (!this.isItem(recipe.element)) return this.compileRecord(recipe);
        return { kind: recipe.element.length === SINGLE ? 'member' : 'item' };
      case 'value':
        return this.compileValue(recipe);
    }
  }

  /** A node of a row of an axis: of that along which the items stand, or of one within the item. */
  private compileAxisRow({ node, element, timestamp }: NameRecipe & { kind: 'axis row' }): RowName | null {
    const { scope, index } = element;
    const row = { kind: 'axis row', node, timestamp: this.timestampOf(timestamp) } as const;
    if (scope === this.recorded.element.scope) return { ...row, within: null };
    const parent = this.parentOf(scope);
    const record = this.sources.of(scope.record);
    if (parent < 0 || record === null || !this.noteAxis(scope)) return null;
    return { ...row, within: { parent, record, index } };
  }

  /** Notes the axis of a record within the item: no two of its rows share a name. False where it has a timestamp twice, or stands elsewhere. */
  private noteAxis({ time: { axis } }: RecordScope): boolean {
    if (!this.sources.isWithin(axis) || this.context.instants.hasRepeatedOn(axis)) return false;
    this.recorded.recording.distinctTimes.add(axis);
    return true;
  }

  /** A value, or a row by itself that has a node `?name`. */
  private compileValue({ node, element, timestamp }: NameRecipe & { kind: 'value' }): RowName | null {
    const { scope, plan, length, index, position } = element;
    const isItem = this.isItem(element);
    const place = isItem ? { parent: -1, source: Source.within(0) } : this.placeWithin(element);
    const isAlongAxis = !isItem && timestamp >= 0 && scope.isAligned(element);
    if (place === null || (isAlongAxis && !this.noteAxis(scope))) return null;
    const { parent, source } = place;
    const isKept = isItem && node === '' && length >= 0;
    const { defersItem } = this.recorded.recording;
    return {
      kind: 'value',
      ...this.startsOf(node, plan, parent),
      parent,
      value: source,
      timestamp: this.timestampOf(timestamp),
      isAlongAxis,
      length,
      index: isItem ? null : index,
      position,
      known: isKept ? this.context.nodes.arrayNames!.ofValues(scope.find(plan.id), defersItem) : null,
    };
  }

  /** A record within the item. */
  private compileRecord({ element, timestamp, isOfSurroundings }: NameRecipe & { kind: 'record' }): RowName | null {
    const within = this.placeWithin(element);
    if (within === null) return null;
    const { plan, length, index, position } = element;
    return {
      kind: 'record',
      plan,
      parent: within.parent,
      record: within.source,
      timestamp: this.timestampOf(timestamp),
      isOfSurroundings,
      length,
      index,
      position,
    };
  }

  /** Where an element stands within the item; null if it does not. */
  private placeWithin(element: Element): { parent: Parent; source: Source } | null {
    const parent = this.parentOf(element.scope);
    const source = this.sources.of(element.value);
    return parent < 0 || source === null || source.array >= 0 ? null : { parent, source };
  }

  private parentOf(scope: RecordScope): Parent {
    const { element, firstNode } = this.recorded;
    return scope === element.scope ? -1 : scope.node.id - firstNode;
  }

  private timestampOf(timestamp: number): Source | number | null {
    return timestamp < 0 ? null : (this.sources.of(timestamp) ?? timestamp);
  }

  private isItem({ scope, value }: Element): boolean {
    const { element } = this.recorded;
    return scope === element.scope && value === element.value;
  }

  private startsOf(node: string, plan: KeyPlan, parent: Parent): { start: States; startAt: States } {
    const names = this.context.nodes.names!;
    const start = names.valueStart(node, plan, false);
    const startAt = names.valueStart(node, plan, true);
    if (parent < 0) for (const state of [start, startAt]) absorbState(state, 0, this.recorded.element.scope.name, 0);
    return { start, startAt };
  }
}
