import type { HistoryEntry } from '../versions/archive.ts';

/** A version at the moment when it came into use. */
export interface StreamEntry {
  readonly version: string;
  /** No other has the same; later ones are later, also where a clock was set back. */
  readonly at: Date;
  /** The time in an address, which are in the order of times. */
  readonly name: string;
  /** The version before it in time; null for the first one. */
  readonly before: StreamEntry | null;
}

/** Versions that follow one another. */
export interface StreamGroup {
  /** That of its first entry. */
  readonly name: string;
  readonly entries: readonly StreamEntry[];
  /** The first one of the next group; null for the last group, to which versions may be added. */
  readonly next: StreamEntry | null;
}

/** One version in so many begins a group: a power of 2. */
const ENTRIES_A_GROUP = 64;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** What the names of entries are. */
export const ENTRY_NAME = /^\d{8}T\d{9}Z$/;

/**
 * The history in groups. Where one begins is decided by the time of its first entry alone, so that what is added, or is missing, moves no other
 * group.
 */
export function groupsOf(history: readonly HistoryEntry[]): StreamGroup[] {
  const groups: {
    name: string;
    entries: StreamEntry[];
    next: StreamEntry | null;
  }[] = [];
  let before: StreamEntry | null = null;
  for (const { version, since } of history) {
    const at = new Date(Math.max(since.getTime(), before === null ? -Infinity : before.at.getTime() + 1));
    const entry: StreamEntry = {
      version,
      at,
      name: at.toISOString().replaceAll(/[-:.]/g, ''),
      before,
    };
    const group = groups.at(-1);
    if (group === undefined || beginsGroup(entry.name)) {
      if (group !== undefined) group.next = entry;
      groups.push({ name: entry.name, entries: [entry], next: null });
    } else group.entries.push(entry);
    before = entry;
  }
  return groups;
}

/** FNV-1a of 32 bits, of which the lowest bits of both halves are the same. */
function beginsGroup(name: string): boolean {
  let hash: number = FNV_OFFSET;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME);
  return ((hash ^ (hash >>> 16)) & (ENTRIES_A_GROUP - 1)) === 0;
}
