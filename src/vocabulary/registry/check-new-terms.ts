import type { HubNamespaces } from '../../rdf/namespaces.ts';
import { readTurtle } from '../../rdf/read-rdf.ts';
import { readSeeds } from '../load-seeds.ts';
import { expandSeeds } from '../seeds/expand-seeds.ts';
import type { SeedFile, SeedSources } from '../seeds/read-sources.ts';
import { createShippedCheck } from '../shapes/check-shapes.ts';
import { checkCandidate } from './check-candidate.ts';

interface NewTerms {
  /** Folder of the vocabulary's source. */
  readonly folder: string;
  readonly sources: SeedSources;
  /** Blocks of new terms, as files of the source. */
  readonly blocks: readonly SeedFile[];
  readonly hub: HubNamespaces;
}

/**
 * How many terms blocks are, when the vocabulary with them keeps all rules.
 *
 * @throws SeedError when a block cannot be expanded
 * @throws HubError `invalid-option` when the vocabulary with them breaks a shape
 */
export async function checkNewTerms({ folder, sources, blocks, hub }: NewTerms): Promise<{ readonly terms: number }> {
  const turtle = (await readSeeds(folder, hub)).filter(({ lines }) => lines === undefined);
  const candidateOf = (terms: readonly SeedFile[]) => [...turtle, ...expandSeeds({ ...sources, terms }, hub)];
  const documents = candidateOf([...sources.terms, ...blocks]);
  const { terms } = await checkCandidate(documents.flatMap(readTurtle), hub, createShippedCheck(hub), documents);
  const before = candidateOf(sources.terms).flatMap(readTurtle);
  const count = before.filter(({ p, o }) => p.endsWith('#type') && o.value === `${hub.ontology}Term`).length;
  return { terms: terms - count };
}
