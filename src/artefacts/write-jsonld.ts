import type { ResolvedKey } from '../mapping/templates/resolved-templates.ts';
import { PrefixedNames } from '../rdf/prefixed-names.ts';
import { DCAT_DATASET, RDF_TYPE, XSD_STRING } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { Written } from './artefact.ts';
import { headerOf } from './header.ts';

const NOTES = [
  'The frame makes a tree of the graph that the hub made. No context makes that graph of the original document: a context gives values datatypes, and no nodes.',
  'Readers keep the digits if they keep typed texts; some write 812.40 as 8.124E2. jsonld.js 9 drops empty texts when it frames.',
];

/** A name that JSON-LD takes for what it stands for, and for nothing else. jsonld.js reads no context with the names that are left out. */
const PLAIN_TERM = /^(?!hasOwnProperty$|__proto__$)[A-Za-z_][A-Za-z0-9_-]*$/;

/** A frame of JSON-LD 1.1, with the context, that makes a tree of a graph of the hub. */
export function writeJsonLd(model: ArtefactModel): Written {
  return {
    levels: model.keys.map(({ name }) => ({ key: name, level: 'same', missing: [] })),
    notes: NOTES,
    write: (report) =>
      `${JSON.stringify(
        {
          '@context': contextOf(model),
          '@type': DCAT_DATASET,
          '@embed': '@once',
          [reportTermOf(model)]: headerOf(report),
        },
        null,
        2,
      )}\n`,
  };
}

/** A name that the context maps to nothing, so that what it has is no part of the frame. */
function reportTermOf({ templates }: ArtefactModel): string {
  let name = 'x-hub';
  while (templates.keys.has(name)) name += '-';
  return name;
}

function contextOf(model: ArtefactModel): object {
  const { keys, templates } = model;
  const terms = keys.filter(({ name }) => PLAIN_TERM.test(name));
  const names = new Set(terms.map(({ name }) => name));
  const used = usedNamespaces(keys);
  const prefixes = Array.from(templates.prefixes).filter(
    ([prefix, namespace]) => !names.has(prefix) && PLAIN_TERM.test(prefix) && used(namespace),
  );
  const prefixed = new PrefixedNames(prefixes.map(([prefix, namespace]) => ({ prefix, namespace })));
  const shorten = (iri: string): string => prefixed.find(iri) ?? iri;
  return Object.fromEntries<unknown>([
    ['@version', 1.1],
    [reportTermOf(model), null],
    ...prefixes.map(([prefix, namespace]) => [prefix, { '@id': namespace, '@prefix': true }] as const),
    ...terms.map((key) => [key.name, termOf(key, shorten)] as const),
  ]);
}

/** The definition of a key, with the datatypes of the literals below it: another key may use the same properties otherwise. */
function termOf({ predicate, form, datatype, rows }: ResolvedKey, shorten: (iri: string) => string): object {
  const types = new Map<string, Set<string>>();
  for (const { predicate: property, object } of rows) {
    if (property === RDF_TYPE) continue;
    const type = object.kind === 'value' ? object.datatype : '@id';
    types.set(property, (types.get(property) ?? new Set()).add(type ?? '@none'));
  }
  const scoped = Array.from(types).flatMap(([property, set]) => {
    const [type] = set;
    return set.size > 1 || type === '@none' || type === XSD_STRING
      ? []
      : [[shorten(property), { '@id': property, '@type': type }] as const];
  });
  return {
    '@id': predicate,
    ...typeOf(form === 'literal' ? datatype : '@id'),
    ...(scoped.length === 0 ? {} : { '@context': Object.fromEntries(scoped) }),
  };
}

/** A text without a datatype is one of `xsd:string`, and is written without. */
function typeOf(type: string | null): object {
  return type === null || type === XSD_STRING ? {} : { '@type': type };
}

function usedNamespaces(keys: readonly ResolvedKey[]): (namespace: string) => boolean {
  const iris = new Set([
    DCAT_DATASET,
    ...keys.flatMap(({ predicate, datatype, rows }) => [
      predicate,
      ...(datatype === null ? [] : [datatype]),
      ...rows.flatMap((row) => [row.predicate, ...(row.object.kind === 'constant' ? [row.object.iri] : [])]),
    ]),
  ]);
  return (namespace) => [...iris].some((iri) => iri.startsWith(namespace));
}
