import { LOWER } from '../bytes/ascii.ts';
import { withRoomAt } from '../bytes/grow.ts';
import { sameBytes } from '../bytes/hash.ts';
import { entityIriOf, IS_UNRESERVED, percentEncode } from '../../rdf/iri.ts';
import { isPlainEntityIri, LEAST_IRI_BYTES } from '../../rdf/iri-bytes.ts';
import { encodeText } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import type { JsonDocument } from '../json/document.ts';
import { ESCAPED, KINDS, STRIDE, STRING } from '../json/tape-entry.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

/** Numbers of an entity: the first value that is it, its key, its form once that was asked, and the number of its IRI plus 1. */
const FACTS = 4;
/** How the IRI of an entity is made of the bytes of a value: they are it in every format, or it is minted of them as they are, or encoded. */
export const WRITTEN_OUT = 1;
export const MINTED = 2;
export const ENCODED = 3;
/** It is made of the text. */
const OF_TEXT = 4;
/** Of keys whose names may stand for one another. */
const NO_KIND = -1;
const NONE = new Int32Array(0);

/** The IRIs of entities (`mapping.md §2`). Most are minted of the bytes of the document, without a text. */
export class EntityIris {
  private readonly document: JsonDocument;
  private readonly base: string;
  /** By entry of the tape, without the stride: the number of the entity that was looked up, plus 1. */
  private numbers: Int32Array | null = null;
  /** Values of entity keys as they are written, without escapes. */
  private readonly entities: ByteTable;
  /** By number of the entity, `FACTS` each. */
  private facts = NONE;
  private count = 0;
  /** By key. */
  private readonly plans: KeyPlan[] = [];
  /** By number of the entity, once they were asked for. */
  private readonly iris: string[] = [];
  /** The bytes of the IRIs that may be subjects; null while each entity has another one. */
  private subjects: ByteTable | null = null;
  /** By key: the kind of its values of which IRIs are minted. */
  private readonly kinds: number[] = [];
  /** The key whose values are IRIs as they are written. */
  private writtenKey = -1;
  private areMinted = false;
  /** Some values that are IRIs as they are written begin with the base. */
  private areUnderBase = false;
  private baseBytes: Uint8Array | null = null;

  constructor(document: JsonDocument, base: string) {
    this.document = document;
    this.base = base;
    this.entities = new ByteTable(document.bytes);
  }

  /** A number for the entity of a scalar of a key: equal for equal values, as they are written but for escapes. */
  entityAt(plan: KeyPlan, value: number): number {
    const { entries } = this.document;
    const numbers = (this.numbers ??= new Int32Array(entries.length / STRIDE));
    const place = (value / STRIDE) | 0;
    const known = numbers[place]!;
    if (known > 0) return known - 1;
    const salt = plan.id * KINDS + entries[value]!;
    const entity =
      entries[value + 3]! & ESCAPED
        ? this.entities.addCopy(salt, encodeText(this.document.textOf(value)))
        : this.entities.add(salt, entries[value + 1]!, entries[value + 2]!);
    numbers[place] = entity + 1;
    if (entity === this.count) this.addEntity(plan, value);
    return entity;
  }

  private addEntity(plan: KeyPlan, value: number): void {
    const at = this.count++ * FACTS;
    const facts = (this.facts = withRoomAt(this.facts, at + FACTS));
    facts[at] = value;
    facts[at + 1] = plan.id;
    this.plans[plan.id] = plan;
    if (this.subjects === null && !this.isApart(plan, value)) this.listSubjects();
  }

  /**
   * True for a new entity whose IRI is certainly none of those before it. Values of one kind are distinct where they are of one key, and so
   * are the IRIs that are minted of them, or that they are as they are written. Of two names beyond ASCII, one may stand for the other.
   */
  private isApart({ id, name }: KeyPlan, value: number): boolean {
    if (isMinted(this.document, value)) {
      const kind = this.document.kindOf(value);
      this.areMinted = true;
      this.kinds[id] ??= /[^ -~]/.test(name) ? NO_KIND : kind;
      if (this.kinds[id] !== kind) return false;
    } else {
      if (this.formOf(value) !== WRITTEN_OUT) return false;
      if (this.writtenKey < 0) this.writtenKey = id;
      if (this.writtenKey !== id) return false;
      this.areUnderBase ||= this.isUnderBase(value);
    }
    return !this.areMinted || !this.areUnderBase;
  }

