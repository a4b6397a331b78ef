import { SKOS } from '../../rdf/namespaces.ts';
import type { Resource } from '../../vocabulary/describe/resources.ts';
import { listTemplateRows } from '../../vocabulary/terms.ts';
import type { TemplateRow, Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { PictureModel } from '../picture/model.ts';
import { pictureDocument } from '../picture/picture-document.tsx';
import { pictureOf } from '../picture/picture-of.ts';
import { pictureOfTemplate } from '../picture/template-picture.ts';

/** The SVG file of a resource: the template of a term or a node, else what is said of the resource. */
export function pictureOfResource({ iri, subject }: Resource, vocabulary: Vocabulary): string {
  const here = subject.kind === 'term' ? subject.term.name : nodeNameOf(iri, vocabulary);
  const rows = here === null ? [] : templateRowsOf(here, vocabulary);
  // Of a namespace, of the whole vocabulary and of the ontology there is too much for one picture: it shows what is said of themselves.
  const said = [...vocabulary.triples.of(iri), ...vocabulary.ontology.of(iri)];
  const model =
    rows.length > 0 && here !== null
      ? pictureOfRows(rows, here, vocabulary)
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

/** What a template makes of one value, as a picture. @param here the subject of the first row */
export function pictureOfRows(rows: readonly TemplateRow[], here: string, vocabulary: Vocabulary): PictureModel {
  const { lexicon, terms, triples } = vocabulary;
  const term = terms.get(here);
  return pictureOfTemplate(rows, here, {
    vocabularyIri: lexicon.vocabularyIri,
    prefixes: lexicon.prefixes,
    datatypeIri: term?.datatypeIri,
    isEntity: term !== undefined && triples.of(`${term.iri}#entity`).length > 0,
  });
}
