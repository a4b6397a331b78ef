import { DatatypeTable, type Datatype } from '../rdf-terms/datatypes.ts';
import { LiteralFormTable } from '../rdf-terms/literal-form-table.ts';
import { ValueRange } from '../rdf-terms/value-range.ts';
import { percentEncode } from '../../rdf/iri.ts';
import { RDF, XSD } from '../../rdf/namespaces.ts';
import type { Lexicon, LexiconTerm, Template } from '../lexicon/lexicon.ts';
import { compileAnnotations } from './annotations.ts';
import { NameExpander } from './expand.ts';
import type { Annotation, Mapping, Predicate } from './mapping.ts';
import { PredicateTable } from './predicates.ts';
import type { SemanticBlock } from './semantic-block.ts';
import { NO_TEMPLATE, PreparedTemplate } from './template-linker.ts';

/** What all mappings of a vocabulary share of datatypes: there are as many as it has. */
export class SharedDatatypes {
  readonly table = new DatatypeTable();
  readonly forms: Mapping['forms'] = {
    quoted: new LiteralFormTable(this.table, false),
    bare: new LiteralFormTable(this.table, true),
  };
}

/** What the mappings of a key share. */
interface SharedKey {
  readonly predicate: Predicate;
  /** Undefined for a key that is no term. */
  readonly term: LexiconTerm | undefined;
  /** Those of the term; null for none. */
  readonly datatype: Datatype | null;
  readonly range: ValueRange | null;
}

/**
 * What mappings share whose blocks have the same prefixes and the same base: names as IRIs, templates, predicates. Documents with another set of keys
 * have another mapping, most of which is that of documents before.
 */
export class SharedTerms {
  /** In which entities and keys are named. */
  readonly base: string;
  /** Those of the block, and then those of the hub. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** `Mapping.keysAreApart` */
  readonly keysAreApart: boolean;
  readonly predicates = new PredicateTable();
  readonly datatypes: SharedDatatypes;
  readonly lexicon: Lexicon;
  private readonly ownPrefixes: ReadonlyMap<string, string>;
  private readonly ownBase: string | null;
  private readonly baseOption: string | null;
  private readonly names: NameExpander;
  private readonly keys = new Map<string, SharedKey>();
  private readonly templates = new Map<string, { readonly source: Template; readonly prepared: PreparedTemplate }>();
  private annotated: { readonly source: SemanticBlock['annotations']; readonly annotations: readonly Annotation[] } = {
    source: [],
    annotations: [],
  };

  /**
   * @param baseOption wins over the block's base
   * @throws HubError `invalid-semantic`
   */
  constructor(
    block: Pick<SemanticBlock, 'prefixes' | 'base'>,
    baseOption: string | null,
    lexicon: Lexicon,
    datatypes: SharedDatatypes,
  ) {
    this.ownPrefixes = block.prefixes;
    this.ownBase = block.base;
    this.baseOption = baseOption;
    this.lexicon = lexicon;
    this.datatypes = datatypes;
    this.names = new NameExpander(block, lexicon);
    this.base = baseOption ?? block.base ?? lexicon.idIri;
    this.prefixes = new Map([
      ...block.prefixes,
      ...[...lexicon.prefixes].filter(([prefix]) => !block.prefixes.has(prefix)),
    ]);
    const { base } = this;
    this.keysAreApart =
      base.startsWith(RDF) || [XSD, ...this.prefixes.values()].some((iri) => iri !== base && iri.startsWith(base));
  }

  /** Whether these are those of a block. */
  areOf({ prefixes, base }: Pick<SemanticBlock, 'prefixes' | 'base'>, baseOption: string | null): boolean {
    const { ownPrefixes, ownBase } = this;
    if (ownBase !== base || this.baseOption !== baseOption) return false;
    if (ownPrefixes === prefixes) return true;
    return areSamePairs([...ownPrefixes], [...prefixes]);
  }

  /** @throws HubError `invalid-semantic` */
  annotationsOf(source: SemanticBlock['annotations']): readonly Annotation[] {
    if (!areSamePairs(this.annotated.source, source)) {
      const annotations = compileAnnotations(source, this.names, this.predicates, this.datatypes.table);
      this.annotated = { source, annotations };
    }
    return this.annotated.annotations;
  }

  keyOf(name: string): SharedKey {
    let key = this.keys.get(name);
    if (key === undefined) this.keys.set(name, (key = this.readKey(name)));
    return key;
  }

  /** @param owner the key that has the template, or the node with its `?` @throws HubError `invalid-semantic` */
  templateOf(owner: string, source: Template): PreparedTemplate {
    if (source.length === 0) return NO_TEMPLATE;
    const known = this.templates.get(owner);
    if (known !== undefined && areSameTemplates(known.source, source)) return known.prepared;
    const prepared = new PreparedTemplate(this.names.expand(owner, source), owner, this.predicates);
    this.templates.set(owner, { source, prepared });
    return prepared;
  }

  private readKey(name: string): SharedKey {
    const { lexicon, predicates, datatypes } = this;
    const term = lexicon.terms.get(name);
    const datatype = term === undefined ? null : datatypes.table.get(term.datatype);
    const { range } = term ?? {};
    return {
      predicate: predicates.add(
        (term === undefined ? this.base : lexicon.vocabularyIri) + percentEncode(name),
        name,
        null,
        false,
      ),
      term,
      datatype,
      range: range !== undefined && datatype!.isNumeric ? new ValueRange(range.smallest, range.largest) : null,
    };
  }
}

type Pairs = ReadonlyArray<readonly [string, string]>;

function areSamePairs(one: Pairs, other: Pairs): boolean {
  return one.length === other.length && one.every(([name, text], i) => other[i]![0] === name && other[i]![1] === text);
}

function areSameTemplates(one: Template, other: Template): boolean {
  if (one === other) return true;
  return (
    one.length === other.length &&
    one.every(([predicate, objects], i) => {
      const [otherPredicate, others] = other[i]!;
      if (predicate !== otherPredicate || objects.length !== others.length) return false;
      return objects.every((object, at) => object === others[at]);
    })
  );
}
