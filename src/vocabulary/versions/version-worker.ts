import { HubError, type ErrorCode, type ErrorDetails } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { tableOf } from '../triple-table.ts';
import { readVersionContent } from './version-content.ts';
import { makeForm, type VersionForm, type VersionForms } from './version-forms.ts';
import { readCanonical } from './version.ts';

export interface VersionTask<Form extends VersionForm> {
  readonly hub: HubNamespaces;
  readonly version: string;
  /** Canonical N-Triples. */
  readonly text: string;
  readonly form: Form;
}

/** What a thread made of a version. An error loses its class on the way, so it travels as what it says. */
export type VersionOutcome<Form extends VersionForm> =
  | { readonly made: VersionForms[Form] }
  | { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails };

/** What the thread runs that reads a version: several hundred ms, in which the hub goes on answering. */
export default function run<Form extends VersionForm>(task: VersionTask<Form>): VersionOutcome<Form> {
  const { hub, version, text, form } = task;
  try {
    return { made: makeForm(form, readVersionContent(version, tableOf(readCanonical(text, hub), hub), hub), hub) };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { code, message, details } = error;
    return { code, message, details };
  }
}
