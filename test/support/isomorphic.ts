import { hash } from 'node:crypto';
import { distinctTriples, isBlank } from './graph.ts';
import type { Triple } from './graph.ts';

/** Individualisations that one graph may cost before the answer is "too symmetric". */
const MAX_SEARCH = 20_000;

function digest(text: string): string {
  return hash('sha1', text, 'base64');
}

/**
 * A text that two graphs share exactly when they are isomorphic: colour refinement, then search within the parts that stay
 * symmetric. Parts are searched one by one (nodes with a colour of their own separate them), so a thousand twins cost a thousand
 * small searches.
 */
export function canonicalize(graph: Iterable<Triple>): string {
  const triples = distinctTriples(graph);
  const blanks = new Set<string>();
  for (const [subject, , object] of triples) {
    if (isBlank(subject)) blanks.add(subject);
    if (isBlank(object)) blanks.add(object);
  }
  let searches = 0;

  /** `labels` names the blank nodes that are settled; `colours` those of this part. */
  function canonicalizePart(
    part: readonly Triple[],
    labels: ReadonlyMap<string, string>,
    initial: ReadonlyMap<string, string>,
  ): string {
    const touching = new Map<string, Triple[]>([...initial.keys()].map((node) => [node, []]));
    for (const triple of part) {
      touching.get(triple[0])?.push(triple);
      if (triple[2] !== triple[0]) touching.get(triple[2])?.push(triple);
    }
    let colours = new Map(initial);
    let classes = new Set(colours.values()).size;
    for (;;) {
      const name = (term: string, self: string) =>
        term === self ? '*' : (labels.get(term) ?? colours.get(term) ?? term);
      const next = new Map<string, string>();
      for (const node of colours.keys()) {
        const lines = touching.get(node)!.map(([s, p, o]) => `${name(s, node)}\u0001${p}\u0001${name(o, node)}`);
        next.set(node, digest(`${colours.get(node)}\u0002${lines.sort().join('\u0002')}`));
      }
      const count = new Set(next.values()).size;
      colours = next;
      if (count === classes) break;
      classes = count;
    }

    const byColour = new Map<string, string[]>();
    for (const [node, colour] of colours) byColour.set(colour, [...(byColour.get(colour) ?? []), node]);
    const settled = new Map(labels);
    const open = new Set<string>();
    for (const [colour, nodes] of byColour) {
      if (nodes.length === 1) settled.set(nodes[0]!, `_:${colour}`);
      else for (const node of nodes) open.add(node);
    }
    const write = ([s, p, o]: Triple) => `${settled.get(s) ?? s}\u0001${p}\u0001${settled.get(o) ?? o}`;
    const closed = part.filter(([s, , o]) => !open.has(s) && !open.has(o)).map(write);
    const pieces = [closed.sort().join('\u0002')];

    const parts = splitParts(part, open);
    const subordinate: string[] = [];
    for (const { nodes, lines } of parts) {
      const own = new Map(nodes.map((node) => [node, colours.get(node)!]));
      if (nodes.length < colours.size || settled.size > labels.size) {
        subordinate.push(canonicalizePart(lines, settled, own));
        continue;
      }
      // Nothing told these nodes apart: set each node of the smallest class apart in turn, and keep the least result.
      const smallest = [...byColour].sort(([a, x], [b, y]) => x.length - y.length || (a < b ? -1 : 1))[0]!;
      let least: string | null = null;
      for (const node of smallest[1]) {
        if (++searches > MAX_SEARCH) throw new Error('the graph is too symmetric to compare');
        const text = canonicalizePart(lines, settled, new Map(own).set(node, `${smallest[0]}!`));
        if (least === null || text < least) least = text;
      }
      subordinate.push(least!);
    }
    pieces.push(...subordinate.sort());
    return digest(pieces.join('\u0003'));
  }

  return canonicalizePart(triples, new Map(), new Map([...blanks].map((node) => [node, ''])));
}

/** The open nodes in groups that no triple connects, each with the triples that touch it. */
function splitParts(triples: readonly Triple[], open: ReadonlySet<string>): { nodes: string[]; lines: Triple[] }[] {
  const leader = new Map<string, string>([...open].map((node) => [node, node]));
  const find = (node: string): string => {
    let top = node;
    while (leader.get(top) !== top) top = leader.get(top)!;
    leader.set(node, top);
    return top;
  };
  for (const [s, , o] of triples) if (open.has(s) && open.has(o)) leader.set(find(s), find(o));
  const parts = new Map<string, { nodes: string[]; lines: Triple[] }>();
  for (const node of open) {
    const top = find(node);
    if (!parts.has(top)) parts.set(top, { nodes: [], lines: [] });
    parts.get(top)!.nodes.push(node);
  }
  for (const triple of triples) {
    const node = open.has(triple[0]) ? triple[0] : open.has(triple[2]) ? triple[2] : null;
    if (node !== null) parts.get(find(node))!.lines.push(triple);
  }
  return [...parts.values()];
}

/** Whether the graphs say the same, blank nodes aside. */
export function areIsomorphic(one: Iterable<Triple>, other: Iterable<Triple>): boolean {
  const [a, b] = [distinctTriples(one), distinctTriples(other)];
  return a.length === b.length && canonicalize(a) === canonicalize(b);
}
