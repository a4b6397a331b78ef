import { RDF_TYPE } from '../../rdf/namespaces.ts';
import type { BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';

/** A node of the graph with what it is said of. */
export interface Subject {
  readonly term: BoundTerm;
  readonly types: readonly BoundTerm[];
  /** Without the types, by property, in the order of the triples. */
  readonly values: ReadonlyMap<string, readonly Triple[]>;
}

/** A line of a card before it has texts. */
export interface ChosenLine {
  readonly property: string;
  /** Null where a line stands for what is left out. */
  readonly triple: Triple | null;
  /** How many values a line without a triple stands for. */
  readonly left: number;
  /** Place of the card that the value has; null for none. */
  readonly target: number | null;
}

export interface ChosenCard {
  readonly subject: Subject;
  /** The cards were found from here. */
  readonly isRoot: boolean;
  readonly lines: readonly ChosenLine[];
}

export interface ChooseOptions {
  readonly maxCards: number;
  readonly maxLines: number;
  readonly maxValues: number;
}

/** The subjects of triples by their keys, in order of appearance. */
export function subjectsOf(triples: Iterable<Triple>): Map<string, Subject> {
  const subjects = new Map<string, { term: BoundTerm; types: BoundTerm[]; values: Map<string, Triple[]> }>();
  for (const triple of triples) {
    const key = keyOf(triple.s);
    let subject = subjects.get(key);
    if (subject === undefined) subjects.set(key, (subject = { term: triple.s, types: [], values: new Map() }));
    if (triple.p === RDF_TYPE) {
      subject.types.push(triple.o);
      continue;
    }
    const values = subject.values.get(triple.p);
    if (values === undefined) subject.values.set(triple.p, [triple]);
    else values.push(triple);
  }
  return subjects;
}

/**
 * The subjects that a picture shows, from those that nothing points to, each level before the next one. Of many values of a property
 * some are shown, so that the nodes behind the others have no card.
 */
export function chooseCards(subjects: ReadonlyMap<string, Subject>, options: ChooseOptions): ChosenCard[] {
  const places = new Map<string, number>();
  const chosen: Array<Omit<ChosenCard, 'lines'> & { readonly lines: ReadonlyArray<Omit<ChosenLine, 'target'>> }> = [];
  const take = (key: string, isRoot: boolean): void => {
    const subject = subjects.get(key);
    if (subject === undefined || places.has(key) || chosen.length >= options.maxCards) return;
    places.set(key, chosen.length);
    chosen.push({ subject, isRoot, lines: linesOf(subject, options) });
  };
  for (const root of rootsOf(subjects)) {
    let next = chosen.length;
    take(root, true);
    for (; next < chosen.length; next++) {
      for (const { triple } of chosen[next]!.lines) {
        if (triple !== null && triple.o.type !== 'literal') take(keyOf(triple.o), false);
      }
    }
    if (chosen.length >= options.maxCards) break;
  }
  return chosen.map(({ lines, ...card }) => ({
    ...card,
    lines: lines.map((line) => ({ ...line, target: targetOf(line.triple, places) })),
  }));
}

function targetOf(triple: Triple | null, places: ReadonlyMap<string, number>): number | null {
  return triple === null || triple.o.type === 'literal' ? null : (places.get(keyOf(triple.o)) ?? null);
}

function linesOf({ values }: Subject, { maxLines, maxValues }: ChooseOptions): Array<Omit<ChosenLine, 'target'>> {
  const lines = Array.from(values).flatMap(([property, triples]) => {
    // A line that stands for one value takes no less room than the value.
    const count = triples.length <= maxValues + 1 ? triples.length : maxValues;
    const shown = triples.slice(0, count).map((triple) => ({ property, triple, left: 0 }));
    return count === triples.length ? shown : [...shown, { property, triple: null, left: triples.length - count }];
  });
  if (lines.length <= maxLines) return lines;
  const left = lines.slice(maxLines - 1).reduce((sum, line) => sum + (line.triple === null ? line.left : 1), 0);
  return [...lines.slice(0, maxLines - 1), { property: '', triple: null, left }];
}

/** Subjects from which all others are reached: those that no other one points to, and one of each circle that is left. */
function rootsOf(subjects: ReadonlyMap<string, Subject>): string[] {
  const cited = new Set<string>();
  for (const [key, subject] of subjects) for (const object of objectsOf(subject)) if (object !== key) cited.add(object);
  const roots = [...subjects.keys()].filter((key) => !cited.has(key));
  const reached = new Set<string>();
  const reach = (root: string): void => {
    const found = [root];
    for (let key = found.pop(); key !== undefined; key = found.pop()) {
      const subject = subjects.get(key);
      if (subject === undefined || reached.has(key)) continue;
      reached.add(key);
      for (const object of objectsOf(subject)) found.push(object);
    }
  };
  for (const root of roots) reach(root);
  for (const key of subjects.keys()) {
    if (reached.has(key)) continue;
    roots.push(key);
    reach(key);
  }
  return roots;
}

function objectsOf({ values }: Subject): string[] {
  return Array.from(values.values()).flatMap((triples) =>
    triples.flatMap(({ o }) => (o.type === 'literal' ? [] : [keyOf(o)])),
  );
}

/** No IRI begins with an underscore. */
function keyOf({ type, value }: BoundTerm): string {
  return type === 'bnode' ? `_:${value}` : value;
}
