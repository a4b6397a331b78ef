import { segmentsOf, withoutAffixes } from './path.ts';
import type { Source } from './source.ts';
import { writtenKey } from './written-key.ts';

/** The member that an array becomes which is a document by itself, and that rows of a table are sent as: it tells nothing of the source. */
export const ITEMS = 'items';
/** Fewer keys that a source knows say nothing. */
const LEAST_KEYS = 2;
/** How many times the score of the second the first has. */
const CLEARLY = 2;
/** What share of the keys a source has to know that recognises none of them: of `Voltage` and `ApparentPower` many tell, each in units of its own. */
const LEAST_SHARE = 0.5;

interface Score {
  weight: number;
  keys: number;
  /** A key is one of those by which the source is recognised. */
  isRecognised: boolean;
}

/** Finds the source of a document by its keys. */
export class SourceChooser {
  /** The ones whose keys may stand between affixes: there may be thousands of others. */
  readonly #affixed: readonly Source[];
  /** By the name of a key, the sources that know it. */
  readonly #knowing = new Map<string, Set<Source>>();
  /** Beginnings of names: `em:` for `em:0`, `em:1`. */
  readonly #beginnings: Array<readonly [beginning: string, source: Source]> = [];

  /** @param sources those that are parts of another are not told apart by documents, and never chosen */
  constructor(sources: readonly Source[]) {
    const chosen = sources.filter(({ file }) => file.variantOf === null);
    for (const source of chosen) for (const name of namesOf(source)) this.#note(name, source);
    this.#affixed = chosen.filter(({ file }) => file.affixes.length > 0);
  }

  /**
   * The source whose keys fit clearly best; null when in doubt. A key that few sources know says more than one that many know.
   *
   * @param names of the document's keys, each once
   */
  choose(names: readonly string[]): Source | null {
    const keys = names.filter((name) => name !== ITEMS);
    const scores = new Map<Source, Score>();
    for (const key of keys) {
      const knowing = this.#sourcesOf(key);
      for (const source of knowing) {
        const score = scores.get(source) ?? { weight: 0, keys: 0, isRecognised: false };
        score.weight += 1 / knowing.size;
        score.keys++;
        score.isRecognised ||= source.file.recognise.some((name) => isNamed(key, name));
        scores.set(source, score);
      }
    }
    const has = new Set(keys);
    const possible = [...scores].filter(
      ([{ file }]) => file.requires.length === 0 || file.requires.some((name) => has.has(name)),
    );
    const [first, second] = possible.sort(([, one], [, other]) => other.weight - one.weight);
    if (first === undefined || first[1].keys < LEAST_KEYS) return null;
    if (!first[1].isRecognised && first[1].keys < LEAST_SHARE * keys.length) return null;
    return second === undefined || first[1].weight >= CLEARLY * second[1].weight ? first[0] : null;
  }

  #sourcesOf(key: string): ReadonlySet<Source> {
    const found = new Set(this.#knowing.get(key));
    for (const [beginning, source] of this.#beginnings) if (key.startsWith(beginning)) found.add(source);
    for (const source of this.#affixed) {
      const rest = withoutAffixes(key, source.file.affixes);
      if (rest !== key && this.#knowing.get(rest)?.has(source) === true) found.add(source);
    }
    return found;
  }

  #note(name: string, source: Source): void {
    const star = name.indexOf('*');
    if (star > 0 && star === name.length - 1) this.#beginnings.push([name.slice(0, -1), source]);
    else if (star < 0 && !name.includes('{')) {
      const knowing = this.#knowing.get(name);
      if (knowing === undefined) this.#knowing.set(name, new Set([source]));
      else knowing.add(source);
    }
  }
}

/** Whether a key is this name of a file, which may end in `*`. */
function isNamed(key: string, name: string): boolean {
  return name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name;
}

/** The names of members by which a source is known. */
function namesOf({ file }: Source): Set<string> {
  const names = new Set(file.recognise);
  for (const [pattern] of [...file.keys, ...file.alike, ...file.context, ...file.empty]) {
    // A name may hold dots.
    if (file.affixes.length > 0) names.add(pattern);
    else for (const segment of segmentsOf(pattern)) if (!segment.startsWith('[')) names.add(segment);
  }
  // As documents have them that were described before.
  for (const name of names) names.add(writtenKey(name));
  return names;
}
