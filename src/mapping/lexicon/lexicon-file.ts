import { HubError } from '../../errors.ts';
import { withoutEndSlashes } from '../../end-slashes.ts';
import { isWebIri } from '../../rdf/iri.ts';
import type { Lexicon, LexiconTerm, LexiconUnit, Template, TermRange } from './lexicon.ts';

/** The hub's default address (`HUB_BASE_URL`). */
export const DEFAULT_BASE_URL = 'http://localhost:4000';

/** The layout of the file; a file of another one is refused. */
export const FILE_FORMAT = 1;

/**
 * The vocabulary as the package ships it, `vocabulary-hub/vocabulary.json`: what the mapping needs, and what people read of a
 * term. IRIs of the hub itself begin with `/` and get its address when the file is read. Pairs and lists, not objects, so that
 * a name such as `__proto__` stays one.
 */
export interface LexiconFile {
  readonly format: typeof FILE_FORMAT;
  /** Hash of the vocabulary's content, hex. */
  readonly version: string;
  readonly prefixes: ReadonlyArray<readonly [prefix: string, namespace: string]>;
  readonly terms: readonly FileTerm[];
  /** By the node's name without its `?`. */
  readonly nodes: ReadonlyArray<readonly [name: string, template: Template]>;
  /** The units of terms. Missing in files of before there were any. */
  readonly units?: readonly LexiconUnit[];
}

/** A term of the file. */
export interface FileTerm {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly category: string;
  /** A prefixed name. */
  readonly datatype: string;
  /** Its IRI; null for what has none. */
  readonly unit: string | null;
  /** Names that people and data sets have for it: labels of other languages, other labels. */
  readonly alternatives: readonly string[];
  readonly template: Template;
  /** Of a deprecated term: the name of the term that takes its place, null when none does. Missing of all others. */
  readonly replacedBy?: string | null;
  /** Of a term that states one. Missing of all others. */
  readonly range?: TermRange;
  /** Of a term whose values are differences of temperatures. Missing of all others. */
  readonly isDifference?: true;
}

export interface ReadLexiconOptions {
  /** The address that the vocabulary's IRIs begin with. Default `http://localhost:4000`, as the hub's. */
  readonly baseUrl?: string | undefined;
}

/**
 * The lexicon that a vocabulary file holds, for a hub at `baseUrl`.
 *
 * @example
 * ```ts
 * import { readLexicon } from 'vocabulary-hub/mapping';
 * import file from 'vocabulary-hub/vocabulary.json' with { type: 'json' };
 *
 * const vocabulary = readLexicon(file, { baseUrl: 'https://hub.example' });
 * console.log(vocabulary.terms.get('active_power-kW')?.datatype);
 * ```
 *
 * @param file the parsed JSON of `vocabulary-hub/vocabulary.json`
 * @throws HubError `invalid-option` when `baseUrl` is no http(s) address, or the file is none of this layout
 */
export function readLexicon(file: unknown, options: ReadLexiconOptions = {}): Lexicon {
  const root = readBaseUrl(options.baseUrl ?? DEFAULT_BASE_URL);
  const { version, prefixes, terms, nodes, units } = checkLexiconFile(file);
  const absolute = (iri: string): string => (iri.startsWith('/') ? root + iri : iri);
  const namespaces = new Map(prefixes.map(([prefix, namespace]) => [prefix, absolute(namespace)]));
  return {
    versionIri: `${root}/vocabulary/v/${version}/`,
    vocabularyIri: `${root}/vocabulary/`,
    idIri: `${root}/id/`,
    terms: new Map(
      terms.map(({ name, datatype, template, replacedBy, range, unit, isDifference }): [string, LexiconTerm] => [
        name,
        {
          datatype: expandName(datatype, namespaces),
          template,
          ...(replacedBy === undefined ? {} : { replacedBy }),
          ...(range === undefined ? {} : { range }),
          ...(unit === null ? {} : { unit: absolute(unit) }),
          ...(isDifference === undefined ? {} : { isDifference }),
        },
      ]),
    ),
    nodes: new Map(nodes),
    prefixes: namespaces,
    ...(units === undefined ? {} : { units: units.map((unit) => ({ ...unit, iri: absolute(unit.iri) })) }),
  };
}

/**
 * The file itself, when it is one.
 *
 * @throws HubError `invalid-option`
 */
export function checkLexiconFile(file: unknown): LexiconFile {
  const { format, version, prefixes, terms, nodes } = (file ?? {}) as Partial<Record<keyof LexiconFile, unknown>>;
  const isFile =
    format === FILE_FORMAT &&
    typeof version === 'string' &&
    [prefixes, terms, nodes].every((list) => Array.isArray(list));
  if (isFile) return file as LexiconFile;
  throw new HubError(
    'invalid-option',
    `The vocabulary is no vocabulary file of format ${FILE_FORMAT}: take the one of this package, vocabulary-hub/vocabulary.json.`,
  );
}

/**
 * The IRI of a prefixed name.
 *
 * @throws HubError `invalid-option` when its prefix is not among the namespaces
 */
export function expandName(name: string, namespaces: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  const namespace = namespaces.get(name.slice(0, Math.max(0, colon)));
  if (namespace !== undefined) return namespace + name.slice(colon + 1);
  throw new HubError('invalid-option', `The vocabulary cannot be used: ${name} has no registered prefix.`);
}

/** An address without slashes at its end. */
function readBaseUrl(baseUrl: string): string {
  if (isWebIri(baseUrl) && /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/i.test(baseUrl)) return withoutEndSlashes(baseUrl);
  throw new HubError(
    'invalid-option',
    `The base URL has to be an absolute http(s) address without user, query and fragment; it is ${JSON.stringify(baseUrl.slice(0, 200))}.`,
  );
}
