import { fileURLToPath } from 'node:url';
import { HubError } from '../errors.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import type { HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { checkCandidate } from '../vocabulary/registry/check-candidate.ts';
import { BrokenShapes, ShapeCheck } from '../vocabulary/shapes/check-shapes.ts';

/** All ways in which triples break the shapes of a vocabulary; none where they may be one. @throws HubError for what else a hub would refuse */
export type FindViolations = (triples: Iterable<Triple>) => Promise<BrokenShapes['violations']>;

/** Where the file of the schema is: `units.ttl`, `shapes.ttl`. */
export function schemaPath(name: string): string {
  return fileURLToPath(new URL(`schema/${name}`, PACKAGE_FOLDER));
}

/** The check that a hub makes of what it takes into use, in threads. */
export function checkAsHub(hub: HubNamespaces): FindViolations {
  const [shapes, units, ontology] = ['shapes.ttl', 'units.ttl', 'ontology.ttl'].map(schemaPath) as [
    string,
    string,
    string,
  ];
  const check = new ShapeCheck({ hub, paths: { shapes, units, ontology } });
  return async (triples) => {
    try {
      await checkCandidate(triples, hub, check);
      return [];
    } catch (error) {
      if (error instanceof HubError && error.cause instanceof BrokenShapes) return error.cause.violations;
      throw error;
    }
  };
}
