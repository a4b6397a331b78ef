import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { linePieces } from '../../rdf/triple-lines.ts';
import type { RdfFormat } from '../../rdf/write/format.ts';
import { serialize } from '../../rdf/write/serialize.ts';
import { describeVersion } from './describe-version.ts';
import type { VersionContent, VersionSummary } from './version-content.ts';

type Texts = { readonly [Format in RdfFormat]: Uint8Array };

/** What can be read of a version, by form: its text in each format, which describes the version too, and others. */
export interface VersionForms extends Texts {
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
  ttl: (content, hub) => textOf(content, 'ttl', hub),
  nt: (content, hub) => textOf(content, 'nt', hub),
  rdf: (content, hub) => textOf(content, 'rdf', hub),
  jsonld: (content, hub) => textOf(content, 'jsonld', hub),
};

/** One form of a version. @throws HubError as `serialize` does */
export function makeForm<Form extends VersionForm>(
  form: Form,
  content: VersionContent,
  hub: HubNamespaces,
): VersionForms[Form] {
  return FORMS[form](content, hub);
}

function textOf(content: VersionContent, format: RdfFormat, hub: HubNamespaces): Uint8Array {
  const prefixes = new Map(content.prefixes.map(({ prefix, namespace }) => [prefix, namespace]));
  const described = describeVersion(content.triples, content.version, hub);
  return new TextEncoder().encode(serialize(described, format, { prefixes, base: hub.vocabulary }));
}
