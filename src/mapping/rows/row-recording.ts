import type { KeyPlan } from '../semantic/mapping.ts';
import type { JsonDocument } from '../json/document.ts';
import type { Element, RecordScope } from '../records/scopes.ts';
import { nextValue } from '../json/tape-entry.ts';

/** What a row cites and leaves to be described later: an entity by its place in the list of those that the row met. */
export type DeferralOf<Instant> =
  | { readonly kind: 'item' }
  | { readonly kind: 'instant'; readonly instant: Instant }
  | { readonly kind: 'entity'; readonly entity: number };

/** An entity as a row met it, and the values that its template cites; -1 for a token that resolves to nothing. */
interface CitedEntity {
  /** All that it has to say was said before; else it is left to be described. */
  readonly isDescribed: boolean;
  readonly plan: KeyPlan;
  readonly value: number;
  readonly cited: readonly number[];
}

/** What is noted of a row while it is written the long way. */
export class Recording {
  /** The record whose item is recorded, and the item. */
  readonly scope: RecordScope;
  readonly item: number;
  /** False once something was written that equal values, or the rows before, decide. */
  isCopyable = true;
  /** Arrays of which the item at the row's index was asked for. */
  readonly arrays: number[] = [];
  readonly entities: CitedEntity[] = [];
  /** The row holds what it leaves to be described; else that is noted. */
  readonly withLeft: boolean;
  /** In the order in which it is described; instants by the elements that cite them. */
  readonly deferrals: DeferralOf<number>[] = [];

  constructor({ scope, value }: Element, withLeft: boolean) {
    this.scope = scope;
    this.item = value;
    this.withLeft = withLeft;
  }

  /** The item itself is described later. */
  get defersItem(): boolean {
    return this.deferrals.some(({ kind }) => kind === 'item');
  }

  addItem(): void {
    this.deferrals.push({ kind: 'item' });
  }

  addInstant(value: number): void {
    this.deferrals.push({ kind: 'instant', instant: value });
  }

  addEntity(entity: CitedEntity): void {
    this.entities.push(entity);
    if (!entity.isDescribed) this.deferrals.push({ kind: 'entity', entity: this.entities.length - 1 });
  }

  /** True for a value that another row has another one for: of the item, or of an array beside it. */
  holds(value: number, document: JsonDocument): boolean {
    const isIn = (array: number): boolean => value >= array && value < nextValue(document.entries, array);
    return value >= 0 && (isIn(this.item) || this.arrays.some(isIn));
  }
}
