import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { JsonDocument } from '../json/document.ts';
import type { AxisScope } from '../nodes/axis-rows.ts';
import { absorbState, copyState, isSameState, type States } from '../nodes/name-hash.ts';
import type { NameRecipe } from '../nodes/name-recipe.ts';
import { copyName, NameTexts } from '../nodes/name-texts.ts';
import { NodeNames, type InstantPlaces, type NamedRecord } from '../nodes/names.ts';
import { readRecordTime, SINGLE, type Element, type RecordScope } from '../records/scopes.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { WalkContext } from '../walk/walk-context.ts';

/** The number of a node that was named before, in whose name it stands. */
type Parent = number;

/** How a node is named: all but the texts that its name is made of is the same in each document of a shape. */
type DocumentName =
  | { readonly kind: 'root'; readonly scope: Pick<RecordScope, 'members' | 'time'> }
  | { readonly kind: 'record'; readonly parent: Parent; readonly record: NamedRecord; readonly value: number }
  | { readonly kind: 'own row' | 'record row'; readonly parent: Parent; readonly node: string }
  | { readonly kind: 'instant row'; readonly node: string; readonly instant: number }
  | {
      readonly kind: 'axis row';
      readonly parent: Parent;
      readonly node: string;
      readonly scope: AxisScope;
      readonly index: number;
      readonly instant: number;
    }
  | {
      readonly kind: 'value';
      readonly parent: Parent;
      /** `?name`; empty for the value itself. */
      readonly node: string;
      readonly plan: KeyPlan;
      readonly element: Omit<Element, 'scope' | 'plan'>;
      /** -1 for none. */
      readonly instant: number;
    };

/** Where names stand in a stretch of output: the place of a name in the list of those that are shown, and how many bytes before the end of the stretch it ends; in turn. */
export type NamePlaces = readonly number[];

/** What of a recorded document is kept for the names of others. */
interface NamedShape {
  readonly mapping: Mapping;
  readonly instants: InstantPlaces;
  /** In the order in which nodes got their numbers, behind the instants. */
  readonly names: readonly DocumentName[];
  /** The numbers of the nodes that stand in the output. */
  readonly shown: readonly number[];
  /** By stretch of the output. */
  readonly places: readonly NamePlaces[];
}

/** Names the nodes of documents of one shape as the walk does, without walking them (`mapping.md §6`). */
export class DocumentNames {
  private readonly shape: NamedShape;
  /** Two nodes in turn, which have one name where their values are equal. */
  private readonly siblings: readonly number[];
  /** Of the document at hand, four words for each node but the instants. */
  private readonly states: States;
  private readonly texts: NameTexts;
  /** What the names of values begin with, by node. */
  private starts: readonly (States | null)[] = [];
  /** Made with the first document: that which was recorded is not kept. */
  private naming: NodeNames | null = null;

  constructor(shape: NamedShape) {
    this.shape = shape;
    this.siblings = listSiblings(shape.names);
    this.states = new Int32Array(shape.names.length * 4);
    this.texts = new NameTexts(shape.shown.length);
  }

  /** Names the nodes of a document; false if two of them have one name, which none of the recorded one have. */
  name(document: JsonDocument): boolean {
    const { states, siblings } = this;
    const { names } = this.shape;
    const naming = this.namesOf(document);
    for (let i = 0; i < names.length; i++) this.nameNode(names[i]!, i, naming);
    for (let i = 0; i < siblings.length; i += 2)
      if (isSameState(states, siblings[i]! * 4, states, siblings[i + 1]! * 4)) return false;
    this.render(naming);
    return true;
  }

  /** Puts the names into the copy of a stretch that was written last. */
  show(sink: ByteSink, stretch: number): void {
    const places = this.shape.places[stretch]!;
    for (let i = 0; i < places.length; i += 2) copyName(sink.view, sink.at - places[i + 1]!, this.texts, places[i]!);
  }

  private namesOf(document: JsonDocument): NodeNames {
    if (this.naming !== null) {
      this.naming.attach(document);
      return this.naming;
    }
    const { mapping, instants, names } = this.shape;
    // No IRI is made of these names.
    const naming = new NodeNames(document, mapping, instants, '');
    this.starts = names.map((name) =>
      name.kind === 'value' ? naming.valueStart(name.node, name.plan, name.instant >= 0) : null,
    );
    return (this.naming = naming);
  }

  private nameNode(name: DocumentName, i: number, naming: NodeNames): void {
    const { states } = this;
    const at = i * 4;
    switch (name.kind) {
      case 'root':
        naming.root(states, at, name.scope);
        break;
      case 'record':
        naming.record(states, at, states, name.parent * 4, name.record);
        break;
      case 'own row':
      case 'record row':
        naming.recordNode(states, at, name.kind, name.node, states, name.parent * 4);
        break;
      case 'instant row':
        naming.instantRowNode(states, at, name.node, name.instant);
        break;
      case 'axis row':
        copyState(name.scope.name, 0, states, name.parent * 4);
        naming.axisRowNode(states, at, name.node, name.scope, name.index, name.instant);
        break;
      case 'value': {
        const { length, index, position, value } = name.element;
        copyState(states, at, this.starts[i]!, 0);
        absorbState(states, at, states, name.parent * 4);
        if (name.instant < 0) naming.absorbValueInPlace(states, at, length, index, position, value);
        else naming.absorbValueAt(states, at, name.instant, value);
      }
    }
  }

