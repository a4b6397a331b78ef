import { MIN_COPIED, MIN_ENTITIES } from '../rows/limits.ts';
import { NULL, OBJECT } from '../json/tape-entry.ts';
import { FLATTENED, forEachElement, singleElement, type Element, type RecordScope } from '../records/scopes.ts';
import { Items } from '../rows/row-items.ts';
import { INTRODUCED, UNPROVEN } from '../rows/origins.ts';
import type { MemberTemplates } from '../rows/member-templates.ts';
import { RowTemplates } from '../rows/row-templates.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { SeenObjects } from './deduplication.ts';
import { PlainValues } from './plain-values.ts';
import type { WalkContext } from './walk-context.ts';
import { walkCounted, walkRow, writeRows } from './walk-row.ts';

/** Writes the triples of records, member by member and item by item (`mapping.md §2`). What they hold as subjects of their own is deferred. */
export class RecordWalk {
  private readonly context: WalkContext;
  private readonly plainValues: PlainValues;

  constructor(context: WalkContext) {
    this.context = context;
    this.plainValues = new PlainValues(context, context.scalars);
  }

  /**
   * Writes what the members of a record say about the current subject.
   *
   * @param copies has scalars copied; null where they are walked
   */
  describeMembers(scope: RecordScope, copies: MemberTemplates | null = null): void {
    const { document, mapping, emitter } = this.context;
    const { length } = scope.members;
    const mayBeRows = length >= MIN_COPIED && !mapping.predicatesOverlap && !mapping.keysAreApart;
    const rows = mayBeRows ? this.rowTemplates(false, length, true) : null;
    if (rows !== null) return this.describeMany(scope, rows);
    for (const member of scope.members) {
      // Writers want all objects of a predicate in a row; where keys share predicates, each member is a block of its own.
      if (mapping.predicatesOverlap) emitter.restart(scope.node);
      const value = document.valueOf(member);
      const kind = document.kindOf(value);
      if (kind === NULL) continue;
      const plan = mapping.plans.of(document.keyOf(member));
      if (copies === null || kind >= OBJECT) this.describeMember(scope, plan, value, null);
      else if (!copies.copy(scope, plan, value)) this.recordMember(scope, plan, value, copies);
    }
  }

  /** On its own: where functions are made in a loop, each turn of it keeps its variables, also of members that are copied. */
  private recordMember(scope: RecordScope, plan: KeyPlan, value: number, copies: MemberTemplates): void {
    const describe = (): void => this.describeMember(scope, plan, value, null);
    copies.write(scope, plan, value, () => walkCounted(this.context, describe));
  }

  /** Does the same for many members: those whose keys are plain are rows. */
  private describeMany(scope: RecordScope, rows: RowTemplates): void {
    const { document, mapping, scalars } = this.context;
    const { isPlain, plans } = mapping;
    const { members } = scope;
    const keys = new Int32Array(members.length);
    const values = new Int32Array(members.length);
    const copied = new Int32Array(members.length);
    let count = 0;
    for (let i = 0; i < members.length; i++) {
      const value = document.valueOf(members[i]!);
      if (document.kindOf(value) === NULL) continue;
      const key = document.keyOf(members[i]!);
      keys[count] = key;
      values[count] = value;
      copied[count++] = document.isArray(value) || isPlain[key] !== 1 ? -1 : value;
    }
    writeRows(
      rows,
      Items.ofList(copied.subarray(0, count)),
      (at) => {
        const plan = plans.of(keys[at]!);
        this.describeMember(scope, plan, values[at]!, plan.isPlain ? rows : null);
      },
      (from, to) => {
        for (let at = from; at < to; at++) if (document.isScalar(values[at]!)) scalars.noteUnmapped(keys[at]!);
      },
    );
  }

  private describeMember(scope: RecordScope, plan: KeyPlan, value: number, rows: RowTemplates | null): void {
    const { document, warnings, scalars } = this.context;
    if (plan.isReserved) warnings.addOnce('reserved-key', plan.name, value);
    if (document.isArray(value)) return this.describeArray(scope, plan, value);
    const element = singleElement(scope, plan, value);
    if (document.isRecord(value)) this.walkRecord(rows, element);
    else if (plan.template === null)
      walkRow(this.context, rows, element, 'triples', () => scalars.writePlain(element, null));
    else scalars.write(element, plan.template, null);
  }

