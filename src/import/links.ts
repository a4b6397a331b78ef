import { isAbsoluteIri } from '../rdf/iri.ts';
import type { Concept, LinkKind } from './concept.ts';
import type { ImportReport } from './import-report.ts';
import { EVERYTHING } from './read-rdf-concepts.ts';

/** Of two links to one thing the first counts. */
const KINDS: readonly LinkKind[] = ['exactMatch', 'closeMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'seeAlso'];

interface Links {
  readonly links: ReadonlyArray<{ readonly kind: LinkKind; readonly iri: string }>;
  readonly broader: readonly string[];
}

/** What a term of a concept is linked with, one link to each thing. @param source the IRI that the term matches exactly */
export function linksOf({ id, links, broader }: Concept, source: string | null, report: ImportReport): Links {
  const kinds = new Map<string, LinkKind>();
  const stated = source === null ? links : [{ kind: 'exactMatch' as const, iri: source }, ...links];
  for (const kind of KINDS)
    for (const link of stated) {
      if (link.kind !== kind || kinds.has(link.iri) || (link.iri === id && link.iri !== source)) continue;
      if (isLinkable(link.iri)) kinds.set(link.iri, kind);
      else report.tell('not-an-iri', id, { detail: link.iri });
    }
  return {
    links: Array.from(kinds, ([iri, kind]) => ({ iri, kind })),
    broader: broader.filter((one) => !kinds.has(one) && !EVERYTHING.has(one)),
  };
}

/** Whether an IRI can stand in the vocabulary as it is. */
export function isLinkable(iri: string): boolean {
  return /^(?:https?:\/\/|urn:)/i.test(iri) && isAbsoluteIri(iri);
}
