/** The `@semantic` block, checked whole and written out in full IRIs: `mapping.md §1, §2, §4, §7`. */
import { toUSVString } from 'node:util';
import type { Lexicon } from '../../src/mapping/lexicon/lexicon.ts';
import { iriOf, literalOf } from './graph.ts';
import type { JsonRecord, JsonTree } from './json-tree.ts';
import { isAbsoluteIri, isHttpIri, isLocalPart } from './reference-iris.ts';
import { annotationByReference } from './reference-literals.ts';

const RDF_TYPE = iriOf('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const TIME = 'http://www.w3.org/2006/time#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const DCTERMS = 'http://purl.org/dc/terms/';

export type ObjectToken =
  | { readonly kind: 'iri'; readonly iri: string }
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'value' | 'entity'; readonly key: string };

export interface TemplateRow {
  readonly predicate: string;
  readonly objects: readonly ObjectToken[];
}

export interface Block {
  readonly base: string | null;
  readonly templates: ReadonlyMap<string, readonly TemplateRow[]>;
  /** By name without `?`. */
  readonly nodes: ReadonlyMap<string, readonly TemplateRow[]>;
  readonly timeKeys: ReadonlySet<string>;
  readonly entityKeys: ReadonlySet<string>;
  /** Datatypes that the three time properties give to keys. */
  readonly timeDatatypes: ReadonlyMap<string, string>;
  /** Predicate and object of the triples of the root. */
  readonly annotations: readonly (readonly [string, string])[];
  templateOf(key: string): readonly TemplateRow[];
}

export function compileBlock(semantic: JsonRecord, lexicon: Lexicon, refuse: (problem: string) => never): Block {
  const part = (name: string): ReadonlyMap<string, JsonTree> => {
    const value = semantic.members.get(name);
    if (value === undefined) return new Map();
    return value.kind === 'record' ? value.members : refuse(`${name} is no object`);
  };

  const prefixes = new Map(lexicon.prefixes);
  let base: string | null = null;
  for (const [prefix, namespace] of part('@prefix')) {
    if (namespace.kind !== 'string' || !isAbsoluteIri(namespace.text)) refuse(`namespace of ${prefix}`);
    else if (prefix === '@base') base = namespace.text;
    else prefixes.set(prefix, namespace.text);
  }
  const expand = (name: string): string => {
    const colon = name.indexOf(':');
    const namespace = colon < 0 ? undefined : prefixes.get(name.slice(0, colon));
    if (namespace === undefined) return refuse(`prefix of ${name}`);
    return isLocalPart(name.slice(colon + 1)) && isAbsoluteIri(namespace + name.slice(colon + 1))
      ? iriOf(namespace + name.slice(colon + 1))
      : refuse(`local part of ${name}`);
  };
  const readToken = (token: string): ObjectToken => {
    if (token.startsWith('$')) return { kind: 'value', key: token.slice(1) };
    if (token.startsWith('@')) return { kind: 'entity', key: token.slice(1) };
    if (token.startsWith('?')) return { kind: 'node', name: token.slice(1) };
    return { kind: 'iri', iri: expand(token) };
  };

  const templates = new Map<string, TemplateRow[]>();
  for (const [key, template] of part('@context')) {
    if (template.kind !== 'record') return refuse(`template of ${key}`);
    const rows = [...template.members].map(([predicate, objects]): TemplateRow => {
      const tokens = objects.kind === 'array' ? objects.items : [objects];
      return {
        predicate: predicate === 'a' ? RDF_TYPE : expand(predicate),
        objects: tokens.map((token) =>
          token.kind === 'string' ? readToken(token.text) : refuse(`object of ${predicate}`),
        ),
      };
    });
    templates.set(key, rows);
  }

  const timeProperties = new Map([
    [iriOf(`${TIME}inXSDDateTimeStamp`), `${XSD}dateTimeStamp`],
    [iriOf(`${TIME}inXSDDateTime`), `${XSD}dateTime`],
    [iriOf(`${TIME}inXSDDate`), `${XSD}date`],
  ]);
  const timeKeys = new Set<string>();
  const entityKeys = new Set<string>();
  const timeDatatypes = new Map<string, string>();
  for (const [key, rows] of templates) {
    for (const { predicate, objects } of rows) {
      for (const token of objects) {
        const datatype = timeProperties.get(predicate);
        if (token.kind === 'entity') entityKeys.add(token.key);
        if (token.kind === 'value' && datatype !== undefined && !timeDatatypes.has(token.key))
          timeDatatypes.set(token.key, datatype);
        const saysInstant = predicate === RDF_TYPE && token.kind === 'iri' && token.iri === iriOf(`${TIME}Instant`);
        const saysStamp = datatype !== undefined && token.kind === 'value' && token.key === key;
        if ((saysInstant || saysStamp) && !key.startsWith('?')) timeKeys.add(key);
      }
    }
  }

  const annotations: [string, string][] = [];
  for (const [name, value] of part('@annotations')) {
    const predicate = expand(name);
    if (value.kind !== 'string') return refuse(`annotation ${name}`);
    const isDate = ['created', 'issued', 'modified', 'date'].some((local) => predicate === iriOf(DCTERMS + local));
    const literal = annotationByReference(toUSVString(value.text), isDate);
    annotations.push([
      predicate,
      isHttpIri(value.text) ? iriOf(value.text) : literalOf(literal.lexicalForm, literal.datatype),
    ]);
  }
  if (annotations.length > 0) annotations.unshift([RDF_TYPE, iriOf('http://www.w3.org/ns/dcat#Dataset')]);

  return {
    base,
    templates,
    nodes: new Map([...templates].filter(([key]) => key.startsWith('?')).map(([key, rows]) => [key.slice(1), rows])),
    timeKeys,
    entityKeys,
    timeDatatypes,
    annotations,
    templateOf: (key) => (key.startsWith('?') ? [] : (templates.get(key) ?? [])),
  };
}
