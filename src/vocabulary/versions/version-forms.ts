import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { linePieces } from '../../rdf/triple-lines.ts';
import type { VersionContent, VersionSummary } from './version-content.ts';

/** What can be read of a version, by form. Its text in each format is a dump. */
export interface VersionForms {
  readonly summary: VersionSummary;
  /** N-Triples in pieces. */
  readonly graph: readonly Uint8Array[];
}

export type VersionForm = keyof VersionForms;

type MakeForm<Form extends VersionForm> = (content: VersionContent, hub: HubNamespaces) => VersionForms[Form];

const FORMS: { readonly [Form in VersionForm]: MakeForm<Form> } = {
  summary: ({ triples, ...summary }, hub) => ({
    ...summary,
    about: triples.of(hub.vocabulary),
  }),
  graph: ({ triples }) => [...linePieces(triples)],
};

/** One form of a version. */
export function makeForm<Form extends VersionForm>(
  form: Form,
  content: VersionContent,
  hub: HubNamespaces,
): VersionForms[Form] {
  return FORMS[form](content, hub);
}
