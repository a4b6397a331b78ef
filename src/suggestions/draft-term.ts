import { QUDT, RDF, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import { boundInteger, boundIri, boundText } from '../rdf/bound-terms.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { TEXT_BOUNDS } from '../vocabulary/text-bounds.ts';
import type { TemplateRow, Term, Vocabulary } from '../vocabulary/vocabulary.ts';
import { expandName } from './expand-name.ts';
import { quote } from '../mapping/json/text.ts';
import { faultOfText } from './read-fields.ts';
import { problem, type Problem } from './suggestion.ts';
import { labelOf, brokenNamingRule } from './term-name.ts';

/** A row of a template as a reviewer writes it. */
interface DraftRow {
  /** `?name` of a node that the template introduces; null for the term itself. */
  readonly subject: string | null;
  readonly predicate: string;
  /** A prefixed name, `$key`, `?name` or `@key`. */
  readonly object: string;
}

/** A term as a reviewer wants it. Names of units and the like are IRIs or prefixed names. */
export interface TermDraft {
  readonly name: string;
  /** In English, as `description` is. Null makes one of the name. */
  readonly label: string | null;
  readonly description: string;
  readonly datatype: string;
  readonly category: string;
  /** Null takes that of terms with the same unit in their names, where they agree. */
  readonly unit: string | null;
  readonly quantityKind: string | null;
  readonly example: string | null;
  readonly template: readonly DraftRow[];
}

export interface DraftedTerm {
  readonly termIri: string;
  /** As the seeds have it: native RDF without blank nodes. Some of them the vocabulary may have already. */
  readonly triples: readonly Triple[];
  /** What keeps it from being one; the shapes know of more. */
  readonly problems: readonly Problem[];
}

const MAX_ROWS = 100;
const NODE = /^\?[A-Za-z_][A-Za-z0-9_]*$/;

/** What a draft becomes. */
export function draftTerm(draft: TermDraft, vocabulary: Vocabulary, hub: HubNamespaces): DraftedTerm {
  return new Drafting(draft, vocabulary, hub).draft();
}

class Drafting {
  readonly #draft: TermDraft;
  readonly #vocabulary: Vocabulary;
  readonly #hub: HubNamespaces;
  readonly #termIri: string;
  readonly #triples: Triple[] = [];
  readonly #problems: Problem[] = [];

  constructor(draft: TermDraft, vocabulary: Vocabulary, hub: HubNamespaces) {
    this.#draft = draft;
    this.#vocabulary = vocabulary;
    this.#hub = hub;
    // A text that is not a name may have no IRI; it is refused before one is needed.
    this.#termIri = brokenNamingRule(draft.name) === null ? this.#iriOfTerm(draft.name) : '';
  }

  draft(): DraftedTerm {
    this.#checkTexts();
    // Everything else is said of its IRI.
    if (this.#problems.length === 0) {
      this.#describeTerm();
      this.#describeTemplate();
    }
    return { termIri: this.#termIri, triples: this.#triples, problems: this.#problems };
  }

  #checkTexts(): void {
    const { name, label, description, example } = this.#draft;
    const broken = brokenNamingRule(name);
    if (broken !== null) this.#refuse(`${quote(name)} breaks a naming rule: ${broken}.`, 'name');
    for (const [field, text] of Object.entries({ label, description, example })) {
      if (text === null) continue;
      const most = field === 'label' ? TEXT_BOUNDS.label : TEXT_BOUNDS.text;
      const fault =
        text.trim() === ''
          ? 'is empty'
          : text.length > most
            ? `has more than ${most} characters`
            : faultOfText(text, field === 'description');
      if (fault !== null) this.#refuse(`${field} ${fault}.`, field);
    }
  }

  #describeTerm(): void {
    const { name, label, description, example, category, datatype } = this.#draft;
    const { vocabulary, ontology } = this.#hub;
    const iri = this.#termIri;
    const categoryIri = this.#vocabulary.categories.find((known) => known.name === category)?.iri;
    if (categoryIri === undefined) {
      const isBlank = category.trim() === '';
      this.#refuse(isBlank ? 'A term has a category.' : `There is no category ${quote(category)}.`, 'category');
    }
    const datatypeIri = this.#expand(datatype, ['datatype']);
    const { unit, quantityKind } = this.#measure();
    for (const kind of [`${RDF}Property`, `${SKOS}Concept`, `${ontology}Term`])
      this.#say(iri, `${RDF}type`, boundIri(kind));
    this.#say(iri, `${SKOS}prefLabel`, boundText(label?.trim() ?? labelOf(name), 'en'));
    this.#say(iri, `${SKOS}definition`, boundText(description.trim(), 'en'));
    this.#say(iri, `${SKOS}notation`, boundText(name));
    if (example !== null) this.#say(iri, `${SKOS}example`, boundText(example));
    if (categoryIri !== undefined) this.#say(iri, `${SKOS}broader`, boundIri(categoryIri));
    this.#say(iri, `${SKOS}inScheme`, boundIri(vocabulary));
    if (datatypeIri !== null) this.#say(iri, `${ontology}datatype`, boundIri(datatypeIri));
    if (quantityKind !== null) this.#say(iri, `${QUDT}hasQuantityKind`, boundIri(quantityKind));
    if (unit !== null) this.#say(iri, `${QUDT}hasUnit`, boundIri(unit));
  }

  /** The unit and the quantity kind: those of terms whose names end in the same unit, where none are given and all agree. */
  #measure(): { unit: string | null; quantityKind: string | null } {
    const { name, unit, quantityKind } = this.#draft;
    const written = name.split('-')[1];
    // All terms are looked at, which takes some 10 ms, only where something is not given.
    const findAlike = (): Term[] =>
      [...this.#vocabulary.terms.values()].filter((term) => term.name.split('-')[1] === written);
    const given = unit === null ? null : this.#expand(unit, ['unit']);
    const named = given ?? (written === undefined ? null : agreed(findAlike().map((term) => term.unit)));
    if (quantityKind !== null) return { unit: named, quantityKind: this.#expand(quantityKind, ['quantityKind']) };
    if (named === null) return { unit: null, quantityKind: null };
    const kinds = findAlike().filter((term) => term.unit === named);
    return { unit: named, quantityKind: agreed(kinds.map((term) => term.quantityKind)) };
  }

  #describeTemplate(): void {
    const { template, name } = this.#draft;
    if (template.length > MAX_ROWS) return this.#refuse(`A template has at most ${MAX_ROWS} rows.`, 'template');
    const rows = template.map((row) => ({ ...row, subject: row.subject === name ? null : row.subject }));
    // The shapes want a token of each term that can be cited.
    this.#describeToken(name, 'value');
    const positions = new Map<string, number>();
    const known = this.#vocabulary.nodes;
    rows.forEach((row, index) => {
      const at = ['template', String(index)];
      const { subject } = row;
      if (subject !== null && !NODE.test(subject))
        return this.#refuse(`A row describes the term or a node ?name, not ${quote(subject)}.`, ...at, 'subject');
      const node = subject?.slice(1);
      if (node !== undefined && known.has(node)) {
        this.#checkKnownNode(node, rows, at);
        return;
      }
      const described = node === undefined ? this.#termIri : this.#iriOfNode(node);
      const position = (positions.get(described) ?? 0) + 1;
      positions.set(described, position);
      this.#describeRow(described, position, row, at);
    });
    for (const subject of new Set(rows.map((row) => row.subject))) {
      if (subject !== null && NODE.test(subject) && !known.has(subject.slice(1))) this.#describeNode(subject.slice(1));
    }
    this.#checkCitedNodes(rows);
  }

  #describeRow(described: string, position: number, { predicate, object }: DraftRow, at: readonly string[]): void {
    const { ontology } = this.#hub;
    const row = `${described}#row-${position}`;
    const predicateIri = predicate === 'a' ? `${RDF}type` : this.#expand(predicate, [...at, 'predicate']);
    const objectIri = this.#objectIri(object, [...at, 'object']);
    if (predicateIri === null || objectIri === null) return;
    this.#say(row, `${RDF}type`, boundIri(`${ontology}TemplateRow`));
    this.#say(row, `${ontology}subject`, boundIri(described));
    this.#say(row, `${ontology}position`, boundInteger(position));
    this.#say(row, `${ontology}predicate`, boundIri(predicateIri));
    this.#say(row, `${ontology}object`, boundIri(objectIri));
  }

  #objectIri(object: string, at: readonly string[]): string | null {
    const [sign, key] = [object[0], object.slice(1)];
    if (sign === '?' && NODE.test(object)) return this.#iriOfNode(key);
    if (sign !== '$' && sign !== '@') return this.#expand(object, at);
    if (key !== this.#draft.name && !this.#vocabulary.terms.has(key)) {
      this.#refuse(`The token ${quote(object)} cites what is no term.`, ...at);
      return null;
    }
    return this.#describeToken(key, sign === '$' ? 'value' : 'entity');
  }

  #describeToken(key: string, kind: 'value' | 'entity'): string {
    const token = `${this.#iriOfTerm(key)}#${kind}`;
    this.#say(token, `${RDF}type`, boundIri(`${this.#hub.ontology}${kind === 'value' ? 'ValueToken' : 'EntityToken'}`));
    this.#say(token, `${this.#hub.ontology}key`, boundIri(this.#iriOfTerm(key)));
    return token;
  }

  #describeNode(node: string): void {
    this.#say(this.#iriOfNode(node), `${RDF}type`, boundIri(`${this.#hub.ontology}TemplateNode`));
    this.#say(this.#iriOfNode(node), `${SKOS}notation`, boundText(node));
  }

  /** A node has one template, whichever terms introduce it (`docs/vocabulary.md`, the shapes). */
  #checkKnownNode(node: string, rows: readonly DraftRow[], at: readonly string[]): void {
    const told = (all: readonly Pick<TemplateRow, 'predicate' | 'object'>[]): string =>
      JSON.stringify(
        all.map(({ predicate, object }) => [predicate === 'a' ? 'rdf:type' : predicate, object]).toSorted(),
      );
    const given = rows.filter(({ subject }) => subject === `?${node}`);
    if (told(given) !== told(this.#vocabulary.nodes.get(node) ?? []))
      this.#refuse(`The node ?${node} exists, with another template; leave its rows out, or name another node.`, ...at);
  }

  #checkCitedNodes(rows: readonly DraftRow[]): void {
    rows.forEach(({ object }, index) => {
      const isDescribed = this.#vocabulary.nodes.has(object.slice(1)) || rows.some(({ subject }) => subject === object);
      if (object.startsWith('?') && !isDescribed)
        this.#refuse(`The node ${object} has no rows.`, 'template', String(index), 'object');
    });
  }

  /** An IRI of a registered namespace, or the prefixed name of one. */
  #expand(name: string, at: readonly string[]): string | null {
    const { prefixes } = this.#vocabulary;
    const isIri = prefixes.some(({ namespace }) => name.startsWith(namespace) && name.length > namespace.length);
    const expanded = isIri && /^[^\s<>"{}|^`\\\p{Cc}\p{Surrogate}]+$/u.test(name) ? name : expandName(name, prefixes);
    if (expanded === null) {
      this.#refuse(`${quote(name)} is no IRI of a registered namespace, nor a prefixed name of one.`, ...at);
    }
    return expanded;
  }

  #iriOfTerm(name: string): string {
    return this.#hub.vocabulary + encodeURIComponent(name);
  }

  #iriOfNode(node: string): string {
    return `${this.#hub.vocabulary}node/${node}`;
  }

  #say(s: string, p: string, o: BoundTerm): void {
    this.#triples.push({ s: boundIri(s), p, o });
  }

  #refuse(message: string, ...path: string[]): void {
    this.#problems.push(problem('invalid-review', message, ['term', ...path]));
  }
}

/** What all of them are; null when they differ, or there are none. */
function agreed(values: readonly (string | null)[]): string | null {
  return new Set(values).size === 1 ? values[0]! : null;
}
