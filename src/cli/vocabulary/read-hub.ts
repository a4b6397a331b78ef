import { withoutEndSlashes } from '../../end-slashes.ts';
import { findUrl } from '../../find-url.ts';
import type { Lexicon, LexiconTerm, Template, TermRange } from '../../mapping/lexicon/lexicon.ts';
import { expandName, readLexicon } from '../../mapping/lexicon/lexicon-file.ts';
import type { SearchableTerm } from '../../vocabulary/search/search.ts';
import { asTemplate } from '../../vocabulary/registry/templates.ts';
import { CommandError, EXIT } from '../shared/exit-codes.ts';
import { ask, askLink, noHub } from './ask-hub.ts';
import { TERMS_QUERY } from './terms-query.ts';
import { groupBy } from '../../group-by.ts';

/** Terms in one request of `GET /api/semantics` (`docs/rest.md`). */
const TERMS_PER_REQUEST = 500;

const VERSION_IRI = 'http://www.w3.org/2002/07/owl#versionIRI';

/** A hub's vocabulary, read through its public interface. */
export interface HubVocabulary {
  readonly lexicon: Lexicon;
  readonly terms: readonly SearchableTerm[];
}

interface Parameter {
  readonly parameter: string;
  readonly description: string;
  readonly datatype: string;
}

