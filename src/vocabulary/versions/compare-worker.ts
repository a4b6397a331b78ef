import { compareVersions, type Changes } from './changes.ts';
import type { ChangesPiece, ComparisonOrder } from './comparison-thread.ts';
import { readStoredVersion } from './version-content.ts';

/** Entries that are read in a millisecond or two. */
const ENTRIES_A_PIECE = 256;

/** What the thread runs that compares versions: some seconds, in which the hub goes on answering. What it found is sent before it ends. */
export default function run({ hub, before, after, port }: ComparisonOrder): void {
  const earlier = before === null ? null : readStoredVersion(before, hub);
  for (const piece of piecesOf(compareVersions(earlier, readStoredVersion(after, hub), hub))) port.postMessage(piece);
  port.close();
}

function* piecesOf(changes: Changes): Generator<ChangesPiece> {
  for (const kind of Object.keys(changes) as (keyof Changes)[])
    for (let from = 0; from < changes[kind].length; from += ENTRIES_A_PIECE)
      yield { kind, entries: changes[kind].slice(from, from + ENTRIES_A_PIECE) } as ChangesPiece;
}
