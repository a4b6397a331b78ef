import type { LexiconUnit } from '../../mapping/lexicon/lexicon.ts';
import { QUDT, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { TripleTable } from '../triple-table.ts';

/**
 * What a vocabulary states of units, sorted by IRI: of those whose exact multiplier and family it states. Vocabularies of before there
 * were any state none.
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
  return [...iris].toSorted().flatMap(read);
}
