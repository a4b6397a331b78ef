import { NO_BYTES } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { Element } from './scopes.ts';
import type { ValueReader } from './values.ts';

const NONE = new Int32Array(0);

/** A description of an entity that was written without a look-up of its triples: no other was written of its IRI. */
export interface OnlyDescription {
  readonly plan: KeyPlan;
  readonly value: number;
  /** The entity's element, or the item that it stands in where a copy cited it. */
  readonly owner: Element;
}

/**
 * Which entities were described. A description depends on the value, as it is written, and on the values that the template cites besides
 * it: where both are equal, a second one would add nothing.
 */
export class DescribedEntities {
  private readonly values: ValueReader;
  /** By number of the entity, where nothing else is cited. */
  private readonly alone: boolean[] = [];
  /** The entities with the spellings of what is cited, and by number of these: that it was described. */
  private readonly combinations = new ByteTable(NO_BYTES);
  private readonly withOthers: boolean[] = [];
  private words = NONE;
  /** By number of the IRI: its only description; null once triples of it are looked up; undefined for what was never described. */
  private readonly subjects: (OnlyDescription | null | undefined)[] = [];

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

  /** A number for the IRI of an entity: equal for equal IRIs. */
  subjectAt(plan: KeyPlan, value: number): number {
    const { entityIris } = this.values;
    return entityIris.subjectOf(entityIris.entityAt(plan, value));
  }

  /** True for an IRI of which nothing was said. */
  isNewSubject(subject: number): boolean {
    return this.subjects[subject] === undefined;
  }

  noteOnly(subject: number, description: OnlyDescription): void {
    this.subjects[subject] = description;
  }

  /** The only description of an IRI, if there is one: from now on its triples are looked up. */
  share(iri: string): OnlyDescription | null {
    const subject = this.values.entityIris.subjectOfIri(iri);
    const only = this.subjects[subject] ?? null;
    this.subjects[subject] = null;
    return only;
  }

  private combine(entity: number, cited: ArrayLike<number>): number {
    if (this.words.length <= cited.length) this.words = new Int32Array(cited.length * 2);
    const { words } = this;
    words[0] = entity;
    // A token that resolves to nothing has no spelling.
    for (let i = 0; i < cited.length; i++) words[i + 1] = cited[i]! < 0 ? -1 : this.values.spellingAt(cited[i]!);
    return this.combinations.addCopy(cited.length, new Uint8Array(words.buffer, 0, (cited.length + 1) * 4));
  }
}
