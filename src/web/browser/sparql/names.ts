import { PrefixedNames } from '../../../rdf/prefixed-names.ts';
import type { SparqlFacts } from '../../parts/sparql-facts.ts';
import { rootOfHub } from '../page/root.ts';

/** How IRIs of answers are written and where they lead. */
export interface Names {
  readonly prefixes: ReadonlyMap<string, string>;
  /** The prefixed name, or the whole IRI where no prefix fits. */
  shorten(iri: string): string;
  /** Null for what is no address. IRIs of the hub lead to the hub that shows this page, by whatever name people came. */
  linkOf(iri: string): string | null;
}

export function namesOf({ prefixes, baseUrl }: SparqlFacts): Names {
  const names = new PrefixedNames(Object.entries(prefixes).map(([prefix, namespace]) => ({ prefix, namespace })));
  const { href: home } = new URL(rootOfHub(), location.href);
  return {
    prefixes: new Map(Object.entries(prefixes)),
    shorten: (iri) => names.find(iri) ?? iri,
    linkOf(iri) {
      if (iri.startsWith(`${baseUrl}/`)) return home + iri.slice(baseUrl.length + 1);
      return /^https?:\/\//i.test(iri) ? iri : null;
    },
  };
}