  /** True for a value that begins as minted IRIs do. */
  private isUnderBase(value: number): boolean {
    const { entries, bytes } = this.document;
    const base = (this.baseBytes ??= encodeText(this.base));
    const start = entries[value + 1]!;
    const end = start + base.length;
    return end <= entries[value + 2]! && sameBytes(bytes, start, end, base, 0, base.length);
  }

  /** Has IRIs compared from now on: each entity so far is the only one of its IRI, and keeps its number. */
  private listSubjects(): ByteTable {
    this.subjects = new ByteTable(this.document.bytes);
    for (let entity = 0; entity < this.count; entity++) this.subjectOf(entity);
    return this.subjects;
  }

  /** The IRI of an entity by its number. */
  iriOf(entity: number): string {
    const known = this.iris[entity];
    if (known !== undefined) return known;
    const value = this.facts[entity * FACTS]!;
    const plan = this.plans[this.facts[entity * FACTS + 1]!]!;
    return (this.iris[entity] = this.readIri(plan, value, this.document.textOf(value)));
  }

  /** E(k, e) of a scalar with a text. */
  readIri(plan: KeyPlan, value: number, text: string): string {
    const iri = this.document.kindOf(value) === STRING ? entityIriOf(text) : null;
    return iri ?? `${this.startOf(plan)}${percentEncode(text)}`;
  }

  /** A number for the IRI of the entity of a scalar of a key: equal for equal IRIs, whichever keys and values have them. */
  subjectAt(plan: KeyPlan, value: number): number {
    return this.subjectOf(this.entityAt(plan, value));
  }

  /** The same of an entity by its number. */
  private subjectOf(entity: number): number {
    const { subjects, facts } = this;
    if (subjects === null) return entity;
    const at = entity * FACTS;
    if (facts[at + 3]! > 0) return facts[at + 3]! - 1;
    const value = facts[at]!;
    const { entries } = this.document;
    const isWrittenOut = this.formOf(value) === WRITTEN_OUT;
    const subject = isWrittenOut
      ? subjects.add(0, entries[value + 1]!, entries[value + 2]!)
      : this.subjectOfIri(this.iriOf(entity));
    facts[at + 3] = subject + 1;
    return subject;
  }

  /** The same for an IRI. */
  subjectOfIri(iri: string): number {
    return (this.subjects ?? this.listSubjects()).addCopy(0, encodeText(iri));
  }

  /** `WRITTEN_OUT`, `MINTED` or `ENCODED`, or a number for a value of whose text the IRI is made. It is found out once of each entity. */
  formOf(value: number): number {
    const { document, numbers, facts } = this;
    const { entries } = document;
    if (entries[value] === STRING && (entries[value + 3]! & ESCAPED) !== 0) return OF_TEXT;
    const entity = numbers === null ? -1 : numbers[(value / STRIDE) | 0]! - 1;
    if (entity < 0) return readForm(document, value);
    return (facts[entity * FACTS + 2] ||= readForm(document, value));
  }

  /** What the minted IRIs of a key begin with. */
  startOf(plan: KeyPlan): string {
    return `${this.base}${percentEncode(plan.name)}/`;
  }
}

/** The form of a value without escapes. */
function readForm(document: JsonDocument, value: number): number {
  const { entries, bytes } = document;
  const start = entries[value + 1]!;
  const end = entries[value + 2]!;
  if (!isMinted(document, value)) return isPlainEntityIri(bytes, start, end) ? WRITTEN_OUT : OF_TEXT;
  for (let at = start; at < end; at++) if (IS_UNRESERVED[bytes[at]!] === 0) return ENCODED;
  return MINTED;
}

/** True for a value of which an IRI is minted for certain, and whose bytes are its text. */
export function isMinted({ entries, bytes }: JsonDocument, value: number): boolean {
  if (entries[value] !== STRING) return true;
  if ((entries[value + 3]! & ESCAPED) !== 0) return false;
  const start = entries[value + 1]!;
  if (entries[value + 2]! - start < LEAST_IRI_BYTES) return true;
  // `http` or `urn:`: the text may be an IRI.
  const first = bytes[start]! | LOWER;
  const second = bytes[start + 1]! | LOWER;
  return !(first === 0x68 && second === 0x74) && !(first === 0x75 && second === 0x72);
}
