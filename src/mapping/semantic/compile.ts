import type { JsonDocument } from '../json/document.ts';
import { ExpandedContext } from './expand.ts';
import type { Annotation, KeyPlan, Mapping, Predicate } from './mapping.ts';
import type { SemanticBlock } from './semantic-block.ts';
import type { SharedKeys, SharedTerms } from './shared-terms.ts';
import { TemplateLinker, type PreparedTemplate } from './template-linker.ts';

/**
 * Resolves the names of a block against the document and the vocabulary.
 *
 * @param dataKeys ids of the data's keys in order of first appearance
 * @param terms those of the block's prefixes
 * @param keys those of the base
 * @throws HubError `invalid-semantic`
 */
export function compileMapping(
  document: JsonDocument,
  dataKeys: readonly number[],
  block: SemanticBlock,
  terms: SharedTerms,
  keys: SharedKeys,
  align: boolean,
): Mapping {
  return new Compiler(document, block, terms, keys, align).compile(dataKeys);
}

class Compiler {
  private readonly document: JsonDocument;
  private readonly block: SemanticBlock;
  private readonly terms: SharedTerms;
  private readonly keys: SharedKeys;
  private readonly align: boolean;
  private readonly context: ExpandedContext<PreparedTemplate>;
  private readonly predicates: Predicate[] = [];
  private readonly linker: TemplateLinker;

  constructor(document: JsonDocument, block: SemanticBlock, terms: SharedTerms, keys: SharedKeys, align: boolean) {
    this.document = document;
    this.block = block;
    this.terms = terms;
    this.keys = keys;
    this.align = align;
    this.context = new ExpandedContext(block.context, (key, template) => terms.templateOf(key, template));
    this.linker = new TemplateLinker(this.context.templates, document.tape.keys, this.predicates);
  }

  compile(dataKeys: readonly number[]): Mapping {
    const { prefixes, datatypes, predicates } = this.terms;
    const annotations = this.terms.annotationsOf(this.block.annotations);
    for (const { predicate } of annotations) this.predicates.push(predicate);
    const plans: (KeyPlan | undefined)[] = new Array(this.document.keyNames.length).fill(undefined);
    for (const key of dataKeys) plans[key] = this.planKey(key);
    this.linker.linkNodes();
    return {
      base: this.keys.base,
      plans,
      dataKeys,
      annotations,
      addPredicate: predicates.addOfRoot,
      datatypes: datatypes.table,
      predicates: this.predicates,
      forms: datatypes.forms,
      prefixes,
      predicatesOverlap: this.findOverlap(dataKeys, plans, annotations),
      keysAreApart: this.keys.areApart,
      deprecated: this.findDeprecated(dataKeys),
      ranged: dataKeys.some((key) => plans[key]!.range !== null)
        ? Uint8Array.from(plans, (plan) => (plan?.range ? 1 : 0))
        : null,
    };
  }

  private findDeprecated(dataKeys: readonly number[]): Map<number, string | null> {
    const found = new Map<number, string | null>();
    for (const key of dataKeys) {
      const replacedBy = this.keys.get(this.document.keyNames[key]!).term?.replacedBy;
      if (replacedBy !== undefined) found.set(key, replacedBy);
    }
    return found;
  }

  private planKey(key: number): KeyPlan {
    const name = this.document.keyNames[key]!;
    const { predicate, term, datatype, range } = this.keys.get(name);
    this.predicates.push(predicate);
    const isReserved = name.startsWith('?');
    const written = isReserved ? undefined : this.context.templates.get(name);
    // `{}` describes nothing; a template whose predicates have no objects still makes a node.
    const template = written === undefined || written.rows.length === 0 ? null : written;
    const isEntity = this.context.citedEntities.has(name);
    const isTime = template?.isTime ?? false;
    const isReferenced = isEntity || this.context.citedValues.has(name);
    const hasInstant = this.align && !isEntity && !isTime;
    const timeDatatype = this.context.timeDatatypes.get(name);
    return {
      id: key,
      name,
      predicate,
      template: template === null ? null : this.linker.link(template, hasInstant),
      isTime,
      isEntity,
      isReferenced,
      datatype: datatype ?? (timeDatatype === undefined ? null : this.terms.datatypes.table.get(timeDatatype)),
      range,
      isReserved,
      isPlain: term === undefined && template === null && timeDatatype === undefined && !isReserved && !isReferenced,
    };
  }

  private findOverlap(
    dataKeys: readonly number[],
    plans: ReadonlyArray<KeyPlan | undefined>,
    annotations: readonly Annotation[],
  ): boolean {
    const ofKeys = new Set<string>();
    for (const key of dataKeys) ofKeys.add(plans[key]!.predicate.iri);
    if (ofKeys.size < dataKeys.length) return true;
    if (annotations.some(({ predicate }) => ofKeys.has(predicate.iri))) return true;
    return dataKeys.some(
      (key) => plans[key]!.template?.groups.some(({ predicate }) => ofKeys.has(predicate.iri)) ?? false,
    );
  }
}
