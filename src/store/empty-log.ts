import type { ClassicLevel } from 'classic-level';

/** Puts what is only in the log into a table, which is synced. */
export async function emptyLog(database: ClassicLevel): Promise<void> {
  // LevelDB does this before it compacts a range, also one without an entry.
  await database.compactRange('~', '~');
}
