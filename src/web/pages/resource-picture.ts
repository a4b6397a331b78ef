import { SKOS } from '../../rdf/namespaces.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { Resource } from '../../vocabulary/describe/resources.ts';
import { listTemplateRows } from '../../vocabulary/terms.ts';
import type { TemplateRow, Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { PictureModel } from '../picture/model.ts';
import { pictureDocument } from '../picture/picture-document.tsx';
import { pictureOf } from '../picture/picture-of.ts';

/** A template is shown whole: the longest has 30 rows of one node. */
const WHOLE = { maxLines: 60, maxValues: 60 };

/** The SVG file of a resource: the template of a term or a node, else what is said of the resource. */
export function pictureOfResource({ iri, subject }: Resource, vocabulary: Vocabulary): string {
  const here = subject.kind === 'term' ? subject.term.name : nodeNameOf(iri, vocabulary);
  const rows = here === null ? [] : templateRowsOf(here, vocabulary);
  // Of a namespace, of the whole vocabulary and of the ontology there is too much for one picture: it shows what is said of themselves.
  const said = [...vocabulary.triples.of(iri), ...vocabulary.ontology.of(iri)];
  const model =
    rows.length > 0 && here !== null
      ? pictureOfTemplate(rows, here, vocabulary)
      : pictureOf(said, { prefixes: vocabulary.lexicon.prefixes });
  return pictureDocument(model, { label: subject.kind === 'term' ? subject.term.label : iri });
}

/** The rows of a term, or of a node with its `?`, with those of the nodes that they introduce. */
export function templateRowsOf(here: string, vocabulary: Vocabulary): readonly TemplateRow[] {
  return here.startsWith('?') ? (vocabulary.nodes.get(here.slice(1)) ?? []) : listTemplateRows(vocabulary, here);
}

/** The name of a template node with its `?`; null for what is none. */
export function nodeNameOf(iri: string, vocabulary: Vocabulary): string | null {
  if (!iri.startsWith(`${vocabulary.lexicon.vocabularyIri}node/`)) return null;
  const name = vocabulary.triples.values(iri, `${SKOS}notation`)[0]?.value;
  return name === undefined ? null : `?${name}`;
}

/**
 * What a template makes of one value, as a picture. What is there only when another key is, is optional.
 *
 * @param here the subject of the first row
 */
export function pictureOfTemplate(rows: readonly TemplateRow[], here: string, vocabulary: Vocabulary): PictureModel {
  const { lexicon, terms } = vocabulary;
  const tokens = new TemplateTokens(lexicon.vocabularyIri, lexicon.prefixes);
  const term = terms.get(here);
  // Of an identifier the template is about what it identifies.
  const isEntity = term !== undefined && vocabulary.triples.of(`${term.iri}#entity`).length > 0;
  const root = here.startsWith('?') ? here : isEntity ? `@${here}` : `value of ${here}`;
  const optional = new Set<Triple>();
  const triples = rows.map(({ subject, predicate, object }) => {
    const o = tokens.termOf(object, term?.datatypeIri);
    const triple: Triple = { s: tokens.termOf(subject === here ? `?${here}` : subject), p: tokens.iriOf(predicate), o };
    if (/^[$@]/.test(object) && object.slice(1) !== here) optional.add(triple);
    return triple;
  });
  return pictureOf(triples, {
    ...WHOLE,
    prefixes: lexicon.prefixes,
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
