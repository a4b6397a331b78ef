import { excerpt } from '../mapping/json/text.ts';
import { isAbsoluteIri } from '../rdf/iri.ts';
import { brokenNamingRule, writtenUnit } from '../suggestions/term-name.ts';
import { TEXT_BOUNDS } from '../vocabulary/text-bounds.ts';
import { Called } from './called.ts';
import type { Concept, ConceptText } from './concept.ts';
import { datatypeOf, isExampleOf } from './datatypes.ts';
import type { ImportedTerm, ImportOptions } from './imported-term.ts';
import type { ImportReport, ReasonCode } from './import-report.ts';
import type { KnownVocabulary } from './known-vocabulary.ts';
import { labelOfName, unitOfLabel, withoutUnit } from './label-words.ts';
import { inOwnLanguages, LANGUAGES, type Language, type OwnText } from './languages.ts';
import { linksOf } from './links.ts';
import { measureOf, type Measure } from './measure.ts';
import { TermNames, type TermName } from './term-names.ts';
import type { KnownUnit } from './unit-names.ts';

/** Characters of a label: units, and marks of labels that are taken, come behind it. */
const MOST_LABEL = 300;

/** What graphs and tables write for true and for false. */
const YES = /^(?:true|yes|1|x)$/i;
const NO = /^(?:false|no|0)$/i;

/** The parts of a concept that a term is made of when all labels are known. */
interface Draft {
  readonly concept: Concept;
  readonly naming: TermName;
  readonly measure: Measure;
  readonly labels: readonly OwnText[];
  /** Labels that are not the first of their language. */
  readonly others: readonly OwnText[];
}

/** The terms that concepts become, in the order of the concepts. What they cannot have is told to the report. */
export function makeTerms(
  concepts: readonly Concept[],
  options: ImportOptions,
  known: KnownVocabulary,
  report: ImportReport,
): ImportedTerm[] {
  const maker = new TermMaker(options, known, report);
  // Labels of all come before other names, which give way to them.
  return concepts.flatMap((concept) => maker.draft(concept) ?? []).map((draft) => maker.finish(draft));
}

class TermMaker {
  readonly #options: ImportOptions;
  readonly #known: KnownVocabulary;
  readonly #report: ImportReport;
  readonly #called: Called;
  readonly #names: TermNames;

  constructor(options: ImportOptions, known: KnownVocabulary, report: ImportReport) {
    this.#options = options;
    this.#known = known;
    this.#report = report;
    this.#called = new Called(known);
    this.#names = new TermNames(options, known, report);
  }

