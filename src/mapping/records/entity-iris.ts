import { LOWER, PERCENT } from '../bytes/ascii.ts';
import { entityIriOf, IS_UNRESERVED, percentEncode } from '../../rdf/iri.ts';
import { isPlainEntityIri, LEAST_IRI_BYTES } from '../../rdf/iri-bytes.ts';
import { encodeText, NO_BYTES } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import type { JsonDocument } from '../json/document.ts';
import { ESCAPED, KINDS, STRIDE, STRING } from '../json/tape-entry.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

/** By half a byte. */
const HEX = encodeText('0123456789ABCDEF');

/** The IRIs of entities (`mapping.md §2`). Most are minted of the bytes of the document, without a text. */
export class EntityIris {
  private readonly document: JsonDocument;
  private readonly base: string;
  /** By entry of the tape, without the stride: the number of the entity that was looked up, plus 1. */
  private numbers: Int32Array | null = null;
  /** Values of entity keys as they are written, without escapes. */
  private readonly entities: ByteTable;
  /** By number of the entity: the first value that is it, and its key. */
  private readonly values: number[] = [];
  private readonly plans: KeyPlan[] = [];
  /** By number of the entity, once they were asked for. */
  private readonly iris: string[] = [];
  /** The bytes of the IRIs that may be subjects; null while each entity has another one. */
  private subjects: ByteTable | null = null;
  /** By key: the kind of its values. */
  private readonly kinds: number[] = [];
  private minted = NO_BYTES;

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
    if (entity === this.values.length) {
      if (this.subjects === null && !this.isApart(plan, value)) this.listSubjects();
      this.values.push(value);
      this.plans.push(plan);
    }
    numbers[place] = entity + 1;
    return entity;
  }

  /**
   * True for a new entity whose IRI is certainly none of those before it: IRIs of a key are minted of values of one kind, which are distinct. Of
   * two names beyond ASCII, one may stand for the other.
   */
  private isApart({ id, name }: KeyPlan, value: number): boolean {
    const kind = (this.kinds[id] ??= this.document.kindOf(value));
    return kind === this.document.kindOf(value) && isMinted(this.document, value) && !/[^ -~]/.test(name);
  }

  /** Has IRIs compared from now on: each entity so far is the only one of its IRI, and keeps its number. */
  private listSubjects(): ByteTable {
    this.subjects = new ByteTable(this.document.bytes);
    for (let entity = 0; entity < this.values.length; entity++) this.subjectOf(entity);
    return this.subjects;
  }

  /** The IRI of an entity by its number. */
  iriOf(entity: number): string {
    const value = this.values[entity]!;
    return (this.iris[entity] ??= this.readIri(this.plans[entity]!, value, this.document.textOf(value)));
  }

  /** E(k, e) of a scalar with a text. */
  readIri(plan: KeyPlan, value: number, text: string): string {
    const iri = this.document.kindOf(value) === STRING ? entityIriOf(text) : null;
    return iri ?? `${this.startOf(plan)}${percentEncode(text)}`;
  }

  /** A number for the IRI of an entity: equal for equal IRIs, whichever keys and values have them. */
  subjectOf(entity: number): number {
    const { subjects } = this;
    if (subjects === null) return entity;
    const value = this.values[entity]!;
    if (isWrittenOut(this.document, value)) {
      const { entries } = this.document;
      return subjects.add(0, entries[value + 1]!, entries[value + 2]!);
    }
    return this.subjectOfIri(this.iriOf(entity));
  }

  /** The same for an IRI. */
  subjectOfIri(iri: string): number {
    return (this.subjects ?? this.listSubjects()).addCopy(0, encodeText(iri));
  }

  /** Percent-encoded bytes of the document, until others are encoded. */
  encoded(start: number, end: number): Uint8Array {
    const { bytes } = this.document;
    const size = (end - start) * 3;
    if (size > this.minted.length) this.minted = new Uint8Array(size * 2);
    const { minted } = this;
    let to = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (IS_UNRESERVED[byte] === 1) minted[to++] = byte;
      else {
        minted[to++] = PERCENT;
        minted[to++] = HEX[byte >> 4]!;
        minted[to++] = HEX[byte & 15]!;
      }
    }
    return minted.subarray(0, to);
  }

  /** What the minted IRIs of a key begin with. */
  startOf(plan: KeyPlan): string {
    return `${this.base}${percentEncode(plan.name)}/`;
  }
}

/** True for a value whose bytes are its IRI, in every format. */
export function isWrittenOut(document: JsonDocument, value: number): boolean {
  const { entries, bytes } = document;
  if (isMinted(document, value) || (entries[value + 3]! & ESCAPED) !== 0) return false;
  return isPlainEntityIri(bytes, entries[value + 1]!, entries[value + 2]!);
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
