import { HubError } from '../../errors.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { TurtleDocument } from '../../rdf/read-rdf.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { ShapeCheck } from '../shapes/check-shapes.ts';
import { tableOf } from '../triple-table.ts';
import { tryReading } from './try-reading.ts';
import { versionOf } from '../versions/version.ts';

interface Candidate {
  readonly version: string;
  /** How many terms it has. */
  readonly terms: number;
}

/**
 * What these triples would be as vocabulary, checked as the registry checks what it takes into use.
 *
 * @param sources the Turtle that they come from, so that messages name lines
 * @throws HubError `registry-unavailable` when the registry would refuse it; of what breaks shapes the cause is `BrokenShapes`
 */
export async function checkCandidate(
  triples: Iterable<Triple>,
  hub: HubNamespaces,
  shapes: Pick<ShapeCheck, 'check'>,
  sources: readonly TurtleDocument[] = [],
): Promise<Candidate> {
  try {
    const table = tableOf(triples, hub);
    const version = versionOf(table, hub);
    await shapes.check(table, version, { sources: async () => sources });
    const { refusal, lexicon } = await tryReading(table, hub);
    if (refusal !== null) throw new HubError('registry-unavailable', refusal);
    return { version, terms: lexicon.terms.size };
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw new HubError('registry-unavailable', `The vocabulary is refused: ${(error as Error).message}.`, {}, error);
  }
}
