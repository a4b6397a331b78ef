import { RecentList } from './json/recent-list.ts';
import type { Predicate } from './semantic/mapping.ts';
import type { SharedTerms } from './semantic/shared-terms.ts';
import { JsonLdNames } from '../rdf/write/write-jsonld.ts';
import { UnnameablePredicate } from './unnameable-predicate.ts';
import { NTriplesNames } from '../rdf/write/write-ntriples.ts';
import { namespaceOf, RdfXmlNames } from '../rdf/write/write-rdfxml.ts';
import { TurtleNames } from '../rdf/write/write-turtle.ts';

/** Lists of numbered namespaces for which names are kept: documents of most vocabularies have one, that of the base. */
const MAX_NUMBERED = 64;

/** What the formats write of shared terms, made when a format is asked for. */
export class FormatNames {
  private readonly terms: SharedTerms;
  private xml: RdfXmlNames | null = null;
  private xmlOfParts: RdfXmlNames | null = null;
  private readonly numberedXml = new RecentList<{ readonly namespaces: string; readonly names: RdfXmlNames }>(
    MAX_NUMBERED,
  );
  private nt: NTriplesNames | null = null;
  private ttl: TurtleNames | null = null;
  private jsonld: JsonLdNames | null = null;
  /** By the predicate's id. */
  private readonly namespaces: string[] = [];

  constructor(terms: SharedTerms) {
    this.terms = terms;
  }

  get nTriples(): NTriplesNames {
    return (this.nt ??= new NTriplesNames());
  }

  get turtle(): TurtleNames {
    return (this.ttl ??= new TurtleNames(this.terms.prefixes));
  }

  get jsonLd(): JsonLdNames {
    const { prefixes, scheme } = this.terms;
    // What the values of the document say is not known yet: these are the schemes of entities.
    return (this.jsonld ??= new JsonLdNames(prefixes, ['urn:', 'http:', 'https:', scheme, ...prefixes.values()]));
  }

  /** Those of parts of one output, around which the prefixes of the hub are declared. */
  get rdfXmlOfParts(): RdfXmlNames {
    return (this.xmlOfParts ??= this.createRdfXml(this.terms.lexicon.prefixes, []));
  }

  /** @param predicates of the document: their namespaces get numbered prefixes where there is no other one */
  rdfXml(predicates: readonly Predicate[]): RdfXmlNames {
    const names = (this.xml ??= this.createRdfXml(this.terms.prefixes, []));
    const numbered = new Set<string>();
    for (const { id, iri } of predicates) {
      const namespace = (this.namespaces[id] ??= namespaceOf(iri));
      if (!names.declares(namespace)) numbered.add(namespace);
    }
    if (numbered.size === 0) return names;
    // No IRI has a line feed.
    const namespaces = [...numbered].join('\n');
    let known = this.numberedXml.find((one) => one.namespaces === namespaces);
    if (known === undefined)
      this.numberedXml.add((known = { namespaces, names: this.createRdfXml(this.terms.prefixes, numbered) }));
    return known.names;
  }

  private createRdfXml(prefixes: ReadonlyMap<string, string>, namespaces: Iterable<string>): RdfXmlNames {
    return new RdfXmlNames({
      prefixes,
      namespaces,
      refuse: (predicate, fault) => new UnnameablePredicate(predicate, fault),
    });
  }
}
