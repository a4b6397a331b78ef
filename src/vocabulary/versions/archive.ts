import type { TripleColumns } from '../triple-columns.ts';
import type { WrittenText } from './written-text.ts';

/** A version at the moment when it came into use. */
export interface HistoryEntry {
  readonly version: string;
  readonly since: Date;
}

/** A version as the lines that it has more than another one. */
export interface AddedLines {
  /** The other version, whose text is there whole. */
  readonly base: string;
  /** Of its canonical text, with their ends, sorted. */
  readonly lines: readonly string[];
}

/** How a version came of another one. */
export interface CameOf {
  readonly version: string;
  /** How many lines the text has that they are added to, if that is known. */
  readonly lines?: number;
  /** Gives the lines that its canonical text has more, with their ends. */
  readonly writeLines: () => readonly string[];
}

/** A long canonical text: the compressed file of one, and lines that come between its own, sorted. */
export interface TextFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** How long the text is without these, as far as the file says. */
  readonly bytes: number;
  /** Whether that is more than a string may have. */
  readonly isTooLong: boolean;
}

/** What a thread reads a version from: its canonical text, the file of that, or its triples. */
export type ArchivedVersion = string | TextFile | TripleColumns;

/** The lines that a canonical text has in place of those of another one. */
export interface LineChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Where every version of the vocabulary stays readable, as the canonical text that its name is made of. Whatever stores bytes durably
 * can stand behind it.
 */
export interface VocabularyArchive {
  /** Learns what is there. Never rejects: an archive that cannot be read or written says so, and keeps what it can in memory. */
  start(): Promise<void>;
  /**
   * Versions in the order in which they came into use; one that came back stands there again. What cannot be read is left out. The list is
   * never changed: it is the same object as before unless there is another history.
   */
  history(): readonly HistoryEntry[];
  /**
   * What a restart, and other hubs of the service, find of the history: without what is not durable yet, and with what cannot be read. The same
   * object as before unless there is another one.
   */
  durable(): readonly HistoryEntry[];
  /** Learns what other hubs have added. Never rejects. Only of archives that hubs share. */
  refresh?(): Promise<void>;
  /**
   * Notes that a version came into use, which shows at once. Resolves when it is durable, true, or cannot be made so for now, false.
   *
   * @param writeText gives its canonical text; called when it is not kept yet, and when it is read before that
   * @param since when; now unless given
   * @param cameOf of a version that is another one with more lines
   */
  keep(version: string, writeText: () => WrittenText, since?: Date, cameOf?: CameOf): Promise<boolean>;
  /** Whether a whole version is being written, which may take minutes; true, too, where that is not told. */
  isWritingWhole?(): boolean;
  /** Forgets a version that could not be made durable and is not in use, so that no later write notes it. Others stay. */
  giveUp(version: string): void;
  /** The canonical text of a version, checked against its name; null when it does not exist, is damaged, or is longer than a string. @throws HubError `converter-busy` when it cannot be read at this moment */
  read(version: string): Promise<string | null>;
  /** A version of any length for a thread, which checks the text of a file; null when it does not exist or is damaged. As `read` unless given. @throws HubError `converter-busy` as `read` */
  readForThread?(version: string): Promise<ArchivedVersion | null>;
  /**
   * The canonical text of a version of any length, in pieces of whole lines, of which few are held. Whether it is that of the version is known
   * behind the last one. One that is damaged is told in the log.
   *
   * @throws HubError `not-found` for what is not there or damaged, `converter-busy` as `read`
   */
  pieces(version: string): AsyncIterable<Uint8Array>;
  /** A version as the lines that are added to one that is whole, which may be itself; null where it is not there. @throws HubError `converter-busy` as `read` */
  madeOf?(version: string): Promise<AddedLines | null>;
  /** What became of a text, where both are known as lines that were added to the same one; else null. @throws HubError `converter-busy` as `read` */
  compareLines?(from: string, to: string): Promise<LineChange | null>;
  /**
   * Looks for versions that are damaged, so that they are named before somebody asks for them: a bounded number of them, and the next ones the next
   * time. Never rejects.
   *
   * @param known a version that was read or written just now, and is not read again
   */
  check(known?: string): Promise<void>;
  /** Resolves when what is being written is written, and no file is open. */
  close(): Promise<void>;
  /** Why versions that are only in memory could not be made durable; null when all are. */
  lastError(): string | null;
}
