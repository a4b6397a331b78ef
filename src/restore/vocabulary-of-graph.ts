import { HubError } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { quote } from '../mapping/json/text.ts';

/** `…/vocabulary/v/{version}/`, the IRI of a version on whichever hub. */
const VERSION_IRI = /^(.*)\/vocabulary\/v\/([^/]+)\/$/;

/** The version that an IRI of `dcterms:conformsTo` names; null for an IRI of something else. */
export function versionOf(iri: string): string | null {
  return VERSION_IRI.exec(iri)?.[2] ?? null;
}

/** The lexicon as a hub at another address has it. @param versionIri the IRI of a version there */
function movedTo(lexicon: Lexicon, versionIri: string): Lexicon {
  const to = VERSION_IRI.exec(versionIri)?.[1];
  const from = VERSION_IRI.exec(lexicon.versionIri)?.[1];
  if (to === undefined || from === undefined || to === from) return lexicon;
  const move = (iri: string): string => (iri.startsWith(`${from}/`) ? to + iri.slice(from.length) : iri);
  return {
    ...lexicon,
    versionIri,
    vocabularyIri: move(lexicon.vocabularyIri),
    idIri: move(lexicon.idIri),
    prefixes: new Map(Array.from(lexicon.prefixes, ([prefix, namespace]) => [prefix, move(namespace)])),
  };
}

/** The lexicon by which a document is read. @throws HubError `vocabulary-not-known` for a version that is not at hand */
export function lexiconOf(versionIri: string | null, lexicons: readonly Lexicon[]): Lexicon {
  if (versionIri === null) return lexicons[0]!;
  const version = versionOf(versionIri);
  const found = lexicons.find(
    (lexicon) => lexicon.versionIri === versionIri || versionOf(lexicon.versionIri) === version,
  );
  if (found !== undefined) return movedTo(found, versionIri);
  throw new HubError(
    'vocabulary-not-known',
    `The graph says that it conforms to ${quote(versionIri)}, a version of the vocabulary that is not at hand; give that version.`,
    { piece: versionIri.slice(0, 200) },
  );
}
