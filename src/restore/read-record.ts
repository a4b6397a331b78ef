import { append } from '../append.ts';
import { HubError } from '../errors.ts';
import { MAX_DEPTH } from '../mapping/json/tape.ts';
import { arrange, compare, type Item } from './arrange-items.ts';
import type { Graph } from './graph.ts';
import type { KeyReading, KeyReadings } from './key-readings.ts';
import type { NoteCode, NoteLog } from './notes.ts';
import { Place } from './place.ts';
import { ValueReader } from './read-values.ts';
import { REPLACEMENT } from './read-literal.ts';
import type { ReaderNumber, ReadingWay } from './readers.ts';

/** A record as JSON text, and the instants by which it stands in an array. */
interface ReadRecord {
  readonly text: string;
  /** The text of its own timestamp; null for none. */
  readonly stamp: string | null;
  /** The instants of its single values. */
  readonly instants: readonly number[];
  /** Whether it has a timestamp or an axis, so that these instants are its own. */
  readonly hasTime: boolean;
}

/** A key of a record, by its number, with its elements. */
type Member = readonly [key: number, objects: readonly number[]];

/** An instant of an axis. */
interface Stamp {
  readonly object: number;
  /** JSON text. */
  readonly text: string;
  /** What is linked to it, where others have its text. */
  rows: string;
}

/** The axis of a record: its instants in the order of their texts. */
interface Axis {
  readonly key: number;
  /** By instant: its place. */
  readonly places: ReadonlyMap<number, number>;
  /** By place: how many items of one array stand there. Equal stamps are one instant. */
  readonly counts: number[];
}

/** Which nodes were read as records. */
export interface Visits {
  /** By node of the graph: the number of the reading that met it last. */
  readonly visited: Int32Array;
  /** By node: the root of the document that it is of, counted from 1. */
  readonly roots: Int32Array;
  /** The number of this reading. */
  readonly turn: number;
  readonly root: number;
}

/** Reads a document of a graph from its root (`mapping.md §2` to `§4`, backwards). */
export class RecordReader {
  private readonly graph: Graph;
  private readonly readings: KeyReadings;
  private readonly notes: NoteLog;
  private readonly values: ValueReader;
  private readonly reader: ReaderNumber;
  private readonly visits: Visits;
  /** Nodes with an instant have no index in their names: equal ones of a skolemized graph are one. */
  private readonly hasTimeKeys: boolean;

  constructor(graph: Graph, readings: KeyReadings, notes: NoteLog, way: ReadingWay, visits: Visits) {
    this.graph = graph;
    this.readings = readings;
    this.notes = notes;
    this.values = new ValueReader(graph, readings, notes, way.choices);
    this.reader = way.reader;
    this.visits = visits;
    this.hasTimeKeys = readings.keys.some(({ key }) => key.isTime);
  }

  /**
   * The document of a root as JSON text.
   *
   * @param marks predicates of what the root says of its source
   * @throws HubError `not-restorable`, `too-deep`
   */
  readDocument(root: number, marks: readonly number[]): string {
    const place = new Place(null, null);
    this.notes.add('absent-or-null', '', () => '');
    this.noteUnread(root, '', new Set([...this.readings.annotations, ...marks]), () => place.pointer());
    return this.readRecord(root, place, 1).text;
  }

  /** Notes triples of a record that are those of no key and of no template. */
  private noteUnread(node: number, group: string, explained: ReadonlySet<number>, pointer: () => string): void {
    const { graph, readings, notes } = this;
    let unread = 0;
    for (let at = graph.startOf(node); at < graph.endOf(node); at++) {
      const predicate = graph.predicates[at]!;
      if (readings.keyAt(predicate) < 0 && !explained.has(predicate)) unread++;
    }
    if (unread > 0) notes.add('unread-triples', group, pointer, unread);
  }

