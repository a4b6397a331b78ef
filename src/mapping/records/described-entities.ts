import type { KeyPlan } from '../semantic/mapping.ts';
import type { ValueReader } from './values.ts';

/**
 * Which entities were described. A description depends on the value, as it is written, and on the values that the template cites besides
 * it: where both are equal, a second one would add nothing.
 */
export class DescribedEntities {
  private readonly values: ValueReader;
  /** By number of the entity, where nothing else is cited. */
  private readonly alone: boolean[] = [];
  private readonly withOthers = new Set<string>();

  constructor(values: ValueReader) {
    this.values = values;
  }

  /** @param cited the values that the template cites, -1 for a token that resolves to nothing */
  has(plan: KeyPlan, value: number, cited: ArrayLike<number>): boolean {
    if (cited.length === 0) return this.alone[this.values.entityAt(plan, value)] === true;
    return this.withOthers.has(this.keyOf(plan, value, cited));
  }

  add(plan: KeyPlan, value: number, cited: ArrayLike<number>): void {
    if (cited.length === 0) this.alone[this.values.entityAt(plan, value)] = true;
    else this.withOthers.add(this.keyOf(plan, value, cited));
  }

  private keyOf(plan: KeyPlan, value: number, cited: ArrayLike<number>): string {
    let key = `${this.values.entityAt(plan, value)}`;
    for (let i = 0; i < cited.length; i++) key += cited[i]! < 0 ? ' -' : ` ${this.values.spellingAt(cited[i]!)}`;
    return key;
  }
}
