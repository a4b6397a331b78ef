import { withRoomAt } from '../bytes/grow.ts';
import type { JsonDocument } from '../json/document.ts';
import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import type { Element } from './scopes.ts';

/** Numbers of an occurrence: its value, the item that it stands in, and the index of that item. */
const FACTS = 3;

/** Where the entities of rows stand that are copies of one another. */
export interface EntityPlace {
  /** Of the key that the entities are values of. */
  readonly plan: KeyPlan;
  /** The element of the entity, or an element of the array, or the record, that the items of the rows stand in. */
  readonly owner: Element;
}

/** Values that are entities and are described, or are to be. They are numbers, and those of copies share a place, as there may be one in each row. */
export class EntityOccurrences {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly places: EntityPlace[] = [];
  private facts = new Int32Array(0);
  /** How many there are: the number that the next one gets. */
  size = 0;

  constructor(document: JsonDocument, mapping: Mapping) {
    this.document = document;
    this.mapping = mapping;
  }

  /**
   * @param item the value of the entity's element, or of the item that it stands in
   * @param index of the item in its array; -1 for one that stands at no index
   */
  add(place: EntityPlace, value: number, item: number, index: number): void {
    const at = this.size * FACTS;
    const facts = (this.facts = withRoomAt(this.facts, at + FACTS));
    facts[at] = value;
    facts[at + 1] = item;
    facts[at + 2] = index;
    this.places[this.size++] = place;
  }

  valueOf(occurrence: number): number {
    return this.facts[occurrence * FACTS]!;
  }

  itemOf(occurrence: number): number {
    return this.facts[occurrence * FACTS + 1]!;
  }

  placeOf(occurrence: number): EntityPlace {
    return this.places[occurrence]!;
  }

  /** The element of the entity, or of the item that it stands in. */
  ownerOf(occurrence: number): Element {
    const { owner } = this.places[occurrence]!;
    const value = this.itemOf(occurrence);
    if (value === owner.value) return owner;
    // Members of one record have a key each.
    const key = this.document.keyOfValue(value);
    const plan = key < 0 ? owner.plan : this.mapping.plans.of(key);
    return { ...owner, plan, value, index: this.facts[occurrence * FACTS + 2]! };
  }
}
