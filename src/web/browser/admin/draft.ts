import type { PrefixedNames } from '../../../rdf/prefixed-names.ts';
import type { Problem, Row, SimilarTerm, SuggestedTerm } from './queries.ts';

/** A term as the form has it; an empty text stands for what is left out. */
export interface Draft {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly datatype: string;
  readonly category: string;
  readonly unit: string;
  readonly quantityKind: string;
  readonly example: string;
  /** A row without a subject describes the term. */
  readonly template: readonly Row[];
}

export type TextField = Exclude<keyof Draft, 'template'>;

/** What the form begins with. */
export function draftOf({ name, description, datatype }: SuggestedTerm): Draft {
  return {
    name,
    label: '',
    description,
    datatype,
    category: '',
    unit: '',
    quantityKind: '',
    example: '',
    template: [],
  };
}

/** The draft as the interface takes it. */
export function inputOf({ template, ...texts }: Draft): Record<string, unknown> {
  const given = Object.entries(texts).filter(([field, text]) => field === 'category' || text.trim() !== '');
  // Problems name rows by their numbers: only what stands behind the last one may be left out.
  const rows = template.slice(0, template.findLastIndex((row) => !isBlank(row)) + 1);
  return {
    ...Object.fromEntries(given.map(([field, text]) => [field, text.trim()])),
    template: rows.map(({ subject, predicate, object }) => ({
      subject: subject.trim() === '' ? null : subject.trim(),
      predicate: predicate.trim(),
      object: object.trim(),
    })),
  };
}

function isBlank(row: Row): boolean {
  return Object.values(row).every((text) => text.trim() === '');
}

/** The draft with what a term has that is like it: category, unit, kind, and its template for the new name. */
export function draftLike(draft: Draft, like: SimilarTerm, names: PrefixedNames): Draft {
  const isSameUnit = unitOf(draft.name) === unitOf(like.name);
  const unit = draft.unit || (isSameUnit ? shorten(like.unit, names) : '');
  return {
    ...draft,
    category: like.category.name,
    unit,
    quantityKind: draft.quantityKind || shorten(like.quantityKind, names),
    template: templateLike(like, draft.name, unit, names),
  };
}

/** The rows of a term's template for another name and unit. Nodes that are named after the term are named after the other one. */
function templateLike(like: SimilarTerm, name: string, unit: string, names: PrefixedNames): Row[] {
  const [stem, newStem] = [nodeStem(like.name), nodeStem(name)];
  const isOwnNode = (token: string): boolean => token.startsWith(`?${stem}`);
  const ownUnit = shorten(like.unit, names);
  const self = shorten(like.iri, names);
  const token = (text: string): string => {
    if (isOwnNode(text)) return `?${newStem}${text.slice(1 + stem.length)}`;
    if (text === `$${like.name}` || text === `@${like.name}`) return text[0] + name;
    if (text === self)
      return self.slice(0, self.length - encodeURIComponent(like.name).length) + encodeURIComponent(name);
    return text === ownUnit && unit !== '' ? unit : text;
  };
  return (
    like.semantics
      // A node of others has its template already.
      .filter(({ subject }) => !subject.startsWith('?') || isOwnNode(subject))
      .map(({ subject, predicate, object }) => ({
        subject: subject === like.name ? '' : token(subject),
        predicate,
        object: token(object),
      }))
  );
}

/** What the names of a term's nodes begin with. */
function nodeStem(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

/** What stands behind the dash of a name; empty without one. */
export function unitOf(name: string): string {
  const dash = name.indexOf('-');
  return dash === -1 ? '' : name.slice(dash + 1);
}

/** The prefixed name of an IRI, or the IRI; empty for none. */
export function shorten(iri: string | null, names: PrefixedNames): string {
  return iri === null ? '' : (names.find(iri) ?? iri);
}

/** The problems of a field, or of a cell of the template. */
export function problemsAt(problems: readonly Problem[], ...path: string[]): Problem[] {
  return problems.filter((problem) => {
    const at = fieldPath(problem);
    return at.length === path.length && at.every((step, i) => step === path[i]);
  });
}

/** Where in the form a problem is; empty for one of no field. */
export function fieldPath({ path }: Problem): readonly string[] {
  const inTerm = path[0] === 'input' ? path.slice(1) : path;
  return inTerm[0] === 'term' ? inTerm.slice(1) : [];
}
