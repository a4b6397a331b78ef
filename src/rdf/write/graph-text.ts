import type { Triple } from '../triple.ts';

/**
 * The text of one graph in the making. All its triples are noted, then all are written in the same order: both can be done piece by piece,
 * by whoever has to let others go on meanwhile.
 */
export interface GraphText {
  /**
   * Looks at a triple before anything is written: only all of them tell what belongs before the first.
   *
   * @throws HubError `invalid-option` for a text that the format cannot hold
   */
  note(triple: Triple): void;
  /** Writes what belongs before the first triple. Nothing is refused later. @throws HubError `unnameable-predicate` */
  begin(): void;
  /** Writes the next triple; those of one subject stand together. */
  write(triple: Triple): void;
  /** Writes what belongs behind the last triple, and hands over what is left. */
  end(): void;
}

/** What belongs before its first triple are names that shorten IRIs. */
export interface ShorteningText extends GraphText {
  /** Looks at an IRI in place of the triples that have it. */
  noteIri(iri: string): void;
}

/** Writes a graph at once. @param triples can be walked several times @throws HubError as `GraphText` does */
export function writeGraph(text: GraphText, triples: Iterable<Triple>): void {
  for (const triple of triples) text.note(triple);
  text.begin();
  for (const triple of triples) text.write(triple);
  text.end();
}
