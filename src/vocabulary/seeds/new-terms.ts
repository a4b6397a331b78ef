import { readTable } from '../../csv/read-table.ts';
import { SeedError } from './read-yaml.ts';
import type { SeedFile } from './read-sources.ts';
import { KEYS, LANGUAGES } from './variants.ts';

/** Keys whose cells hold `name=value` pairs, and those whose cells hold lists; both are separated by semicolons. */
const PAIRS = ['units', 'facets'];
const LISTS = ['type', 'class', 'about', 'by', 'exact', 'close', 'broad', 'narrow', 'related', 'see'];
/** What a column may say of a language: `label` is English, `label_de` German. */
const TEXTS = ['label', 'definition', 'note'];

/**
 * The blocks of a table of new terms, a file per category as in `seeds/terms/`. A row is a quantity or another term; its columns are
 * `category`, `name`, keys of blocks, and `label`, `definition` and `note`, which end in the language where that is not English.
 *
 * @param created the day of creation, `2026-11-22`
 * @throws SeedError that names the line of the table
 */
export function blocksOfTable({ name: file, text }: SeedFile, created: string): SeedFile[] {
  const files = new Map<string, string[]>();
  for (const { line, cells } of rowsOf(file, text)) {
    const [category, name] = ['category', 'name'].map(
      (column) =>
        cells.get(column) ??
        ((): never => {
          throw new SeedError(file, line, `${column}: a row has one`);
        })(),
    ) as [string, string];
    const said = new Map<string, string>([['created', created]]);
    const languages = new Map<string, string[]>();
    for (const [column, cell] of cells) {
      const [, field, language = 'en'] = /^([a-z]+?)(?:_([a-z]{2}))?$/.exec(column) ?? [];
      if (column === 'category' || column === 'name') continue;
      if (field !== undefined && TEXTS.includes(field) && (LANGUAGES as readonly string[]).includes(language))
        languages.set(language, [...(languages.get(language) ?? []), `${field}: ${JSON.stringify(cell)}`]);
      else if (column === 'spellings') said.set(column, `{ any: [${list(cell)}] }`);
      else if (PAIRS.includes(column)) said.set(column, `{ ${pairs(cell)} }`);
      else if (LISTS.includes(column)) said.set(column, `[${list(cell)}]`);
      else if (column === 'range')
        said.set(
          column,
          `[${cell
            .split(';')
            .map((bound) => bound.trim() || 'null')
            .join(', ')}]`,
        );
      else if (KEYS.includes(column)) said.set(column, /^[-+]?[\d.]+$/.test(cell) ? cell : written(cell));
      else throw new SeedError(file, line, `${column}: no block has such a key`);
    }
    for (const [language, texts] of languages) said.set(language, `{ ${texts.join(', ')} }`);
    const keys = KEYS.filter((key) => said.has(key)).map((key) => `  ${key}: ${said.get(key)}`);
    files.set(category, [...(files.get(category) ?? []), [`${name}:`, ...keys].join('\n')]);
  }
  return Array.from(files, ([category, blocks]) => ({ name: `${category}.yaml`, text: `${blocks.join('\n\n')}\n` }));
}

/** The rows of a table, each as a map from the titles of the columns to its cells; cells that are empty are left out. @throws SeedError */
function* rowsOf(
  file: string,
  text: string,
): Generator<{ readonly line: number; readonly cells: ReadonlyMap<string, string> }> {
  const { scanner, records } = readTable(new TextEncoder().encode(text.replace(/^\ufeff/, '')), ',');
  let titles: readonly string[] | null = null;
  for (const { cells, line } of records) {
    if (scanner.fault !== null) throw new SeedError(file, scanner.fault.line, scanner.fault.message);
    if (titles === null) {
      titles = cells.map((cell) => cell.trim());
      scanner.expected = titles.length;
      continue;
    }
    const filled = titles.map((title, at): [string, string] => [title, cells[at]!.trim()]);
    const named = new Map(filled.filter(([title, cell]) => title !== '' && cell !== ''));
    if (named.size > 0) yield { line, cells: named };
  }
}

function list(cell: string): string {
  return cell
    .split(';')
    .map((item) => written(item.trim()))
    .join(', ');
}

function pairs(cell: string): string {
  return cell
    .split(';')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return `${written(pair.slice(0, equals).trim())}: ${pair.slice(equals + 1).trim()}`;
    })
    .join(', ');
}

/** A text as YAML: plain where that is a text for every reader of YAML. */
function written(text: string): string {
  const isPlain = /^[A-Za-z][\w.:/-]*[\w/]$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain || /^[A-Zac-mo-xz]$/.test(text) ? text : JSON.stringify(text);
}