  private readRecord(node: number, place: Place, depth: number): ReadRecord {
    const { visited, roots, turn, root } = this.visits;
    if (depth > MAX_DEPTH)
      throw new HubError('too-deep', `The graph nests records deeper than ${MAX_DEPTH} levels.`, {});
    if (visited[node] === turn || (roots[node] !== 0 && roots[node] !== root + 1)) {
      const message =
        'Two members of records, or a record inside itself, point to one node: no document makes such a graph.';
      throw new HubError('not-restorable', message, { pointer: place.pointer().slice(0, 200) });
    }
    visited[node] = turn;
    roots[node] = root + 1;
    const members = this.membersOf(node);
    const axis = this.axisOf(members, place);
    const texts: string[] = [];
    const instants: number[] = [];
    let stamp: string | null = null;
    for (const [index, objects] of members) {
      const reading = this.readings.keys[index]!;
      if (reading.key.isTime && objects.length === 1 && !this.values.isRecord(reading, objects[0]!))
        stamp ??= this.values.read(reading, objects[0]!, () => place.member(reading.key.name));
      if (objects.length === 1) instants.push(...this.instantsOf(objects[0]!));
      texts.push(`${JSON.stringify(reading.key.name)}:${this.readMember(reading, objects, axis, place, depth)}`);
    }
    this.noteNames(members, place);
    if (texts.length > 1) this.notes.add('key-order', '', () => place.pointer());
    return { text: `{${texts.join(',')}}`, stamp, instants, hasTime: stamp !== null || axis !== null };
  }

  /** Half of a surrogate pair in a key leaves no trace in its IRI. */
  private noteNames(members: readonly Member[], place: Place): void {
    for (const [index] of members) {
      const { name } = this.readings.keys[index]!.key;
      if (name.includes(REPLACEMENT)) this.notes.add('form-of-value', '', () => place.member(name));
    }
  }

  /** The keys of a record with their elements, each once, in the order of the keys. */
  private membersOf(node: number): Member[] {
    const { graph, readings } = this;
    const members = new Map<number, number[]>();
    const end = graph.endOf(node);
    for (let at = graph.startOf(node); at < end; at++) {
      const key = readings.keyAt(graph.predicates[at]!);
      if (key < 0) continue;
      const objects = members.get(key);
      if (objects === undefined) members.set(key, [graph.objects[at]!]);
      else objects.push(graph.objects[at]!);
    }
    return Array.from(members, ([key, objects]): Member => [
      key,
      objects.length === 1 ? objects : [...new Set(objects)],
    ]).sort(([one], [other]) => one - other);
  }

  private axisOf(members: readonly Member[], place: Place): Axis | null {
    const { readings, values } = this;
    const axes = members.filter(([key, objects]) => readings.keys[key]!.key.isTime && objects.length > 1);
    if (axes.length === 0) return null;
    const [key, objects] = axes.length === 1 ? axes[0]! : this.citedOf(axes, members);
    const reading = readings.keys[key]!;
    const pointer = () => place.member(reading.key.name);
    const stamps = objects
      .filter((object) => !values.isRecord(reading, object))
      .map((object): Stamp => ({ object, text: values.read(reading, object, pointer), rows: '' }));
    if (this.reader > 1) this.tellApart(stamps, members, reading, pointer);
    stamps.sort((one, other) => compare(one.text, other.text) || compare(one.rows, other.rows));
    const places = new Map(stamps.map(({ object }, index) => [object, index]));
    return { key, places, counts: this.countAt(places, members) };
  }

  /** Gives instants with equal texts what is linked to them: their order in the graph says nothing. */
  private tellApart(stamps: readonly Stamp[], members: readonly Member[], { key }: KeyReading, pointer: () => string) {
    const texts = new Map<string, Stamp[]>();
    for (const stamp of stamps) append(texts, stamp.text, stamp);
    const alike = new Map(
      [...texts.values()]
        .filter(({ length }) => length > 1)
        .flat()
        .map((stamp) => [stamp.object, stamp]),
    );
    if (alike.size === 0) return;
    this.notes.add('item-order', key.name, pointer);
    const rows = new Map<Stamp, string[]>();
    for (const [index, objects] of members) {
      const reading = this.readings.keys[index]!;
      for (const object of objects) {
        if (this.values.isRecord(reading, object)) continue;
        for (const instant of this.instantsOf(object)) {
          const stamp = alike.get(instant);
          if (stamp !== undefined) append(rows, stamp, `${index} ${this.values.read(reading, object, pointer)}`);
        }
      }
    }
    for (const [stamp, row] of rows) stamp.rows = row.toSorted().join('\n');
  }

