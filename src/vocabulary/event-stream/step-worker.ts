import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { textOfVersion } from '../versions/text-lines.ts';
import type { StoredVersion } from '../versions/version-content.ts';
import { findMembers } from './find-members.ts';
import { StepFiles, type StepName, type StepParts } from './step-files.ts';

export interface StepTask {
  readonly hub: HubNamespaces;
  readonly folder: string;
  readonly step: StepName;
  readonly before: StoredVersion | null;
  readonly after: StoredVersion;
}

/** What was written, or the version that cannot be read. An error loses its code on the way, so that it travels beside it. */
export type StepOutcome =
  | { readonly parts: StepParts }
  | { readonly unreadable: string }
  | { readonly refused: string; readonly message: string };

/** What the thread runs that finds what a version changed, and writes it. */
export default async function run({ hub, folder, step, before, after }: StepTask): Promise<StepOutcome> {
  try {
    const members = findMembers(before === null ? null : readable(before, hub), readable(after, hub));
    return { parts: await new StepFiles(folder).write(step, members) };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.version };
    const { code: refused, message } = error as NodeJS.ErrnoException;
    if (refused === undefined) throw error;
    return { refused, message };
  }
}

class Unreadable extends Error {
  readonly version: string;

  constructor(version: string, cause: unknown) {
    super(`${version} cannot be read`, { cause });
    this.version = version;
  }
}

async function* readable(stored: StoredVersion, hub: HubNamespaces): AsyncGenerator<Uint8Array> {
  try {
    yield* textOfVersion(stored, hub);
  } catch (error) {
    throw error instanceof HubError ? new Unreadable(stored.version, error) : error;
  }
}
