// One thing, though long: how the records of graphs and the entries under which they are found stand in a LevelDB.
import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { ClassicLevel } from 'classic-level';
import { groupBy } from '../group-by.ts';
import { hashOf, NO_TRIPLE, rangeBelow, type KeyRange, type QuadEntries } from './quad-entries.ts';
import type { RecordEntries, RecordGraph, RecordPart } from './records.ts';
import { SortedList, type KnownRoots, type ReadEntries } from './sorted-list.ts';

/** Records that are worked on at a time, some ten triples each. */
const PIECE = 200;
/** Quads that are read at a time to make records of them. */
const QUADS = 2_000;
/** Keys of entries begin with these; keys of quads begin with `<`. */
const FOUND = '!found';
const LIST = '!list';
/** The version of the entries of a graph. */
const MARK = '!records';

/** Whether an entry is one of those beside records, which are made again where they are not there. */
export function isMadeOfRecords(key: string): boolean {
  return [FOUND, LIST, MARK].some((beginning) => key.startsWith(`${beginning} `));
}

/** A graph of records, and its name on the disk. */
interface Kept extends RecordGraph {
  readonly name: string;
}

/** A change of one record. */
interface Changed {
  readonly kept: Kept;
  /** With its angle brackets. */
  readonly subject: string;
  readonly remove: string[];
  readonly add: string[];
}

/** An entry with its new value, undefined for one that goes. */
type Write = readonly [key: string, value: string | undefined];

/** Lines of canonical N-Quads, without their ends. */
interface ChangedLines {
  readonly clear: readonly string[];
  readonly remove: readonly string[];
  readonly add: readonly string[];
}

/**
 * The graphs of records of a LevelDB. A record is one entry. Entries besides say under which keys and in which lists it is found; they are
 * written with the record, in the same batch.
 */
export class DurableRecords {
  readonly #entries: QuadEntries;
  readonly #kept: ReadonlyMap<string, Kept>;
  readonly #roots: KnownRoots = new Map();
  /** How the lines of these graphs end. */
  readonly #ends: readonly string[];

  constructor(graphs: readonly RecordGraph[], entries: QuadEntries) {
    this.#entries = entries;
    this.#ends = graphs.map(({ graph }) => ` <${graph}> .`);
    this.#kept = new Map(
      graphs.map((graph) => [entries.writtenIri(graph.graph), { ...graph, name: entries.writtenIri(graph.graph) }]),
    );
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** Whether this graph is one of records. */
  has(graphIri: string): boolean {
    return this.#kept.has(this.#entries.writtenIri(graphIri));
  }

  /** Whether a canonical N-Quad, a line without its end, is in one of them. */
  hasLineOf(line: string): boolean {
    return this.#ends.some((end) => line.endsWith(end));
  }

  /** Where what stands beside the records of a graph is; it goes with the graph. */
  rangesBeside(graphIri: string): KeyRange[] {
    const name = this.#entries.writtenIri(graphIri);
    return [rangeBelow(`${FOUND} ${name}`), rangeBelow(`${LIST} ${name}`)];
  }

