import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { HubError } from '../../errors.ts';
import { readCanonical } from './version.ts';
import { TripleTable } from '../triple-table.ts';
import { compareVersions, type Changes } from './changes.ts';
import { ChangedVersion, differingAmong, differingSubjects, partsToCompare, WholeVersion } from './compared-version.ts';
import type {
  ChangesPiece,
  ComparisonOrder,
  ComparisonRefusal,
  ComparisonTask,
  WrittenPiece,
} from './comparison-thread.ts';
import { writeChanges } from './write-changes.ts';
import { readStoredVersion, readVersionContent, tableOfVersion } from './version-content.ts';
import type { LineChange } from './archive.ts';

/** Entries that are read in a millisecond or two. */
const ENTRIES_A_PIECE = 256;

/**
 * What the thread runs that compares versions: some seconds, in which the hub goes on answering. What it found is taken before it ends. An error
 * loses its class on the way, so that a refusal travels as what it says.
 */
export default async function run({ port, head, ...task }: ComparisonOrder): Promise<ComparisonRefusal | null> {
  try {
    const changes = await compare(task);
    if (head === null) for (const piece of piecesOf(changes)) await send(port, piece);
    else {
      const text = writeChanges(head, changes);
      await send(port, { kind: 'text', text }, [text.buffer]);
    }
    return null;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { code: error.code, message: error.message };
  } finally {
    port.close();
  }
}

/** Resolves when it was taken. */
async function send(
  port: MessagePort,
  piece: ChangesPiece | WrittenPiece,
  transferList: readonly ArrayBuffer[] = [],
): Promise<void> {
  port.postMessage(piece, transferList);
  await once(port, 'message');
}

async function compare({ hub, before, after, known }: ComparisonTask): Promise<Changes> {
  if (before === null) return compareVersions(null, await readStoredVersion(after, hub), hub);
  const parts =
    known === undefined
      ? await partsOfTables(before, after, hub)
      : partsOfLines(new TripleTable(known.triples), known.before, known.after, hub);
  const [earlier, later] = [
    readVersionContent(before.version, parts.before, hub),
    readVersionContent(after.version, parts.after, hub),
  ];
  return compareVersions(earlier, later, hub);
}

type Parts = ReturnType<typeof partsToCompare>;

async function partsOfTables(
  before: NonNullable<ComparisonTask['before']>,
  after: ComparisonTask['after'],
  hub: ComparisonTask['hub'],
): Promise<Parts> {
  const [earlier, later] = [await tableOfVersion(before, hub), await tableOfVersion(after, hub)];
  const differing = differingSubjects(earlier, later);
  return partsToCompare(differing, new WholeVersion(earlier), new WholeVersion(later), hub);
}

/** The same of two versions that differ from one whose triples are known by a few lines each. */
function partsOfLines(table: TripleTable, before: LineChange, after: LineChange, hub: ComparisonTask['hub']): Parts {
  const whole = new WholeVersion(table);
  const [earlier, later] = [before, after].map(({ added, removed }) => {
    const read = (lines: readonly string[]) => readCanonical(lines.join(''), hub);
    return new ChangedVersion(whole, { added: read(added), removed: read(removed) }, hub);
  }) as [ChangedVersion, ChangedVersion];
  const differing = differingAmong(new Set([...earlier.changedSubjects, ...later.changedSubjects]), earlier, later);
  return partsToCompare(differing, earlier, later, hub);
}

function* piecesOf(changes: Changes): Generator<ChangesPiece> {
  for (const kind of Object.keys(changes) as (keyof Changes)[])
    for (let from = 0; from < changes[kind].length; from += ENTRIES_A_PIECE)
      yield { kind, entries: changes[kind].slice(from, from + ENTRIES_A_PIECE) } as ChangesPiece;
}
