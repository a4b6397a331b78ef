import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { PrefixedNames } from '../rdf/prefixed-names.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import { TripleLineWriter } from '../rdf/triple-lines.ts';
import type { Triple } from '../rdf/triple.ts';
import { NODE } from './labelled-graph.ts';

/** Characters of a name that Turtle takes without escapes. */
const PLAIN = /^[A-Za-z\d_-]*:[\p{L}\d_](?:[\p{L}\d_-]*)$/u;

/** Writes triples for people: with prefixes, and short names for nodes that have no IRI, the same for a node wherever it stands. */
export class TripleTexts {
  readonly #names: PrefixedNames;
  readonly #writer = new TripleLineWriter();
  readonly #nodes = new Map<string, string>();

  constructor({ prefixes }: Pick<Lexicon, 'prefixes'>) {
    this.#names = new PrefixedNames(Array.from(prefixes, ([prefix, namespace]) => ({ prefix, namespace })));
  }

  textOf({ s, p, o }: Triple): string {
    return `${this.#term(s)} ${this.#iri(p)} ${this.#term(o)} .`;
  }

  #term(term: BoundTerm): string {
    if (term.type === 'uri') return this.#iri(term.value);
    const { datatype, ...plain } = term;
    return this.#writer.term(plain) + (datatype === undefined ? '' : `^^${this.#iri(datatype)}`);
  }

  #iri(iri: string): string {
    if (iri.startsWith(NODE)) {
      let name = this.#nodes.get(iri);
      if (name === undefined) this.#nodes.set(iri, (name = `_:n${this.#nodes.size + 1}`));
      return name;
    }
    const short = this.#names.find(iri);
    return short !== null && PLAIN.test(short) ? short : this.#writer.iri(iri);
  }
}
