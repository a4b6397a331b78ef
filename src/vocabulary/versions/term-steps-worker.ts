import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { writeDurably } from '../../store/durable-folder.ts';
import { findTermSteps, type KeptTermSteps, type WrittenTermSteps } from './term-steps.ts';
import { textOfVersion } from './text-lines.ts';
import type { StoredVersion } from './version-content.ts';

export interface TermStepsTask {
  readonly hub: HubNamespaces;
  readonly folder: string;
  /** Of the file in which it is kept. */
  readonly name: string;
  readonly before: StoredVersion;
  readonly after: StoredVersion;
}

/** Null where one of the versions is damaged. */
export type TermStepsOutcome = {
  readonly steps: WrittenTermSteps;
  /** Why it is not kept; null when it is. */
  readonly writeError: string | null;
} | null;

const compress = promisify(gzip);

/** What the thread runs that finds what a version did to terms, and keeps it. */
export default async function run({ hub, folder, name, before, after }: TermStepsTask): Promise<TermStepsOutcome> {
  const steps = await find(textOfVersion(before, hub), textOfVersion(after, hub));
  if (steps === null) return null;
  try {
    await mkdir(folder, { recursive: true });
    const kept: KeptTermSteps = { from: before.version, to: after.version, ...steps };
    await writeDurably(folder, name, await compress(JSON.stringify(kept)));
    return { steps, writeError: null };
  } catch (error) {
    return { steps, writeError: (error as Error).message };
  }
}

async function find(...texts: Parameters<typeof findTermSteps>): Promise<WrittenTermSteps | null> {
  try {
    return await findTermSteps(...texts);
  } catch (error) {
    if (error instanceof HubError) return null;
    throw error;
  }
}
