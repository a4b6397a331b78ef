import { RDF, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { SeedFile } from './read-sources.ts';
import { readYaml, type LocatedMap } from './read-yaml.ts';
import { quoted, TurtleLines } from './turtle-lines.ts';
import { Block } from './variants.ts';
import type { TurtleDocument } from '../../rdf/read-rdf.ts';
import { writeTexts } from './write-texts.ts';

/** The values of each facet by the facet's name. */
export type Facets = ReadonlyMap<string, ReadonlySet<string>>;

/** The facets and their values: `direction` with `import`, `export` … @throws SeedError */
export function readFacets({ name: file, text }: SeedFile): Facets {
  return new Map(
    Array.from(readYaml(file, text).entries, ([facet, said]) => [facet, new Set(valuesOf(file, facet, said).keys())]),
  );
}

/** IRI of a value of a facet, or of the facet itself. */
function facetIri({ vocabulary }: HubNamespaces, facet: string, value?: string): string {
  return `${vocabulary}facet/${facet}${value === undefined ? '' : `/${value}`}`;
}

/** The IRIs of the facets that a block has. @throws SeedError for one that does not exist */
export function facetsOf(
  block: Block,
  facets: Facets,
  hub: HubNamespaces,
): { readonly iri: string; readonly line: number }[] {
  const said = block.within('facets');
  return Array.from(block.map('facets')?.entries.keys() ?? [], (facet) => {
    const values = facets.get(facet);
    if (values === undefined)
      return block.refuse(
        said!.lineOf(facet),
        `facets: ${facet}`,
        `there is no such facet; there are ${[...facets.keys()].join(', ')}`,
      );
    return said!.texts(facet).map(({ text, line }) => {
      if (!values.has(text))
        block.refuse(line, `facets: ${facet}`, `there is no value ${text}; there are ${[...values].join(', ')}`);
      return { iri: facetIri(hub, facet, text), line };
    });
  }).flat();
}

/** Each facet as a concept scheme, and its values as its concepts. @throws SeedError */
export function expandFacets({ name: file, text }: SeedFile, hub: HubNamespaces): TurtleDocument {
  const lines = new TurtleLines(hub.vocabulary);
  for (const [facet, said] of readYaml(file, text).entries) {
    const scheme = facetIri(hub, facet);
    const values = valuesOf(file, facet, said);
    const block = new Block(file, facet, said.line, (said as LocatedMap).entries);
    lines.say(scheme, `${RDF}type`, `${SKOS}ConceptScheme`, said.line);
    lines.say(scheme, `${RDF}type`, `${hub.ontology}Facet`, said.line);
    lines.say(scheme, `${SKOS}notation`, quoted(facet), said.line);
    writeTexts(block, null, (property, object, line) => lines.say(scheme, property, object, line));
    for (const value of values.keys())
      lines.say(scheme, `${SKOS}hasTopConcept`, facetIri(hub, facet, value), said.line);
    for (const [value, concept] of values) {
      const iri = facetIri(hub, facet, value);
      lines.say(iri, `${RDF}type`, `${SKOS}Concept`, concept.line);
      lines.say(iri, `${RDF}type`, `${hub.ontology}FacetValue`, concept.line);
      lines.say(iri, `${SKOS}notation`, quoted(value), concept.line);
      lines.say(iri, `${SKOS}inScheme`, scheme, concept.line);
      lines.say(iri, `${SKOS}topConceptOf`, scheme, concept.line);
      writeTexts(concept, null, (property, object, line) => lines.say(iri, property, object, line));
    }
  }
  return lines.document(file);
}

function valuesOf(
  file: string,
  facet: string,
  said: LocatedMap | { readonly is: string; readonly line: number },
): Map<string, Block> {
  const block = new Block(file, facet, said.line, said.is === 'map' ? (said as LocatedMap).entries : new Map());
  const values = block.map('values') ?? block.refuse(said.line, 'values', 'a facet has values: { … }');
  return new Map(
    Array.from(values.entries, ([value, concept]) => [
      value,
      new Block(file, `${facet}: ${value}`, concept.line, concept.is === 'map' ? concept.entries : new Map()),
    ]),
  );
}
