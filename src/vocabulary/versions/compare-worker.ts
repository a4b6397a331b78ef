import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { compareVersions, type Changes } from './changes.ts';
import type { ComparisonTask, VersionText } from './comparison-thread.ts';
import { tableOf } from '../triple-table.ts';
import { readVersionContent, type VersionContent } from './version-content.ts';
import { readCanonical } from './version.ts';

/** What the thread runs that compares versions: half a second, in which the hub goes on answering. */
export default function run({ hub, before, after }: ComparisonTask): Changes {
  return compareVersions(before === null ? null : contentOf(before, hub), contentOf(after, hub), hub);
}

function contentOf({ version, text }: VersionText, hub: HubNamespaces): VersionContent {
  return readVersionContent(version, tableOf(readCanonical(text, hub), hub), hub);
}
