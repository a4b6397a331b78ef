import type { Choices } from './choices.ts';

/**
 * The numbers of readers: a residue is what one reader does not see, so that another reader cannot use it. Graphs of earlier releases are
 * read as their readers did.
 */
export type ReaderNumber = 1 | 2;

/** How a document is read. */
export interface ReadingWay {
  readonly reader: ReaderNumber;
  readonly choices: Choices;
}

/** The newest, by which residues are written. */
export const READER: ReaderNumber = 2;
/** The newest first. */
export const READERS: readonly ReaderNumber[] = [READER, 1];
