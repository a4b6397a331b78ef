import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { TurtleBytes, TurtleDocument } from '../../rdf/read-rdf.ts';
import type { Triple } from '../../rdf/triple.ts';
import { BrokenShapes, type ShapeCheck } from '../shapes/check-shapes.ts';
import { startableModule } from '../../workers/module.ts';
import { runInThread } from '../../workers/run-in-thread.ts';
import { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';
import { readTable } from '../versions/table-bytes.ts';
import type { CandidateOutcome, CandidateTask } from './candidate-worker.ts';
import { tryReading } from './try-reading.ts';
import { findVersion } from '../versions/version.ts';

interface Candidate {
  readonly version: string;
  /** How many terms it has. */
  readonly terms: number;
  readonly triples: TripleTable;
}

/**
 * What these triples would be as vocabulary, checked as the registry checks what it takes into use.
 *
 * @param sources the Turtle that they come from, so that messages name lines
 * @throws HubError `invalid-option` when the registry would refuse it; of what breaks shapes the cause is `BrokenShapes`
 */
export async function checkCandidate(
  triples: Iterable<Triple>,
  hub: HubNamespaces,
  shapes: Pick<ShapeCheck, 'check'>,
  sources: readonly TurtleDocument[] = [],
): Promise<Candidate> {
  try {
    return await checkTable(tableOf(triples, hub), hub, shapes, sources);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** The same of a table. @throws as `checkCandidate` */
export async function checkTable(
  table: TripleTable,
  hub: HubNamespaces,
  shapes: Pick<ShapeCheck, 'check'>,
  sources: readonly TurtleDocument[] = [],
): Promise<Candidate> {
  try {
    const version = await findVersion(table, hub);
    await shapes.check(table, version, { sources: async () => sources }).catch(asGiven);
    const { refusal, terms } = await tryReading(table, version, hub);
    if (refusal !== null) throw new HubError('invalid-option', refusal);
    return { version, terms, triples: table };
  } catch (error) {
    throw asRefusal(error);
  }
}

function asRefusal(error: unknown): HubError {
  if (error instanceof HubError) return error;
  return new HubError('invalid-option', `The vocabulary is refused: ${(error as Error).message}.`, {}, error);
}

/** Of a vocabulary that is in use, what is wrong with it is an outage; one that was given is wrong. */
function asGiven(error: unknown): never {
  if (!(error instanceof HubError && error.cause instanceof BrokenShapes)) throw error;
  throw new HubError('invalid-option', error.message, error.details, error.cause);
}

const WORKER = startableModule('vocabulary/registry/candidate-worker');
/** No files take so long; a thread that hangs must not be waited for. The time grows with what is read. */
const TIMEOUT_MS = 120_000;
const TIMEOUT_MS_PER_BYTE = 0.002;

/**
 * The same of files. They are read in a thread.
 *
 * @param documents Turtle, and canonical texts of versions, whose names end in `.nt.gz` and which are decompressed
 * @throws HubError `invalid-option` when one cannot be read, `conversion-timeout`, and as `checkCandidate`
 */
export async function checkFiles(
  documents: readonly TurtleBytes[],
  hub: HubNamespaces,
  shapes: Pick<ShapeCheck, 'check'>,
): Promise<Candidate> {
  const size = documents.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const read = await runInThread<CandidateTask, CandidateOutcome>(
    WORKER,
    { hub, documents },
    {
      timeoutMs: TIMEOUT_MS + size * TIMEOUT_MS_PER_BYTE,
      doing: `To read the ${(size / 1e6).toFixed(1)} MB of the vocabulary`,
      wayOut: 'Try again when the machine has less to do, or make the vocabulary smaller.',
    },
  );
  if (read.fault !== null) throw new HubError('invalid-option', read.fault);
  const { version, table, refusal, terms } = read;
  const triples = new TripleTable(readTable(table, hub.baseUrl)!);
  await shapes.check(triples, version, { sources: async () => documents }).catch(asGiven);
  if (refusal !== null) throw new HubError('invalid-option', refusal);
  return { version, terms, triples };
}
