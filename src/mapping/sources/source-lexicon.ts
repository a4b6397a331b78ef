import type { Lexicon, LexiconTerm, Template } from '../lexicon/lexicon.ts';
import { perLexicon } from '../lexicon/per-lexicon.ts';
import { percentEncode } from '../../rdf/iri.ts';
import type { Meaning } from './meaning.ts';
import { NearestKeys } from './nearest-keys.ts';

/** Term and text of what values are about in each document of a source. */
export type Constants = ReadonlyArray<readonly [term: string, text: string]>;

interface AroundDocument {
  readonly base: string;
  readonly constants: Constants;
}

/**
 * The lexicon by which the block of a source's document is assembled: each of its keys has the template of its term, as the template of the
 * key itself. Nodes that one term alone introduces are the key's own, so that two keys of one term keep two values; those that terms share
 * stay shared. What a template cites by the name of a term is the key of that term that is nearest; without one, the entity that is the
 * same in each document of the source, or else that row is left out.
 *
 * @param keys of the document
 * @param meanings what the source says of keys; a key of which it says nothing is a term by its own name or none
 * @param around the namespace of entities, and those that are the same in each document
 */
export function lexiconOfSource(
  lexicon: Lexicon,
  keys: readonly string[],
  meanings: ReadonlyMap<string, Meaning | null>,
  around: AroundDocument,
): Lexicon {
  const templates = new SourceTemplates(lexicon, keys, meanings, around);
  for (const key of keys) templates.add(key);
  return { ...lexicon, terms: templates.terms, nodes: templates.nodes, prefixes: templates.prefixes };
}

class SourceTemplates {
  readonly terms = new Map<string, LexiconTerm>();
  readonly nodes = new Map<string, Template>();
  readonly prefixes: Map<string, string>;
  readonly #lexicon: Lexicon;
  readonly #meanings: ReadonlyMap<string, Meaning | null>;
  readonly #around: AroundDocument;
  readonly #uses: ReadonlyMap<string, number>;
  readonly #nearest = new Map<string, NearestKeys>();
  /** By the name of a term, the document's keys that have its meaning. */
  readonly #keysOfTerm = new Map<string, string[]>();

  constructor(
    lexicon: Lexicon,
    keys: readonly string[],
    meanings: ReadonlyMap<string, Meaning | null>,
    around: AroundDocument,
  ) {
    this.#lexicon = lexicon;
    this.#meanings = meanings;
    this.#around = around;
    this.prefixes = new Map(lexicon.prefixes);
    this.#uses = usesOfNodes(lexicon);
    for (const key of keys) {
      const term = this.#termOf(key);
      if (term === null) continue;
      const known = this.#keysOfTerm.get(term);
      if (known === undefined) this.#keysOfTerm.set(term, [key]);
      else known.push(key);
    }
  }

  add(key: string): void {
    const name = this.#termOf(key);
    const term = name === null ? undefined : this.#lexicon.terms.get(name);
    if (term === undefined) return;
    this.terms.set(key, { ...term, template: this.#rewrite(term.template, key, name!) });
  }

  /** The name of the key's term; null when it has none. */
  #termOf(key: string): string | null {
    const meaning = this.#meanings.get(key);
    if (meaning === undefined) return this.#lexicon.terms.has(key) ? key : null;
    return meaning?.term ?? null;
  }

  #rewrite(template: Template, key: string, term: string): Template {
    return template.flatMap(([predicate, objects]) => {
      const rewritten = objects.flatMap((object) => this.#rewriteObject(object, key, term) ?? []);
      return rewritten.length === 0 ? [] : [[predicate, rewritten] as const];
    });
  }

  #rewriteObject(object: string, key: string, term: string): string | null {
    const name = object.slice(1);
    switch (object[0]) {
      case '?':
        return this.#rewriteNode(name, key, term);
      case '@':
        return name === term
          ? `@${key}`
          : (this.#namedEntity(name, key) ?? this.#cite('@', name, key) ?? this.#constant(name));
      case '$':
        return name === term ? `$${key}` : this.#cite('$', name, key);
      default:
        return object;
    }
  }

  #rewriteNode(name: string, key: string, term: string): string {
    const template = this.#lexicon.nodes.get(name);
    const isOwn = key !== term && this.#uses.get(name) === 1;
    const own = isOwn ? `${key}/${name}` : name;
    if (template !== undefined && !this.nodes.has(own)) {
      // A node may lead back to itself.
      this.nodes.set(own, template);
      this.nodes.set(own, this.#rewrite(template, key, term));
    }
    return `?${own}`;
  }

  #cite(sign: '@' | '$', term: string, from: string): string | null {
    const keys = this.#keysOfTerm.get(term);
    if (keys === undefined) return null;
    let nearest = this.#nearest.get(term);
    if (nearest === undefined) {
      const paths = keys.map((key) => ({ key, path: this.#meanings.get(key)?.path ?? null }));
      this.#nearest.set(term, (nearest = new NearestKeys(paths)));
    }
    const key = nearest.to(this.#meanings.get(from)?.path ?? null);
    return key === null ? null : sign + key;
  }

  /** The entity that the path of the key names: `Inverters.{inverter_id}.P`. */
  #namedEntity(term: string, key: string): string | null {
    return this.#entity(term, this.#meanings.get(key)?.named.find(([name]) => name === term)?.[1]);
  }

  #constant(term: string): string | null {
    return this.#entity(term, this.#around.constants.find(([name]) => name === term)?.[1]);
  }

  #entity(term: string, text: string | undefined): string | null {
    if (text === undefined) return null;
    this.prefixes.set(term, `${this.#around.base}${percentEncode(term)}/`);
    return `${term}:${percentEncode(text)}`;
  }
}

/** By node, how many terms introduce it. */
const usesOfNodes = perLexicon((lexicon): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { template } of lexicon.terms.values()) {
    const own = new Set<string>();
    collectNodes(template, lexicon, own);
    for (const node of own) counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  return counts;
});

function collectNodes(template: Template, lexicon: Lexicon, into: Set<string>): void {
  for (const [, objects] of template)
    for (const object of objects) {
      if (object[0] !== '?' || into.has(object.slice(1))) continue;
      into.add(object.slice(1));
      collectNodes(lexicon.nodes.get(object.slice(1)) ?? [], lexicon, into);
    }
}
