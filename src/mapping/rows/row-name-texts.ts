import type { JsonDocument } from '../json/document.ts';
import type { InstantTable } from '../records/instants.ts';
import { NameTexts } from '../nodes/name-texts.ts';
import type { NodeTable } from '../nodes/nodes.ts';
import type { RowBuffer } from './row-buffer.ts';
import type { NodeSlot } from './row-slots.ts';
import type { RowNames } from './row-names.ts';

/** What names of nodes are looked up in. */
interface Naming {
  readonly document: JsonDocument;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
}

/** The names of the nodes of rows, as they are written. */
export class RowNameTexts {
  /** Those of the row at hand, by node of the buffer, and those of the row before. */
  current: NameTexts;
  last: NameTexts;
  private readonly context: Naming;
  private readonly names: RowNames;
  private readonly slots: readonly NodeSlot[];

  constructor(context: Naming, names: RowNames, { nodes }: RowBuffer) {
    this.context = context;
    this.names = names;
    this.slots = nodes;
    this.current = new NameTexts(nodes.length);
    this.last = new NameTexts(nodes.length);
  }

  /** `RowNames.areAllAlike` */
  get areAllAlike(): boolean {
    return this.names.areAllAlike;
  }

  /** `RowNames.isAlike` */
  isAlike(item: number, index: number): boolean {
    return this.names.isAlike(item, index);
  }

  /** Names the nodes of the next row. */
  next(item: number, index: number): void {
    const { names, slots, last: current } = this;
    const { document, instants, nodes } = this.context;
    this.last = this.current;
    this.current = current;
    names.name(item, index);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      if (slot.kind === 'node') current.render(i, names.states, slot.index * 4);
      else {
        const instant = instants.numberAt(slot.source.valueIn(document, item, index));
        current.copy(i, nodes.names!.textsOfInstants, instant);
      }
    }
  }
}
