import { hasLoneSurrogate } from '../rdf/characters.ts';
import { XSD, XSD_STRING } from '../rdf/namespaces.ts';
import { datatypeOf, type BoundTerm } from '../rdf/rows.ts';
import { TripleLineWriter } from '../rdf/triple-lines.ts';
import type { Quad } from '../rdf/triple.ts';

/** What everybody takes for an IRI, as it is written. */
const PLAIN_IRI =
  /^https?:\/\/[a-z0-9.-]+(?::\d+)?\/(?:[A-Za-z0-9\-._~:/@!$&'()*+,;=]|%[0-9A-F]{2})*(?:#(?:[A-Za-z0-9\-._~:/@!$&'()*+,;=]|%[0-9A-F]{2})*)?$/;
const PLAIN_LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/;
/** Values that have one form, in that form. */
const PLAIN_VALUES = new Map([
  [`${XSD}integer`, /^(?:0|-?[1-9]\d{0,14})$/],
  [`${XSD}boolean`, /^(?:true|false)$/],
]);

/**
 * Writes quads as the engine writes them back, as far as that needs no knowledge of datatypes. Most quads of a vocabulary are such, and
 * this takes a tenth of the engine's time.
 */
export class CanonicalLines {
  readonly #writer = new TripleLineWriter();
  /** IRIs, and whether they are plain. */
  readonly #iris = new Map<string, boolean>();

  /** The canonical N-Quad, a line without its end; null for a quad that the engine has to write. */
  line({ s, p, o, graph }: Quad): string | null {
    if (s.type !== 'uri' || !this.#isPlainIri(s.value) || !this.#isPlainIri(p) || !this.#isPlainIri(graph)) return null;
    if (!this.#isPlain(o)) return null;
    const writer = this.#writer;
    return `${writer.iri(s.value)} ${writer.iri(p)} ${writer.term(o)} ${writer.iri(graph)} .`;
  }

  #isPlain(term: BoundTerm): boolean {
    if (term.type === 'uri') return this.#isPlainIri(term.value);
    if (term.type !== 'literal' || hasLoneSurrogate(term.value)) return false;
    const language = term['xml:lang'];
    if (language !== undefined) return PLAIN_LANGUAGE.test(language);
    const datatype = datatypeOf(term);
    return datatype === XSD_STRING || PLAIN_VALUES.get(datatype)?.test(term.value) === true;
  }

  #isPlainIri(iri: string): boolean {
    let isPlain = this.#iris.get(iri);
    if (isPlain === undefined) this.#iris.set(iri, (isPlain = PLAIN_IRI.test(iri)));
    return isPlain;
  }
}
