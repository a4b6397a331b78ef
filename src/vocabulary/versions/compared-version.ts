import { DCTERMS, RDF_TYPE, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { keyOfTerm } from '../triple-order.ts';
import type { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';

/** Properties by which lists of terms name others. */
const NAMED_BY = [`${SKOS}broader`, `${DCTERMS}isReplacedBy`];

/** A version as a comparison asks it: by what it says of one resource, and by what cites some. */
export interface ComparedVersion {
  of(iri: string): readonly Triple[];
  /** Subjects of which a property has one of these IRIs, each once. */
  citing(property: string, iris: ReadonlySet<string>): Iterable<string>;
}

/** The triples that one version has in place of those of another one. */
export interface TripleChange {
  readonly added: readonly Triple[];
  readonly removed: readonly Triple[];
}

export class WholeVersion implements ComparedVersion {
  readonly #table: TripleTable;

  constructor(table: TripleTable) {
    this.#table = table;
  }

  of(iri: string): readonly Triple[] {
    return this.#table.of(iri);
  }

  *citing(property: string, iris: ReadonlySet<string>): Generator<string> {
    const objects = Array.from(iris, (value) => ({ type: 'uri', value }) as const);
    for (const place of this.#table.placesCitingBy(property, objects)) yield this.#table.subjectAt(place).value;
  }
}

/** A version that differs from another one by a few triples. */
export class ChangedVersion implements ComparedVersion {
  readonly #base: ComparedVersion;
  /** What it says of the subjects of these triples. */
  readonly #changed: ReadonlyMap<string, readonly Triple[]>;

  constructor(base: ComparedVersion, { added, removed }: TripleChange, hub: HubNamespaces) {
    this.#base = base;
    const gone = new Set(removed.map(keyOfTriple));
    const subjects = new Set([...added, ...removed].map(({ s }) => s.value));
    this.#changed = new Map(
      Array.from(subjects, (subject) => {
        const triples = base.of(subject).filter((triple) => !gone.has(keyOfTriple(triple)));
        // In the order of tables.
        return [subject, [...tableOf([...triples, ...added.filter(({ s }) => s.value === subject)], hub)]];
      }),
    );
  }

  get changedSubjects(): Iterable<string> {
    return this.#changed.keys();
  }

  of(iri: string): readonly Triple[] {
    return this.#changed.get(iri) ?? this.#base.of(iri);
  }

  *citing(property: string, iris: ReadonlySet<string>): Generator<string> {
    for (const subject of this.#base.citing(property, iris)) if (!this.#changed.has(subject)) yield subject;
    for (const [subject, triples] of this.#changed)
      if (triples.some(({ p, o }) => p === property && o.type === 'uri' && iris.has(o.value))) yield subject;
  }
}

/** The subjects of which two versions say something else. */
export function differingAmong(
  subjects: Iterable<string>,
  before: ComparedVersion,
  after: ComparedVersion,
): ReadonlySet<string> {
  const written = (triples: readonly Triple[]): string => triples.map(keyOfTriple).sort().join('\n');
  return new Set(Array.from(subjects).filter((iri) => written(before.of(iri)) !== written(after.of(iri))));
}

/** The same of two whole tables, which are walked once, as numbers. */
export function differingSubjects(before: TripleTable, after: TripleTable): ReadonlySet<string> {
  // What the terms and properties of one table are in the other one; -1 for none.
  const terms = new Int32Array(after.terms.length);
  let number = 0;
  for (const term of after.terms) terms[number++] = before.numberOf(term) ?? -1;
  const properties = after.columns.properties.map((property) => before.columns.properties.indexOf(property));
  const differing = new Set<string>();
  const isMet = new Uint8Array(before.subjectCount);
  const { subject, starts, property, object } = after.columns;
  const earlier = before.columns;
  for (let place = 0; place < subject.length; place++) {
    const known = terms[subject[place]!]!;
    const placeBefore = known < 0 ? undefined : before.placeOf(known);
    const [from, length] = [starts[place]!, starts[place + 1]! - starts[place]!];
    const fromBefore = placeBefore === undefined ? 0 : earlier.starts[placeBefore]!;
    let isSame = placeBefore !== undefined && earlier.starts[placeBefore + 1]! - fromBefore === length;
    for (let i = 0; isSame && i < length; i++)
      isSame =
        terms[object[from + i]!] === earlier.object[fromBefore + i] &&
        properties[property[from + i]!] === earlier.property[fromBefore + i];
    if (placeBefore !== undefined) isMet[placeBefore] = 1;
    if (!isSame) differing.add(after.subjectAt(place).value);
  }
  for (let place = 0; place < isMet.length; place++)
    if (isMet[place] === 0) differing.add(before.subjectAt(place).value);
  return differing;
}

/**
 * Of two versions what their comparison looks at, as tables: what differs, what differs with it because it is told by what differs, and what both
 * are told by. `compareVersions` finds the same of these as of the whole versions.
 *
 * @param differing the subjects of which they say something else
 */
export function partsToCompare(
  differing: ReadonlySet<string>,
  before: ComparedVersion,
  after: ComparedVersion,
  hub: HubNamespaces,
): { readonly before: TripleTable; readonly after: TripleTable } {
  const parts = new Parts([before, after], hub);
  parts.addAll(differing);
  const [tableBefore, tableAfter] = [before, after].map((version) =>
    tableOf(
      Array.from(parts.subjects).flatMap((iri) => version.of(iri)),
      hub,
    ),
  ) as [TripleTable, TripleTable];
  return { before: tableBefore, after: tableAfter };
}

class Parts {
  readonly subjects = new Set<string>();
  readonly #versions: readonly ComparedVersion[];
  readonly #hub: HubNamespaces;

  constructor(versions: readonly ComparedVersion[], hub: HubNamespaces) {
    this.#versions = versions;
    this.#hub = hub;
    this.#add(this.#citing(RDF_TYPE, [`${hub.ontology}Prefix`]));
  }

  addAll(differing: ReadonlySet<string>): void {
    const { ontology } = this.#hub;
    // A row is told by its token, and the token by the name of its key; what has the row is told by it.
    const tokens = new Set([...differing, ...this.#citing(`${ontology}key`, differing)]);
    const rows = new Set([...differing, ...this.#citing(`${ontology}object`, tokens)]);
    const told = new Set([...differing, ...this.#cited(`${ontology}subject`, rows)]);
    this.#add(told);
    const allRows = new Set(this.#citing(`${ontology}subject`, told));
    this.#add(allRows);
    const allTokens = this.#cited(`${ontology}object`, allRows);
    this.#add(allTokens);
    this.#add(this.#cited(`${ontology}key`, allTokens));
    for (const property of NAMED_BY) this.#add(this.#cited(property, told));
  }

  #add(iris: Iterable<string>): void {
    for (const iri of iris) this.subjects.add(iri);
  }

  #citing(property: string, iris: Iterable<string>): string[] {
    const cited = new Set(iris);
    return this.#versions.flatMap((version) => [...version.citing(property, cited)]);
  }

  #cited(property: string, iris: Iterable<string>): Set<string> {
    const cited = new Set<string>();
    for (const iri of iris)
      for (const version of this.#versions)
        for (const { p, o } of version.of(iri)) if (p === property && o.type === 'uri') cited.add(o.value);
    return cited;
  }
}

function keyOfTriple({ s, p, o }: Triple): string {
  return `${s.value} ${p} ${keyOfTerm(o)}`;
}
