import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { SemanticBlock } from '../mapping/semantic/semantic-block.ts';
import { DCTERMS, RDF_JSON, RESIDUE, SOURCE_DIGEST } from '../rdf/namespaces.ts';
import { gradeOf } from './digest.ts';
import { DocumentParts } from './document-part.ts';
import type { Graph } from './graph.ts';
import { BaseFinder } from './infer-base.ts';
import { KeyReadings } from './key-readings.ts';
import { NoteLog, type Note } from './notes.ts';
import { readLiteral, type GraphLiteral } from './read-literal.ts';
import { RecordReader } from './read-record.ts';
import type { ReadingWay } from './readers.ts';
import { lexiconOf, versionOf } from './vocabulary-of-graph.ts';

export interface GraphReadingOptions {
  /** Versions of the vocabulary; the first is for graphs that name none. */
  readonly lexicons: readonly Lexicon[];
  /** Counts for all documents of the graph. */
  readonly block: SemanticBlock | null;
  readonly base: string | null;
}

/** A document as the templates tell it. */
export interface ReadDocument {
  /** JSON text without white space, keys in the order of the vocabulary. */
  readonly text: string;
  readonly notes: readonly Note[];
  /** By which it was read. */
  readonly lexicon: Lexicon;
  readonly base: string;
}

/** What is known of one document beside its graph: it counts before what the graph and the options say. */
export interface GivenOfDocument extends ReadingWay {
  readonly block?: SemanticBlock | undefined;
  readonly base?: string | undefined;
  readonly version?: string | undefined;
}

/** The documents of a graph: their roots, and how each is read. */
export class GraphReader {
  readonly roots: readonly number[];
  private readonly graph: Graph;
  private readonly options: GraphReadingOptions;
  /** By node: the reading, counted from 1, that met it as a record last. */
  private readonly visited: Int32Array;
  /** By node: the root of the document that has it as a record, counted from 1. */
  private readonly rootOf: Int32Array;
  private readingCount = 0;
  private readonly parts: DocumentParts;
  private readonly readings = new Map<string, KeyReadings>();
  private readonly lexicons = new Map<string | null, Lexicon>();
  /** Of documents that are read by the block of the options, if there is one, and of those that bring their own. */
  private readonly bases = { options: new Map<Lexicon, BaseFinder>(), own: new Map<Lexicon, BaseFinder>() };
  /** By term: the IRI of a version, null for what names none. */
  private readonly versions = new Map<number, string | null>();
  private readonly conformsTo: number;
  /** Predicates of this name, of whichever hub. */
  private readonly digests: readonly number[];
  private readonly residues: readonly number[];

  constructor(graph: Graph, options: GraphReadingOptions) {
    this.graph = graph;
    this.options = options;
    this.visited = new Int32Array(graph.terms);
    this.rootOf = new Int32Array(graph.terms);
    this.conformsTo = graph.numberOf(`${DCTERMS}conformsTo`) ?? -1;
    this.digests = graph.predicatesThatEnd(`/ontology#${SOURCE_DIGEST}`);
    this.residues = graph.predicatesThatEnd(`/ontology#${RESIDUE}`);
    this.roots = this.findRoots();
    this.parts = new DocumentParts(graph, this.roots);
  }

  /**
   * @throws HubError `not-restorable`, `too-deep`, `vocabulary-not-known`, `invalid-semantic`
   */
  read(root: number, given: GivenOfDocument): ReadDocument {
    const { lexicons } = this.options;
    const versionIri = given.version ?? this.versionOf(root);
    const notes = new NoteLog();
    if (versionIri === null) notes.add('vocabulary-assumed', '', () => '');
    let lexicon = this.lexicons.get(versionIri);
    if (lexicon === undefined) this.lexicons.set(versionIri, (lexicon = lexiconOf(versionIri, lexicons)));
    const readings = this.readingsOf(root, lexicon, given);
    const visits = { visited: this.visited, roots: this.rootOf, turn: ++this.readingCount, root };
    const marks = [...this.digests, ...this.residues];
    const text = new RecordReader(this.graph, readings, notes, given, visits).readDocument(root, marks);
    return { text, notes: notes.list(), lexicon, base: readings.base };
  }

  /** The IRI of the version that a root names; null for none. */
  versionOf(root: number): string | null {
    const { graph } = this;
    const named = graph.objectsOf(root, this.conformsTo).flatMap((object) => this.versionIn(object) ?? []);
    return named.toSorted()[0] ?? null;
  }

  private versionIn(object: number): string | null {
    const { graph } = this;
    const known = this.versions.get(object);
    if (known !== undefined) return known;
    const isNamed = !graph.isLiteral(object) && !graph.isAnonymous(object);
    const version = isNamed && versionOf(graph.iriOf(object)) !== null ? graph.iriOf(object) : null;
    this.versions.set(object, version);
    return version;
  }

  /** What the root says of the text that was converted: digests and residues, each once, sorted. */
  sourcesOf(root: number): { readonly digests: readonly string[]; readonly residues: readonly string[] } {
    return {
      digests: textsOf(likely(this.literalsAt(root, this.digests), ({ lexical }) => gradeOf(lexical) !== null)),
      residues: textsOf(likely(this.literalsAt(root, this.residues), ({ datatype }) => datatype === RDF_JSON)),
    };
  }

  /** Whether a root says that it is a document: the version that it conforms to, or what it was converted from. */
  isMarked(root: number): boolean {
    return [this.conformsTo, ...this.digests].some((mark) => this.graph.objectsOf(root, mark).length > 0);
  }