  /** Of several axes the one that values are linked to. */
  private citedOf(axes: readonly Member[], members: readonly Member[]): Member {
    const cited = new Set(
      members.flatMap(([, objects]) =>
        objects.length > 1 ? objects.flatMap((object) => this.instantsOf(object)) : [],
      ),
    );
    return axes.find(([, instants]) => instants.some((instant) => cited.has(instant))) ?? axes[0]!;
  }

  private countAt(places: ReadonlyMap<number, number>, members: readonly Member[]): number[] {
    const most: number[] = new Array<number>(places.size).fill(1);
    for (const [, objects] of members) {
      if (objects.length <= 1) continue;
      const counts = new Int32Array(places.size);
      for (const object of objects) {
        const place = placeOf(this.rowInstantsOf(object), places);
        if (place >= 0) most[place] = Math.max(most[place]!, ++counts[place]!);
      }
    }
    return most;
  }

  /** The instants of an item: those that its node is linked to; of a record without a timestamp, those of its single values. */
  private rowInstantsOf(object: number): number[] {
    const instants = this.instantsOf(object);
    if (this.reader === 1 || instants.length > 0 || !this.graph.isAnonymous(object)) return instants;
    const members = this.membersOf(object);
    if (members.some(([key]) => this.readings.keys[key]!.key.isTime)) return [];
    return members.flatMap(([, objects]) => (objects.length === 1 ? this.instantsOf(objects[0]!) : []));
  }

  /** The instants that a value's node is linked to. */
  private instantsOf(object: number): number[] {
    const { hasTime } = this.readings;
    return hasTime < 0 || this.graph.isLiteral(object) ? [] : this.graph.objectsOf(object, hasTime);
  }

  private readMember(
    reading: KeyReading,
    objects: readonly number[],
    axis: Axis | null,
    place: Place,
    depth: number,
  ): string {
    const { graph, notes, values } = this;
    const { name } = reading.key;
    const pointer = () => place.member(name);
    const items: Item[] = [];
    const isSet = reading.key.form !== 'node' || reading.key.isTime;
    for (const object of objects) {
      if (values.isRecord(reading, object)) {
        if (reading.key.form !== 'literal') values.check(reading, object, pointer);
        const own = new Place(place, name);
        this.noteUnread(object, name, reading.explained, () => own.pointer());
        const record = this.readRecord(object, own, depth + 1);
        // Alone, a record with a time of its own is no row of the axis: what its values are linked to says nothing of that.
        const isRow = axis !== null && (this.reader === 1 || !(objects.length === 1 && record.hasTime));
        const position = isRow ? placeOf(record.instants, axis.places) : -1;
        const isMerged = this.hasTimeKeys && !graph.isBlank(object);
        items.push({ text: record.text, position, stamp: record.stamp, isMerged, place: own });
      } else if (!graph.isLiteral(object) && reading.key.form === 'literal') {
        notes.add('unread-triples', name, pointer);
      } else {
        const text = values.read(reading, object, pointer);
        const isStamp = reading === this.readings.keys[axis?.key ?? -1];
        const position = axis === null ? -1 : placeOf(isStamp ? [object] : this.instantsOf(object), axis.places);
        const times = isStamp && position >= 0 ? axis!.counts[position]! : 1;
        const isMerged = isSet || (this.hasTimeKeys && !graph.isBlank(object));
        for (let i = 0; i < times; i++) items.push({ text, position, stamp: null, isMerged, place: null });
      }
    }
    // What is said of every single value is said once.
    const isSingle = items.length === 1;
    const note = (code: NoteCode): void => notes.add(code, isSingle && code !== 'item-order' ? '' : name, pointer);
    return arrange(items, axis?.counts ?? [], note, this.reader);
  }
}

/** The first place of one of the instants; -1 for none. */
function placeOf(instants: readonly number[], places: ReadonlyMap<number, number>): number {
  let first = -1;
  for (const instant of instants) {
    const place = places.get(instant) ?? -1;
    if (place >= 0 && (first < 0 || place < first)) first = place;
  }
  return first;
}
