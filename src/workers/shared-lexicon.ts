import { setImmediate as turn } from 'node:timers/promises';
import { joinBytes } from '../join-bytes.ts';
import { DerivedMap } from '../mapping/lexicon/derived-map.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { nameBytes, SharedMap, type EntryPart, type SharedEntries } from './shared-map.ts';

/** A lexicon as a thread gets it: what grows with the vocabulary is not copied. */
export interface SharedLexicon extends Omit<Lexicon, 'terms' | 'nodes'> {
  readonly terms: SharedEntries;
  readonly nodes: SharedEntries;
}

interface Shared {
  readonly lexicon: Lexicon;
  readonly shared: SharedLexicon;
}

/** Some of them take a millisecond or two. */
const ENTRIES_A_TURN = 256;
/** More become two: the first, which is large, and the others. */
const MOST_PARTS = 16;

/** Writes lexicons for threads, one after another: of one that came of the last one, what is new alone. */
export class LexiconSharer {
  #last: Promise<Shared | null> = Promise.resolve(null);
  #lastOf: Lexicon | null = null;

  /** The same for the same lexicon, until another one is shared. Others have the thread meanwhile. */
  async share(lexicon: Lexicon): Promise<SharedLexicon> {
    if (this.#lastOf !== lexicon) {
      this.#lastOf = lexicon;
      this.#last = this.#last
        .catch(() => null)
        .then(async (last) => ({ lexicon, shared: await shareLexicon(lexicon, last) }));
    }
    return (await this.#last)!.shared;
  }
}

async function shareLexicon(lexicon: Lexicon, last: Shared | null): Promise<SharedLexicon> {
  const { terms, nodes } = lexicon;
  return {
    ...lexicon,
    terms: await shareEntries(terms, last && { map: last.lexicon.terms, entries: last.shared.terms }),
    nodes: await shareEntries(nodes, last && { map: last.lexicon.nodes, entries: last.shared.nodes }),
  };
}

type Before<Value> = { readonly map: ReadonlyMap<string, Value>; readonly entries: SharedEntries };

/** What is the same for the same value: the value, or what it is made of. */
function originsOf(map: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  return map instanceof DerivedMap ? (map.origins as ReadonlyMap<string, unknown>) : map;
}

function valueFrom(map: ReadonlyMap<string, unknown>, origin: unknown): unknown {
  return map instanceof DerivedMap ? (map.derive(origin) as unknown) : origin;
}

async function shareEntries<Value>(
  map: ReadonlyMap<string, Value>,
  before: Before<Value> | null,
): Promise<SharedEntries> {
  return (before && (await extendEntries(map, before))) ?? writeEntries(map, null);
}

/** Entries of a map that has all of another one, in their order, and some more; null for one that has not. */
async function extendEntries<Value>(
  map: ReadonlyMap<string, Value>,
  before: Before<Value>,
): Promise<SharedEntries | null> {
  const known = originsOf(before.map).entries();
  let next = known.next();
  const isKnown = (name: string, origin: unknown): boolean => {
    if (next.done === true || next.value[0] !== name || next.value[1] !== origin) return false;
    next = known.next();
    return true;
  };
  const entries = await writeEntries(map, { isKnown, entries: before.entries });
  return next.done === true ? entries : null;
}

/** @param base entries that need not be written, which are asked for in their order */
async function writeEntries<Value>(
  map: ReadonlyMap<string, Value>,
  base: { readonly isKnown: (name: string, origin: unknown) => boolean; readonly entries: SharedEntries } | null,
): Promise<SharedEntries> {
  const parts = base?.entries.parts ?? [];
  const first = parts.reduce((sum, { ends }) => sum + ends.length / 2, 0);
  const [pieces, ends]: [Uint8Array[], number[]] = [[], []];
  const order = sharedNumbers(map.size);
  let [at, length, places] = [0, 0, 0];
  for (const [name, origin] of originsOf(map)) {
    if (at % ENTRIES_A_TURN === 0) await turn();
    if (base?.isKnown(name, origin) === true) order[at++] = base.entries.order[places++]!;
    else {
      order[at++] = first + ends.length / 2;
      const [key, text] = [nameBytes(name), Buffer.from(JSON.stringify(valueFrom(map, origin)))];
      pieces.push(key, text);
      ends.push((length += key.length), (length += text.length));
    }
  }
  if (ends.length === 0) return { parts, order };
  const all = [...parts, { texts: shared(joinBytes(pieces)), ends: numbersOf(ends) }];
  return { parts: all.length <= MOST_PARTS ? all : [all[0]!, joined(all.slice(1))], order };
}

function joined(parts: readonly EntryPart[]): EntryPart {
  let length = 0;
  const ends = parts.flatMap(({ texts, ends: endsOfPart }) => {
    const start = length;
    length += texts.length;
    return Array.from(endsOfPart, (end) => start + end);
  });
  return { texts: shared(joinBytes(parts.map(({ texts }) => texts))), ends: numbersOf(ends) };
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

function numbersOf(list: readonly number[]): Uint32Array {
  const numbers = sharedNumbers(list.length);
  numbers.set(list);
  return numbers;
}

/** The lexicon that another thread shares. */
export function readSharedLexicon(lexicon: SharedLexicon): Lexicon {
  return { ...lexicon, terms: new SharedMap(lexicon.terms), nodes: new SharedMap(lexicon.nodes) };
}
