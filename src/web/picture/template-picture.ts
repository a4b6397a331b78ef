import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { PictureModel } from './model.ts';
import { pictureOf } from './picture-of.ts';

/** A template is shown whole: the longest has 30 rows of one node. Its table is made of the rows themselves. */
const WHOLE = { maxLines: 60, maxValues: 60, maxRows: 0 };

/** A row of a template, as the interface's SemanticsRow has it. */
interface Row {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

interface TemplateFacts {
  /** Namespace of terms and all else that the vocabulary mints. */
  readonly vocabularyIri: string;
  /** Namespaces by their prefixes. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The IRI of the datatype of a term; undefined for a node. */
  readonly datatypeIri: string | undefined;
  /** Whether the term is an identifier: its template is about what it identifies. */
  readonly isEntity: boolean;
}

/**
 * What a template makes of one value, as a picture without rows of a table. What is there only when another key is, is optional.
 *
 * @param here the subject of the first row
 */
export function pictureOfTemplate(rows: readonly Row[], here: string, facts: TemplateFacts): PictureModel {
  const { vocabularyIri, prefixes, datatypeIri, isEntity } = facts;
  const tokens = new TemplateTokens(vocabularyIri, prefixes);
  const root = here.startsWith('?') ? here : isEntity ? `@${here}` : `value of ${here}`;
  const optional = new Set<Triple>();
  const triples = rows.map(({ subject, predicate, object }) => {
    const o = tokens.termOf(object, datatypeIri);
    const triple: Triple = { s: tokens.termOf(subject === here ? `?${here}` : subject), p: tokens.iriOf(predicate), o };
    if (/^[$@]/.test(object) && object.slice(1) !== here) optional.add(triple);
    return triple;
  });
  return pictureOf(triples, {
    ...WHOLE,
    prefixes,
    labelOf: ({ type, value }) =>
      type === 'uri' ? tokens.tokenOf(value) : type === 'bnode' ? (value === `?${here}` ? root : value) : undefined,
    isOptional: (triple) => optional.has(triple),
  });
}

/** The tokens of template rows as RDF terms, and back. */
class TemplateTokens {
  readonly #vocabularyIri: string;
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #tokens = new Map<string, string>();

  constructor(vocabularyIri: string, prefixes: ReadonlyMap<string, string>) {
    this.#vocabularyIri = vocabularyIri;
    this.#prefixes = prefixes;
  }

  /** @param datatype of the value of a key */
  termOf(token: string, datatype?: string): BoundTerm {
    if (token.startsWith('?')) return { type: 'bnode', value: token };
    if (token.startsWith('$'))
      return { type: 'literal', value: token, ...(datatype === undefined ? {} : { datatype }) };
    if (!token.startsWith('@')) return { type: 'uri', value: this.iriOf(token) };
    const iri = `${this.#vocabularyIri}${encodeURIComponent(token.slice(1))}#entity`;
    this.#tokens.set(iri, token);
    return { type: 'uri', value: iri };
  }

  /** The IRI of a prefixed name. */
  iriOf(name: string): string {
    const colon = name.indexOf(':');
    return (this.#prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon + 1)) + name.slice(colon + 1);
  }

  tokenOf(iri: string): string | undefined {
    return this.#tokens.get(iri);
  }
}
