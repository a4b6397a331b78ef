import { HubError } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { SourceFile } from '../mapping/lexicon/source-file.ts';
import { JsonDocument } from '../mapping/json/document.ts';
import { scanJson } from '../mapping/json/scan.ts';
import { excerpt, quote } from '../mapping/json/text.ts';
import { boundIri, boundText } from '../rdf/bound-terms.ts';
import { isWebIri } from '../rdf/iri.ts';
import { DCTERMS, RDF_TYPE, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import { encodeText } from '../rdf/utf8.ts';
import { readSourceJson } from '../sources/read-source-json.ts';
import { readSourceMap } from '../sources/read-source-yaml.ts';
import { AUTO, hasSource } from '../sources/source-files.ts';
import { SeedError, type Located, type LocatedMap } from '../vocabulary/seeds/read-yaml.ts';
import { TEXT_BOUNDS } from '../vocabulary/text-bounds.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { similarTerms } from './similar-terms.ts';
import { sourceIri } from './suggestion-iris.ts';
import { MAX_SOURCE_NAME_CHARACTERS, SOURCE_NAME } from './suggestion-fields.ts';

export interface SourceDraft {
  readonly name: string;
  /** JSON with the members of a source file. */
  readonly file: string;
}

/** What keeps a draft from being a source. */
export interface SourceFault {
  readonly field: keyof SourceDraft;
  readonly message: string;
  /** The name, key or term at fault. */
  readonly piece: string;
  /** In the file, from 1; null for a fault of the name, or of the file as a whole. */
  readonly line: number | null;
  /** There is a source of this name. */
  readonly isTaken: boolean;
}

export interface DraftedSource {
  /** That of the source, without its variants. */
  readonly iri: string;
  readonly triples: readonly Triple[];
  readonly faults: readonly SourceFault[];
}

/** Faults whose message names similar terms. */
const MOST_SIMILAR = 5;
const VARIANT_NAME = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
const MAX_VARIANT_CHARACTERS = TEXT_BOUNDS.sourceName;
/** A title is a line in a list. */
export const MAX_TITLE_CHARACTERS = 200;
/** What the file says of keys; patterns stand in one of them. */
const SECTIONS = ['keys', 'alike', 'also', 'empty'];

/** What a draft becomes: the source and its variants, in the vocabulary. */
export async function draftSource(
  draft: SourceDraft,
  vocabulary: Vocabulary,
  hub: HubNamespaces,
): Promise<DraftedSource> {
  const iri = sourceIri(draft.name, hub);
  const faults = await listFaults(draft, vocabulary);
  if (faults.length > 0) return { iri, triples: [], faults };
  const files = readSourceMap(draft.name, 'file', readFile(draft.file));
  return { iri, triples: files.flatMap((file) => triplesOf(file, hub)), faults };
}

/** What keeps a draft from being a source, without what it becomes, which may be many times as long; empty when nothing does. */
export async function listFaults({ name, file }: SourceDraft, vocabulary: Vocabulary): Promise<readonly SourceFault[]> {
  const ofName = faultOfName(name, vocabulary);
  if (ofName !== null) return [ofName];
  let map: LocatedMap;
  const faults: SourceFault[] = [];
  try {
    map = readFile(file);
    const [whole, ...variants] = readSourceMap(name, 'file', map) as [SourceFile, ...SourceFile[]];
    faults.push(...variants.flatMap((variant) => faultOfVariant(variant.name, vocabulary) ?? []));
    faults.push(...faultsOfHead(whole, map));
  } catch (error) {
    return [faultOfFile(error)];
  }
  // Nothing else of it is held while others have the thread.
  return [...faults, ...(await faultsOfKeys(map, vocabulary))];
}

function faultOfName(name: string, { lexicon }: Vocabulary): SourceFault | null {
  const fault = { field: 'name', piece: name, line: null, isTaken: false } as const;
  if (name.length > MAX_SOURCE_NAME_CHARACTERS || !SOURCE_NAME.test(name)) {
    const rule = `a name has small letters and digits, with single hyphens, dots or underscores between, and at most ${MAX_SOURCE_NAME_CHARACTERS} characters (e.g. acme-meter)`;
    return { ...fault, message: `${quote(name)} is no name of a source: ${rule}.` };
  }
  if (name === AUTO) return { ...fault, message: `${AUTO} is no name of a source: it leaves the choice to the hub.` };
  return faultOfTaken(name, lexicon);
}

/** A variant may be called by a term, which has capitals. */
function faultOfVariant(name: string, { lexicon }: Vocabulary): SourceFault | null {
  if (VARIANT_NAME.test(name) && name.length <= MAX_VARIANT_CHARACTERS) return faultOfTaken(name, lexicon);
  const rule = `a variant has letters from A to z and digits, with single hyphens, dots or underscores between, and with the name of its source at most ${MAX_VARIANT_CHARACTERS} characters`;
  return { field: 'file', piece: name, line: null, isTaken: false, message: `variants: ${quote(name)}: ${rule}.` };
}

function faultOfTaken(name: string, lexicon: Lexicon): SourceFault | null {
  const fault = { field: 'name', piece: name, line: null } as const;
  if (!hasSource(name, lexicon)) return null;
  return { ...fault, isTaken: true, message: `There is a source ${name} already; GET /api/sources lists all of them.` };
}

/** @throws SeedError, HubError */
function readFile(text: string): LocatedMap {
  return readSourceJson('file', new JsonDocument(scanJson(encodeText(text)), 0));
}

/** @throws what is no fault of the file */
function faultOfFile(error: unknown): SourceFault {
  const fault = { field: 'file', piece: '', isTaken: false } as const;
  if (error instanceof SeedError) return { ...fault, line: error.line, message: `${error.message}.` };
  if (!(error instanceof HubError)) throw error;
  const { message, details } = error;
  return {
    ...fault,
    line: details.line ?? null,
    message: message.replace(/^The body is/, 'The file of a source is'),
  };
}

function faultsOfHead({ title, documentation, keys }: SourceFile, map: LocatedMap): SourceFault[] {
  const faults: SourceFault[] = [];
  const refuse = (key: string, piece: string, message: string): void => {
    faults.push(faultAt(map.entries.get(key)?.line ?? 1, piece, `${key}: ${message}`));
  };
  if (title.trim() === '' || title.length > MAX_TITLE_CHARACTERS)
    refuse('title', title, `what people call the source, in at most ${MAX_TITLE_CHARACTERS} characters.`);
  if (!isWebIri(documentation)) refuse('documentation', documentation, 'an http(s) address is expected here.');
  if (keys.length === 0 && !map.entries.has('variants')) refuse('keys', 'keys', 'at least one key has to have a term.');
  return faults;
}

async function faultsOfKeys({ entries }: LocatedMap, vocabulary: Vocabulary): Promise<SourceFault[]> {
  const faults: SourceFault[] = [];
  const sections = SECTIONS.flatMap((section) => sectionOf(section, entries.get(section)));
  const variants = [...mapOf(entries.get('variants'))].flatMap(([variant, keys]) =>
    sectionOf(`variants: ${quote(variant)}`, keys),
  );
  const seen = new Map<string, string>();
  for (const { section, pattern, line } of sections) {
    const other = seen.get(pattern);
    if (other !== undefined)
      faults.push(faultAt(line, pattern, `${section}: ${quote(pattern)} stands in ${other}, too.`));
    seen.set(pattern, section);
  }
  for (const [term, { line }] of mapOf(entries.get('constants')))
    if (!vocabulary.terms.has(term)) faults.push(faultAt(line, term, `constants: ${quote(term)} is no term.`));
  let similarTold = 0;
  for (const { section, pattern, term, line } of [...sections, ...variants]) {
    const at = `${section}: ${quote(pattern)}`;
    const fault = faultOfPattern(pattern, vocabulary);
    if (fault !== null) faults.push(faultAt(line, pattern, `${at} ${fault}.`));
    if (section === 'empty') continue;
    const known = vocabulary.terms.get(term);
    if (known === undefined) {
      const similar = similarTold++ < MOST_SIMILAR ? await similarTerms(vocabulary, term) : '';
      const wayOut = similar === '' ? ' GET /api/parameters lists the terms.' : similar;
      faults.push(faultAt(line, term, `${at} names ${quote(term)}, which is no term.${wayOut}`));
    } else if (known.deprecated) {
      const instead = known.replacedBy === null ? '' : `; use ${known.replacedBy}`;
      faults.push(faultAt(line, term, `${at} names ${term}, which is deprecated${instead}.`));
    }
  }
  return faults;
}

/** What is wrong with a pattern; null when nothing is. */
function faultOfPattern(pattern: string, { terms }: Vocabulary): string | null {
  if (pattern.trim() === '') return 'is empty: a pattern is the end of a path, such as PAC.Value';
  const open = pattern.lastIndexOf('[');
  if (open > pattern.lastIndexOf(']')) return 'has a [ without its ]';
  const name = /\{([^{}]*)\}/.exec(pattern)?.[1];
  if (name === undefined) return /[{}]/.test(pattern) ? 'has a { or } alone; {inverter_id} names a term' : null;
  return terms.has(name) ? null : `names {${excerpt(name)}}, which is no term`;
}

interface SaidOfPattern {
  readonly section: string;
  readonly pattern: string;
  readonly term: string;
  readonly line: number;
}

function sectionOf(section: string, said: Located | undefined): SaidOfPattern[] {
  return [...mapOf(said)].map(([pattern, value]) => ({
    section,
    pattern,
    term: value.is === 'text' ? (value.text ?? '') : '',
    line: value.line,
  }));
}

function mapOf(said: Located | undefined): ReadonlyMap<string, Located> {
  return said?.is === 'map' ? said.entries : new Map();
}

function faultAt(line: number, piece: string, message: string): SourceFault {
  return { field: 'file', piece, line, isTaken: false, message: `file:${line}: ${message}` };
}

function triplesOf(file: SourceFile, hub: HubNamespaces): Triple[] {
  const s = boundIri(sourceIri(file.name, hub));
  const say = (p: string, o: BoundTerm): Triple => ({ s, p, o });
  return [
    say(RDF_TYPE, boundIri(`${hub.ontology}Source`)),
    say(`${SKOS}notation`, boundText(file.name)),
    say(`${DCTERMS}title`, boundText(file.title)),
    say(`${hub.ontology}sourceFile`, boundText(JSON.stringify(file))),
  ];
}