interface SemanticsRow {
  readonly parameter: string;
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

/**
 * Reads the vocabulary of a hub, whole, in one version.
 *
 * @param url the hub's address
 * @throws CommandError when the hub does not answer as a hub does
 */
export async function readHub(url: string): Promise<HubVocabulary> {
  const root = rootOf(url);
  for (let tries = 0; tries < 3; tries++) {
    const versionIri = await readVersion(root);
    const vocabulary = await readVersionOf(root, versionIri);
    // What was read in pieces may stem from two versions.
    if ((await readVersion(root)) === versionIri) return vocabulary;
  }
  throw new CommandError(EXIT.unavailable, `The vocabulary of ${root} changes while it is read. Try again.`);
}

/** IRI of the version of the vocabulary that a hub has now. @throws CommandError when the hub does not answer as a hub does */
export function readHubVersion(url: string): Promise<string> {
  return readVersion(rootOf(url));
}

/** Where a hub is, and the address that its IRIs begin with. @throws CommandError when the hub does not answer as a hub does */
export async function readHubAddress(url: string): Promise<{ readonly root: string; readonly baseUrl: string }> {
  const root = rootOf(url);
  const vocabularyIri = prefixesOf(root, await ask(root, '/api/ontologies?whole=true')).get('vocab')!;
  return { root, baseUrl: withoutEndSlashes(vocabularyIri.replace(/vocabulary\/$/, '')) };
}

/** @throws CommandError for what is no address */
function rootOf(url: string): string {
  const root = withoutEndSlashes(url);
  const parts = findUrl(root);
  // The password would stand in every message.
  if (parts !== null && (parts.username !== '' || parts.password !== ''))
    throw new CommandError(EXIT.usage, '--hub must not hold a name or a password.');
  if (/^https?:\/\/[^/]/.test(root) && parts !== null) return root;
  throw new CommandError(EXIT.usage, `--hub has to be an http(s) address; it is ${JSON.stringify(url)}.`);
}

/** The namespaces of a hub's prefixes, `vocab` among them. @throws CommandError when it lists none */
function prefixesOf(root: string, ontologies: unknown): Map<string, string> {
  if (!Array.isArray(ontologies)) throw noHub(root, 'its lists are no lists');
  const listed = ontologies as Array<{ prefix: string; ontology: string }>;
  const prefixes = new Map(listed.map(({ prefix, ontology }) => [prefix, ontology]));
  if (!prefixes.has('vocab')) throw noHub(root, 'it has no prefix vocab');
  return prefixes;
}

async function readVersionOf(root: string, versionIri: string): Promise<HubVocabulary> {
  const [parameters, ontologies] = await Promise.all([
    ask(root, '/api/parameters?whole=true').then((answer) => (answer as { data?: Parameter[] } | null)?.data),
    ask(root, '/api/ontologies?whole=true'),
  ]);
  if (!Array.isArray(parameters)) throw noHub(root, 'its lists are no lists');
  const prefixes = prefixesOf(root, ontologies);
  const vocabularyIri = prefixes.get('vocab')!;
  const { templates, nodes } = await readTemplates(root, parameters);
  const [facts, measuring] = await Promise.all([readFacts(root), readMeasuring(root, vocabularyIri)]);
  const lexicon: Lexicon = {
    versionIri,
    vocabularyIri,
    prefixes,
    nodes,
    idIri: vocabularyIri.replace(/vocabulary\/$/, 'id/'),
    terms: new Map(
      parameters.map(({ parameter, datatype }): [string, LexiconTerm] => [
        parameter,
        {
          datatype: readDatatype(root, datatype, prefixes),
          template: templates.get(parameter) ?? [],
          ...facts.get(parameter),
          ...unitOf(measuring?.terms.get(parameter)),
        },
      ]),
    ),
    ...(measuring?.units === undefined ? {} : { units: measuring.units }),
  };
  const terms = parameters.map(({ parameter, description, datatype }) => ({ name: parameter, description, datatype }));
  return { lexicon, terms };
}

interface TermNode {
  readonly name: string;
  readonly deprecated: boolean;
  readonly replacedBy: ReadonlyArray<{ readonly name: string }>;
  readonly range: TermRange | null;
}

interface TermPage {
  readonly nodes: readonly TermNode[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** By term, what the mapping needs besides its datatype and its template: the REST listings do not have it. */
async function readFacts(root: string): Promise<Map<string, Pick<LexiconTerm, 'replacedBy' | 'range'>>> {
  const facts = new Map<string, Pick<LexiconTerm, 'replacedBy' | 'range'>>();
  for (let after: string | null = null, isMore = true; isMore;) {
    const body = JSON.stringify({ query: TERMS_QUERY, variables: { after } });
    const answer = (await ask(root, '/graphql', body)) as { readonly data?: { readonly terms?: TermPage } } | null;
    const terms = answer?.data?.terms;
    if (terms === undefined) throw noHub(root, 'it does not tell which terms are deprecated, and which have a range');
    for (const { name, deprecated, replacedBy, range } of terms.nodes)
      facts.set(name, {
        ...(deprecated ? { replacedBy: replacedBy[0]?.name ?? null } : {}),
        ...(range === null ? {} : { range }),
      });
    after = terms.pageInfo.endCursor;
    isMore = terms.pageInfo.hasNextPage;
  }
  return facts;
}

/** The lexicon of the hub, for its units and those of its terms; null of a hub that has no such address. */
async function readMeasuring(root: string, vocabularyIri: string): Promise<Lexicon | null> {
  const baseUrl = withoutEndSlashes(vocabularyIri.replace(/vocabulary\/$/, ''));
  try {
    return readLexicon(await ask(root, '/api/lexicon?texts=labels'), { baseUrl });
  } catch {
    return null;
  }
}

function unitOf(term: LexiconTerm | undefined): Pick<LexiconTerm, 'unit' | 'isDifference'> {
  return {
    ...(term?.unit === undefined ? {} : { unit: term.unit }),
    ...(term?.isDifference === undefined ? {} : { isDifference: term.isDifference }),
  };
}

function readDatatype(root: string, name: string, prefixes: ReadonlyMap<string, string>): string {
  try {
    return expandName(name, prefixes);
  } catch {
    throw noHub(root, `it has no prefix for the datatype ${name}`);
  }
}

async function readTemplates(
  root: string,
  parameters: readonly Parameter[],
): Promise<{ templates: Map<string, Template>; nodes: Map<string, Template> }> {
  const templates = new Map<string, Template>();
  const nodes = new Map<string, Template>();
  for (let from = 0; from < parameters.length; from += TERMS_PER_REQUEST) {
    const names = parameters.slice(from, from + TERMS_PER_REQUEST).map(({ parameter }) => parameter);
    const query = new URLSearchParams(names.map((name): [string, string] => ['parameter', name]));
    const rows = (await ask(root, `/api/semantics?${query.toString()}`)) as SemanticsRow[];
    if (!Array.isArray(rows)) throw noHub(root, 'its template rows are no list');
    for (const [parameter, ofTerm] of groupBy(rows, (row) => row.parameter)) {
      for (const [subject, ofSubject] of groupBy(ofTerm, (row) => row.subject)) {
        if (subject.startsWith('?')) nodes.set(subject.slice(1), asTemplate(ofSubject));
        else if (subject === parameter) templates.set(parameter, asTemplate(ofSubject));
      }
    }
  }
  return { templates, nodes };
}

/** The IRI of the version that the hub has now, which every read names: it costs the client no document. */
async function readVersion(root: string): Promise<string> {
  const version = await askLink(root, '/api/categories', VERSION_IRI);
  if (version === null) throw noHub(root, 'it names no version of a vocabulary');
  return version;
}
