import type { KeyPlan } from './compile.ts';
import type { Element, RecordScope } from './scopes.ts';
import type { GraphNode } from './writer.ts';

/** A node that is described once its surroundings are written. */
interface LeftNode {
  readonly node: GraphNode;
  readonly describe: () => void;
}

/** Instants of one key that are described once their surroundings are written: by element, or by value where a copy cited it. */
export interface LeftInstants {
  readonly plan: KeyPlan;
  readonly stamps: (Element | number)[];
}

/** Items of one array that are described once their surroundings are written: each a subject of its own, with all that it leaves. */
export interface LeftItems {
  readonly scope: RecordScope;
  readonly plan: KeyPlan;
  /** Of stretches of the array: the first index and the one behind the last, in turn. */
  readonly stretches: number[];
}

export type Left = LeftNode | LeftInstants | LeftItems;

/** What a subject cites and does not hold, in the order in which it is described. What is like what came last is put to it. */
export class LeftNodes {
  private list: Left[] = [];

  addNode(node: GraphNode, describe: () => void): void {
    this.list.push({ node, describe });
  }

  addInstant(plan: KeyPlan, stamp: Element | number): void {
    const last = this.list[this.list.length - 1];
    if (last !== undefined && 'stamps' in last && last.plan === plan) last.stamps.push(stamp);
    else this.list.push({ plan, stamps: [stamp] });
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
