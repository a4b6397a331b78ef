import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import { inferredDatatype, type Datatype } from '../rdf-terms/datatypes.ts';
import type { JsonDocument } from '../json/document.ts';
import { entityIriOf, percentEncode } from '../../rdf/iri.ts';
import { CODED, ESCAPED, KEY, STRING, UNUSUAL } from '../json/tape-entry.ts';
import { pointerTo, type Element } from './scopes.ts';
import {
  hasLoneSurrogate,
  hasNonXmlCharacter,
  replaceLoneSurrogates,
  replaceNonXmlCharacters,
} from '../../rdf/characters.ts';
import type { WarningLog } from './warnings.ts';
import type { Literal } from '../rdf-terms/graph-terms.ts';

/** Kinds of entries, as a factor that keeps them apart. */
const KINDS = KEY + 1;

/** Reads the elements of a document as literals and entities (`mapping.md §2, §5`). */
export class ValueReader {
  private readonly document: JsonDocument;
  private readonly mapping: Mapping;
  private readonly warnings: WarningLog;
  private readonly forXml: boolean;
  /** The value that was read last as a literal, by key: one value is cited by many rows. */
  private readonly lastValue: Int32Array;
  private readonly lastLiteral: Literal[] = [];
  /** The same for entities. */
  private readonly lastEntityValue: Int32Array;
  private readonly lastEntity: Int32Array;
  /** Values of entity keys as they are written. */
  private entities: ByteTable | null = null;
  private spellings: ByteTable | null = null;
  /** By number of the entity. */
  private readonly iris: string[] = [];
  private readonly inferred: Datatype[] = [];

  constructor(document: JsonDocument, mapping: Mapping, warnings: WarningLog, forXml: boolean) {
    this.document = document;
    this.mapping = mapping;
    this.warnings = warnings;
    this.forXml = forXml;
    this.lastValue = new Int32Array(document.keyNames.length).fill(-1);
    this.lastEntityValue = new Int32Array(document.keyNames.length).fill(-1);
    this.lastEntity = new Int32Array(document.keyNames.length);
  }

  /** L(k, e) of a scalar. */
  literalOf(element: Element): Literal {
    const { plan, value } = element;
    if (this.lastValue[plan.id] === value) return this.lastLiteral[plan.id]!;
    const literal = this.readLiteral(element);
    this.lastValue[plan.id] = value;
    this.lastLiteral[plan.id] = literal;
    return literal;
  }

  /** True where all values of a kind are copied from the document, whatever they are. */
  isKindVerbatim(plan: KeyPlan, kind: number): boolean {
    return kind !== STRING && (plan.datatype ?? this.inferredOf(kind)).takesKind(kind);
  }

  /** True where the literal of a scalar is copied from the document: numbers, booleans, strings without odd escapes. */
  isVerbatim(plan: KeyPlan, value: number): boolean {
    const { entries, bytes } = this.document;
    const kind = entries[value]!;
    if (kind === STRING && (entries[value + 3]! & (CODED | UNUSUAL)) !== 0) return false;
    const datatype = plan.datatype ?? this.inferredOf(kind);
    return datatype.takesBytes(kind, bytes, entries[value + 1]!, entries[value + 2]!);
  }

  /** E(k, e) of a scalar, as an IRI. */
  entityIriOf(element: Element): string {
    const { plan, value } = element;
    const number = this.entityAt(plan, value);
    // A broken text raises its warning at each value that has it.
    if ((this.document.entries[value + 3]! & ESCAPED) === 0) return this.iris[number]!;
    return this.readEntity(plan, value, this.textOf(element));
  }

  /** A number for the entity of a scalar of a key: equal for equal values, as they are written. */
  entityAt(plan: KeyPlan, value: number): number {
    if (this.lastEntityValue[plan.id] === value) return this.lastEntity[plan.id]!;
    this.lastEntityValue[plan.id] = value;
    return (this.lastEntity[plan.id] = this.findEntity(plan, value));
  }

  private findEntity(plan: KeyPlan, value: number): number {
    const { entries } = this.document;
    const kind = entries[value]!;
    this.entities ??= new ByteTable(this.document.bytes);
    const number = this.entities.add(plan.id * KINDS + kind, entries[value + 1]!, entries[value + 2]!);
    if (number === this.iris.length) this.iris.push(this.readEntity(plan, value, this.document.textOf(value)));
    return number;
  }

  /** A number for a scalar of any key: equal for equal values, as they are written. */
  spellingAt(value: number): number {
    const { entries } = this.document;
    this.spellings ??= new ByteTable(this.document.bytes);
    return this.spellings.add(entries[value]!, entries[value + 1]!, entries[value + 2]!);
  }

  /** The IRI of an entity by its number. */
  iriOf(entity: number): string {
    return this.iris[entity]!;
  }

  private readEntity(plan: KeyPlan, value: number, text: string): string {
    return (this.document.kindOf(value) === STRING ? entityIriOf(text) : null) ?? this.mintIri(plan, text);
  }

  /** A text of the block as a literal. */
  annotationOf(property: string, text: string, datatype: Datatype, pointer: () => string): Literal {
    let lexical = text;
    if (hasLoneSurrogate(lexical)) {
      lexical = replaceLoneSurrogates(lexical);
      this.warnings.addOnce('lone-surrogate', property, pointer);
    }
    if (this.forXml && hasNonXmlCharacter(lexical)) {
      lexical = replaceNonXmlCharacters(lexical);
      this.warnings.addOnce('xml-character', property, pointer);
    }
    return { datatype, text: lexical, start: 0, end: 0, source: -1 };
  }

  private mintIri(plan: KeyPlan, text: string): string {
    return `${this.mapping.base}${percentEncode(plan.name)}/${percentEncode(text)}`;
  }

  private readLiteral(element: Element): Literal {
    const { entries } = this.document;
    const { plan, value } = element;
    const kind = entries[value]!;
    const datatype = plan.datatype ?? this.inferredOf(kind);
    if (this.isVerbatim(plan, value))
      return { datatype, text: null, start: entries[value + 1]!, end: entries[value + 2]!, source: value };
    const text = this.textOf(element);
    const taken = datatype.takes(kind, text);
    if (taken === null || taken.instead !== undefined) {
      this.warnings.addValue('datatype-mismatch', plan.name, value, () => pointerTo(this.document, element));
    }
    if (taken === null)
      return { datatype: this.inferredOf(kind), text: this.clean(element, text), start: 0, end: 0, source: -1 };
    const actual = taken.instead === undefined ? datatype : this.mapping.datatypes.get(taken.instead);
    return { datatype: actual, text: this.clean(element, taken.lexical), start: 0, end: 0, source: -1 };
  }

  private inferredOf(kind: number): Datatype {
    return (this.inferred[kind] ??= this.mapping.datatypes.get(inferredDatatype(kind)));
  }

  private textOf(element: Element): string {
    const { document } = this;
    const text = document.textOf(element.value);
    const mayBeBroken =
      document.kindOf(element.value) === STRING && (document.entries[element.value + 3]! & ESCAPED) !== 0;
    if (!mayBeBroken || !hasLoneSurrogate(text)) return text;
    this.warnings.addValue('lone-surrogate', element.plan.name, element.value, () => pointerTo(document, element));
    return replaceLoneSurrogates(text);
  }

  private clean(element: Element, lexical: string): string {
    if (!this.forXml || !hasNonXmlCharacter(lexical)) return lexical;
    this.warnings.addValue('xml-character', element.plan.name, element.value, () => pointerTo(this.document, element));
    return replaceNonXmlCharacters(lexical);
  }
}