  /**
   * The roots of documents, in the order of the graph: anonymous subjects that nothing points to. A named node, such as a catalogue, may
   * point to one that says what it is: that it conforms to a version, or what it was converted from. Another document may cite one that
   * has an IRI, since it is skolemized. What leads to one without an IRI through anonymous nodes, and says nothing of itself, is a catalogue.
   */
  private findRoots(): number[] {
    const { graph } = this;
    const pointers = pointersOf(graph);
    const roots: number[] = [];
    for (let subject = 0; subject < graph.terms; subject++) {
      if (graph.startOf(subject) === graph.endOf(subject) || !graph.isAnonymous(subject)) continue;
      const pointer = pointers[subject];
      if (pointer === NAMED ? this.isMarked(subject) : pointer === NOTHING || this.isSelfDescribed(subject))
        roots.push(subject);
    }
    const listed = roots.filter((root) => graph.isBlank(root) && pointers[root] === ANONYMOUS);
    const silent = new Set(listed.length === 0 ? [] : roots.filter((root) => !this.isSelfDescribed(root)));
    if (silent.size === 0) return roots;
    const leading = leadingTo(graph, listed);
    return roots.filter((root) => !silent.has(root) || !leading.has(root));
  }

  /** Whether a node is a document, also where an anonymous one points to it: templates may say of values what marks a root. */
  private isSelfDescribed(node: number): boolean {
    if (!this.isMarked(node)) return false;
    return this.versionOf(node) !== null || this.sourcesOf(node).digests.some((digest) => gradeOf(digest) !== null);
  }

  /** The date at which the block of the document was assembled; null where the root has none. */
  createdOn(root: number): string | null {
    const created = this.graph.numberOf(`${DCTERMS}created`) ?? -1;
    return textsOf(this.literalsAt(root, [created]))[0] ?? null;
  }

  private literalsAt(root: number, predicates: readonly number[]): GraphLiteral[] {
    const { graph } = this;
    const terms = predicates.flatMap((predicate) => graph.objectsOf(root, predicate));
    return terms.filter((term) => graph.isLiteral(term)).map((term) => readLiteral(graph.textOf(term)));
  }

  private readingsOf(root: number, lexicon: Lexicon, given: GivenOfDocument): KeyReadings {
    const { graph, options } = this;
    const part = this.parts.partOf(root);
    const block = given.block ?? options.block;
    const predicates = part.predicates.join(' ');
    const base =
      given.base ?? options.base ?? block?.base ?? this.basesOf(lexicon, given).baseOf(part, predicates, given.reader);
    // Documents with the same keys are read alike.
    const name = given.block === undefined ? `${lexicon.versionIri} ${base} ${predicates}` : null;
    const known = name === null ? undefined : this.readings.get(name);
    if (known !== undefined) return known;
    const readings = new KeyReadings(graph, part.predicates, { lexicon, block, base });
    if (name !== null && this.readings.size < MOST_READINGS) this.readings.set(name, readings);
    return readings;
  }

  /** What a residue leaves to the reader was found without a look at the block. */
  private basesOf(lexicon: Lexicon, given: GivenOfDocument): BaseFinder {
    const [bases, block] =
      given.block === undefined ? [this.bases.options, this.options.block] : [this.bases.own, null];
    let finder = bases.get(lexicon);
    if (finder === undefined) bases.set(lexicon, (finder = new BaseFinder(this.graph, lexicon, block)));
    return finder;
  }
}

/** Of several literals those that look like what is sought: a key of the document may have the same predicate. */
function likely(
  literals: readonly GraphLiteral[],
  isLike: (literal: GraphLiteral) => boolean,
): readonly GraphLiteral[] {
  return literals.length > 1 ? literals.filter(isLike) : literals;
}

/** The texts of literals, each once, sorted. */
function textsOf(literals: readonly GraphLiteral[]): string[] {
  return [...new Set(literals.map(({ lexical }) => lexical))].toSorted();
}

/** Sets of keys that are kept. */
const MOST_READINGS = 64;

/** What points to a node. */
const NOTHING = 0;
const NAMED = 1;
const ANONYMOUS = 2;

/** By node: what points to it. */
function pointersOf(graph: Graph): Uint8Array {
  const pointers = new Uint8Array(graph.terms);
  for (let subject = 0; subject < graph.terms; subject++) {
    if (graph.startOf(subject) === graph.endOf(subject)) continue;
    const kind = graph.isAnonymous(subject) ? ANONYMOUS : NAMED;
    for (let at = graph.startOf(subject); at < graph.endOf(subject); at++) {
      const object = graph.objects[at]!;
      pointers[object] = Math.max(pointers[object]!, kind);
    }
  }
  return pointers;
}

/** Some nodes, and all anonymous ones that lead to them through anonymous ones. */
function leadingTo(graph: Graph, nodes: readonly number[]): ReadonlySet<number> {
  // By object the last triple with an anonymous subject, by triple its subject and the one before; triples are counted from 1.
  const last = new Int32Array(graph.terms);
  const [subjects, before] = [new Int32Array(graph.size + 1), new Int32Array(graph.size + 1)];
  for (let subject = 0; subject < graph.terms; subject++) {
    if (graph.startOf(subject) === graph.endOf(subject) || !graph.isAnonymous(subject)) continue;
    for (let at = graph.startOf(subject); at < graph.endOf(subject); at++) {
      const object = graph.objects[at]!;
      subjects[at + 1] = subject;
      before[at + 1] = last[object]!;
      last[object] = at + 1;
    }
  }
  const leading = new Set(nodes);
  // What is added meanwhile is walked, too.
  for (const node of leading) for (let at = last[node]!; at !== 0; at = before[at]!) leading.add(subjects[at]!);
  return leading;
}
