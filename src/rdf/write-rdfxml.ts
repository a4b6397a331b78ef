import { HubError } from '../errors.ts';
import { RDF } from './namespaces.ts';
import type { BoundTerm } from './rows.ts';
import type { Triple } from './triple.ts';

const NAME_CHARACTER = /[A-Za-z0-9_.-]/;
const NAME_START = /[A-Za-z_]/;

/**
 * The triples as RDF/XML 1.1, a description per subject.
 *
 * @throws HubError `unnameable-predicate` for a predicate that does not end in an XML name
 */
export function writeRdfXml(triples: readonly Triple[], prefixes: ReadonlyMap<string, string>): string {
  const names = new QualifiedNames(prefixes);
  const parts: string[] = [];
  let open: string | null = null;
  for (const { s, p, o } of triples) {
    const subject = `${s.type === 'bnode' ? 'rdf:nodeID' : 'rdf:about'}="${escapeAttribute(s.value)}"`;
    if (subject !== open) {
      if (open !== null) parts.push('  </rdf:Description>\n');
      parts.push(`  <rdf:Description ${subject}>\n`);
      open = subject;
    }
    parts.push(`    ${property(names.of(p), o)}\n`);
  }
  if (open !== null) parts.push('  </rdf:Description>\n');
  const declarations = names.declarations().map(([prefix, iri]) => `\n  xmlns:${prefix}="${escapeAttribute(iri)}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n${parts.join('')}</rdf:RDF>\n`;
}

function property(name: string, object: BoundTerm): string {
  if (object.type === 'uri') return `<${name} rdf:resource="${escapeAttribute(object.value)}"/>`;
  if (object.type === 'bnode') return `<${name} rdf:nodeID="${escapeAttribute(object.value)}"/>`;
  const language = object['xml:lang'];
  const kind =
    language !== undefined
      ? ` xml:lang="${language}"`
      : object.datatype === undefined
        ? ''
        : ` rdf:datatype="${escapeAttribute(object.datatype)}"`;
  return `<${name}${kind}>${escapeText(object.value)}</${name}>`;
}

/** Names of properties, and the prefixes that they came to need. */
class QualifiedNames {
  readonly #prefixOf = new Map<string, string>();
  readonly #used = new Map([['rdf', RDF]]);
  readonly #known = new Map<string, string>();
  #made = 0;

  constructor(prefixes: ReadonlyMap<string, string>) {
    for (const [prefix, namespace] of prefixes) this.#prefixOf.set(namespace, prefix);
    this.#prefixOf.set(RDF, 'rdf');
  }

  of(iri: string): string {
    let name = this.#known.get(iri);
    if (name === undefined) this.#known.set(iri, (name = this.#make(iri)));
    return name;
  }

  declarations(): [prefix: string, namespace: string][] {
    return [...this.#used].toSorted();
  }

  #make(iri: string): string {
    const local = localNameOf(iri);
    if (local === '' || local.length === iri.length)
      throw new HubError('unnameable-predicate', `RDF/XML cannot name the predicate ${iri}.`, { piece: iri });
    const namespace = iri.slice(0, -local.length);
    let prefix = this.#prefixOf.get(namespace);
    if (prefix === undefined) {
      while ([...this.#prefixOf.values()].includes((prefix = `ns${++this.#made}`)));
      this.#prefixOf.set(namespace, prefix);
    }
    this.#used.set(prefix, namespace);
    return `${prefix}:${local}`;
  }
}

/** The end of an IRI that is a name without colon (Namespaces in XML §3), of the letters that namespaces really use. */
function localNameOf(iri: string): string {
  let at = iri.length;
  while (at > 0 && NAME_CHARACTER.test(iri[at - 1]!)) at--;
  while (at < iri.length && !NAME_START.test(iri[at]!)) at++;
  return iri.slice(at);
}

/** What has to be written otherwise; most texts have nothing of it. */
const SPECIAL = /[&<>"\u0000-\u001f\ufffe\uffff]/;

function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}

function escapeAttribute(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
