import type { KeyPlan } from '../semantic/mapping.ts';
import type { Element, RecordScope } from '../records/scopes.ts';
import type { GraphNode } from '../rdf-terms/graph-terms.ts';

/** A node that is described once its surroundings are written. */
interface DeferredNode {
  readonly node: GraphNode;
  readonly describe: () => void;
}

/** Instants of one key that are described once their surroundings are written: by element, or by value where a copy cited it. */
export interface DeferredInstants {
  readonly plan: KeyPlan;
  readonly timestamps: (Element | number)[];
}

/** Items of one array that are described once their surroundings are written: each a subject of its own, with all that it leaves. */
export interface DeferredItems {
  readonly scope: RecordScope;
  readonly plan: KeyPlan;
  /** Of stretches of the array: the first index and the one behind the last, in turn. */
  readonly stretches: number[];
}

export type Left = DeferredNode | DeferredInstants | DeferredItems;

/** What a subject cites and does not hold, in the order in which it is described. What is like what came last is put to it. */
export class DeferredNodes {
  private list: Left[] = [];

  addNode(node: GraphNode, describe: () => void): void {
    this.list.push({ node, describe });
  }

  addInstant(plan: KeyPlan, timestamp: Element | number): void {
    const last = this.list[this.list.length - 1];
    if (last !== undefined && 'timestamps' in last && last.plan === plan) last.timestamps.push(timestamp);
    else this.list.push({ plan, timestamps: [timestamp] });
  }

  /** Adds the items of an array from an index up to another. */
  addItems(scope: RecordScope, plan: KeyPlan, from: number, to: number): void {
    const last = this.list[this.list.length - 1];
    if (last === undefined || !('stretches' in last) || last.scope !== scope || last.plan !== plan)
      this.list.push({ scope, plan, stretches: [from, to] });
    else if (last.stretches[last.stretches.length - 1] === from) last.stretches[last.stretches.length - 1] = to;
    else last.stretches.push(from, to);
  }

  /** All that was left so far; nothing is afterwards. */
  take(): Left[] {
    const { list } = this;
    this.list = [];
    return list;
  }

  /** Puts back what was taken. */
  restore(list: Left[]): void {
    this.list = list;
  }
}
