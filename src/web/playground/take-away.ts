import type { RdfFormat } from '../../rdf/write/format.ts';
import type { ArtefactKind } from '../../artefacts/artefact.ts';
import { STANDARDS } from '../../artefacts/standards.ts';
import type { Analysis, DocumentKind } from './model.ts';

/** A call of the hub, or a command, that makes of a document what the playground made of it. */
export interface Sample {
  readonly name: 'curl' | 'JavaScript' | 'Python' | 'Command line';
  readonly text: string;
}

/** What the samples call the document, and what it is called when it is saved with its meaning. */
export const NAMES = { document: 'document.json', described: 'described.json' } as const;

/** The endpoint that makes the same RDF; null when the document has to be described first. */
export function endpointFor({ keys, hasBlock }: Pick<Analysis, 'keys' | 'hasBlock'>): string | null {
  if (hasBlock) return '/api/rdf';
  return keys.every(({ state }) => state === 'term') ? '/api/json-to-rdf' : null;
}

/**
 * Samples for a document in a file.
 *
 * @param endpoint as `endpointFor` tells it; without one the samples describe the document first
 * @param units in which values are wanted; null leaves them as they are
 * @param baseUrl address of the hub
 */
export function samplesFor(
  endpoint: string | null,
  { format, units }: { readonly format: RdfFormat; readonly units: string | null },
  baseUrl: string,
  name: string = NAMES.document,
): Sample[] {
  const query = queryOf({ ...(format === 'ttl' ? {} : { format }), ...(units === null ? {} : { units }) });
  const file = `document.${format}`;
  const post = (path: string, input: string): string =>
    `curl -H 'Content-Type: application/json' --data-binary @${input} '${baseUrl}${path}'`;
  const curl =
    endpoint === null
      ? `${post('/api/semantic', name)} -o described.json\n${post(`/api/rdf${query}`, 'described.json')} -o ${file}`
      : `${post(endpoint + query, name)} -o ${file}`;
  return [
    { name: 'curl', text: curl },
    { name: 'JavaScript', text: javaScript(endpoint, query, file, baseUrl, name) },
    { name: 'Python', text: python(endpoint, query, file, baseUrl, name) },
    { name: 'Command line', text: commandLine(endpoint, file, units, baseUrl, name) },
  ];
}

/** What the terms of a document are in another standard: an address, and commands. */
export interface ArtefactOffer {
  readonly fileName: string;
  /** The address that makes it of the names of the terms; null for more of them than it takes, and for none. */
  readonly path: string | null;
  /** Commands that make it of the document, with the forms of its values. */
  readonly samples: readonly Sample[];
}

/** More terms than this are asked for by a sample. */
const MAX_TERMS = 500;

/**
 * @param name of the file of the document
 * @param baseUrl address of the hub
 */
export function artefactFor(
  kind: ArtefactKind,
  { keys }: Pick<Analysis, 'keys'>,
  baseUrl: string,
  name: string = NAMES.document,
): ArtefactOffer {
  const { fileName } = STANDARDS[kind];
  const terms = keys.flatMap(({ key, state }) => (state === 'term' ? [key] : []));
  const path = `/api/artefacts/${kind}`;
  const query = new URLSearchParams(terms.map((key): [string, string] => ['parameter', key]));
  // Documents have other keys, too: those are not told, and allowed.
  if (terms.length < keys.length) query.set('lenient', 'true');
  const lenient = terms.length < keys.length ? '?lenient=true' : '';
  const post = `curl -H 'Content-Type: application/json' --data-binary @${name} '${baseUrl}${path}${lenient}' -o ${fileName}`;
  const command = `npx vocabulary-hub artefact ${kind} --sample ${name} --hub ${baseUrl}${lenient === '' ? '' : ' --lenient'} --output ${fileName}`;
  return {
    fileName,
    path: terms.length === 0 || terms.length > MAX_TERMS ? null : `${path}?${query.toString()}`,
    samples: [
      { name: 'curl', text: post },
      { name: 'Command line', text: command },
    ],
  };
}

/**
 * The command that converts each line or row as a document of its own; null for one document.
 *
 * @param baseUrl address of the hub
 */
export function commandForEach(
  kind: DocumentKind,
  { keys, marks }: Pick<Analysis, 'keys' | 'marks'>,
  { format, units }: { readonly format: RdfFormat; readonly units: string | null },
  baseUrl: string,
): string | null {
  if (kind === 'json') return null;
  const lenient = keys.every(({ state }) => state === 'term') ? '' : ' --lenient';
  const { delimiter, decimal } = marks ?? { delimiter: ',', decimal: '.' };
  const cells = delimiter === ',' ? '' : ` --delimiter '${delimiter === '\t' ? '\\t' : delimiter}'`;
  const numbers = decimal === '.' ? '' : ` --decimal ${decimal}`;
  return `npx vocabulary-hub convert records.${kind}${cells}${numbers} --hub ${baseUrl}${lenient}${unitsOf(units)} --output records.${format}`;
}

/** Empty without options. Nothing in it ends a text of any language. */
function queryOf(options: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(options).toString();
  return query === '' ? '' : `?${query}`;
}

function javaScript(endpoint: string | null, query: string, file: string, baseUrl: string, name: string): string {
  const steps =
    endpoint === null
      ? `const described = await post('/api/semantic', document);\nconst rdf = await post('/api/rdf${query}', described);`
      : `const rdf = await post('${endpoint}${query}', document);`;
  return `import { readFile, writeFile } from 'node:fs/promises';

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('${baseUrl}' + path, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

const document = await readFile('${name}');
${steps}
await writeFile('${file}', rdf);`;
}

function python(endpoint: string | null, query: string, file: string, baseUrl: string, name: string): string {
  const steps =
    endpoint === null
      ? `described = post("/api/semantic", document)\nrdf = post("/api/rdf${query}", described)`
      : `rdf = post("${endpoint}${query}", document)`;
  return `from pathlib import Path
from urllib.request import Request, urlopen

def post(path, body):
    headers = {"Content-Type": "application/json"}
    with urlopen(Request("${baseUrl}" + path, body, headers)) as answer:
        return answer.read()

document = Path("${name}").read_bytes()
${steps}
Path("${file}").write_bytes(rdf)`;
}

function commandLine(
  endpoint: string | null,
  file: string,
  units: string | null,
  baseUrl: string,
  name: string,
): string {
  const lenient = endpoint === null ? ' --lenient' : '';
  return `npx vocabulary-hub convert ${name} --hub ${baseUrl}${lenient}${unitsOf(units)} --output ${file}`;
}

/** The option of the command; empty where values stay as they are. */
function unitsOf(units: string | null): string {
  return units === null ? '' : ` --units '${units.replaceAll("'", `'\\''`)}'`;
}
