import type { ResolvedKey, ResolvedObject } from '../mapping/templates/resolved-templates.ts';
import { DCAT_DATASET, RDF_TYPE } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel, Written } from './artefact.ts';
import { headerLines } from './header.ts';
import { MorphKgcSpelling, RML, StandardSpelling, type RmlSpelling } from './rml-spelling.ts';
import { isScalarOnly, placesOf, type RmlPlace, type RmlPlaces } from './rml-places.ts';
import { RmlTerms } from './rml-terms.ts';
import { TurtleText } from './turtle-text.ts';

const NOTES = [
  'The mapping reads one document, document.json. It makes the graph of documents that the hub converts without a warning, without the annotations that the hub assembles.',
  'Texts of entities that are IRIs stay themselves in the hub, and are encoded here. Stamps with t, z or a space are written as they stand.',
];
/** What is true only of documents without a sample. */
const FLAT = 'The documents are flat: each key has a scalar. A sample tells of records.';

/** A mapping of RML that makes the graph of documents. */
export function writeRml(model: ArtefactModel): Written {
  const turtle = new TurtleText(new Map([...model.templates.prefixes, ['rml', RML]]));
  const spelling = model.dialect === 'morph-kgc' ? new MorphKgcSpelling(turtle) : new StandardSpelling(turtle);
  // The spelling writes the prefix itself.
  turtle.iri(`${RML}TriplesMap`);
  const writer = new MappingWriter(model, turtle, spelling);
  const maps = writer.write();
  return {
    levels: writer.levels(),
    notes: [...NOTES, ...spelling.notes, ...(model.shape === null ? [FLAT] : [])],
    write: (report) =>
      [
        ...headerLines(report).map((line) => `# ${line}`),
        '',
        ...turtle.prefixes('@prefix'),
        `@base <${model.templates.versionIri}rml/${model.keysHash}> .`,
        '',
        ...maps,
        ...spelling.appendix(),
      ].join('\n'),
  };
}

class MappingWriter {
  readonly #model: ArtefactModel;
  readonly #turtle: TurtleText;
  readonly #spelling: RmlSpelling;
  readonly #terms: RmlTerms;
  readonly #places: RmlPlaces;
  /** What is not written, by key. */
  readonly #missing = new Map<string, Set<string>>();
  readonly #written = new Set<string>();
  readonly #maps: string[] = [];

  constructor(model: ArtefactModel, turtle: TurtleText, spelling: RmlSpelling) {
    this.#model = model;
    this.#turtle = turtle;
    this.#spelling = spelling;
    this.#places = placesOf(model, (key) => spelling.canRead(key));
    this.#terms = new RmlTerms(model, turtle, spelling);
  }

  write(): string[] {
    for (const place of this.#places.places) {
      this.#writeRecord(place);
      for (const key of place.keys.values()) this.#writeKey(place, key);
    }
    return this.#maps;
  }

