import { XSD, XSD_STRING } from '../../rdf/namespaces.ts';
import type { JsonDocument } from '../json/document.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { NULL, STRING } from '../json/tape-entry.ts';
import type { KeyMeanings } from './key-meanings.ts';
import type { Meaning, NamedKey } from './meaning.ts';
import { MemberFinder, type Scope } from './member-finder.ts';
import type { Path } from './path.ts';
import { keepKnowledge, knowledgeOf, type PathKnowledge } from './path-knowledge.ts';
import type { SaidOfKey, SaidOfPath, Source } from './source.ts';
import { spellUnit } from '../units/spell-unit.ts';
import { unitsOf } from '../units/unit-table.ts';
import { inUnit, withCurrency, withUnit } from './unit-variants.ts';
import { writtenKey } from './written-key.ts';

const NUMBERS: ReadonlySet<string> = new Set(['double', 'float', 'decimal', 'integer'].map((name) => XSD + name));

function isNumber(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
}

function withText(path: Path, text: string): Path {
  return path.parent!.child(`${path.segment} ${text}`);
}

/** Names the keys of one document by their paths and by what stands beside their values. */
export class KeyNamer {
  readonly finder: MemberFinder;
  readonly #document: JsonDocument;
  readonly #source: Source;
  readonly #lexicon: Lexicon;
  readonly #knowledge: PathKnowledge;
  readonly #keepsPaths: boolean;
  /** Keys as they are written, by the key. */
  readonly #names = new Map<string, string>();

  /** @param keepsPaths numbers that are sent as texts have their paths as keys, too, for those who ask what a key means */
  constructor(document: JsonDocument, source: Source, lexicon: Lexicon, keepsPaths = false) {
    this.finder = new MemberFinder(document);
    this.#document = document;
    this.#source = source;
    this.#lexicon = lexicon;
    this.#knowledge = knowledgeOf(source, lexicon);
    this.#keepsPaths = keepsPaths;
  }

  /** The path of the document itself. */
  get root(): Path {
    return this.#knowledge.root;
  }

  /** The source may send an object of stamps in place of records. */
  get hasSeries(): boolean {
    return this.#source.file.series.length > 0;
  }

  /** The lexicon by which the block of a document with these keys is assembled. */
  lexiconFor({ keys, known }: KeyMeanings, base: string): Lexicon {
    return this.#knowledge.lexicons.get([...keys], known, base, this.#lexicon);
  }

  says(path: Path): SaidOfPath {
    return this.#knowledge.saidOf(path, this.#source);
  }

  /** Keeps what was found out of paths for the documents to come. */
  keep(): void {
    keepKnowledge(this.#source, this.#lexicon, this.#knowledge);
  }

  /**
   * The key of a scalar or of an array of scalars. A text beside the value, other than those that its key is for, and a unit other than that
   * of the term are part of the key, as keys with one name have one meaning: `state power`, `state power kW`.
   */
  name(path: Path, scope: Scope): NamedKey {
    const { key, only } = this.says(path);
    const other = key === null || only.length === 0 ? null : this.#otherThanOnly(path, scope);
    if (other === null) return this.#nameByUnit(path, scope);
    return this.#saidBeside(path, other) === null
      ? this.#withText(path, other, null)
      : this.#nameByUnit(withText(path, other), scope);
  }

  /** What the source says of a key with this text beside it, by a pattern of its own: one for any name says the same of the key without. */
  #saidBeside(path: Path, text: string): SaidOfKey | null {
    const said = this.says(withText(path, text)).key?.said ?? null;
    return said === this.says(path).key?.said ? null : said;
  }

