import { NO_BYTES } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import { withRoomAt } from '../bytes/grow.ts';
import type { KeyPlan } from '../semantic/mapping.ts';
import type { ValueReader } from './values.ts';

const NONE = new Int32Array(0);

/** An IRI that was described several times, or of which triples are looked up. */
const SHARED = -1;

/**
 * Which entities were described. A description depends on the value, as it is written, and on the values that the template cites besides
 * it: where both are equal, a second one would add nothing.
 */
export class DescribedEntities {
  private readonly values: ValueReader;
  /** By number of the entity, where nothing else is cited. */
  private alone = NONE;
  /** The entities with the spellings of what is cited, and by number of these: that it was described. */
  private readonly combinations = new ByteTable(NO_BYTES);
  private readonly withOthers: boolean[] = [];
  private words = NONE;
  /**
   * By number of the IRI: the occurrence that its only description is of, plus 1, as long as it was written without a look-up of its triples;
   * else `SHARED`. 0 for what was never described.
   */
  private subjects = NONE;

  constructor(values: ValueReader) {
    this.values = values;
  }

  /** @param cited the values that the template cites, -1 for a token that resolves to nothing */
  has(plan: KeyPlan, value: number, cited: ArrayLike<number>): boolean {
    const entity = this.values.entityIris.entityAt(plan, value);
    return cited.length === 0 ? this.alone[entity] === 1 : this.withOthers[this.combine(entity, cited)] === true;
  }

  add(plan: KeyPlan, value: number, cited: ArrayLike<number>): void {
    const entity = this.values.entityIris.entityAt(plan, value);
    if (cited.length === 0) {
      this.alone = withRoomAt(this.alone, entity);
      this.alone[entity] = 1;
    } else this.withOthers[this.combine(entity, cited)] = true;
  }

  /** True for an IRI of which nothing was said. */
  isNewSubject(subject: number): boolean {
    return subject >= this.subjects.length || this.subjects[subject] === 0;
  }

  /** Notes the occurrence that an IRI is described at without a look-up of its triples: it is new. */
  noteOnly(subject: number, occurrence: number): void {
    this.subjects = withRoomAt(this.subjects, subject);
    this.subjects[subject] = occurrence + 1;
  }

  /** The occurrence that the only description of an IRI is of, if there is one: from now on its triples are looked up. */
  share(iri: string): number | null {
    const subject = this.values.entityIris.subjectOfIri(iri);
    const subjects = (this.subjects = withRoomAt(this.subjects, subject));
    const only = subjects[subject]!;
    subjects[subject] = SHARED;
    return only > 0 ? only - 1 : null;
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
