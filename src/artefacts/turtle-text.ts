import { replaceLoneSurrogates } from '../rdf/characters.ts';
import { escapeTriplesText } from '../rdf/escape.ts';
import { PrefixedNames } from '../rdf/prefixed-names.ts';

/** Local names that Turtle and SPARQL take as they are. */
const PLAIN_LOCAL = /^[A-Za-z_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/;

/** Writes terms of Turtle and SPARQL, and notes the prefixes that they need. */
export class TurtleText {
  readonly #names: PrefixedNames;
  readonly #namespaces: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  /** What was written, by IRI: texts repeat few of them often. */
  readonly #written = new Map<string, string>();

  /** @param namespaces by their prefixes */
  constructor(namespaces: ReadonlyMap<string, string>) {
    this.#namespaces = namespaces;
    this.#names = new PrefixedNames(Array.from(namespaces, ([prefix, namespace]) => ({ prefix, namespace })));
  }

  /** @param iri absolute, without characters that an IRI may not hold */
  iri(iri: string): string {
    let text = this.#written.get(iri);
    if (text === undefined) this.#written.set(iri, (text = this.#shorten(iri)));
    return text;
  }

  text(text: string): string {
    return `"${escapeTriplesText(replaceLoneSurrogates(text))}"`;
  }

  /** The declarations of the prefixes that were used, by name. */
  prefixes(keyword: '@prefix' | 'PREFIX'): string[] {
    const end = keyword === '@prefix' ? ' .' : '';
    return [...this.#used].toSorted().map((prefix) => `${keyword} ${prefix}: <${this.#namespaces.get(prefix)!}>${end}`);
  }

  #shorten(iri: string): string {
    const name = this.#names.find(iri);
    const colon = name?.indexOf(':') ?? -1;
    if (name === null || !PLAIN_LOCAL.test(name.slice(colon + 1))) return `<${iri}>`;
    this.#used.add(name.slice(0, colon));
    return name;
  }
}
