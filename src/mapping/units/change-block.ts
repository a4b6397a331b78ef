import type { Lexicon, Template } from '../lexicon/lexicon.ts';
import type { SemanticBlock } from '../semantic/semantic-block.ts';
import { citedByOthers, type NodeOf } from './cited-keys.ts';
import { haveSameForm } from './same-form.ts';
import type { Kept } from './unit-targets.ts';

/** The block of a document, by what it says of terms. */
export class DescribedTerms {
  readonly #block: SemanticBlock;
  readonly #lexicon: Lexicon;
  readonly #cited: ReadonlySet<string>;
  readonly #hasOtherPrefixes: boolean;

  constructor(block: SemanticBlock, lexicon: Lexicon) {
    this.#block = block;
    this.#lexicon = lexicon;
    const { context } = block;
    const ofKeys = [...context].filter(([key]) => !key.startsWith('?'));
    this.#cited = citedByOthers(ofKeys, (node) => context.get(`?${node}`));
    this.#hasOtherPrefixes = [...block.prefixes].some(
      ([prefix, namespace]) => (lexicon.prefixes.get(prefix) ?? namespace) !== namespace,
    );
  }

  /** Why values of a term stay as they are; null when the block says of it, and of the one that it would be, what the vocabulary says. */
  whyNot(term: string, target: string): Kept | null {
    const { context } = this.#block;
    const { terms, nodes } = this.#lexicon;
    const ofLexicon: NodeOf = (node) => nodes.get(node);
    const isLike = (name: string, template: Template, nodeOf: NodeOf): boolean => {
      const known = { name, template: terms.get(name)!.template, nodeOf: ofLexicon };
      return haveSameForm({ name, template, nodeOf }, known, true);
    };
    const ofBlock: NodeOf = (node) => context.get(`?${node}`);
    const ofTarget = context.get(target) ?? terms.get(target)!.template;
    const isAsKnown =
      !this.#hasOtherPrefixes &&
      isLike(term, context.get(term) ?? [], ofBlock) &&
      isLike(target, ofTarget, (node) => ofBlock(node) ?? ofLexicon(node)) &&
      !this.#cited.has(term);
    return isAsKnown
      ? null
      : { why: 'stays as it is: the @semantic of the document describes it in other words than the vocabulary' };
  }

  /** The block with other terms in the places of these. @param renamed by name of the term */
  rename(renamed: ReadonlyMap<string, string>): SemanticBlock {
    const context = new Map<string, Template>();
    for (const [key, template] of this.#block.context) {
      const target = renamed.get(key);
      if (target !== undefined) this.#describe(target, context);
      else if (!context.has(key)) context.set(key, template);
    }
    return { ...this.#block, context };
  }

  #describe(term: string, context: Map<string, Template>): void {
    const { terms, nodes } = this.#lexicon;
    const add = (name: string, template: Template): void => {
      if (context.has(name)) return;
      context.set(name, template);
      for (const object of template.flatMap(([, objects]) => objects)) {
        const node = object.startsWith('?') ? nodes.get(object.slice(1)) : undefined;
        if (node !== undefined) add(object, node);
      }
    };
    add(term, terms.get(term)!.template);
  }
}
