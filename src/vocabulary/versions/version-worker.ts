import { HubError, type ErrorCode, type ErrorDetails } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { readStoredVersion, type StoredVersion } from './version-content.ts';
import { makeForm, type VersionForm, type VersionForms } from './version-forms.ts';

export interface VersionTask<Form extends VersionForm> extends StoredVersion {
  readonly hub: HubNamespaces;
  readonly form: Form;
}

/** What a thread made of a version. An error loses its class on the way, so it travels as what it says. */
export type VersionOutcome<Form extends VersionForm> =
  | { readonly made: VersionForms[Form] }
  | { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails };

/** What the thread runs that reads a version: a second or two, in which the hub goes on answering. */
export default async function run<Form extends VersionForm>(task: VersionTask<Form>): Promise<VersionOutcome<Form>> {
  const { hub, form } = task;
  try {
    return { made: makeForm(form, await readStoredVersion(task, hub), hub) };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const { code, message, details } = error;
    return { code, message, details };
  }
}
