import { brokenNamingRule } from '../suggestions/term-name.ts';
import type { Concept } from './concept.ts';
import type { ImportOptions } from './imported-term.ts';
import type { ImportReport } from './import-report.ts';
import type { KnownVocabulary } from './known-vocabulary.ts';
import { nameOf, wordsOf } from './name-words.ts';
import { localName } from './source-properties.ts';

/** How a term is named. */
export interface TermName {
  readonly name: string;
  /** Of the node that its template introduces. */
  readonly node: string;
  /** What the source names it, where that is another text; null where it has no name but a label. */
  readonly words: string | null;
}

/** Gives each concept a name that no term has, by rules that depend on the concepts before it alone. */
export class TermNames {
  readonly #options: ImportOptions;
  readonly #known: KnownVocabulary;
  readonly #report: ImportReport;
  readonly #given = new Set<string>();
  readonly #nodes = new Set<string>();
  /** Where the numbers of a name go on. */
  readonly #numbers = new Map<string, number>();

  constructor(options: ImportOptions, known: KnownVocabulary, report: ImportReport) {
    this.#options = options;
    this.#known = known;
    this.#report = report;
  }

  /** The name of the term that an IRI is, or that matches it exactly; null where there is none. */
  existingOf(iri: string | null): string | null {
    if (iri === null) return null;
    const own = this.#ownName(iri);
    return own !== null && this.#known.terms.has(own) ? own : (this.#known.matched.get(iri) ?? null);
  }

  /** Null for a concept that gets none, which the report tells. @param spelling of the unit, behind the hyphen */
  nameOf(concept: Concept, label: string, spelling: string | null): TermName | null {
    const { id, iri } = concept;
    const own = iri === null ? null : this.#ownName(iri);
    if (own !== null && this.#isFree(own) && (own.split('-')[1] ?? null) === spelling) return this.#give(own, null);
    const called = concept.name ?? (iri === null ? null : localName(iri)) ?? '';
    const words = this.#wordsOf(concept, label, spelling);
    if (words === null) {
      this.#report.tell('no-name', id, { detail: called === '' ? label : called });
      return null;
    }
    const name = this.#freeName(words, spelling, id);
    return name === null ? null : this.#give(name, called === '' ? null : called);
  }

  /** The name that an IRI below the vocabulary's own has already. */
  #ownName(iri: string): string | null {
    const { vocabulary } = this.#known.hub;
    if (!iri.startsWith(vocabulary)) return null;
    const name = localName(iri);
    return iri === vocabulary + encodeURIComponent(name) && brokenNamingRule(name) === null ? name : null;
  }

  #wordsOf({ id, iri, name }: Concept, label: string, spelling: string | null): string | null {
    if (name !== null) {
      const words = spelling !== null && name.endsWith(`-${spelling}`) ? name.slice(0, -1 - spelling.length) : name;
      if (brokenNamingRule(words) === null && !words.includes('-')) return words;
      const made = wordsOf(words);
      if (made !== null) this.#report.tell('name-changed', id);
      return made;
    }
    const local = iri === null ? null : wordsOf(localName(iri));
    return this.#options.namesFrom === 'iri' ? (local ?? wordsOf(label)) : (wordsOf(label) ?? local);
  }

  #freeName(words: string, spelling: string | null, id: string): string | null {
    const { prefix } = this.#options;
    const { name, isCut } = nameOf(words, spelling);
    if (isCut) this.#report.tell('name-cut', id);
    if (!this.#known.terms.has(name)) return this.#numbered(words, spelling, id);
    const before = prefix === undefined ? null : wordsOf(prefix);
    if (before === null) {
      this.#report.tell('name-taken', id, { detail: name });
      return null;
    }
    const prefixed = this.#numbered(`${before}_${words}`, spelling, id);
    this.#report.tell('name-prefixed', id);
    return prefixed;
  }

  /** The name, with a number where another term has it. */
  #numbered(words: string, spelling: string | null, id: string): string {
    const { name } = nameOf(words, spelling);
    if (this.#isFree(name)) return name;
    for (let number = this.#numbers.get(name) ?? 2; ; number++) {
      const { name: other } = nameOf(`${words}_${number}`, spelling);
      if (!this.#isFree(other)) continue;
      this.#numbers.set(name, number + 1);
      this.#report.tell('name-numbered', id);
      return other;
    }
  }

  #isFree(name: string): boolean {
    return !this.#given.has(name) && !this.#known.terms.has(name);
  }

  #give(name: string, words: string | null): TermName {
    this.#given.add(name);
    const base = `${name.replaceAll('-', '_').replaceAll('%', 'percent')}_result`;
    let node = base;
    for (let number = 2; this.#nodes.has(node) || this.#known.nodes.has(node); number++) node = `${base}_${number}`;
    this.#nodes.add(node);
    return { name, node, words };
  }
}
