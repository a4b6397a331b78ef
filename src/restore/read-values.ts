import { HubError } from '../errors.ts';
import { quote } from '../mapping/json/text.ts';
import { entityIriOf, percentEncode } from '../rdf/iri.ts';
import type { Choices } from './choices.ts';
import type { Graph } from './graph.ts';
import { nameBelow, type KeyReading, type KeyReadings } from './key-readings.ts';
import type { NoteLog } from './notes.ts';
import { hasOtherForms, jsonOf, readLiteral } from './read-literal.ts';

/** Reads the values of keys: literals, entities and nodes that templates describe. */
export class ValueReader {
  private readonly graph: Graph;
  private readonly readings: KeyReadings;
  private readonly notes: NoteLog;
  private readonly choices: Choices;
  /** JSON texts of nodes, by key and node: entities and instants are cited again and again. */
  private readonly known = new Map<number, string>();

  constructor(graph: Graph, readings: KeyReadings, notes: NoteLog, choices: Choices) {
    this.graph = graph;
    this.readings = readings;
    this.notes = notes;
    this.choices = choices;
  }

  /** Whether an element is a record: a node of the graph that is no value of its key. */
  isRecord(reading: KeyReading, object: number): boolean {
    const { graph } = this;
    if (graph.isLiteral(object) || !graph.isAnonymous(object)) return false;
    if (reading.key.form === 'literal') return true;
    if (reading.path !== null) {
      const ends = this.endsOf(object, reading.path);
      if (ends.some((end) => graph.isLiteral(end))) return false;
      if (ends.includes(object)) return true;
    }
    for (let at = graph.startOf(object); at < graph.endOf(object); at++)
      if (this.readings.keyAt(graph.predicates[at]!) >= 0) return true;
    // A record of which the key cites no value is told by its members alone: an empty one cannot be.
    return reading.key.form === 'entity';
  }

  /**
   * The JSON text of an element that is no record.
   *
   * @param pointer of the member
   * @throws HubError `not-restorable` for a node without what the template of its key says
   */
  read(reading: KeyReading, object: number, pointer: () => string): string {
    const { graph } = this;
    if (graph.isLiteral(object)) return this.written(graph.textOf(object), reading, pointer);
    if (graph.isAnonymous(object) && !reading.key.isTime) return this.readNode(reading, object, pointer);
    const name = object * this.readings.keys.length + this.readings.keyAt(graph.numberOf(reading.key.predicate)!);
    let text = this.known.get(name);
    if (text === undefined) {
      const isNode = graph.isAnonymous(object) || reading.key.form !== 'entity';
      text = isNode ? this.readNode(reading, object, pointer) : this.readEntity(reading, object, pointer);
      this.known.set(name, text);
    }
    return text;
  }

  /** Checks what the template says of every node. @throws HubError `not-restorable` */
  check(reading: KeyReading, node: number, pointer: () => string): void {
    for (const { path, predicate, object, words } of reading.constants) {
      const subjects = path.length === 0 ? [node] : this.endsOf(node, path);
      if (subjects.some((subject) => this.graph.has(subject, predicate, object))) continue;
      const { name } = reading.key;
      const message = `The value of ${quote(name)} lacks ${words}, which its template says of every value: the graph was changed, or is of another version of the vocabulary.`;
      throw new HubError('not-restorable', message, { key: name, pointer: pointer() });
    }
  }

  private readNode(reading: KeyReading, node: number, pointer: () => string): string {
    const { graph, notes } = this;
    this.check(reading, node, pointer);
    let unread = 0;
    for (let at = graph.startOf(node); at < graph.endOf(node); at++)
      if (!reading.explained.has(graph.predicates[at]!)) unread++;
    if (unread > 0) notes.add('unread-triples', reading.key.name, pointer, unread);
    const literals = this.literalsOf(reading, node);
    if (literals.length > 0) return this.written(this.chosen(literals, reading, pointer), reading, pointer);
    if (reading.path === null) {
      notes.add('unknown-value', reading.key.name, pointer);
      return 'null';
    }
    const { name } = reading.key;
    const message = `The value of ${quote(name)} has no literal where its template puts it; the graph is not whole.`;
    throw new HubError('not-restorable', message, { key: name, pointer: pointer() });
  }

  private readEntity(reading: KeyReading, node: number, pointer: () => string): string {
    const { graph, notes } = this;
    this.check(reading, node, pointer);
    const iri = graph.iriOf(node);
    const { key } = reading;
    const texts = this.literalsOf(reading, node).filter((term) => {
      const { lexical } = readLiteral(term);
      return (entityIriOf(lexical) ?? key.entityBase + percentEncode(lexical)) === iri;
    });
    if (texts.length > 0) return this.written(this.chosen(texts, reading, pointer), reading, pointer);
    const name = nameBelow(iri, key.entityBase);
    notes.add('text-of-entity', key.name, pointer);
    return JSON.stringify(name ?? iri);
  }

  private chosen(literals: readonly string[], { key }: KeyReading, pointer: () => string): string {
    if (literals.length === 1) return literals[0]!;
    this.notes.add('several-values', key.name, pointer);
    return literals[this.choices.choose(literals.length)]!;
  }

  /** What the values of a key say of themselves, as canonical N-Triples, sorted. */
  private literalsOf({ path }: KeyReading, node: number): string[] {
    if (path === null) return [];
    const { graph } = this;
    const terms = this.endsOf(node, path).filter((term) => graph.isLiteral(term));
    return terms.length === 1 ? [graph.textOf(terms[0]!)] : terms.map((term) => graph.textOf(term)).toSorted();
  }

  private endsOf(node: number, path: readonly number[]): number[] {
    const { graph } = this;
    let ends = [node];
    for (const predicate of path)
      ends =
        ends.length === 1
          ? graph.objectsOf(ends[0]!, predicate)
          : ends.flatMap((end) => graph.objectsOf(end, predicate));
    return ends;
  }

  /** The JSON text of a literal in canonical N-Triples. */
  private written(term: string, { key }: KeyReading, pointer: () => string): string {
    const literal = readLiteral(term);
    this.notes.add('type-of-value', '', pointer);
    if (hasOtherForms(literal, key.datatype)) this.notes.add('form-of-value', '', pointer);
    return jsonOf(literal);
  }
}
