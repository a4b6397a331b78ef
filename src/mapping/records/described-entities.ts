import { ByteTable } from '../bytes/byte-table.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { ValueReader } from './values.ts';

/** In place of a spelling, for a token that resolves to nothing. */
const NOTHING = -1;

/**
 * Which entities were described. A description depends on the value, as it is written, and on the values that the template cites besides
 * it: where both are equal, a second one would add nothing.
 */
export class DescribedEntities {
  private readonly values: ValueReader;
  /** By number of the entity, where nothing else is cited. */
  private readonly alone: boolean[] = [];
  /** The entities with the spellings of what is cited, and by number of these: that it was described. */
  private readonly combinations = new ByteTable(new Uint8Array(0));
  private readonly withOthers: boolean[] = [];
  private words = new Int32Array(8);

  constructor(values: ValueReader) {
    this.values = values;
  }

  /** @param cited the values that the template cites, -1 for a token that resolves to nothing */
  has(plan: KeyPlan, value: number, cited: ArrayLike<number>): boolean {
    const entity = this.values.entityIris.entityAt(plan, value);
    return (cited.length === 0 ? this.alone[entity] : this.withOthers[this.combine(entity, cited)]) === true;
  }

  add(plan: KeyPlan, value: number, cited: ArrayLike<number>): void {
    const entity = this.values.entityIris.entityAt(plan, value);
    if (cited.length === 0) this.alone[entity] = true;
    else this.withOthers[this.combine(entity, cited)] = true;
  }

  private combine(entity: number, cited: ArrayLike<number>): number {
    if (this.words.length <= cited.length) this.words = new Int32Array(cited.length * 2);
    const { words } = this;
    words[0] = entity;
    for (let i = 0; i < cited.length; i++) words[i + 1] = cited[i]! < 0 ? NOTHING : this.values.spellingAt(cited[i]!);
    return this.combinations.addCopy(cited.length, new Uint8Array(words.buffer, 0, (cited.length + 1) * 4));
  }
}
