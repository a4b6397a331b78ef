import type { KeyPlan, Mapping } from '../semantic/mapping.ts';
import { ByteTable } from '../bytes/byte-table.ts';
import type { Datatype } from '../rdf-terms/datatypes.ts';
import type { JsonDocument } from '../json/document.ts';
import { EntityIris } from './entity-iris.ts';
import { ESCAPED, STRING } from '../json/tape-entry.ts';
import type { Element } from './scopes.ts';
import {
  hasLoneSurrogate,
  hasNonXmlCharacter,
  replaceLoneSurrogates,
  replaceNonXmlCharacters,
} from '../../rdf/characters.ts';
import { encodeText } from '../../rdf/utf8.ts';
import { isRepaired, isSpelled, SPELLED_OUT, warnsOfMismatch } from '../rdf-terms/literal-form.ts';
import { LiteralForms } from './literal-forms.ts';
import type { WarningLog } from './warnings.ts';
import type { Literal } from '../rdf-terms/graph-terms.ts';

/** Reads the elements of a document as literals and entities (`mapping.md §2, §5`). */
export class ValueReader {
  private readonly document: JsonDocument;
  private readonly warnings: WarningLog;
  private readonly forXml: boolean;
  /** The value that was read last as a literal, by key: one value is cited by many rows. */
  private readonly lastValue: Int32Array;
  private readonly lastLiteral: Literal[] = [];
  private spellings: ByteTable | null = null;
  readonly entityIris: EntityIris;
  readonly forms: LiteralForms;
  /** The values that were read as literals since `startReads`; null while that is not noted. */
  private reads: Set<number> | null = null;

  /**
   * @param forXml characters that XML cannot hold are replaced
   * @param tellsBare the format writes some lexical forms without quotes
   */
  constructor(document: JsonDocument, mapping: Mapping, warnings: WarningLog, forXml: boolean, tellsBare: boolean) {
    this.document = document;
    this.warnings = warnings;
    this.forXml = forXml;
    this.forms = new LiteralForms(document, mapping, forXml, tellsBare);
    this.lastValue = new Int32Array(document.keyCount).fill(-1);
    this.entityIris = new EntityIris(document, mapping.base);
  }

  /** L(k, e) of a scalar. */
  literalOf(element: Element): Literal {
    const { plan, value } = element;
    this.reads?.add(value);
    if (this.lastValue[plan.id] === value) return this.lastLiteral[plan.id]!;
    const literal = this.readLiteral(element);
    this.lastValue[plan.id] = value;
    this.lastLiteral[plan.id] = literal;
    return literal;
  }

  /** Begins to note which values are read as literals. */
  startReads(): void {
    this.reads = new Set();
  }

  /** Ends it; answers the values. */
  stopReads(): ReadonlySet<number> {
    const reads = this.reads ?? new Set<number>();
    this.reads = null;
    return reads;
  }

  /** Warns of a value that does not fit the datatype of its key, the first time. */
  warnOfMismatch(plan: KeyPlan, value: number): void {
    this.warnings.addValue('datatype-mismatch', plan.name, value);
  }

  /** E(k, e) of a scalar, as an IRI. */
  entityIriOf(element: Element): string {
    const { entityIris } = this;
    const { plan, value } = element;
    // A broken text raises its warning at each value that has it.
    if ((this.document.entries[value + 3]! & ESCAPED) !== 0)
      return entityIris.readIri(plan, value, this.textOf(element));
    return entityIris.iriOf(entityIris.entityAt(plan, value));
  }

  /** A number for a scalar of any key: equal for equal values, as they are written. */
  spellingAt(value: number): number {
    const { entries } = this.document;
    this.spellings ??= new ByteTable(this.document.bytes);
    return this.spellings.add(entries[value]!, entries[value + 1]!, entries[value + 2]!);
  }

  /** A text of the block as a literal. */
  annotationOf(property: string, text: string, datatype: Datatype, pointer: string): Literal {
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

  private readLiteral(element: Element): Literal {
    const { forms } = this;
    const { entries } = this.document;
    const { plan, value } = element;
    const form = forms.formOf(plan, value);
    if (form === SPELLED_OUT) return this.spellOut(element);
    if (warnsOfMismatch(form)) this.warnOfMismatch(plan, value);
    const text = isSpelled(form)
      ? this.document.textOf(value)
      : isRepaired(form)
        ? forms.repairedText(plan, value)
        : null;
    const datatype = forms.table.datatypeOfForm(form);
    return { datatype, text, start: entries[value + 1]!, end: entries[value + 2]!, source: value };
  }

  /** The literal of a string of which a text has to be made. */
  private spellOut(element: Element): Literal {
    const { forms } = this;
    const { plan } = element;
    let text = this.textOf(element);
    const bytes = encodeText(text);
    const form = forms.formOfText(plan, bytes);
    if (warnsOfMismatch(form)) this.warnOfMismatch(plan, element.value);
    if (isRepaired(form)) text = forms.repairedSpelling(plan, bytes);
    const datatype = forms.table.datatypeOfForm(form);
    return { datatype, text: this.clean(element, text), start: 0, end: 0, source: -1 };
  }

  private textOf(element: Element): string {
    const { document } = this;
    const text = document.textOf(element.value);
    const mayBeBroken =
      document.kindOf(element.value) === STRING && (document.entries[element.value + 3]! & ESCAPED) !== 0;
    if (!mayBeBroken || !hasLoneSurrogate(text)) return text;
    this.warnings.addValue('lone-surrogate', element.plan.name, element.value);
    return replaceLoneSurrogates(text);
  }

  private clean(element: Element, lexical: string): string {
    if (!this.forXml || !hasNonXmlCharacter(lexical)) return lexical;
    this.warnings.addValue('xml-character', element.plan.name, element.value);
    return replaceNonXmlCharacters(lexical);
  }
}
