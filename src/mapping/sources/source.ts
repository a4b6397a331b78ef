import type { Path } from './path.ts';
import { isWild, Patterns, type Match } from './patterns.ts';
import { checkSourceFile, type SourceFile } from '../lexicon/source-file.ts';
import { writtenKey } from './written-key.ts';

/** What a source says of a key. */
export interface SaidOfKey {
  /** The name of its term; null where it has none. */
  readonly term: string | null;
  /** It is an amount, whose unit may stand beside it. */
  readonly isAmount: boolean;
}

/** What a source says of a path, whatever document has it. */
export interface SaidOfPath {
  /** Null where the source does not know the path. */
  readonly key: Match<SaidOfKey> | null;
  /** Path of the text that is the unit of a value; null when its unit is that of the term. */
  readonly unit: string | null;
  /** What tells the items of an array apart. */
  readonly by: SourceFile['by'][number][1] | null;
  readonly only: SourceFile['only'][number][1];
  readonly isPositioned: boolean;
  readonly columns: readonly string[] | null;
  readonly isSeries: boolean;
  readonly isRecord: boolean;
  readonly isText: boolean;
}

/** A source of data: what its keys mean. */
export class Source {
  readonly file: SourceFile;
  /** Made when a path is first asked for: who lists sources, of which a vocabulary may have thousands, asks for none. */
  #patterns: PatternsOfSource | null = null;

  constructor(file: SourceFile) {
    this.file = file;
  }

  get name(): string {
    return this.file.name;
  }

  says(path: Path): SaidOfPath {
    const patterns = (this.#patterns ??= patternsOf(this.file));
    return {
      key: patterns.keys.find(path),
      unit: patterns.units.find(path)?.said ?? null,
      by: patterns.by.find(path)?.said ?? null,
      only: patterns.only.find(path)?.said ?? [],
      isPositioned: patterns.positions.find(path) !== null,
      columns: patterns.columns.find(path)?.said ?? null,
      isSeries: patterns.series.find(path) !== null,
      isRecord: patterns.records.find(path) !== null,
      isText: patterns.texts.find(path) !== null,
    };
  }
}

interface PatternsOfSource {
  readonly keys: Patterns<SaidOfKey>;
  readonly units: Patterns<string>;
  readonly by: Patterns<SourceFile['by'][number][1]>;
  readonly only: Patterns<SourceFile['only'][number][1]>;
  readonly positions: Patterns<true>;
  readonly columns: Patterns<readonly string[]>;
  readonly series: Patterns<true>;
  readonly records: Patterns<true>;
  readonly texts: Patterns<true>;
}

function patternsOf(file: SourceFile): PatternsOfSource {
  const empty = file.empty.map(([pattern]) => [pattern, { term: null, isAmount: true }] as const);
  const context = file.context.map(([pattern, term]) => [pattern, { term, isAmount: false }] as const);
  const amounts = [...file.keys, ...file.alike].map(([pattern, term]) => [pattern, { term, isAmount: true }] as const);
  const named = [...empty, ...context, ...amounts];
  // A document that was described before has keys as they are written.
  const written = named.flatMap(([pattern, said]) =>
    writtenKey(pattern) === pattern || isWild(pattern) ? [] : [[writtenKey(pattern), said] as const],
  );
  return {
    keys: new Patterns<SaidOfKey>([...named, ...written], file.affixes),
    units: new Patterns(file.units),
    by: new Patterns(file.by),
    only: new Patterns(file.only),
    positions: new Patterns(file.positions.map(asSaid)),
    columns: new Patterns(file.columns),
    series: new Patterns(file.series.map(asSaid)),
    records: new Patterns(file.records.map(asSaid)),
    texts: new Patterns(file.texts.map(asSaid)),
  };
}

/**
 * The source that a file of the package describes.
 *
 * @param file the parsed JSON of `vocabulary-hub/sources/<name>.json`
 * @throws HubError `invalid-option`
 */
export function readSource(file: unknown): Source {
  return new Source(checkSourceFile(file));
}

function asSaid(pattern: string): readonly [string, true] {
  return [pattern, true];
}
