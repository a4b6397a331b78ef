import { compareVersions, type Changes } from './changes.ts';
import type { ComparisonTask } from './comparison-thread.ts';
import { readStoredVersion } from './version-content.ts';

/** What the thread runs that compares versions: some seconds, in which the hub goes on answering. */
export default function run({ hub, before, after }: ComparisonTask): Changes {
  return compareVersions(before === null ? null : readStoredVersion(before, hub), readStoredVersion(after, hub), hub);
}
