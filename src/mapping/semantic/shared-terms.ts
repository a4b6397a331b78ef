import { DatatypeTable, type Datatype } from '../rdf-terms/datatypes.ts';
import { LiteralFormTable } from '../rdf-terms/literal-form-table.ts';
import { ValueRange } from '../rdf-terms/value-range.ts';
import { percentEncode } from '../../rdf/iri.ts';
import { RDF, XSD } from '../../rdf/namespaces.ts';
import type { Lexicon, Template } from '../lexicon/lexicon.ts';
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
  readonly isTerm: boolean;
  /** Of a deprecated term, as `LexiconTerm.replacedBy`. The term itself, with its template, is not held. */
  readonly replacedBy: string | null | undefined;
  /** IRI of the term's unit; undefined without one. */
  readonly unit: string | undefined;
  /** Those of the term; null for none. */
  readonly datatype: Datatype | null;
  readonly range: ValueRange | null;
}

/** The keys under one base, in which entities are named, too. */
export class SharedKeys {
  readonly base: string;
  /** `Mapping.keysAreApart` */
  readonly areApart: boolean;
  private readonly terms: SharedTerms;
  private readonly keys = new Map<string, SharedKey>();

  constructor(base: string, terms: SharedTerms) {
    this.base = base;
    this.terms = terms;
    const namespaces = [XSD, ...terms.prefixes.values()];
    this.areApart = base.startsWith(RDF) || namespaces.some((iri) => iri !== base && iri.startsWith(base));
  }

  isTerm(name: string): boolean {
    const known = this.keys.get(name);
    return known === undefined ? this.terms.lexicon.terms.has(name) : known.isTerm;
  }

  get(name: string): SharedKey {
    let key = this.keys.get(name);
    if (key === undefined) this.keys.set(name, (key = this.read(name)));
    return key;
  }

  private read(name: string): SharedKey {
    const { lexicon, predicates, datatypes } = this.terms;
    const term = lexicon.terms.get(name);
    const iri = (term === undefined ? this.base : lexicon.vocabularyIri) + percentEncode(name);
    const datatype = term === undefined ? null : datatypes.table.get(term.datatype);
    const { range, replacedBy, unit } = term ?? {};
    return {
      predicate: predicates.add(iri, name, null, false),
      isTerm: term !== undefined,
      replacedBy,
      unit,
      datatype,
      range: range !== undefined && datatype!.isNumeric ? new ValueRange(range.smallest, range.largest) : null,
    };
  }
}

/**
 * What mappings share whose blocks have the same prefixes: names as IRIs, templates, predicates. Documents with another set of keys, or another base,
 * have another mapping, most of which is that of documents before.
 */
export class SharedTerms {
  /** Those of the block, and then those of the hub. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Of the bases. */
  readonly scheme: string;
  readonly predicates = new PredicateTable();
  readonly datatypes: SharedDatatypes;
  readonly lexicon: Lexicon;
  private readonly ownPrefixes: ReadonlyMap<string, string>;
  private readonly names: NameExpander;
  private readonly bases = new Map<string, SharedKeys>();
  /** By what they say: blocks have few templates for many keys. */
  private readonly templates = new Map<string, PreparedTemplate>();
  private annotated: { readonly source: SemanticBlock['annotations']; readonly annotations: readonly Annotation[] } = {
    source: [],
    annotations: [],
  };

  /** @throws HubError `invalid-semantic` */
  constructor(prefixes: ReadonlyMap<string, string>, scheme: string, lexicon: Lexicon, datatypes: SharedDatatypes) {
    this.ownPrefixes = prefixes;
    this.scheme = scheme;
    this.lexicon = lexicon;
    this.datatypes = datatypes;
    this.names = new NameExpander({ prefixes, base: null }, lexicon);
    // A block that declares no others than the hub has these very prefixes, of which there may be thousands: `TermsCache`.
    const others =
      prefixes === lexicon.prefixes ? [] : [...lexicon.prefixes].filter(([prefix]) => !prefixes.has(prefix));
    this.prefixes = others.length === 0 ? prefixes : new Map([...prefixes, ...others]);
  }

  /** About how many characters are kept with them. */
  get size(): number {
    return this.predicates.size + this.names.size;
  }

  /** Whether these are those of a block with such prefixes, in the same order, and such a base. */
  areOf(prefixes: ReadonlyMap<string, string>, scheme: string): boolean {
    const { ownPrefixes } = this;
    if (this.scheme !== scheme || ownPrefixes.size !== prefixes.size) return false;
    if (ownPrefixes === prefixes) return true;
    const own = ownPrefixes.entries();
    for (const [prefix, namespace] of prefixes) {
      const [ownPrefix, ownNamespace] = own.next().value!;
      if (ownPrefix !== prefix || ownNamespace !== namespace) return false;
    }
    return true;
  }

  keysUnder(base: string): SharedKeys {
    let keys = this.bases.get(base);
    if (keys === undefined) {
      this.predicates.count(base);
      this.bases.set(base, (keys = new SharedKeys(base, this)));
    }
    return keys;
  }

  /** @throws HubError `invalid-semantic` */
  annotationsOf(source: SemanticBlock['annotations']): readonly Annotation[] {
    if (!areSamePairs(this.annotated.source, source)) {
      const annotations = compileAnnotations(source, this.names, this.predicates, this.datatypes.table);
      this.annotated = { source, annotations };
    }
    return this.annotated.annotations;
  }

  /** @param owner the key that has the template, or the node with its `?` @throws HubError `invalid-semantic` */
  templateOf(owner: string, source: Template): PreparedTemplate {
    if (source.length === 0) return NO_TEMPLATE;
    const text = textOf(source, owner);
    let prepared = this.templates.get(text);
    if (prepared === undefined) {
      prepared = new PreparedTemplate(this.names.expand(owner, source), owner, this.predicates);
      this.predicates.count(text);
      this.templates.set(text, prepared);
    }
    return prepared;
  }
}

type Pairs = ReadonlyArray<readonly [string, string]>;

function areSamePairs(one: Pairs, other: Pairs): boolean {
  return one.length === other.length && one.every(([name, text], i) => other[i]![0] === name && other[i]![1] === text);
}

/** The same for templates that say the same of the keys that have them, and for no others: names are told by their lengths, as they hold any character. */
function textOf(template: Template, owner: string): string {
  const pieces: (string | number)[] = [];
  for (const [predicate, objects] of template) {
    pieces.push(predicate.length, ' ', predicate, objects.length, ' ');
    for (const token of objects) {
      const isOwn = token.length === owner.length + 1 && token.endsWith(owner);
      if (isOwn && token.startsWith('$')) pieces.push('$');
      else if (isOwn && token.startsWith('@')) pieces.push('@');
      else pieces.push(token.length, ' ', token);
    }
  }
  // A sum of texts would hold each of them, and with them the term that they are of.
  return pieces.join('');
}
