import type { RdfFormat } from '../../rdf/write/format.ts';
import type { Analysis } from './model.ts';

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
  const inUnits = units === null ? '' : ` --units '${units.replaceAll("'", `'\\''`)}'`;
  return `npx vocabulary-hub convert ${name} --hub ${baseUrl}${lenient}${inUnits} --output ${file}`;
}
