import { LOWER, PERCENT } from '../bytes/ascii.ts';
import { entityIriOf, IS_UNRESERVED, percentEncode } from '../../rdf/iri.ts';
import { isPlainEntityIri, LEAST_IRI_BYTES } from '../../rdf/iri-bytes.ts';
import { encodeText } from '../../rdf/utf8.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import type { JsonDocument } from '../json/document.ts';
import { ESCAPED, KINDS, STRING } from '../json/tape-entry.ts';
import type { KeyPlan } from '../semantic/mapping.ts';

/** Most documents have no entities, and are small. */
const NONE = new Int32Array(0);
const NOTHING = new Uint8Array(0);
/** By half a byte. */
const HEX = encodeText('0123456789ABCDEF');

/** The IRIs of entities (`mapping.md §2`). Most are minted of the bytes of the document, without a text. */
export class EntityIris {
  private readonly document: JsonDocument;
  private readonly base: string;
  /** The entity that was looked up last, by key. */
  private lastValue = NONE;
  private lastEntity = NONE;
  /** Values of entity keys as they are written, without escapes. */
  private readonly entities: ByteTable;
  /** By number of the entity: the first value that is it, and its key. */
  private readonly values: number[] = [];
  private readonly plans: KeyPlan[] = [];
  /** By number of the entity, once they were asked for. */
  private readonly iris: string[] = [];
  /** The bytes of the IRIs that may be subjects. */
  private readonly subjects: ByteTable;
  /** What minted IRIs begin with, by key. */
  private readonly starts: Uint8Array[] = [];
  private minted = NOTHING;

  constructor(document: JsonDocument, base: string) {
    this.document = document;
    this.base = base;
    this.entities = new ByteTable(document.bytes);
    this.subjects = new ByteTable(document.bytes);
  }

  /** A number for the entity of a scalar of a key: equal for equal values, as they are written but for escapes. */
  entityAt(plan: KeyPlan, value: number): number {
    const { id } = plan;
    if (this.lastValue[id] === value) return this.lastEntity[id]!;
    const { entries } = this.document;
    const salt = id * KINDS + entries[value]!;
    const entity =
      entries[value + 3]! & ESCAPED
        ? this.entities.addCopy(salt, encodeText(this.document.textOf(value)))
        : this.entities.add(salt, entries[value + 1]!, entries[value + 2]!);
    if (entity === this.values.length) {
      this.values.push(value);
      this.plans.push(plan);
    }
    if (this.lastValue === NONE) {
      this.lastValue = new Int32Array(this.document.keyNames.length).fill(-1);
      this.lastEntity = new Int32Array(this.document.keyNames.length);
    }
    this.lastValue[id] = value;
    return (this.lastEntity[id] = entity);
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
    const value = this.values[entity]!;
    if (isWrittenOut(this.document, value)) {
      const { entries } = this.document;
      return this.subjects.add(0, entries[value + 1]!, entries[value + 2]!);
    }
    if (!isMinted(this.document, value)) return this.subjectOfIri(this.iriOf(entity));
    return this.subjects.addCopy(0, this.mint(this.plans[entity]!, value));
  }

  /** The same for an IRI. */
  subjectOfIri(iri: string): number {
    return this.subjects.addCopy(0, encodeText(iri));
  }

  /** Percent-encoded bytes of the document, until others are encoded. */
  encoded(start: number, end: number): Uint8Array {
    const length = this.encode(start, end, 0);
    return this.minted.subarray(0, length);
  }

  /** The bytes of a minted IRI, until the next one is minted. */
  private mint(plan: KeyPlan, value: number): Uint8Array {
    const { entries } = this.document;
    const start = (this.starts[plan.id] ??= encodeText(this.startOf(plan)));
    const from = entries[value + 1]!;
    const end = entries[value + 2]!;
    this.reserve(start.length + (end - from) * 3);
    this.minted.set(start);
    const length = this.encode(from, end, start.length);
    return this.minted.subarray(0, length);
  }

  /** Percent-encodes bytes of the document into `minted` from `to` on; answers where they end. */
  private encode(start: number, end: number, to: number): number {
    const { bytes } = this.document;
    this.reserve(to + (end - start) * 3);
    const { minted } = this;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (IS_UNRESERVED[byte] === 1) minted[to++] = byte;
      else {
        minted[to++] = PERCENT;
        minted[to++] = HEX[byte >> 4]!;
        minted[to++] = HEX[byte & 15]!;
      }
    }
    return to;
  }

  private reserve(size: number): void {
    if (size > this.minted.length) this.minted = new Uint8Array(size * 2);
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
