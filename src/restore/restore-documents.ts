import { HubError } from '../errors.ts';
import { scanJson } from '../mapping/json/scan.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { SemanticBlock } from '../mapping/semantic/semantic-block.ts';
import { encodeText } from '../rdf/utf8.ts';
import { Choices } from './choices.ts';
import { digestOf, gradeOf, type Grade } from './digest.ts';
import type { Graph } from './graph.ts';
import { noteOf, type Note } from './notes.ts';
import { READER, READERS } from './readers.ts';
import { applyResidue, readCanonical, readResidue, type CanonicalDocument, type Residue } from './residue.ts';
import { GraphReader } from './restore-graph.ts';

export interface RestoreOptions {
  /** Versions of the vocabulary; the first is for graphs that name none. */
  readonly lexicons: readonly Lexicon[];
  /** The block of the documents, for graphs that do not bring it; null for none. */
  readonly block: SemanticBlock | null;
  /** The namespace of entities; null has it found in the graph. */
  readonly base: string | null;
  /** Takes documents whose digest differs, because what came between has rewritten numbers. */
  readonly byValue: boolean;
  /** Code units that a document may have. */
  readonly maxLength: number;
}

/** Readings of one document whose entities have several texts. */
const MAX_TRIES = 32;

/** A document that was restored from a graph. */
export interface RestoredDocument {
  /** JSON text. */
  readonly text: string;
  /** What the digest of the graph proves to be that of the source: its JSON value with the order of its keys, or its bytes; null for nothing. */
  readonly proof: Grade | null;
  /** What is not known of the document; empty with a proof. */
  readonly notes: readonly Note[];
}

/**
 * The documents of a graph, one for each root, in the order of the graph.
 *
 * @throws HubError `not-restorable`, `digest-differs`, `vocabulary-not-known`, `too-deep`, `answer-too-large`, `invalid-semantic`
 */
export function* restoreDocuments(graph: Graph, options: RestoreOptions): Generator<RestoredDocument> {
  const reader = new GraphReader(graph, options);
  if (reader.roots.length === 0) {
    const message =
      graph.size === 0
        ? 'The graph is empty: there is nothing to restore.'
        : 'The graph has no document: no anonymous node stands at the root, each is pointed to or there is none.';
    throw new HubError('not-restorable', message);
  }
  for (const root of reader.roots) yield restoreRoot(reader, root, options);
}

/** The document of a root. @throws HubError as `restoreDocuments` does */
export function restoreRoot(
  reader: GraphReader,
  root: number,
  { byValue, maxLength }: RestoreOptions,
): RestoredDocument {
  const { digests, residues } = reader.sourcesOf(root);
  const [digest] = digests;
  const newest = (): CanonicalDocument => readCanonical(reader, root, { reader: READER });
  if (digest === undefined) {
    const { text, notes } = newest();
    return { text, notes, proof: null };
  }
  // Documents that share their root were joined: none of them is told from the others.
  if (digests.length > 1 || residues.length > 1) return joined(newest());
  // One that an earlier reader read whole has no residue which names that reader.
  const ways: readonly Residue[] =
    residues.length === 0 ? READERS.map((number) => ({ reader: number })) : [readResidue(residues[0]!)];
  let first: CanonicalDocument | null = null;
  for (const residue of ways) {
    let choices: Choices | null = new Choices();
    for (let tries = 0; choices !== null && tries < MAX_TRIES; tries++) {
      const { notes, ...read } = readCanonical(reader, root, residue, choices);
      const text = applyResidue(read.text, residue, maxLength);
      checkJson(text);
      const grade = gradeOf(digest);
      if (grade !== null && digestOf(text, grade) === digest) return { text, proof: grade, notes: [] };
      first ??= { ...read, text, notes };
      choices = choices.next();
    }
  }
  if (byValue) return { text: first!.text, proof: null, notes: [...first!.notes, noteOf('digest-differs')] };
  const message =
    'The restored document is not the one that was converted: its digest is another. Values were rewritten on the way, or triples are missing; ask for the document by value to have it nevertheless.';
  throw new HubError('digest-differs', message, { piece: digest.slice(0, 100) });
}

function joined({ text, notes }: CanonicalDocument): RestoredDocument {
  return { text, proof: null, notes: [...notes, noteOf('joined-documents')] };
}

/** What residues make of a document is text of others. @throws HubError `not-restorable` */
function checkJson(text: string): void {
  try {
    scanJson(encodeText(text));
  } catch (cause) {
    throw new HubError('not-restorable', 'What the residue makes of the graph is no JSON.', {}, cause);
  }
}
