import type { Lexicon, Template } from '../lexicon/lexicon.ts';
import { EMPTY_TEMPLATE, type SemanticBlock } from './semantic-block.ts';

/** Named in `dcterms:provenance`; the interface's version. */
const API_VERSION = '1.0.0';

/** What an assembled block says of its document, in DCMI Metadata Terms. */
export const ASSEMBLED_ANNOTATIONS = ['created', 'provenance', 'conformsTo'] as const;

/** Lists of keys in order of first appearance. */
export interface EmbedReport {
  readonly described: readonly string[];
  readonly undescribed: readonly string[];
  readonly notTerms: readonly string[];
  readonly termsWithoutSemantics: readonly string[];
  readonly undeclaredPrefixes: readonly string[];
}

/** A block that was assembled from the vocabulary, and what became of each key. */
export interface Assembly {
  readonly block: SemanticBlock;
  readonly report: EmbedReport;
}

/**
 * Assembles the `@semantic` object for the keys of a document, as `POST /api/semantic` embeds it (`docs/rest.md`).
 *
 * @param keys names of the document's keys in order of first appearance
 */
export function assembleBlock(keys: readonly string[], lexicon: Lexicon, base: string | null, now: Date): Assembly {
  const context = new Map<string, Template>();
  const nodes = new Map<string, Template>();
  const described: string[] = [];
  const undescribed: string[] = [];
  const notTerms: string[] = [];
  const termsWithoutSemantics: string[] = [];
  for (const key of keys) {
    const term = lexicon.terms.get(key);
    const template = term?.template ?? EMPTY_TEMPLATE;
    context.set(key, template);
    if (template.length > 0) described.push(key);
    else {
      undescribed.push(key);
      (term === undefined ? notTerms : termsWithoutSemantics).push(key);
    }
    introduceNodes(template, lexicon, nodes);
  }
  // A data key `?name` is always unmapped: the entry is the node's.
  for (const [name, template] of nodes) context.set(name, template);
  const values = {
    created: now.toISOString().slice(0, 10),
    provenance: `The @semantic block was assembled by the Vocabulary Hub API, version ${API_VERSION}.`,
    conformsTo: lexicon.versionIri,
  };
  const annotations = ASSEMBLED_ANNOTATIONS.map((name) => [`dcterms:${name}`, values[name]] as const);
  const { prefixes, undeclared } = citedPrefixes(new Set(context.values()), annotations, lexicon);
  return {
    block: { prefixes, base, context, annotations },
    report: { described, undescribed, notTerms, termsWithoutSemantics, undeclaredPrefixes: undeclared },
  };
}

/** Adds the nodes that a template introduces, and those that they introduce. */
function introduceNodes(template: Template, lexicon: Lexicon, nodes: Map<string, Template>): void {
  for (const [, objects] of template) {
    for (const object of objects) {
      if (!object.startsWith('?') || nodes.has(object)) continue;
      const node = lexicon.nodes.get(object.slice(1));
      if (node === undefined) continue;
      nodes.set(object, node);
      introduceNodes(node, lexicon, nodes);
    }
  }
}

function citedPrefixes(
  templates: ReadonlySet<Template>,
  annotations: SemanticBlock['annotations'],
  lexicon: Lexicon,
): { prefixes: Map<string, string>; undeclared: string[] } {
  const cited = new Set<string>(annotations.map(([property]) => prefixOf(property)));
  for (const template of templates) addPrefixes(template, cited);
  const prefixes = new Map<string, string>();
  const undeclared: string[] = [];
  for (const prefix of [...cited].sort()) {
    const namespace = lexicon.prefixes.get(prefix);
    if (namespace === undefined) undeclared.push(prefix);
    else prefixes.set(prefix, namespace);
  }
  return { prefixes, undeclared };
}

/** Adds the prefixes of the names in a template. */
function addPrefixes(template: Template, cited: Set<string>): void {
  for (const [predicate, objects] of template) {
    addPrefix(predicate, cited);
    for (const object of objects) addPrefix(object, cited);
  }
}

function addPrefix(name: string, cited: Set<string>): void {
  if (name !== 'a' && !/^[$@?]/.test(name)) cited.add(prefixOf(name));
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}