  /** Null for a concept of which no term can be made. */
  draft(concept: Concept): Draft | null {
    const { id, iri } = concept;
    const same = this.#names.existingOf(iri);
    if (same !== null) return this.#refuse('already-there', id, same);
    const stated = this.#textsOf(concept.labels, MOST_LABEL, id);
    const named = this.#unitOfName(concept.name);
    if (!stated.has('en')) {
      const label = labelOfName(concept, named, this.#options);
      if (label === null) return this.#refuse('no-label', id);
      stated.set('en', [label]);
      this.#report.tell('name-as-label', id);
    }
    const guessed =
      named === null ? unitOfLabel(stated.get('en')![0]!, concept, this.#options, this.#known.units) : null;
    if (guessed !== null) this.#report.tell('unit-of-label', id, { detail: guessed.spelling });
    const measure = measureOf(concept, named ?? guessed, this.#options, this.#known.units, this.#report);
    const texts = withoutUnit(stated, measure, this.#known.units);
    const naming = this.#names.nameOf(concept, texts.get('en')![0]!, measure.unit?.spelling ?? null);
    if (naming === null) return null;
    const labels = LANGUAGES.flatMap((language) =>
      this.#labelOf(texts.get(language)?.[0], language, naming, measure, id),
    );
    const others = LANGUAGES.flatMap((language) =>
      (texts.get(language) ?? []).slice(1).map((text) => ({ text, language })),
    );
    if (others.length > 0) this.#report.tell('label-as-other-name', id, {}, others.length);
    return { concept, naming, measure, labels, others };
  }

  finish({ concept, naming: { name, node, words }, measure, labels, others }: Draft): ImportedTerm {
    const { id, iri } = concept;
    const { category, datatypes } = this.#options;
    const definitions = this.#firstOf(this.#textsOf(concept.definitions, TEXT_BOUNDS.text, id), id);
    if (!definitions.some(({ language }) => language === 'en')) {
      this.#report.tell('label-as-definition', id);
      definitions.unshift({ text: labels[0]!.text, language: 'en' });
    }
    const otherLabels = this.#otherLabels(concept, name, labels, others);
    // What has a unit is a number, also where the vocabulary lacks the unit.
    const isMeasured = measure.unit !== null || concept.units.length > 0;
    const datatype = this.#datatypeOf(concept) ?? (isMeasured ? datatypes.measured : datatypes.other);
    // An address of the hub is no source: it is the term's own, or that of a term that never was.
    const source = iri?.startsWith(this.#known.hub.vocabulary) === true ? null : iri;
    return {
      concept: id,
      source,
      name,
      node,
      category: this.#categoryOf(concept) ?? category,
      datatype,
      ...measure,
      labels,
      otherLabels,
      definitions,
      notes: this.#firstOf(this.#textsOf(concept.notes, TEXT_BOUNDS.text, id), id),
      spellings: spellingsOf([...(words === null ? [] : [words]), ...concept.notations], name, [
        ...labels,
        ...otherLabels,
      ]),
      example: this.#exampleOf(concept, datatype),
      isDeprecated: this.#isDeprecated(concept),
      replacements: concept.replacements,
      ...linksOf(concept, source, this.#report),
      observed: this.#observedOf(source, id),
    };
  }

  /** What another concept replaces is deprecated, unless the source says that it is not. */
  #isDeprecated({ deprecations, replacements, id }: Concept): boolean {
    const unclear = deprecations.filter((text) => !YES.test(text) && !NO.test(text));
    for (const text of unclear) this.#report.tell('neither-yes-nor-no', id, { detail: excerpt(text) });
    if (deprecations.some((text) => YES.test(text))) return true;
    return replacements.length > 0 && !deprecations.some((text) => NO.test(text));
  }

  /** Texts that are fit for a term, by language. */
  #textsOf(texts: readonly ConceptText[], most: number, id: string): Map<Language, string[]> {
    const clean = texts.flatMap(({ text, language }) => {
      const plain = text.replace(/\s+/g, ' ').trim();
      if (plain.length > most) return this.#leave('too-long', id, plain);
      if (plain === '' || /[\p{Cc}\p{Surrogate}]/u.test(plain)) return this.#leave('not-text', id);
      return [{ text: plain, language }];
    });
    return inOwnLanguages(clean, this.#options.language, (language) =>
      this.#report.tell('language', id, { detail: language }),
    );
  }

  #firstOf(texts: ReadonlyMap<Language, readonly string[]>, id: string): OwnText[] {
    return LANGUAGES.flatMap((language) => {
      const [text, ...rest] = texts.get(language) ?? [];
      if (rest.length > 0) this.#report.tell('second-text', id, { detail: language }, rest.length);
      return text === undefined ? [] : [{ text, language }];
    });
  }

  /** A label ends with the unit, as those of the vocabulary do. */
  #labelOf(text: string | undefined, language: Language, { name }: TermName, { unit }: Measure, id: string): OwnText[] {
    if (text === undefined) return [];
    const spelling = unit?.spelling ?? null;
    const brackets = spelling === null ? null : `(${writtenUnit(spelling)})`;
    const label = brackets === null ? text : `${text} ${brackets}`;
    if (this.#called.takeLabel(name, language, label, brackets)) return [{ text: label, language }];
    this.#report.tell('label-marked', id);
    for (let mark = name, number = 2; ; mark = `${name}, ${number++}`) {
      const marked = `${label} [${mark}]`;
      // Names may differ in the case of their units alone.
      if (this.#called.takeLabel(name, language, marked, null)) return [{ text: marked, language }];
    }
  }

  /** The unit that a name ends with as terms spell it. */
  #unitOfName(name: string | null): KnownUnit | null {
    if (name === null || brokenNamingRule(name) !== null) return null;
    const [, spelling] = name.split('-');
    return spelling === undefined ? null : this.#known.units.findSpelled(spelling);
  }

  #otherLabels(concept: Concept, name: string, labels: readonly OwnText[], more: readonly OwnText[]): OwnText[] {
    const stated = this.#textsOf(concept.otherLabels, MOST_LABEL, concept.id);
    const all = LANGUAGES.flatMap((language) => [
      ...more.filter((one) => one.language === language),
      ...(stated.get(language) ?? []).map((text) => ({ text, language })),
    ]);
    const own = new Set(labels.map(({ text, language }) => `${language} ${text}`));
    const taken: OwnText[] = [];
    for (const { text, language } of all) {
      const key = `${language} ${text}`;
      if (own.has(key)) continue;
      own.add(key);
      if (this.#called.takeOther(name, language, text)) taken.push({ text, language });
      else this.#leave('label-shared', concept.id, text);
    }
    return taken;
  }

  #datatypeOf({ id, datatypes }: Concept): string | null {
    const known = new Set(datatypes.flatMap((text) => datatypeOf(text) ?? this.#leave('datatype-not-known', id, text)));
    if (known.size > 1) this.#leave('several-datatypes', id, datatypes.join(', '));
    return known.size === 1 ? [...known][0]! : null;
  }

  #categoryOf({ id, category }: Concept): string | null {
    if (category === null || this.#known.categories.has(category) || category === this.#options.category)
      return category;
    this.#leave('category-not-known', id, category);
    return null;
  }

  #exampleOf({ id, example }: Concept, datatype: string): string | null {
    if (example === null) return null;
    if (example.length <= TEXT_BOUNDS.text && isExampleOf(datatype, example)) return example;
    this.#leave(example.length > TEXT_BOUNDS.text ? 'too-long' : 'example-not-of-datatype', id, example);
    return null;
  }

  #observedOf(source: string | null, id: string): string | null {
    const { keepIris, namespace, prefix } = this.#options;
    if (!keepIris || source === null) return null;
    const isNew = namespace !== undefined && prefix !== undefined;
    const namespaces = [...this.#known.prefixes.values(), ...(isNew ? [namespace] : [])];
    const isRegistered = namespaces.some((one) => source.startsWith(one) && LOCAL.test(source.slice(one.length)));
    if (isRegistered && isAbsoluteIri(source)) return source;
    this.#leave('namespace-not-registered', id);
    return null;
  }

  #leave(code: ReasonCode, id: string, detail: string | null = null): [] {
    this.#report.tell(code, id, { detail });
    return [];
  }

  #refuse(code: ReasonCode, id: string, detail: string | null = null): null {
    this.#report.tell(code, id, { detail });
    return null;
  }
}

/** What may stand behind the colon of a prefixed name. */
const LOCAL = /^[\p{L}\p{N}_][^\s<>"{}|^`\\#?]*$/u;

/** What data sets call a term: not its name, nor what people call it. */
function spellingsOf(texts: readonly string[], name: string, labels: readonly OwnText[]): string[] {
  const others = new Set([name, ...labels.map(({ text }) => text)]);
  const plain = texts.map((text) => text.trim()).filter((text) => text !== '' && text.length <= MOST_LABEL);
  return [...new Set(plain)].filter((text) => !others.has(text) && !/[\p{Cc}\p{Surrogate}]/u.test(text));
}
