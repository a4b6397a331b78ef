import { DatatypeTable } from '../rdf-terms/datatypes.ts';
import { LiteralFormTable } from '../rdf-terms/literal-form-table.ts';
import { ValueRange } from '../rdf-terms/value-range.ts';
import type { JsonDocument } from '../json/document.ts';
import { percentEncode } from '../../rdf/iri.ts';
import { RDF, XSD } from '../../rdf/namespaces.ts';
import { compileAnnotations } from './annotations.ts';
import { ExpandedBlock, saysTime } from './expand.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { Annotation, KeyPlan, Mapping } from './mapping.ts';
import { PredicateTable } from './predicates.ts';
import type { SemanticBlock } from './semantic-block.ts';
import { TemplateLinker } from './template-linker.ts';

/**
 * Resolves the names of a block against the document and the vocabulary.
 *
 * @param dataKeys ids of the data's keys in order of first appearance
 * @param baseOption wins over the block's `@base`
 * @throws HubError `invalid-semantic`
 */
export function compileMapping(
  document: JsonDocument,
  dataKeys: readonly number[],
  block: SemanticBlock,
  lexicon: Lexicon,
  baseOption: string | null,
  align: boolean,
): Mapping {
  return new Compiler(document, block, lexicon, baseOption, align).compile(dataKeys);
}

class Compiler {
  private readonly document: JsonDocument;
  private readonly block: SemanticBlock;
  private readonly lexicon: Lexicon;
  private readonly align: boolean;
  private readonly base: string;
  private readonly datatypes = new DatatypeTable();
  private readonly names: ExpandedBlock;
  private readonly predicates = new PredicateTable();
  private readonly linker: TemplateLinker;

  constructor(
    document: JsonDocument,
    block: SemanticBlock,
    lexicon: Lexicon,
    baseOption: string | null,
    align: boolean,
  ) {
    this.document = document;
    this.block = block;
    this.lexicon = lexicon;
    this.align = align;
    this.base = baseOption ?? block.base ?? lexicon.idIri;
    this.names = new ExpandedBlock(block, lexicon);
    this.linker = new TemplateLinker(this.names.templates, document.tape.keys, this.predicates);
  }

  compile(dataKeys: readonly number[]): Mapping {
    const annotations = compileAnnotations(this.block.annotations, this.names, this.predicates, this.datatypes);
    const plans: (KeyPlan | undefined)[] = new Array(this.document.keyNames.length).fill(undefined);
    for (const key of dataKeys) plans[key] = this.planKey(key);
    this.linker.linkNodes();
    const { base } = this;
    const prefixes = new Map([
      ...this.block.prefixes,
      ...[...this.lexicon.prefixes].filter(([prefix]) => !this.block.prefixes.has(prefix)),
    ]);
    return {
      base,
      plans,
      dataKeys,
      annotations,
      addPredicate: this.predicates.addOfRoot,
      datatypes: this.datatypes,
      predicates: this.predicates.predicates,
      forms: { quoted: new LiteralFormTable(this.datatypes, false), bare: new LiteralFormTable(this.datatypes, true) },
      prefixes,
      predicatesOverlap: this.findOverlap(dataKeys, plans, annotations),
      keysAreApart:
        base.startsWith(RDF) || [XSD, ...prefixes.values()].some((iri) => iri !== base && iri.startsWith(base)),
      deprecated: this.findDeprecated(dataKeys),
      ranged: dataKeys.some((key) => plans[key]!.range !== null)
        ? Uint8Array.from(plans, (plan) => (plan?.range ? 1 : 0))
        : null,
    };
  }

  private findDeprecated(dataKeys: readonly number[]): Map<number, string | null> {
    const found = new Map<number, string | null>();
    for (const key of dataKeys) {
      const replacedBy = this.lexicon.terms.get(this.document.keyNames[key]!)?.replacedBy;
      if (replacedBy !== undefined) found.set(key, replacedBy);
    }
    return found;
  }

  private planKey(key: number): KeyPlan {
    const name = this.document.keyNames[key]!;
    const isReserved = name.startsWith('?');
    const term = this.lexicon.terms.get(name);
    const rows = isReserved ? undefined : this.names.templates.get(name);
    const isEntity = this.names.citedEntities.has(name);
    const isTime = rows !== undefined && rows.some((row) => saysTime(row, name));
    const isReferenced = isEntity || this.names.citedValues.has(name);
    const hasInstant = this.align && !isEntity && !isTime;
    const asked = term?.datatype ?? this.names.timeDatatypes.get(name);
    const datatype = asked === undefined ? null : this.datatypes.get(asked);
    return {
      id: key,
      name,
      predicate: this.predicates.add(
        (term === undefined ? this.base : this.lexicon.vocabularyIri) + percentEncode(name),
        name,
        null,
        false,
      ),
      // `{}` describes nothing; a template whose predicates have no objects still makes a node.
      template:
        isReserved || (this.block.context.get(name)?.length ?? 0) === 0
          ? null
          : this.linker.link(rows!, name, hasInstant),
      isTime,
      isEntity,
      isReferenced,
      datatype,
      range:
        term?.range !== undefined && datatype!.isNumeric
          ? new ValueRange(term.range.smallest, term.range.largest)
          : null,
      isReserved,
      isPlain: term === undefined && rows === undefined && asked === undefined && !isReserved && !isReferenced,
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
