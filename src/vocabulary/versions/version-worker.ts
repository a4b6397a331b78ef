import { HubError, type ErrorCode, type ErrorDetails } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { tableOf, TripleTable, type TripleColumns } from '../triple-table.ts';
import { readVersionContent } from './version-content.ts';
import { makeForm, type VersionForm, type VersionForms } from './version-forms.ts';
import { readCanonical } from './version.ts';

export interface VersionTask<Form extends VersionForm> {
  readonly hub: HubNamespaces;
  readonly version: string;
  /** Canonical N-Triples, or the triples. */
  readonly content: string | TripleColumns;
  readonly form: Form;
}

/** What a thread made of a version. An error loses its class on the way, so it travels as what it says. */
export type VersionOutcome<Form extends VersionForm> =
  | { readonly made: VersionForms[Form] }
  | { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails };

/** What the thread runs that reads a version: a second or two, in which the hub goes on answering. */
export default function run<Form extends VersionForm>(task: VersionTask<Form>): VersionOutcome<Form> {
  const { hub, version, content, form } = task;
  try {
    const triples = typeof content === 'string' ? tableOf(readCanonical(content, hub), hub) : new TripleTable(content);
    return { made: makeForm(form, readVersionContent(version, triples, hub), hub) };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { code, message, details } = error;
    return { code, message, details };
  }
}
