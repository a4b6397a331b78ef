import { quote } from '../mapping/json/text.ts';
import { hasLoneSurrogate } from '../rdf/characters.ts';
import { detached } from '../rdf/utf8.ts';
import { levelOf, LEVELS, type FindingCode, type Level } from './finding-codes.ts';

/** Findings of one check that are told one by one; others are counted. */
const MAX_FINDINGS = 1_000;
/** Places of a finding that are told; others are counted. */
const MAX_PLACES = 5;

/** Where something was found. */
export interface Place {
  /** JSON Pointer (RFC 6901); null where there is none, as in a text that is no JSON. */
  readonly pointer: string | null;
  /** From 1, of the file; null where it is not known. */
  readonly line: number | null;
  /** In UTF-16 code units, from 1; null where it is not known. */
  readonly column: number | null;
}

/** One kind of thing that was found at one key. */
export interface Finding {
  readonly code: FindingCode;
  readonly level: Level;
  /** The key; null where it is about none. */
  readonly key: string | null;
  /** A sentence about the first place. */
  readonly message: string;
  /** What to do; null where the page of the code says it. */
  readonly help: string | null;
  /** The term that the key probably means; null where none comes near, and for what is no question of names. */
  readonly nearestTerm: string | null;
  /** How often it was found. */
  readonly count: number;
  /** The first places, at least one. */
  readonly places: readonly Place[];
}

/** How many findings of each level there are. */
export type LevelCounts = Readonly<Record<Level, number>>;

/** What was found, grouped by key and code. */
export interface Findings {
  /** In the order in which they were found first. */
  readonly findings: readonly Finding[];
  /** Of all, also of those that are not told. */
  readonly counts: LevelCounts;
  /** How many findings are counted and not told. */
  readonly omitted: number;
}

/** What is noted at a place. */
export interface NewFinding {
  readonly code: FindingCode;
  readonly key: string | null;
  readonly message: string;
  /** A function is asked for a place that is told, and for no other. */
  readonly place: Place | (() => Place);
  readonly help?: string | null;
  /** Default 1. */
  readonly count?: number;
}

interface Group {
  readonly finding: Omit<Finding, 'count' | 'places'>;
  count: number;
  readonly places: Place[];
}

/** Collects findings, each kind of thing at each key once, however often it is found. */
export class FindingLog {
  readonly #groups = new Map<string, Group>();
  readonly #counts: Record<Level, number> = { error: 0, warning: 0, note: 0 };
  #omitted = 0;

  add({ code, key, message, place, help = null, count = 1 }: NewFinding): void {
    const finding = { code, level: levelOf(code), key, message, help, nearestTerm: null };
    this.#note(finding, count, (most) => (most === 0 ? [] : [typeof place === 'function' ? place() : place]));
  }

  /** Adds what was found elsewhere: the places of equal findings come together. */
  addAll({ findings, counts, omitted }: Findings): void {
    for (const { count, places, ...finding } of findings) this.#note(finding, count, (most) => places.slice(0, most));
    // Those that are told were counted with the rest.
    for (const level of LEVELS)
      this.#counts[level] += counts[level] - findings.filter((one) => one.level === level).length;
    this.#omitted += omitted;
  }

  finish(): Findings {
    const findings = Array.from(this.#groups.values(), ({ finding, count, places }) => ({ ...finding, count, places }));
    return { findings, counts: { ...this.#counts }, omitted: this.#omitted };
  }

  /** @param placesOf gives at most so many places */
  #note(finding: Group['finding'], count: number, placesOf: (most: number) => Place[]): void {
    const identity = identityOf(finding);
    const known = this.#groups.get(identity);
    if (known !== undefined) {
      known.count += count;
      known.places.push(...placesOf(MAX_PLACES - known.places.length));
      return;
    }
    this.#counts[finding.level]++;
    if (this.#groups.size >= MAX_FINDINGS) this.#omitted++;
    else this.#groups.set(identity, { finding: withOwnKey(finding), count, places: placesOf(MAX_PLACES) });
  }
}

/** Findings of many documents are held at a time: a key that is a part of a text would hold all keys of its document. */
function withOwnKey(finding: Group['finding']): Group['finding'] {
  const { key } = finding;
  return key === null || hasLoneSurrogate(key) ? finding : { ...finding, key: detached(key) };
}

/** Of one key, a shape can be violated in several ways, each of which has a sentence of its own. */
function identityOf({ code, key, message }: Group['finding']): string {
  return JSON.stringify([code, key, code === 'shape-violated' ? message : '']);
}

/** The worst level of which there is a finding; null where there is none. */
export function worstOf({ counts }: Findings): Level | null {
  return LEVELS.find((level) => counts[level] > 0) ?? null;
}

/** The same findings with the terms that keys probably mean. */
export function withNearestTerms(found: Findings, nearest: ReadonlyMap<string, string>): Findings {
  return {
    ...found,
    findings: found.findings.map((finding) => {
      const term = isAboutName(finding) ? nearest.get(finding.key) : undefined;
      if (term === undefined) return finding;
      return { ...finding, nearestTerm: term, message: sentenceWithTerm(finding, term) };
    }),
  };
}

function sentenceWithTerm({ code, key, message }: Finding, term: string): string {
  return code === 'not-all-terms'
    ? `Not every key is a vocabulary term: ${quote(term)} may be meant by ${quote(key!)}.`
    : `${message} It may mean ${quote(term)}.`;
}

/** The keys of findings for which a term would be of help, each once, at most so many. */
export function keysWithoutTerm({ findings }: Findings, most: number): string[] {
  const keys = new Set<string>();
  for (const finding of findings) {
    if (keys.size === most) break;
    if (isAboutName(finding)) keys.add(finding.key);
  }
  return [...keys];
}

function isAboutName(finding: Finding): finding is Finding & { readonly key: string } {
  return finding.key !== null && (finding.code === 'not-all-terms' || finding.code === 'not-a-term');
}