  levels(): TermLevel[] {
    const placed = new Set(this.#places.places.flatMap(({ keys }) => [...keys.keys()]));
    return this.#model.keys.map(({ name }): TermLevel => {
      const missing = [...(this.#missing.get(name) ?? [])];
      if (!placed.has(name)) missing.push('It stands within records that are not mapped.');
      const written = this.#written.has(name);
      return { key: name, level: written ? (missing.length > 0 ? 'partial' : 'value-equal') : 'none', missing };
    });
  }

  /** The document, a record of it with the triple that leads there, or all records of an array. */
  #writeRecord(place: RmlPlace): void {
    const { path, around, isArray } = place;
    if (around === null) {
      this.#add(place, this.#terms.recordOf(place), [`${this.#iri(RDF_TYPE)} ; rml:object ${this.#iri(DCAT_DATASET)}`]);
      return;
    }
    const holder = around.keys.get(path.at(-1)!)!;
    this.#add(place, this.#terms.recordOf(around), [
      `${this.#iri(holder.predicate)} ; rml:objectMap [ ${this.#terms.recordOf(place)} ]`,
    ]);
    this.#written.add(holder.name);
    this.#lack(
      holder,
      isArray
        ? `Records without ${quote(this.#terms.tellsApart(place).name)} are not written, and those of equal ones become one.`
        : 'Its record is written where a document has none, too.',
    );
  }

  #writeKey(place: RmlPlace, key: ResolvedKey): void {
    const refusal = this.#refusalOf(key);
    if (refusal !== null) {
      if (!this.#isHolder(key)) this.#lack(key, refusal);
      return;
    }
    this.#written.add(key.name);
    if (place.isArray)
      this.#lack(
        key,
        `Records of equal ${quote(this.#terms.tellsApart(place).name)} become one: RML does not count them.`,
      );
    const link = `${this.#iri(key.predicate)} ; rml:objectMap [ ${this.#terms.valueOf(place, key)} ]`;
    this.#add(place, this.#terms.recordOf(place), [link]);

    const bySubject = new Map<string | null, string[]>();
    for (const { subject, predicate, object } of key.rows) {
      const written = this.#objectOf(place, key, object);
      if (written === null) continue;
      const rows = bySubject.get(subject) ?? [];
      bySubject.set(subject, [...rows, `${this.#iri(predicate)} ; ${written}`]);
    }
    for (const [subject, rows] of bySubject)
      this.#add(place, subject === null ? this.#terms.valueOf(place, key) : this.#nodeOf(place, key, subject), rows);
  }

  /** Why no value of a key is written; null for one whose values are. */
  #refusalOf(key: ResolvedKey): string | null {
    const { name, isTerm } = key;
    if (!this.#spelling.canRead(name)) return 'Morph-KGC reads keys of ASCII letters, digits, _ and - alone.';
    if (this.#places.refused.has(name)) return this.#places.refused.get(name)!;
    if (!isScalarOnly(this.#model, name))
      return 'Its values are arrays or records: RML does not pair their items with those of other arrays, and does not count them.';
    if (!isTerm) return 'It is no term of the vocabulary: its datatype is that of each value.';
    return null;
  }

  #isHolder({ name }: ResolvedKey): boolean {
    return this.#places.places.some(({ path }) => path.at(-1) === name);
  }

  #lack({ name }: ResolvedKey, line: string): void {
    this.#missing.set(name, (this.#missing.get(name) ?? new Set()).add(line));
  }

  #nodeOf(place: RmlPlace, key: ResolvedKey, node: string): string {
    if (this.#terms.isShared(key, node))
      this.#lack(
        key,
        `${node} belongs to several keys: what its template says of all of them is written without a value, too.`,
      );
    return this.#terms.nodeOf(place, key, node);
  }

  /** Null for what is not written, which the report says then. */
  #objectOf(place: RmlPlace, key: ResolvedKey, object: ResolvedObject): string | null {
    if (object.kind === 'constant') return `rml:object ${this.#iri(object.iri)}`;
    if (object.kind === 'node') return `rml:objectMap [ ${this.#nodeOf(place, key, object.node)} ]`;
    if (object.kind === 'instant') return this.#instantOf(place, key);
    const cited = this.#citedKey(place, key, object.key);
    if (cited === null) return null;
    const term =
      object.kind === 'entity' ? this.#terms.valueOf(place, cited) : this.#terms.literalOf(object.key, object.datatype);
    return `rml:objectMap [ ${term} ]`;
  }

  #citedKey(place: RmlPlace, key: ResolvedKey, name: string): ResolvedKey | null {
    const cited = place.keys.get(name);
    const isAround = isWithin(place.around, (keys) => keys.has(name));
    if (isAround) this.#lack(key, `${quote(name)} of the record around it is not written: RML has no reference to it.`);
    if (cited === undefined) return null;
    const refusal = this.#refusalOf(cited);
    if (refusal === null) return cited;
    this.#lack(key, `${quote(name)} is not written beside it.`);
    return null;
  }

  #instantOf(place: RmlPlace, key: ResolvedKey): string | null {
    const times = [...place.keys.values()].filter(({ isTime }) => isTime);
    const isAround = isWithin(place.around, (keys) => [...keys.values()].some(({ isTime }) => isTime));
    if (isAround && !place.isArray)
      this.#lack(key, 'The instant of the record around it is not written: RML has no reference to it.');
    if (times.length > 1)
      this.#lack(
        key,
        `The record has several times: its instant is ${quote(times[0]!.name)} here, and the first that is not null in the hub.`,
      );
    const [first] = times;
    if (first === undefined) return null;
    const refusal = this.#refusalOf(first);
    if (refusal === null) return `rml:objectMap [ ${this.#terms.valueOf(place, first)} ]`;
    this.#lack(key, `Its instant is not written, for ${quote(first.name)} is not.`);
    return null;
  }

  #iri(iri: string): string {
    return this.#turtle.iri(iri);
  }

  #add(place: RmlPlace, subject: string, rows: readonly string[]): void {
    const source = this.#spelling.source(place.path, place.isArray);
    const lines = [
      `<#map${this.#maps.length + 1}> a rml:TriplesMap`,
      `rml:logicalSource [ a rml:LogicalSource ; ${source} ]`,
      `rml:subjectMap [ ${subject} ]`,
      ...rows.map((row) => `rml:predicateObjectMap [ rml:predicate ${row} ]`),
    ];
    this.#maps.push(`${lines.join(' ;\n  ')} .\n`);
  }
}

function isWithin(place: RmlPlace | null, has: (keys: RmlPlace['keys']) => boolean): boolean {
  return place !== null && (has(place.keys) || isWithin(place.around, has));
}

function quote(name: string): string {
  return JSON.stringify(name);
}
