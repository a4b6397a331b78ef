import type { KeyNames } from '../json/key-list.ts';
import type { KeyPlan, KeyPlans, Predicate } from './mapping.ts';
import type { SharedKeys } from './shared-terms.ts';

/** Plans of which those of plain keys are made when somebody asks for them: such keys may be as many as values, and most are copied without a plan. */
export class LazyPlans implements KeyPlans {
  private readonly names: KeyNames;
  private readonly keys: SharedKeys;
  private readonly predicates: readonly (Predicate | number)[];
  /** By key id. */
  private readonly plans: (KeyPlan | undefined)[];

  /**
   * @param names of the document's keys
   * @param described the plans of the keys that are not plain
   * @param predicates in their order; of a plain key, its id
   */
  constructor(
    names: KeyNames,
    keys: SharedKeys,
    described: readonly KeyPlan[],
    predicates: readonly (Predicate | number)[],
  ) {
    this.names = names;
    this.keys = keys;
    this.predicates = predicates;
    this.plans = new Array<KeyPlan | undefined>(names.count).fill(undefined);
    for (const plan of described) this.plans[plan.id] = plan;
  }

  of(key: number): KeyPlan {
    return (this.plans[key] ??= this.planPlain(key));
  }

  listPredicates(): Predicate[] {
    return this.predicates.map((one) => (typeof one === 'number' ? this.of(one).predicate : one));
  }

  private planPlain(id: number): KeyPlan {
    const name = this.names.nameOf(id);
    return {
      id,
      name,
      predicate: this.keys.get(name).predicate,
      template: null,
      isTime: false,
      isEntity: false,
      isReferenced: false,
      datatype: null,
      range: null,
      isReserved: false,
      isPlain: true,
    };
  }
}