  private render({ instantNames }: NodeNames): void {
    const { states, texts } = this;
    const { instants, shown } = this.shape;
    for (let i = 0; i < shown.length; i++) {
      const id = shown[i]!;
      if (id < instants.size) texts.render(i, instantNames, id * 4);
      else texts.render(i, states, (id - instants.size) * 4);
    }
  }
}

/**
 * Makes the recipes of a recorded document those of any document of its shape; null if names depend on more.
 *
 * @param recipes of the nodes behind the instants
 */
export function compileDocumentNames(
  context: WalkContext,
  recipes: readonly NameRecipe[],
): Pick<NamedShape, 'mapping' | 'instants' | 'names'> | null {
  const { mapping, instants } = context;
  const compiler = new NameCompiler(context);
  const names: DocumentName[] = [];
  for (const recipe of recipes) {
    const name = compiler.compile(recipe);
    if (name === null) return null;
    names.push(name);
  }
  const keys = Array.from({ length: instants.size }, (_, instant) => instants.keyOf(instant));
  const values = keys.map((_, instant) => instants.firstValueOf(instant));
  const places = {
    size: instants.size,
    keyOf: (instant: number) => keys[instant]!,
    firstValueOf: (instant: number) => values[instant]!,
  };
  return { mapping, instants: places, names };
}

class NameCompiler {
  private readonly context: WalkContext;
  private readonly axisScopes = new Map<RecordScope, AxisScope>();

  constructor(context: WalkContext) {
    this.context = context;
  }

  compile(recipe: NameRecipe): DocumentName | null {
    switch (recipe.kind) {
      case 'root': {
        const { members, time } = recipe.scope;
        return { kind: recipe.kind, scope: { members, time } };
      }
      case 'instant row':
        return { kind: recipe.kind, node: recipe.node, instant: this.instantOf(recipe) };
      case 'own row':
      case 'record row': {
        const parent = this.parentOf(recipe.scope);
        return parent === null ? null : { kind: recipe.kind, parent, node: recipe.node };
      }
      default: {
        const parent = this.parentOf(recipe.element.scope);
        return parent === null ? null : this.compileElement(recipe, parent, this.instantOf(recipe));
      }
    }
  }

  private compileElement(
    recipe: Extract<NameRecipe, { element: Element }>,
    parent: Parent,
    instant: number,
  ): DocumentName {
    const { document, mapping } = this.context;
    const { scope, plan, value, length, index, position } = recipe.element;
    switch (recipe.kind) {
      case 'value':
        return {
          kind: recipe.kind,
          parent,
          node: recipe.node,
          plan,
          element: { value, length, index, position },
          instant,
        };
      case 'axis row':
        return { kind: recipe.kind, parent, node: recipe.node, scope: this.axisScopeOf(scope), index, instant };
      case 'record': {
        const members = document.membersOf(value);
        const time = readRecordTime(document, mapping, members);
        const { isOfSurroundings } = recipe;
        const record = { plan, length, index, position, instant, isOfSurroundings, members, time };
        return { kind: recipe.kind, parent, record, value };
      }
    }
  }

  private instantOf({ timestamp }: { readonly timestamp: number }): number {
    return timestamp < 0 ? -1 : this.context.instants.numberAt(timestamp);
  }

  /** The node of a record; null for one that has none. */
  private parentOf({ node }: { readonly node?: RecordScope['node'] }): Parent | null {
    return node === undefined ? null : node.id - this.context.instants.size;
  }

  private axisScopeOf(scope: RecordScope): AxisScope {
    const { members, time } = scope;
    let kept = this.axisScopes.get(scope);
    if (kept === undefined) this.axisScopes.set(scope, (kept = { members, time, name: new Int32Array(4) }));
    return kept;
  }
}

/** Pairs of nodes that have one name where their values are equal. */
function listSiblings(names: readonly DocumentName[]): number[] {
  const pairs: number[] = [];
  for (let i = 0; i < names.length; i++)
    for (let j = 0; j < i; j++) if (areSiblings(names[i]!, names[j]!)) pairs.push(i, j);
  return pairs;
}

/**
 * True for two records of one array, or two of its values, that have one instant: nothing but their content distinguishes them. One that is
 * cited in one place and described in another is named twice.
 */
function areSiblings(one: DocumentName, other: DocumentName): boolean {
  if (one.kind === 'record')
    return (
      other.kind === 'record' &&
      one.value !== other.value &&
      one.parent === other.parent &&
      isStampedAlike(one.record, other.record)
    );
  return (
    one.kind === 'value' &&
    other.kind === 'value' &&
    one.element.value !== other.element.value &&
    one.parent === other.parent &&
    one.node === other.node &&
    isStampedAlike({ ...one, ...one.element }, { ...other, ...other.element })
  );
}

function isStampedAlike(
  one: Pick<NamedRecord, 'plan' | 'length' | 'instant'>,
  other: Pick<NamedRecord, 'plan' | 'instant'>,
): boolean {
  return one.length !== SINGLE && one.instant >= 0 && one.instant === other.instant && one.plan === other.plan;
}
