import { DatatypeTable, type Datatype } from '../rdf-terms/datatypes.ts';
import type { JsonDocument } from '../json/document.ts';
import { isWebIri, percentEncode } from '../../rdf/iri.ts';
import {
  DATE_PROPERTIES,
  DCAT_DATASET,
  RDF_TYPE,
  TIME_HAS_TIME,
  TIME_INSTANT,
  TIME_PROPERTIES,
  XSD,
} from '../../rdf/namespaces.ts';
import { readDate, readDateTime } from '../rdf-terms/date-time.ts';
import { ExpandedBlock, type ExpandedRow } from './expand.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { SemanticBlock } from './semantic-block.ts';
import { pointerToken, quote } from '../json/text.ts';
import { replaceLoneSurrogates } from '../../rdf/characters.ts';

/** A predicate of this conversion. `id` numbers them, so that writers keep what they rendered in arrays. */
export interface Predicate {
  readonly iri: string;
  readonly id: number;
  /** The key whose predicate it is, the key or node whose template names it, or the annotation. */
  readonly key: string;
  /** Where the block names it; null for the predicate of a key. */
  readonly section: '@context' | '@annotations' | null;
  /** `rdf:type` with nothing but IRIs of the template as objects: formats have a short form for it. */
  readonly isType: boolean;
}

/** A predicate and an object that a template names outright. */
export interface Statement {
  readonly predicate: Predicate;
  readonly iri: string;
  readonly id: number;
}

/** What an object token of a template stands for. */
export type ObjectToken =
  | { readonly kind: 'constant'; readonly statement: Statement }
  | { readonly kind: 'value'; readonly key: number }
  | { readonly kind: 'entity'; readonly key: number }
  | { readonly kind: 'node'; readonly node: TemplateNode }
  /** The element's instant, `mapping.md §4`. */
  | { readonly kind: 'instant' };

/** The objects of one predicate. */
export interface PredicateGroup {
  readonly predicate: Predicate;
  readonly objects: readonly ObjectToken[];
  /** Two of the objects may turn out to be the same. */
  readonly needsDeduplication: boolean;
}

export interface CompiledTemplate {
  readonly groups: readonly PredicateGroup[];
  /** Says the same of equal values: it cites no other key and introduces no node. */
  readonly isSelfContained: boolean;
  /** Cites the value that it describes with `$`. */
  readonly citesOwnValue: boolean;
}

/** A node `?name` that templates introduce. */
export interface TemplateNode {
  /** With its `?`. */
  readonly name: string;
  /** Null when `@context` has no entry for it. */
  template: CompiledTemplate | null;
  /** One place of all templates cites it: it can be written inside the one node that cites it. */
  isReferencedOnce: boolean;
}

/** What the conversion knows of a key. */
export interface KeyPlan {
  readonly id: number;
  readonly name: string;
  /** P(k). */
  readonly predicate: Predicate;
  /** Null when the key is unmapped. */
  readonly template: CompiledTemplate | null;
  /** `mapping.md §4`. */
  readonly isTime: boolean;
  /** `@k` is cited: its values are entities. */
  readonly isEntity: boolean;
  /** `$k` or `@k` is cited: its records are the objects of other nodes too. */
  readonly isReferenced: boolean;
  /** Null leaves it to the value. */
  readonly datatype: Datatype | null;
  /** Begins with `?`. */
  readonly isReserved: boolean;
}

interface Annotation {
  readonly predicate: Predicate;
  readonly objects: readonly AnnotationObject[];
}

type AnnotationObject =
  | { readonly statement: Statement }
  | { readonly iri: string }
  | { readonly text: string; readonly datatype: Datatype; readonly property: string };