  /** Makes records of quads that an earlier release wrote, and entries that are not there or of another version; whether there was anything. */
  async prepare(database: ClassicLevel): Promise<boolean> {
    let hadAny = false;
    // Who opens the folder and does not know that a graph is one of records may write quads of it.
    for await (const mark of database.keys(rangeBelow(MARK)))
      if (!this.#kept.has(mark.slice(MARK.length + 1))) await database.del(mark);
    for (const kept of this.#kept.values()) {
      const mark = `${MARK} ${kept.name}`;
      if ((await database.get(mark)) === kept.version) continue;
      hadAny = (await this.#gatherRecords(database, kept)) || hadAny;
      const writes = await this.#allEntries(database, kept);
      const batch = database.batch();
      for (const range of this.rangesBeside(kept.graph)) {
        for await (const key of database.keys(range)) batch.del(key);
      }
      for (const [key, value] of writes) batch.put(key, value!);
      await batch.put(mark, kept.version).write({ sync: true });
    }
    return hadAny;
  }

  /** What has to be written for a change of records, whose lines are of no other graphs. */
  async writesOf(lines: ChangedLines, read: ReadEntries): Promise<Write[]> {
    const writes: Write[] = [];
    for (const [kept, changes] of this.#group(lines)) {
      const beside = new EntriesBeside(kept, read, this.#roots);
      const isCleared = lines.clear.includes(kept.graph);
      if (isCleared) beside.clear();
      for (let at = 0; at < changes.length; at += PIECE) {
        if (at > 0) await letOthersGo();
        const piece = changes.slice(at, at + PIECE);
        const keys = piece.map(recordKey);
        const before = isCleared ? keys.map(() => undefined) : await read(keys);
        for (const [place, change] of piece.entries()) {
          const old = before[place];
          const now = changed(old, change);
          if (now === old) continue;
          writes.push([keys[place]!, now]);
          await beside.replace(change.subject, this.#entriesOf(kept, old), this.#entriesOf(kept, now));
        }
      }
      writes.push(...beside.writes());
    }
    return writes;
  }

  /** Whether a record has this canonical N-Quad, a line without its end. */
  async hasLine(line: string, read: ReadEntries): Promise<boolean> {
    const { graph, triple } = this.#entries.written(line);
    const kept = this.#kept.get(graph)!;
    const [record] = await read([recordKey({ kept, subject: subjectOf(triple) })]);
    return record !== undefined && record.split('\n').includes(triple);
  }

  /** Records as N-Quads. A part of a graph that is none of records is empty. */
  async read(parts: readonly RecordPart[], read: ReadEntries): Promise<string> {
    const keys = new Set<string>();
    for (const part of parts) {
      const kept = this.#kept.get(this.#entries.writtenIri(part.graph));
      if (kept === undefined) continue;
      for (const subject of await this.#subjectsOf(kept, part, read)) keys.add(recordKey({ kept, subject }));
    }
    const ordered = [...keys];
    const records = await read(ordered);
    const found = ordered.flatMap((key, at): [string, string][] =>
      records[at] === undefined ? [] : [[key, records[at]]],
    );
    return this.#entries.writeQuads(found);
  }

  /** How many records lists of a graph of records have. */
  lengthsOfLists(graphIri: string, lists: readonly string[], read: ReadEntries): Promise<number[]> {
    const kept = this.#kept.get(this.#entries.writtenIri(graphIri))!;
    return Promise.all(lists.map((list) => listOf(kept, list, read, this.#roots).total()));
  }

  async #subjectsOf(kept: Kept, part: RecordPart, read: ReadEntries): Promise<readonly string[]> {
    if ('subjects' in part) return part.subjects.map((iri) => this.#entries.writtenIri(iri));
    if ('keys' in part) {
      const found = await read(part.keys.map((key) => foundKey(kept, key)));
      return found.flatMap((subjects) => subjects?.split('\n') ?? []);
    }
    const { after, until, most } = part;
    const place = after?.subject === undefined ? after : { ...after, subject: this.#entries.writtenIri(after.subject) };
    const page = await listOf(kept, part.list, read, this.#roots).page(place, most);
    return page.filter(([sort]) => until === undefined || sort <= until).map(([, subject]) => subject);
  }

  #group({ remove, add }: ChangedLines): Map<Kept, Changed[]> {
    const records = new Map<string, Changed>();
    const note = (line: string, what: 'remove' | 'add'): void => {
      const { graph, triple } = this.#entries.written(line);
      const kept = this.#kept.get(graph)!;
      const subject = subjectOf(triple);
      const name = `${graph} ${subject}`;
      let change = records.get(name);
      if (change === undefined) records.set(name, (change = { kept, subject, remove: [], add: [] }));
      change[what].push(triple);
    };
    for (const line of remove) note(line, 'remove');
    for (const line of add) note(line, 'add');
    const groups = new Map<Kept, Changed[]>();
    for (const change of records.values()) {
      const group = groups.get(change.kept);
      if (group === undefined) groups.set(change.kept, [change]);
      else group.push(change);
    }
    return groups;
  }

  #entriesOf(kept: Kept, record: string | undefined): RecordEntries {
    return record === undefined ? { keys: [], lists: [] } : kept.entriesOf(this.#entries.tripleReader()([record]));
  }

  /** Each step leaves what the next one, or this one after a crash, can go on with. Whether there was anything. */
  async #gatherRecords(database: ClassicLevel, kept: Kept): Promise<boolean> {
    let hadAny = false;
    const iterator = database.iterator(this.#entries.rangeOf(kept.graph));
    const read: ReadEntries = (keys) => database.getMany([...keys]);
    try {
      for (;;) {
        const entries = await iterator.nextv(QUADS);
        if (entries.length === 0) return hadAny;
        hadAny = true;
        const quads = entries.filter(([key, value]) => key === `${kept.name} ${hashOf(value)}`);
        const records = groupBy(quads, ([, triple]) => recordKey({ kept, subject: subjectOf(triple) }));
        const keys = [...records.keys()];
        const known = await read(keys);
        const batch = database.batch();
        for (const [key] of quads) batch.del(key);
        for (const [at, key] of keys.entries()) {
          const add = records.get(key)!.map(([, triple]) => triple);
          batch.put(key, changed(known[at], { remove: [], add })!);
        }
        await batch.write();
      }
    } finally {
      await iterator.close();
    }
  }

  async #allEntries(database: ClassicLevel, kept: Kept): Promise<Write[]> {
    const beside = new EntriesBeside(kept, async (keys) => keys.map(() => undefined), this.#roots);
    const iterator = database.iterator(this.#entries.rangeOf(kept.graph));
    try {
      for (;;) {
        const records = await iterator.nextv(PIECE);
        if (records.length === 0) return beside.writes();
        for (const [, record] of records) {
          if (record !== NO_TRIPLE)
            await beside.replace(subjectOf(record), { keys: [], lists: [] }, this.#entriesOf(kept, record));
        }
        await letOthersGo();
      }
    } finally {
      await iterator.close();
    }
  }
}

/** What changes of the entries under which records of a graph are found. */
class EntriesBeside {
  readonly #kept: Kept;
  readonly #read: ReadEntries;
  readonly #roots: KnownRoots;
  /** Subjects by the keys of their entries. */
  readonly #found = new Map<string, string[]>();
  readonly #lists = new Map<string, SortedList>();
  #isCleared = false;

  constructor(kept: Kept, read: ReadEntries, roots: KnownRoots) {
    this.#kept = kept;
    this.#read = read;
    this.#roots = roots;
  }

  /** Lets all begin with none. */
  clear(): void {
    this.#isCleared = true;
  }

  async replace(subject: string, before: RecordEntries, after: RecordEntries): Promise<void> {
    for (const key of before.keys) if (!after.keys.includes(key)) await this.#forget(key, subject);
    for (const key of after.keys) if (!before.keys.includes(key)) await this.#note(key, subject);
    const isIn = ({ lists }: RecordEntries, { list, sort }: RecordEntries['lists'][number]): boolean =>
      lists.some((entry) => entry.list === list && entry.sort === sort);
    for (const entry of before.lists)
      if (!isIn(after, entry)) await this.#list(entry.list).remove([entry.sort, subject]);
    for (const entry of after.lists) if (!isIn(before, entry)) await this.#list(entry.list).add([entry.sort, subject]);
  }

  writes(): Write[] {
    const found = Array.from(this.#found, ([key, subjects]): Write => [key, subjects.join('\n') || undefined]);
    return [...found, ...[...this.#lists.values()].flatMap((list) => list.writes())];
  }

  async #note(key: string, subject: string): Promise<void> {
    const subjects = await this.#subjects(key);
    if (!subjects.includes(subject)) subjects.push(subject);
  }

  async #forget(key: string, subject: string): Promise<void> {
    const subjects = await this.#subjects(key);
    const at = subjects.indexOf(subject);
    if (at >= 0) subjects.splice(at, 1);
  }

  async #subjects(key: string): Promise<string[]> {
    const written = foundKey(this.#kept, key);
    let subjects = this.#found.get(written);
    if (subjects === undefined) {
      const [known] = this.#isCleared ? [] : await this.#read([written]);
      this.#found.set(written, (subjects = known?.split('\n') ?? []));
    }
    return subjects;
  }

  #list(name: string): SortedList {
    let list = this.#lists.get(name);
    if (list === undefined) {
      this.#lists.set(name, (list = listOf(this.#kept, name, this.#read, this.#roots)));
      if (this.#isCleared) list.clear();
    }
    return list;
  }
}

/** A record after its change; undefined for one of which nothing is left. */
function changed(record: string | undefined, { remove, add }: Pick<Changed, 'remove' | 'add'>): string | undefined {
  const triples = new Set(record === undefined ? [] : record.split('\n'));
  for (const triple of remove) triples.delete(triple);
  for (const triple of add) triples.add(triple);
  return triples.size === 0 ? undefined : [...triples].sort().join('\n');
}

/** The subject of a triple, or of the first one of a record, with its angle brackets. */
function subjectOf(triple: string): string {
  return triple.slice(0, triple.indexOf(' '));
}

function recordKey({ kept, subject }: Pick<Changed, 'kept' | 'subject'>): string {
  return `${kept.name} ${hashOf(subject)}`;
}

function foundKey({ name }: Kept, key: string): string {
  return `${FOUND} ${name} ${hashOf(key)}`;
}

function listOf({ name }: Kept, list: string, read: ReadEntries, roots: KnownRoots): SortedList {
  return new SortedList(`${LIST} ${name} ${list}`, read, roots);
}
