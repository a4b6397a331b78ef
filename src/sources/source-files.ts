import { readdirSync, readFileSync } from 'node:fs';
import { HubError } from '../errors.ts';
import type { SourceFile } from '../mapping/sources/source-file.ts';
import { readSource, type Source } from '../mapping/sources/source.ts';
import { SourceChooser } from '../mapping/sources/source-chooser.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { readSourceYaml } from './read-source-yaml.ts';

/** Made by the build. */
const FOLDER = new URL('dist/sources/', PACKAGE_FOLDER);
const SEEDS = new URL('seeds/sources/', PACKAGE_FOLDER);

/** Run from source there is no build: the files that people write are read. */
const IS_SOURCE = import.meta.url.endsWith('.ts');

let names: readonly string[] | null = null;
let written: ReadonlyMap<string, SourceFile> | null = null;
const read = new Map<string, Source>();

/** The names of all sources, sorted. */
export function listSourceNames(): readonly string[] {
  return (names ??= (IS_SOURCE ? [...readWritten().keys()] : namesIn(FOLDER, '.json')).toSorted());
}

/** The source of a name; it is read when it is asked for first. @throws HubError `invalid-option` */
export function getSource(name: string): Source {
  let source = read.get(name);
  if (source === undefined) {
    checkSourceName(name);
    const file: unknown = IS_SOURCE ? readWritten().get(name) : JSON.parse(textOf(FOLDER, `${name}.json`));
    read.set(name, (source = readSource(file)));
  }
  return source;
}

/** The name with which a request leaves it to the hub to find the source. */
export const AUTO = 'auto';

let chooser: SourceChooser | null = null;

/** The source of a name, or for `auto` what finds it by the keys of a document. @throws HubError `invalid-option` */
export function getSourceOrChooser(name: string): Source | SourceChooser {
  return name === AUTO ? (chooser ??= new SourceChooser(listSources())) : getSource(name);
}

/** All sources. */
export function listSources(): Source[] {
  return listSourceNames().map(getSource);
}

/** The name itself, also `auto`. @throws HubError `invalid-option` when there is no such source */
export function checkSourceName(name: string): string {
  if (name === AUTO || listSourceNames().includes(name)) return name;
  const near = listSourceNames().filter((known) => known.startsWith(name.slice(0, 3).toLowerCase()));
  const hint = near.length > 0 && name.length > 2 ? ` Near it: ${near.slice(0, 5).join(', ')}.` : '';
  throw new HubError(
    'invalid-option',
    `There is no source ${JSON.stringify(name.slice(0, 100))}.${hint} GET /api/sources lists all of them; auto looks for the one that fits.`,
    { key: 'source', piece: name.slice(0, 200) },
  );
}

/** The sources of the files that people write. */
function readWritten(): ReadonlyMap<string, SourceFile> {
  return (written ??= new Map(
    namesIn(SEEDS, '.yaml')
      .flatMap((name) => readSourceYaml(name, `seeds/sources/${name}.yaml`, textOf(SEEDS, `${name}.yaml`)))
      .map((file) => [file.name, file]),
  ));
}

function namesIn(folder: URL, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
}

function textOf(folder: URL, name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
