import type { LexiconUnit } from '../../mapping/lexicon/lexicon.ts';
import { QUDT, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { TripleTable } from '../triple-table.ts';
import type { Term } from '../vocabulary.ts';

/**
 * What a vocabulary states of the units of its terms: of those whose exact multiplier and family it states. Vocabularies of before there were any state
 * none. They are sorted by the ends of their IRIs, so that the order is that of any hub.
 */
export function readUnits(
  triples: TripleTable,
  hub: HubNamespaces,
  terms: Iterable<Pick<Term, 'unit'>>,
): LexiconUnit[] {
  const read = (iri: string): LexiconUnit[] => {
    const texts = (property: string): string[] => triples.values(iri, property).map(({ value }) => value);
    const [multiplier] = texts(`${hub.ontology}exactMultiplier`);
    const [family] = texts(`${hub.ontology}unitFamily`);
    if (multiplier === undefined || family === undefined) return [];
    return [
      {
        iri,
        notations: texts(`${SKOS}notation`),
        qualifiedNotations: texts(`${hub.ontology}qualifiedNotation`),
        ucum: texts(`${QUDT}ucumCode`),
        unece: texts(`${QUDT}uneceCommonCode`),
        multiplier,
        piPower: Number(texts(`${hub.ontology}piPower`)[0] ?? 0),
        offset: texts(`${QUDT}conversionOffset`)[0] ?? '0',
        family,
      },
    ];
  };
  const endOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
  const iris = new Set(Array.from(terms, ({ unit }) => unit ?? []).flat());
  return [...iris].toSorted((a, b) => (endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0)).flatMap(read);
}
