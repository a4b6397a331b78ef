import { readdirSync, readFileSync } from 'node:fs';
import { HubError } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { SourceFile } from '../mapping/lexicon/source-file.ts';
import { readSource, Source } from '../mapping/sources/source.ts';
import { SourceChooser } from '../mapping/sources/source-chooser.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import { readWrittenSources } from './written-sources.ts';

/** Made by the build. */
const FOLDER = new URL('dist/sources/', PACKAGE_FOLDER);
const EXAMPLES = new URL('seeds/examples/', PACKAGE_FOLDER);

/** Run from source there is no build: the files that people write are read. */
const IS_SOURCE = import.meta.url.endsWith('.ts');

/** The vocabulary in use, which may describe sources of its own. */
type InUse = Pick<Lexicon, 'sources'>;

/** The name with which a request leaves it to the hub to find the source. */
export const AUTO = 'auto';

let names: readonly string[] | null = null;
let examples: ReadonlyMap<string, string> | null = null;
const read = new Map<string, Source>();

/** The names of the sources of the package, sorted. */
export function listShippedNames(): readonly string[] {
  return (names ??= (IS_SOURCE ? [...readWrittenSources().keys()] : namesIn(FOLDER, '.json')).toSorted());
}

/** All sources, sorted by name. */
export function listSources(inUse: InUse): Source[] {
  return namesOf(inUse).map((name) => getSource(name, inUse));
}

/** The source of a name; one of the package is read when it is asked for first. @throws HubError `invalid-option` */
export function getSource(name: string, inUse: InUse): Source {
  const known = read.get(name) ?? acceptedOf(inUse).byName.get(name);
  if (known !== undefined) return known;
  checkSourceName(name, inUse);
  const file: unknown = IS_SOURCE ? readWrittenSources().get(name) : JSON.parse(textOf(FOLDER, `${name}.json`));
  const source = readSource(file);
  read.set(name, source);
  return source;
}

/** A document as a source of the package sends it, JSON; of one that has several parts that of a part. Null where there is none. */
export function findExample(name: string): string | null {
  examples ??= new Map(namesIn(EXAMPLES, '.json').map((each) => [each, textOf(EXAMPLES, `${each}.json`)]));
  const part = [...examples.keys()].find((each) => each.startsWith(`${name}-`));
  return examples.get(name) ?? (part === undefined ? null : examples.get(part)!);
}

/** The source of a name, or for `auto` what finds it by the keys of a document. @throws HubError `invalid-option` */
export function getSourceOrChooser(name: string, inUse: InUse): Source | SourceChooser {
  if (name !== AUTO) return getSource(name, inUse);
  const accepted = acceptedOf(inUse);
  return (accepted.chooser ??= new SourceChooser(listSources(inUse)));
}

/** Whether there is a source of this name. */
export function hasSource(name: string, inUse: InUse): boolean {
  return listShippedNames().includes(name) || acceptedOf(inUse).byName.has(name);
}

/** The name itself, also `auto`. @throws HubError `invalid-option` when there is no such source */
export function checkSourceName(name: string, inUse: InUse): string {
  if (name === AUTO || hasSource(name, inUse)) return name;
  const near = namesOf(inUse).filter((known) => known.startsWith(name.slice(0, 3).toLowerCase()));
  const hint = near.length > 0 && name.length > 2 ? ` Near it: ${near.slice(0, 5).join(', ')}.` : '';
  throw new HubError(
    'invalid-option',
    `There is no source ${JSON.stringify(name.slice(0, 100))}.${hint} GET /api/sources lists all of them; auto looks for the one that fits.`,
    { key: 'source', piece: name.slice(0, 200) },
  );
}

/** The sources that a vocabulary describes, and what finds the source of a document among them and those of the package. */
interface Accepted {
  readonly byName: ReadonlyMap<string, Source>;
  chooser: SourceChooser | null;
}

const NONE: Accepted = { byName: new Map(), chooser: null };
const accepted = new WeakMap<readonly SourceFile[], Accepted>();

function acceptedOf({ sources: files }: InUse): Accepted {
  if (files === undefined) return NONE;
  let found = accepted.get(files);
  if (found === undefined) {
    // A later release of the package may have a source of the same name; then that counts.
    const others = files.filter(({ name }) => !listShippedNames().includes(name));
    found = { byName: new Map(others.map((file) => [file.name, new Source(file)])), chooser: null };
    accepted.set(files, found);
  }
  return found;
}

function namesOf(inUse: InUse): readonly string[] {
  const { byName } = acceptedOf(inUse);
  return byName.size === 0 ? listShippedNames() : [...listShippedNames(), ...byName.keys()].toSorted();
}

function namesIn(folder: URL, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
}

function textOf(folder: URL, name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