  #nameByUnit(path: Path, scope: Scope): NamedKey {
    const usual = this.#usual(path);
    const term = this.says(path).key?.said.term ?? null;
    if (term === null) return usual;
    const beside = this.#unitBeside(path, term, scope);
    return beside === null ? usual : this.#withText(path, beside.text, beside.term);
  }

  /** The key of numbers that are stamps of a unit, as terms spell it, which is part of the key if it is not that of the term. */
  nameStamps(path: Path, unit: string, scope: Scope): NamedKey {
    const term = this.says(path).key?.said.term ?? null;
    if (term === null || inUnit(term, unit) === term) return this.name(path, scope);
    return this.#withText(path, unit, inUnit(term, unit));
  }

  /** The key of a value that has a text beside it because of which it does not mean what the key means by itself. */
  #withText(path: Path, text: string, term: string | null): NamedKey {
    return this.#knowledge.besideOf(path, `${text} ${term}`, () => this.#makeWithText(path, text, term));
  }

  #makeWithText(path: Path, text: string, term: string | null): NamedKey {
    const own = this.#saidBeside(path, text)?.term ?? term;
    return { key: `${path.text} ${text}`, meaning: own === null ? null : this.#meaning(path, own) };
  }

  /**
   * The key of a number that the source sends as a text: that of its term, as only a term's own key makes a number of a text. A text that is
   * no number says that there is none, and no record has the key of a term twice: such a key has no term. Null for all other values.
   *
   * @param taken keys that the record has
   */
  keyOfText(
    path: Path,
    { key, meaning }: NamedKey,
    value: number,
    taken: { has(key: string): boolean },
  ): NamedKey | null {
    if (this.#keepsPaths || meaning == null || !this.says(path).isText || !this.#isText(value)) return null;
    const datatype = this.#lexicon.terms.get(meaning.term)?.datatype ?? '';
    if (datatype === XSD_STRING) return null;
    const isNumeric = NUMBERS.has(datatype);
    const isAbsent = isNumeric && !this.#document.isArray(value) && !isNumber(this.#document.textOf(value));
    if (isAbsent) return { key: `${key} [none]`, meaning: null };
    if (!taken.has(meaning.term)) return { key: meaning.term, meaning };
    return isNumeric ? { key, meaning: null } : null;
  }

  /**
   * The key as it is written. One that is the name of a term and means another one has the name of that other, as a term's name decides the
   * datatype of its values.
   */
  written({ key, meaning }: NamedKey): string {
    if (this.#keepsPaths) return key;
    if (meaning != null && key !== meaning.term && this.#lexicon.terms.has(key)) return meaning.term;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#lexicon.terms.has(key) ? key : writtenKey(key);
      this.#names.set(key, name);
    }
    return name;
  }

  /** What tells an item of an array apart, as a step of its path. */
  itemStep(array: Path, item: number, index: number, around: Scope): string {
    const { by, isPositioned } = this.says(array);
    if (isPositioned) return `[${index}]`;
    if (by === null || !this.#document.isRecord(item)) return '[]';
    const scope = { record: item, around };
    const texts = by.map(([path, absent]) => this.finder.find(scope, path, '') ?? absent).filter((text) => text !== '');
    this.finder.forget(item);
    // What ends a step may not stand in it.
    return `[${texts.join(' ').replaceAll(']', ')')}]`;
  }

  /** The key without a look at what stands beside its value. */
  #usual(path: Path): NamedKey {
    let named = this.#knowledge.usual.get(path);
    if (named !== undefined) return named;
    const { key } = this.says(path);
    const term = key?.said.term;
    const meaning = key === null ? undefined : term == null ? null : this.#meaning(path, term, key.named);
    this.#knowledge.usual.set(path, (named = { key: path.text, meaning }));
    return named;
  }

  #meaning(path: Path, term: string, named = this.says(path).key?.named ?? []): Meaning | undefined {
    return this.#lexicon.terms.has(term) ? { term, named, path } : undefined;
  }

  /** The text beside a value because of which it is not what the term says; null when there is none. */
  #otherThanOnly(path: Path, scope: Scope): string | null {
    for (const [beside, texts] of this.says(path).only) {
      const text = this.finder.find(scope, beside, path.segment);
      if (text !== null && !texts.includes(text)) return text;
    }
    return null;
  }

  #unitBeside(path: Path, term: string, scope: Scope): { term: string; text: string } | null {
    const { key, unit } = this.says(path);
    if (key?.said.isAmount !== true) return null;
    const { currency } = this.#source.file;
    const unitText = unit === null ? null : this.finder.find(scope, unit, path.segment);
    const ofUnit = unitText === null ? term : this.#inUnitBeside(term, unitText);
    if (unitText !== null && ofUnit !== term && spellUnit(unitText) !== '') return { term: ofUnit, text: unitText };
    if (currency === null || withCurrency(term, '') === term) return null;
    const currencyText = this.finder.find(scope, currency, path.segment);
    if (currencyText === null || withCurrency(term, currencyText) === term) return null;
    return { term: withCurrency(term, currencyText), text: currencyText };
  }

  /** The term of a unit as the source writes it: as people do or, where no term is spelled so, as one of its codes. */
  #inUnitBeside(term: string, text: string): string {
    const spelled = withUnit(term, text);
    if (spelled === term || this.#lexicon.terms.has(spelled)) return spelled;
    const ofCode = unitsOf(this.#lexicon).find(text);
    return ofCode === null ? spelled : inUnit(term, ofCode.spelling);
  }

  #isText(value: number): boolean {
    const document = this.#document;
    if (!document.isArray(value)) return document.kindOf(value) === STRING;
    const items = Array.from({ length: document.lengthOf(value) }, (_, i) =>
      document.kindOf(document.itemAt(value, i)),
    );
    return items.includes(STRING) && items.every((kind) => kind === STRING || kind === NULL);
  }
}
