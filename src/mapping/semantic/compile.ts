import type { JsonDocument } from '../json/document.ts';
import type { KeyList } from '../json/key-list.ts';
import { hasLoneSurrogate } from '../../rdf/characters.ts';
import { percentDecode } from '../../rdf/iri.ts';
import { ExpandedContext, isReserved } from './expand.ts';
import { LazyPlans } from './lazy-plans.ts';
import type { Annotation, KeyPlan, Mapping, Predicate } from './mapping.ts';
import type { SemanticBlock } from './semantic-block.ts';
import type { SharedKeys, SharedTerms } from './shared-terms.ts';
import { TemplateLinker, type PreparedTemplate } from './template-linker.ts';

/** About what is held for a key that is described, beside its template. */
const BYTES_OF_A_PLAN = 500;

/**
 * Resolves the names of a block against the document and the vocabulary.
 *
 * @param names those of the document's keys
 * @param dataKeys ids of the data's keys in order of first appearance
 * @param terms those of the block's prefixes
 * @param keys those of the base
 * @throws HubError `invalid-semantic`
 */
export function compileMapping(
  document: JsonDocument,
  names: KeyList,
  dataKeys: readonly number[],
  block: SemanticBlock,
  terms: SharedTerms,
  keys: SharedKeys,
  align: boolean,
): Mapping {
  return new Compiler(document, names, block, terms, keys, align).compile(dataKeys);
}

class Compiler {
  private readonly document: JsonDocument;
  private readonly names: KeyList;
  private readonly block: SemanticBlock;
  private readonly terms: SharedTerms;
  private readonly keys: SharedKeys;
  private readonly align: boolean;
  private readonly context: ExpandedContext<PreparedTemplate>;
  /** In their order; of a plain key, its id. */
  private readonly predicates: (Predicate | number)[] = [];
  private readonly linker: TemplateLinker;

  constructor(
    document: JsonDocument,
    names: KeyList,
    block: SemanticBlock,
    terms: SharedTerms,
    keys: SharedKeys,
    align: boolean,
  ) {
    this.document = document;
    this.names = names;
    this.block = block;
    this.terms = terms;
    this.keys = keys;
    this.align = align;
    this.context = new ExpandedContext(block.context, (key, template) => terms.templateOf(key, template));
    this.linker = new TemplateLinker(this.context.templates, document.tape.keys, this.predicates);
  }

  compile(dataKeys: readonly number[]): Mapping {
    const { names } = this;
    const { prefixes, datatypes, predicates } = this.terms;
    const annotations = this.terms.annotationsOf(this.block.annotations);
    for (const { predicate } of annotations) this.predicates.push(predicate);
    const isPlain = new Uint8Array(names.count);
    const described: KeyPlan[] = [];
    // Looked up and not kept: each of them may hold the text of all.
    const lookedUp = names.namesOf(dataKeys);
    for (let i = 0; i < lookedUp.length; i++) {
      const key = dataKeys[i]!;
      if (this.isPlain(lookedUp[i]!)) {
        isPlain[key] = 1;
        this.predicates.push(key);
      } else described.push(this.planKey(key));
    }
    this.linker.linkNodes();
    const mark = (has: (plan: KeyPlan) => boolean): Uint8Array | null => {
      if (!described.some(has)) return null;
      const marks = new Uint8Array(names.count);
      for (const plan of described) if (has(plan)) marks[plan.id] = 1;
      return marks;
    };
    return {
      base: this.keys.base,
      keys: names,
      plans: new LazyPlans(names, this.keys, described, this.predicates),
      isPlain,
      dataKeys,
      annotations,
      addPredicate: predicates.addOfRoot,
      datatypes: datatypes.table,
      forms: datatypes.forms,
      prefixes,
      predicatesOverlap: this.findOverlap(described, annotations, isPlain),
      keysAreApart: this.keys.areApart,
      deprecated: this.findDeprecated(described),
      isTime: mark((plan) => plan.isTime),
      ranged: mark((plan) => plan.range !== null),
      bytes: described.length * BYTES_OF_A_PLAN + this.linker.bytes,
    };
  }

  private findDeprecated(described: readonly KeyPlan[]): Map<number, string | null> {
    const found = new Map<number, string | null>();
    for (const { id, name } of described) {
      const { replacedBy } = this.keys.get(name);
      if (replacedBy !== undefined) found.set(id, replacedBy);
    }
    return found;
  }

  /** Two names with half surrogates may have one IRI: such are not plain. */
  private isPlain(name: string): boolean {
    const { context, keys } = this;
    // A key that gets a datatype is cited.
    const isSaid = context.templates.has(name) || context.citedValues.has(name) || context.citedEntities.has(name);
    return !isSaid && !isReserved(name) && !keys.isTerm(name) && !hasLoneSurrogate(name);
  }

  private planKey(key: number): KeyPlan {
    const name = this.names.nameOf(key);
    const { predicate, datatype, range } = this.keys.get(name);
    this.predicates.push(predicate);
    const template = isReserved(name) ? undefined : this.context.templates.get(name);
    const isEntity = this.context.citedEntities.has(name);
    const isTime = template?.isTime ?? false;
    const isReferenced = isEntity || this.context.citedValues.has(name);
    const hasInstant = this.align && !isEntity && !isTime;
    const timeDatatype = this.context.timeDatatypes.get(name);
    return {
      id: key,
      name,
      predicate,
      template: template === undefined ? null : this.linker.link(template, name, hasInstant),
      isTime,
      isEntity,
      isReferenced,
      datatype: datatype ?? (timeDatatype === undefined ? null : this.terms.datatypes.table.get(timeDatatype)),
      range,
      isReserved: isReserved(name),
      isPlain: false,
    };
  }

  /** True where the predicate of a key is also one of another key, of an annotation or of a template. Those of plain keys differ from each other. */
  private findOverlap(described: readonly KeyPlan[], annotations: readonly Annotation[], isPlain: Uint8Array): boolean {
    const ofKeys = new Set(described.map(({ predicate }) => predicate.iri));
    const others = new Set(annotations.map(({ predicate }) => predicate));
    for (const { template } of described) for (const { predicate } of template?.groups ?? []) others.add(predicate);
    const isOfPlain = ({ iri }: Predicate): boolean => isPlain[this.keyUnderBase(iri)] === 1;
    return (
      ofKeys.size < described.length ||
      [...others].some((predicate) => ofKeys.has(predicate.iri) || isOfPlain(predicate)) ||
      // The predicate of another key under the base is that of the key itself.
      described.some(
        ({ name, predicate }) => (this.keys.isTerm(name) || hasLoneSurrogate(name)) && isOfPlain(predicate),
      )
    );
  }

  /** The key that an IRI is the predicate of, if that is no term; -1 for none. */
  private keyUnderBase(iri: string): number {
    const { base } = this.keys;
    const name = iri.startsWith(base) ? percentDecode(iri.slice(base.length)) : null;
    return name === null ? -1 : this.document.tape.keys.find(name);
  }
}
