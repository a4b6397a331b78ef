import { escapeTriplesText } from './escape.ts';
import { RDF_LANG_STRING, XSD_STRING } from './namespaces.ts';

/**
 * Text that may be sent to a store. Only the `sparql` tag and `unsafeRawSparql` make it, so a plain string is a type error
 * wherever a query is expected.
 */
export class Sparql {
  /** Private, so that `{ text }` is no `Sparql` for the compiler either. */
  readonly #text: string;

  constructor(key: typeof KEY, text: string) {
    if (key !== KEY) throw new TypeError('Sparql is made by the sparql tag or by unsafeRawSparql');
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

const KEY = Symbol('sparql');

// What the grammar's IRIREF excludes (SPARQL 1.1 §19.8), and all else that RFC 3987 has no place for in an absolute IRI.
// eslint-disable-next-line no-control-regex
const IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\u0000-\u0020<>"{}|^`\\\ud800-\udfff]*$/u;
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?$/;
const LANGUAGE = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/;

/**
 * An IRI as SPARQL text, `<…>`.
 *
 * @throws TypeError when it is relative or holds a character that could end it
 */
export function iri(value: string): Sparql {
  if (!IRI.test(value)) throw new TypeError(`Not an absolute IRI: ${JSON.stringify(value)}`);
  return new Sparql(KEY, `<${value}>`);
}

/** A blank node as SPARQL text, `_:…`. @throws TypeError when its label is none */
export function blankNode(label: string): Sparql {
  if (!LABEL.test(label)) throw new TypeError(`Not the label of a blank node: ${JSON.stringify(label)}`);
  return new Sparql(KEY, `_:${label}`);
}

/**
 * A literal as SPARQL text, quoted and escaped; a plain string when neither datatype nor language is given.
 *
 * @throws TypeError for a lone surrogate, a malformed language tag or a malformed datatype IRI
 */
export function literal(
  lexical: string,
  kind: { readonly datatype?: string; readonly language?: string } = {},
): Sparql {
  if (/\p{Surrogate}/u.test(lexical)) throw new TypeError('A literal may not hold a lone surrogate');
  const quoted = `"${escapeTriplesText(lexical)}"`;
  if (kind.language !== undefined) {
    if (!LANGUAGE.test(kind.language)) throw new TypeError(`Not a language tag: ${JSON.stringify(kind.language)}`);
    return new Sparql(KEY, `${quoted}@${kind.language}`);
  }
  const datatype = kind.datatype ?? XSD_STRING;
  if (datatype === RDF_LANG_STRING) throw new TypeError('A language-tagged literal needs its language');
  return new Sparql(KEY, datatype === XSD_STRING ? quoted : `${quoted}^^${iri(datatype).text}`);
}

/**
 * SPARQL text as it stands, unchecked: for text that the project itself ships (`store/*.rq`), never for anything that came
 * from outside.
 */
export function unsafeRawSparql(text: string): Sparql {
  return new Sparql(KEY, text);
}

/**
 * SPARQL from a template whose holes take terms and other SPARQL, never strings. A list is written with spaces between its
 * items, as `VALUES` wants it.
 *
 * @example
 * sparql`SELECT ?label WHERE { ${iri('https://hub.example/vocabulary/cop')} skos:prefLabel ?label }`
 *
 * @throws TypeError for any other value
 */
export function sparql(texts: TemplateStringsArray, ...values: ReadonlyArray<Sparql | readonly Sparql[]>): Sparql {
  let text = texts[0] ?? '';
  values.forEach((value, index) => {
    text += written(value) + (texts[index + 1] ?? '');
  });
  return new Sparql(KEY, text);
}

function written(value: Sparql | readonly Sparql[]): string {
  if (value instanceof Sparql) return value.text;
  if (Array.isArray(value)) return value.map(written).join(' ');
  throw new TypeError(`Only terms and SPARQL go into a query, not ${value === null ? 'null' : typeof value}`);
}
