import { RDF_TYPE } from '../../rdf/namespaces.ts';
import type { LineChange } from './archive.ts';
import { TextLines, type TextPieces } from './text-lines.ts';
import { STAND_IN } from './version.ts';

/** What a version did to a term. */
export interface StepOfTerm {
  readonly kind: 'added' | 'changed' | 'removed';
  /** IRIs of the properties that have other values, sorted; `template` for the rows, last. None of a term that came or went. */
  readonly properties: readonly string[];
}

/** What became of terms from one version to the next, by their names. */
export type TermSteps = ReadonlyMap<string, StepOfTerm>;

/** The same as JSON, with IRIs as canonical texts write them, so that all hubs have the same. */
export interface WrittenTermSteps {
  readonly format: typeof FORMAT;
  /** Each once, however many terms it was done to. */
  readonly steps: readonly StepOfTerm[];
  readonly names: readonly string[];
  /** Of each name the place of its step. */
  readonly places: readonly number[];
}

/** What a file holds: the same, behind the versions that it is about, which earlier releases did not write. */
export interface KeptTermSteps extends WrittenTermSteps {
  readonly from?: string;
  readonly to?: string;
}

const FORMAT = 1;
const TEMPLATE = 'template';
const VOCABULARY = `<${STAND_IN}/vocabulary/`;
const TYPE_OF_TERM = ` <${RDF_TYPE}> <${STAND_IN}/ontology#Term> .`;

/** What became of terms, found line by line: both texts are sorted, and little of them is held, however long they are. */
export async function findTermSteps(before: TextPieces, after: TextPieces): Promise<WrittenTermSteps> {
  const found = new DifferingTerms();
  const [old, fresh] = [new TextLines(before), new TextLines(after)];
  await Promise.all([old.load(), fresh.load()]);
  while (old.line !== null || fresh.line !== null) {
    const isOld = old.line !== null && (fresh.line === null || old.line <= fresh.line);
    const isFresh = fresh.line !== null && (old.line === null || fresh.line <= old.line);
    if (isOld !== isFresh) found.note((isOld ? old.line : fresh.line)!, isFresh);
    if (isOld && !old.next()) await old.load();
    if (isFresh && !fresh.next()) await fresh.load();
  }
  return found.write();
}

/** The same, of the lines in which two texts differ. */
export function termStepsOfLines({ added, removed }: LineChange): WrittenTermSteps {
  const found = new DifferingTerms();
  const isAdded = new Set(added);
  for (const line of [...removed, ...added].sort()) found.note(line, isAdded.has(line));
  return found.write();
}

/** @param baseUrl address of the hub, for which canonical texts have another. @throws Error for what is of another format */
export function readTermSteps({ format, steps, names, places }: WrittenTermSteps, baseUrl: string): TermSteps {
  if (format !== FORMAT) throw new Error(`It is not of format ${FORMAT}`);
  const own = (iri: string): string => (iri.startsWith(STAND_IN) ? baseUrl + iri.slice(STAND_IN.length) : iri);
  const read = steps.map(({ kind, properties }) => ({ kind, properties: properties.map(own).sort(templateLast) }));
  return new Map(names.map((name, at) => [name, read[places[at]!]!]));
}

/** The terms that differing lines are about. */
class DifferingTerms {
  readonly #found = new Map<string, { isAdded: boolean; isRemoved: boolean; readonly properties: Set<string> }>();

  /** @param line one that only one text has, in the order of lines */
  note(line: string, isAfter: boolean): void {
    const end = line.indexOf('> ');
    const [address, fragment] = line.slice(VOCABULARY.length, end).split('#', 2) as [string, string?];
    // What has a slash in its name is no term, and what has none is the vocabulary.
    if (!line.startsWith(VOCABULARY) || address === '' || address.includes('/')) return;
    const name = decodeURIComponent(address);
    let term = this.#found.get(name);
    if (term === undefined) this.#found.set(name, (term = { isAdded: false, isRemoved: false, properties: new Set() }));
    term.properties.add(fragment === undefined ? line.slice(end + 3, line.indexOf('> ', end + 2)) : TEMPLATE);
    if (!line.startsWith(TYPE_OF_TERM, end + 1)) return;
    if (isAfter) term.isAdded = true;
    else term.isRemoved = true;
  }

  write(): WrittenTermSteps {
    const places = new Map<string, number>();
    const steps: StepOfTerm[] = [];
    const placeOf = (step: StepOfTerm): number => {
      const key = `${step.kind} ${step.properties.join(' ')}`;
      let place = places.get(key);
      if (place === undefined) places.set(key, (place = steps.push(step) - 1));
      return place;
    };
    return {
      format: FORMAT,
      names: [...this.#found.keys()],
      places: Array.from(this.#found.values(), ({ isAdded, isRemoved, properties }) =>
        placeOf(
          isAdded || isRemoved
            ? { kind: isAdded ? 'added' : 'removed', properties: [] }
            : { kind: 'changed', properties: [...properties].sort() },
        ),
      ),
      steps,
    };
  }
}

function templateLast(one: string, other: string): number {
  return one === TEMPLATE ? 1 : other === TEMPLATE ? -1 : one < other ? -1 : 1;
}