/** A block compiled for one document. */
export interface Mapping {
  readonly base: string;
  /** By key id; keys of the block that are no data have no plan. */
  readonly plans: ReadonlyArray<KeyPlan | undefined>;
  /** Ids of the data's keys in order of first appearance. */
  readonly dataKeys: readonly number[];
  readonly annotations: readonly Annotation[];
  /** By their ids. */
  readonly predicates: readonly Predicate[];
  readonly datatypes: DatatypeTable;
  /** Prefixes that shorten IRIs, the block's first. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** A predicate of a key is also one of another key, of an annotation or of a template: triples of records may repeat. */
  readonly predicatesOverlap: boolean;
  /** Of the data's keys, those that are deprecated terms, with the term that takes their place, null where none does. */
  readonly deprecated: ReadonlyMap<number, string | null>;
}

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
  private readonly nodes = new Map<string, TemplateNode>();
  private readonly predicates: Predicate[] = [];
  private statementCount = 0;

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
  }

  compile(dataKeys: readonly number[]): Mapping {
    const annotations = this.compileAnnotations();
    const plans: (KeyPlan | undefined)[] = new Array(this.document.keyNames.length).fill(undefined);
    for (const key of dataKeys) plans[key] = this.planKey(key);
    return {
      base: this.base,
      plans,
      dataKeys,
      annotations,
      predicates: this.predicates,
      datatypes: this.datatypes,
      prefixes: new Map([
        ...this.block.prefixes,
        ...[...this.lexicon.prefixes].filter(([prefix]) => !this.block.prefixes.has(prefix)),
      ]),
      predicatesOverlap: this.findOverlap(dataKeys, plans, annotations),
      deprecated: this.findDeprecated(dataKeys),
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
    const hasInstant = this.align && !isEntity && !isTime;
    const datatype = term?.datatype ?? this.names.timeDatatypes.get(name);
    return {
      id: key,
      name,
      predicate: this.predicate(
        (term === undefined ? this.base : this.lexicon.vocabularyIri) + percentEncode(name),
        name,
        null,
        false,
      ),
      // `{}` describes nothing; a template whose predicates have no objects still makes a node.
      template:
        isReserved || (this.block.context.get(name)?.length ?? 0) === 0 ? null : this.link(rows!, name, hasInstant),
      isTime,
      isEntity,
      isReferenced: isEntity || this.names.citedValues.has(name),
      datatype: datatype === undefined ? null : this.datatypes.get(datatype),
      isReserved,
    };
  }

  /** Gives the rows of a template the objects that the conversion works with. */
  private link(rows: readonly ExpandedRow[], owner: string, hasInstant: boolean): CompiledTemplate {
    const groups: PredicateGroup[] = [];
    let isSelfContained = true;
    let timed = !hasInstant;
    for (const row of rows) {
      const withInstant = !timed && row.predicate === TIME_HAS_TIME;
      if (withInstant) timed = true;
      const isType = row.predicate === RDF_TYPE && row.objects.every((object) => object.kind === 'constant');
      const predicate = this.predicate(row.predicate, owner, '@context', isType);
      const objects: ObjectToken[] = [];
      for (const { kind, text } of row.objects) {
        if (kind === 'constant') objects.push({ kind, statement: { predicate, iri: text, id: this.statementCount++ } });
        else if (kind === 'node') objects.push({ kind, node: this.citeNode(text) });
        else {
          const key = this.document.tape.keys.find(text);
          // A key that stands nowhere never resolves.
          if (key >= 0) objects.push({ kind, key });
        }
        if (kind === 'node' || (kind !== 'constant' && text !== owner)) isSelfContained = false;
      }
      if (withInstant) objects.push({ kind: 'instant' });
      if (objects.length > 0)
        groups.push({
          predicate,
          objects,
          needsDeduplication: objects.length > 1 && !objects.every((object) => object.kind === 'constant'),
        });
    }
    if (!timed)
      groups.push({
        predicate: this.predicate(TIME_HAS_TIME, owner, '@context', false),
        objects: [{ kind: 'instant' }],
        needsDeduplication: false,
      });
    return {
      groups,
      isSelfContained,
      citesOwnValue: rows.some(({ objects }) => objects.some(({ kind, text }) => kind === 'value' && text === owner)),
    };
  }

  private citeNode(name: string): TemplateNode {
    const known = this.nodes.get(name);
    if (known !== undefined) {
      known.isReferencedOnce = false;
      return known;
    }
    const node: TemplateNode = { name, template: null, isReferencedOnce: true };
    this.nodes.set(name, node);
    this.unlinked.push(node);
    if (this.unlinked.length === 1) this.linkNodes();
    return node;
  }

  /** Nodes whose templates are still to be linked. A list and not a recursion: a chain of nodes may be as long as a body. */
  private readonly unlinked: TemplateNode[] = [];

  private linkNodes(): void {
    for (let i = 0; i < this.unlinked.length; i++) {
      const node = this.unlinked[i]!;
      const rows = this.names.templates.get(node.name);
      if (rows !== undefined) node.template = this.link(rows, node.name, false);
    }
    this.unlinked.length = 0;
  }

  private predicate(iri: string, key: string, section: Predicate['section'], isType: boolean): Predicate {
    const predicate = { iri, id: this.predicates.length, key, section, isType };
    this.predicates.push(predicate);
    return predicate;
  }

  private compileAnnotations(): readonly Annotation[] {
    const { annotations } = this.block;
    if (annotations.length === 0) return [];
    const groups = new Map<string, { property: string; objects: Map<string, AnnotationObject> }>();
    groups.set(RDF_TYPE, { property: 'rdf:type', objects: new Map([[`<${DCAT_DATASET}`, { iri: DCAT_DATASET }]]) });
    for (const [property, text] of annotations) {
      const iri = this.names.expandName(
        property,
        `The annotation ${quote(property)}`,
        property,
        `/@semantic/@annotations${pointerToken(property)}`,
      );
      let group = groups.get(iri);
      if (group === undefined) groups.set(iri, (group = { property, objects: new Map() }));
      if (isWebIri(text)) group.objects.set(`<${text}`, { iri: text });
      else {
        const { lexical, datatype } = readAnnotation(iri, text);
        group.objects.set(`"${replaceLoneSurrogates(lexical)}^^${datatype}`, {
          text: lexical,
          datatype: this.datatypes.get(datatype),
          property,
        });
      }
    }
    return Array.from(groups, ([iri, { property, objects }]) => {
      // The short form of `rdf:type` where nothing but the dataset's own type stands there.
      const isType = iri === RDF_TYPE && objects.size === 1;
      const predicate = this.predicate(iri, property, '@annotations', isType);
      const statement = { predicate, iri: DCAT_DATASET, id: this.statementCount++ };
      return { predicate, objects: isType ? [{ statement }] : [...objects.values()] };
    });
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

/** `mapping.md §2`: a date or a date and time where the property takes one and the lexical form fits as it is. */
function readAnnotation(property: string, text: string): { lexical: string; datatype: string } {
  if (DATE_PROPERTIES.has(property)) {
    if (readDate(text)?.lexical === text) return { lexical: text, datatype: `${XSD}date` };
    if (readDateTime(text)?.lexical === text) return { lexical: text, datatype: `${XSD}dateTime` };
  }
  return { lexical: text, datatype: `${XSD}string` };
}

function saysTime(row: ExpandedRow, key: string): boolean {
  if (row.predicate === RDF_TYPE)
    return row.objects.some((object) => object.kind === 'constant' && object.text === TIME_INSTANT);
  return (
    TIME_PROPERTIES.has(row.predicate) && row.objects.some((object) => object.kind === 'value' && object.text === key)
  );
}
