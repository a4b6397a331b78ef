import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { TripleTable } from '../triple-table.ts';
import { textOfFile } from '../versions/text-file.ts';
import { canonicalPieces } from '../versions/version.ts';
import type { StoredVersion } from '../versions/version-content.ts';
import { findMembers, type TextPieces } from './find-members.ts';
import { StepFiles, type StepName, type StepParts } from './step-files.ts';

export interface StepTask {
  readonly hub: HubNamespaces;
  readonly folder: string;
  readonly step: StepName;
  readonly before: StoredVersion | null;
  readonly after: StoredVersion;
}

/** What was written, or the version that cannot be read. */
export type StepOutcome = { readonly parts: StepParts } | { readonly unreadable: string };

/** Characters of a text that are looked at together. */
const PIECE_LENGTH = 256 * 1024;

/** What the thread runs that finds what a version changed, and writes it. */
export default async function run({ hub, folder, step, before, after }: StepTask): Promise<StepOutcome> {
  try {
    const members = findMembers(before === null ? null : readable(before, hub), readable(after, hub));
    return { parts: await new StepFiles(folder).write(step, members) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { unreadable: error.version };
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
    yield* piecesOf(stored, hub);
  } catch (error) {
    throw error instanceof HubError ? new Unreadable(stored.version, error) : error;
  }
}

/** The canonical text of a version. @throws HubError `not-found` behind the last piece of a damaged file */
function piecesOf({ version, content }: StoredVersion, hub: HubNamespaces): TextPieces {
  if (typeof content === 'string') return piecesOfText(content);
  return 'path' in content ? textOfFile(version, content) : canonicalPieces(new TripleTable(content), hub);
}

async function* piecesOfText(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', Math.min(at + PIECE_LENGTH, text.length - 1)) + 1 || text.length;
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
}
