import { SOURCE_FORMAT, type SourceFile } from '../mapping/lexicon/source-file.ts';
import { excerpt } from '../mapping/json/text.ts';
import { readYaml, SeedError, type Located, type LocatedMap } from '../vocabulary/seeds/read-yaml.ts';

const KEYS = [
  'title',
  'documentation',
  'currency',
  'constants',
  'records',
  'series',
  'positions',
  'texts',
  'affixes',
  'recognise',
  'requires',
  'columns',
  'by',
  'only',
  'units',
  'also',
  'keys',
  'alike',
  'empty',
  'variants',
];

/** Variants of one source. */
const MAX_VARIANTS = 100;
/** Characters of JSON that the variants of one source repeat: each has what its file says outside of `variants`. */
const MAX_REPEATED_CHARACTERS = 1_000_000;

/**
 * The sources that a file of `seeds/sources/` describes (`docs/sources.md`): that of the file's name, and one for each of its variants.
 *
 * @param file how messages name the file
 * @throws SeedError when the file says something else
 */
export function readSourceYaml(name: string, file: string, text: string): SourceFile[] {
  return readSourceMap(name, file, readYaml(file, text));
}

/** The same of a file that was read. @throws SeedError */
export function readSourceMap(name: string, file: string, map: LocatedMap): SourceFile[] {
  return new SourceReader(name, file, map).read();
}

class SourceReader {
  readonly #name: string;
  readonly #file: string;
  readonly #map: LocatedMap;

  constructor(name: string, file: string, map: LocatedMap) {
    this.#name = name;
    this.#file = file;
    this.#map = map;
  }

  read(): SourceFile[] {
    for (const [key, { line }] of this.#map.entries)
      if (!KEYS.includes(key)) this.#refuse(line, `there is no key ${excerpt(key)}; there are ${KEYS.join(', ')}`);
    const whole: SourceFile = {
      format: SOURCE_FORMAT,
      name: this.#name,
      variantOf: null,
      title: this.#text('title') ?? this.#refuse(1, 'title is missing'),
      documentation: this.#text('documentation') ?? this.#refuse(1, 'documentation is missing'),
      currency: this.#text('currency'),
      keys: this.#pairs('keys'),
      alike: this.#pairs('alike'),
      context: this.#pairs('also'),
      empty: this.#pairs('empty'),
      units: this.#pairs('units'),
      by: this.#entries('by').map(([pattern, members]) => [pattern, this.#pairsOf(members)]),
      only: this.#entries('only').map(([pattern, paths]) => [
        pattern,
        this.#mapOf(paths).map(([path, texts]) => [path, this.#listOf(texts)] as const),
      ]),
      positions: this.#list('positions'),
      columns: this.#entries('columns').map(([pattern, names]) => [pattern, this.#listOf(names)]),
      records: this.#list('records'),
      series: this.#list('series'),
      texts: this.#list('texts'),
      affixes: this.#list('affixes'),
      recognise: this.#list('recognise'),
      requires: this.#list('requires'),
      constants: this.#pairs('constants'),
    };
    const variants = this.#entries('variants');
    this.#checkSize(whole, variants.length);
    return [whole, ...variants.map(([variant, keys]) => this.#variantOf(whole, variant, this.#pairsOf(keys)))];
  }

  /** Before any variant is made: a short file would become a long one for each of them. */
  #checkSize(whole: SourceFile, variants: number): void {
    if (variants === 0) return;
    const line = this.#map.entries.get('variants')!.line;
    const wayOut = 'describe the others as a source of their own';
    if (variants > MAX_VARIANTS)
      this.#refuse(line, `variants has ${variants} names; at most ${MAX_VARIANTS} are taken: ${wayOut}`);
    const repeated = variants * JSON.stringify(whole).length;
    if (repeated > MAX_REPEATED_CHARACTERS)
      this.#refuse(
        line,
        `variants: each of the ${variants} has what stands outside of variants, which makes ${repeated} characters; at most ${MAX_REPEATED_CHARACTERS} are taken: shorten what stands there, or keep fewer variants and ${wayOut}`,
      );
  }

  #variantOf(whole: SourceFile, variant: string, keys: SourceFile['keys']): SourceFile {
    const own = new Set(keys.map(([pattern]) => pattern));
    return {
      ...whole,
      name: `${this.#name}-${variant}`,
      variantOf: this.#name,
      title: `${whole.title}: ${variant}`,
      keys: [...whole.keys, ...keys],
      empty: whole.empty.filter(([pattern]) => !own.has(pattern)),
    };
  }

  #refuse(line: number, message: string): never {
    throw new SeedError(this.#file, line, message);
  }

  #text(key: string): string | null {
    const value = this.#map.entries.get(key);
    return value === undefined ? null : this.#textOf(value);
  }

  #textOf(value: Located): string {
    if (value.is !== 'text' || value.text === null) return this.#refuse(value.line, 'a text is expected here');
    return value.text;
  }

  #list(key: string): readonly string[] {
    const value = this.#map.entries.get(key);
    return value === undefined ? [] : this.#listOf(value);
  }

  #listOf(value: Located): readonly string[] {
    if (value.is !== 'list') return this.#refuse(value.line, 'a list is expected here');
    return value.items.map((item) => this.#textOf(item));
  }

  #entries(key: string): Array<readonly [string, Located]> {
    const value = this.#map.entries.get(key);
    return value === undefined ? [] : this.#mapOf(value);
  }

  #mapOf(value: Located): Array<readonly [string, Located]> {
    if (value.is !== 'map') return this.#refuse(value.line, 'names with what is said of each are expected here');
    return [...value.entries];
  }

  #pairs(key: string): Array<readonly [string, string]> {
    const value = this.#map.entries.get(key);
    return value === undefined ? [] : this.#pairsOf(value);
  }

  #pairsOf(value: Located): Array<readonly [string, string]> {
    return this.#mapOf(value).map(([name, said]) => [name, this.#textOf(said)]);
  }
}