  private describeArray(scope: RecordScope, plan: KeyPlan, value: number): void {
    const { context } = this;
    const { document, warnings, emitter, deduplication, scalars } = context;
    const { template } = plan;
    const isMisaligned = scope.time.axis >= 0 && document.lengthOf(value) !== scope.time.axisLength;
    if (isMisaligned && template !== null) warnings.addOnce('axis-length-mismatch', plan.name, value);
    const onNested = () => warnings.addOnce('nested-array', plan.name, value);
    if (template === null && this.plainValues.write(scope, plan, value, onNested)) return;
    if (this.describeFlattened(scope, plan, value, onNested)) return;
    // Objects that came before in this array: equal literals, entities and instants make one triple.
    const areDistinct = plan.isEntity && this.holdsDistinctEntities(plan, value);
    const seen = emitter.subject.needsDeduplication || areDistinct ? null : deduplication.seenObjects();
    const rows = this.rowTemplates(plan.isEntity && !areDistinct, document.lengthOf(value));
    forEachElement(
      document,
      scope,
      plan,
      value,
      (element) => {
        // What stood in an array within this one is aligned with nothing, and no row of what is.
        const own = element.index < 0 ? null : rows;
        if (document.isRecord(element.value)) this.walkRecord(own, element);
        else if (template === null) scalars.writePlain(element, seen);
        else walkRow(context, own, element, 'triples', () => scalars.write(element, template, seen));
      },
      onNested,
      rows === null ? undefined : this.copyItems(rows, plan, value, seen),
    );
  }

  /** Writes the records of an array of arrays; false leaves any other array, and what is not copied, to be walked. */
  private describeFlattened(scope: RecordScope, plan: KeyPlan, array: number, onNested: () => void): boolean {
    const { context } = this;
    const flattened = Items.flatten(context.document, array);
    const rows = flattened === null ? null : this.rowTemplates(plan.isEntity, flattened.values.length);
    if (flattened === null || rows === null) return false;
    const { values, positions } = flattened;
    const items = Items.ofList(values);
    onNested();
    writeRows(rows, items, (at) => {
      const place = { index: -1, length: FLATTENED, position: positions[at]! };
      this.walkRecord(rows, { scope, plan, value: values[at]!, ...place });
    });
    return true;
  }

  /** Has items copied as long as they can be; from an index on, answers how many are done. */
  private copyItems(
    rows: RowTemplates,
    plan: KeyPlan,
    array: number,
    seen: SeenObjects | null,
  ): (index: number) => number {
    const { document, instants } = this.context;
    // An instant that stands in the array twice is cited once.
    const mayRepeat = plan.isTime && !plan.isEntity && plan.template !== null && seen !== null;
    const isRepeated = (value: number): boolean =>
      document.isScalar(value) &&
      !instants.isFirst(value) &&
      document.isItemOf(array, instants.firstValueOf(instants.numberAt(value)));
    const items = Items.ofArray(document, array, document.lengthOf(array), mayRepeat ? isRepeated : null);
    return (index) => {
      const place = items.placeOf(index);
      return items.indexBehind(place + rows.copy(items, place)) - index;
    };
  }

  /** True for an array of scalars of which each is another entity, so that nothing depends on what stands before it. */
  private holdsDistinctEntities(plan: KeyPlan, array: number): boolean {
    const { document, recorder, values } = this.context;
    const length = document.lengthOf(array);
    const mayBeRows = length >= MIN_ENTITIES && document.holdsScalarsOnly(array) && recorder.recording === null;
    if (!mayBeRows || plan.isTime) return false;
    const { entityIris } = values;
    const subjects = new Int32Array(length);
    let count = 0;
    // Numbers that ascend are distinct: those of entities that are nowhere before.
    let found: Set<number> | null = null;
    for (let index = 0; index < length; index++) {
      const value = document.itemAt(array, index);
      if (document.kindOf(value) === NULL) continue;
      const subject = entityIris.subjectAt(plan, value);
      if (found === null && count > 0 && subject <= subjects[count - 1]!) found = new Set(subjects.subarray(0, count));
      if (found?.has(subject) === true) return false;
      found?.add(subject);
      subjects[count++] = subject;
    }
    return true;
  }

  /** Templates for so many items of an array; null where equal texts decide about more of its rows than templates know. */
  private rowTemplates(areEntities: boolean, items: number, areMembers?: boolean): RowTemplates | null {
    const { context } = this;
    if (context.recorder.recording !== null || context.emitter.subject.needsDeduplication) return null;
    return areEntities ? null : RowTemplates.of(context, items, items, areMembers);
  }

  private walkRecord(rows: RowTemplates | null, element: Element): void {
    walkRow(this.context, rows, element, 'triples', () => this.writeRecord(element, rows?.members ?? null));
  }

  private writeRecord(element: Element, copies: MemberTemplates | null): void {
    const { nodes, emitter, deferred } = this.context;
    const { plan } = element;
    const scope = nodes.scopeOf(element);
    const { node } = scope;
    // Tokens elsewhere ask for the node of a record that is referenced: a copy would not tell them.
    const origin = plan.isReferenced ? UNPROVEN : INTRODUCED;
    const describe = () => this.describeRecord(element, scope, copies);
    if (!emitter.link(plan.predicate, node, plan.isReferenced, origin, describe))
      deferred.addRecord(element, node, describe);
  }

  /** Writes what a record says about the current subject, its template first. */
  describeRecord(element: Element, scope: RecordScope, copies: MemberTemplates | null = null): void {
    const { template } = element.plan;
    if (template !== null) this.context.templates.describe(element, template);
    this.describeMembers(scope, copies);
  }
}
