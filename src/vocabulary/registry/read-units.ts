import type { LexiconUnit } from '../../mapping/lexicon/lexicon.ts';
import { QUDT, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { TripleTable } from '../triple-table.ts';

/**
 * What a vocabulary states of units: of those whose exact multiplier and family it states. Vocabularies of before there were any state
 * none. They are sorted by the ends of their IRIs, so that the order is that of any hub.
 *
 * @param iris of the units
 */
export function readUnits(triples: TripleTable, hub: HubNamespaces, iris: ReadonlySet<string>): LexiconUnit[] {
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
  return [...iris].toSorted((a, b) => (endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0)).flatMap(read);
}
