import type { VNode } from 'preact';
import { groupBy } from '../../group-by.ts';
import { DCTERMS, OWL, RDF, RDFS } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { about, Address, type PageParts } from './description-page.tsx';
import type { PageTerms } from './page-terms.tsx';

/** What an ontology defines: a heading, its id, and the types of what stands under it. */
const KINDS: ReadonlyArray<readonly [heading: string, id: string, types: readonly string[]]> = [
  ['Classes', 'classes', [`${OWL}Class`]],
  ['Properties', 'properties', [`${OWL}ObjectProperty`, `${OWL}DatatypeProperty`]],
  // Whatever has another type.
  ['Individuals', 'individuals', []],
];

/** Types that the heading tells. */
const GIVEN: readonly string[] = [`${OWL}Class`, `${OWL}NamedIndividual`];

/** Properties that are told without their names, or are the same of everything in an ontology. */
const TOLD: readonly string[] = [`${RDFS}label`, `${RDFS}comment`, `${RDFS}isDefinedBy`];

/** The page of an ontology: its classes, properties and individuals, each with what it means. @param triples of all of them */
export function ontologyPage(iri: string, triples: readonly Triple[], terms: PageTerms): PageParts {
  const bySubject = groupBy(triples, ({ s }) => s.value);
  const members = [...bySubject].filter(([subject]) => subject.startsWith(`${iri}#`));
  const byKind = groupBy(members, ([, own]) => kindOf(own));
  const own = about(iri, triples);
  return {
    title: 'Ontology',
    above: [],
    main: (
      <>
        <h1>The hub's ontology</h1>
        <p class="lead" lang="en">
          {textOf(own, `${DCTERMS}description`)}
        </p>
        <Address iri={iri} />
        <ul class="chips">
          {KINDS.map(([heading, id]) => (
            <li>
              <a class="chip" href={`#${id}`}>
                {heading} ({byKind.get(id)?.length ?? 0})
              </a>
            </li>
          ))}
        </ul>
        {KINDS.map(([heading, id]) => (
          <>
            <h2 id={id}>{heading}</h2>
            {byKind.get(id)?.map(([subject, said]) => (
              <Definition name={subject.slice(iri.length + 1)} subject={subject} said={said} terms={terms} />
            ))}
          </>
        ))}
        <details>
          <summary>All statements about the ontology</summary>
          {terms.properties(own)}
        </details>
      </>
    ),
  };
}

interface DefinitionProps {
  /** Its id in the page, as its IRI has it. */
  readonly name: string;
  readonly subject: string;
  readonly said: readonly Triple[];
  readonly terms: PageTerms;
}

function Definition({ name, subject, said, terms }: DefinitionProps): VNode {
  return (
    <section id={name}>
      <h3>
        {terms.linkTo(subject)} <span class="note">{textOf(said, `${RDFS}label`)}</span>
      </h3>
      <p lang="en">{textOf(said, `${RDFS}comment`)}</p>
      {terms.properties(said.filter(({ p, o }) => !TOLD.includes(p) && !GIVEN.includes(o.value)))}
    </section>
  );
}

/** The id of the heading under which something stands. */
function kindOf(said: readonly Triple[]): string {
  const types = said.filter(({ p }) => p === `${RDF}type`).map(({ o }) => o.value);
  return KINDS.find(([, , known]) => known.some((type) => types.includes(type)))?.[1] ?? 'individuals';
}

function textOf(said: readonly Triple[], property: string): string {
  return said.find(({ p }) => p === property)?.o.value ?? '';
}
