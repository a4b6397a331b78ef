import type { Concept } from './concept.ts';
import type { ImportReport } from './import-report.ts';
import { isLinkable } from './links.ts';
import { EVERYTHING } from './read-rdf-concepts.ts';

/**
 * The concepts without what they cannot have as broader: links of a circle, by which one would be broader than itself, and what is neither a
 * concept nor an IRI. Both are told to the report.
 */
export function cutBroader(concepts: readonly Concept[], report: ImportReport): Concept[] {
  const byId = new Map(concepts.map((concept) => [concept.id, concept]));
  const circles = circlesOf(byId);
  return concepts.map((concept) => {
    const { id } = concept;
    const broader = concept.broader.filter((one) => {
      const isCircular = byId.has(one) && circles.get(one) === circles.get(id);
      if (isCircular) report.tell('broader-circle', id, { detail: one });
      else if (!byId.has(one) && !isLinkable(one) && !EVERYTHING.has(one))
        report.tell('not-an-iri', id, { property: 'broader', detail: one });
      else return true;
      return false;
    });
    return { ...concept, broader };
  });
}

/** A visit of a concept: what is broader and not looked at yet. */
interface Visit {
  readonly id: string;
  at: number;
}

/**
 * A number for each concept, equal for those that lead to each other (Tarjan's strongly connected components, without recursion: a
 * hierarchy may be deeper than the stack).
 */
function circlesOf(byId: ReadonlyMap<string, Concept>): Map<string, number> {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const found = new Map<string, number>();
  const open: string[] = [];
  let circles = 0;
  for (const start of byId.keys()) {
    if (order.has(start)) continue;
    const path: Visit[] = [];
    const enter = (id: string): void => {
      lowest.set(id, order.size);
      order.set(id, order.size);
      open.push(id);
      path.push({ id, at: 0 });
    };
    const lower = (id: string, to: number): void => void lowest.set(id, Math.min(lowest.get(id)!, to));
    enter(start);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const { id } = visit;
      const next = byId.get(id)!.broader[visit.at++];
      if (next !== undefined) {
        if (!byId.has(next)) continue;
        if (!order.has(next)) enter(next);
        else if (!found.has(next)) lower(id, order.get(next)!);
        continue;
      }
      path.pop();
      const from = path.at(-1);
      if (from !== undefined) lower(from.id, lowest.get(id)!);
      if (lowest.get(id) !== order.get(id)) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        found.set(member, circles);
        if (member === id) break;
      }
      circles++;
    }
  }
  return found;
}
