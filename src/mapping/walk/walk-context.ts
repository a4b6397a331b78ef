import type { JsonDocument } from '../json/document.ts';
import { genidOf, NodeNames } from '../nodes/names.ts';
import { NodeTable } from '../nodes/nodes.ts';
import { DescribedEntities } from '../records/described-entities.ts';
import { EntityOccurrences } from '../records/entity-occurrences.ts';
import { InstantTable } from '../records/instants.ts';
import { ValueReader } from '../records/values.ts';
import type { WarningLog } from '../records/warnings.ts';
import { EntityCopier } from '../rows/entity-copier.ts';
import { FormAffixes } from '../rows/form-affixes.ts';
import type { RowContext } from '../rows/row-context.ts';
import { RowRecorder } from '../rows/row-recorder.ts';
import type { Mapping } from '../semantic/mapping.ts';
import type { ByteSink } from '../../rdf/write/byte-sink.ts';
import type { Writer } from '../../rdf/write/writer.ts';
import { Deduplication } from './deduplication.ts';
import { DeferredNodes } from './deferred-nodes.ts';
import { EntityDescriptions } from './entity-descriptions.ts';
import { TemplateWalk } from './template-walk.ts';
import { TripleEmitter } from './triple-emitter.ts';
import { ValueWalk } from './value-walk.ts';

export interface GraphOptions {
  readonly skolemize: boolean;
  readonly forXml: boolean;
  readonly maxTriples: number;
  /** False walks each row of an array. */
  readonly copyRows: boolean;
  /** Gives named nodes their authority where the base has none. */
  readonly fallbackBase: string;
}

/** What the walks over one document share: the document, what is known of it, and what writes its triples. */
export class WalkContext implements RowContext {
  copiedRows = 0;
  readonly copyRows: boolean;
  readonly document: JsonDocument;
  readonly mapping: Mapping;
  readonly sink: ByteSink;
  readonly writer: Writer;
  readonly warnings: WarningLog;
  readonly values: ValueReader;
  readonly instants: InstantTable;
  readonly nodes: NodeTable;
  readonly describedEntities: DescribedEntities;
  readonly occurrences: EntityOccurrences;
  readonly entityCopier: EntityCopier;
  readonly affixes: FormAffixes;
  readonly recorder: RowRecorder;
  readonly deduplication: Deduplication;
  readonly deferred: DeferredNodes;
  readonly emitter: TripleEmitter;
  readonly templates: TemplateWalk;
  readonly entities: EntityDescriptions;
  readonly scalars: ValueWalk;

  constructor(
    document: JsonDocument,
    mapping: Mapping,
    sink: ByteSink,
    writer: Writer,
    warnings: WarningLog,
    options: GraphOptions,
  ) {
    this.document = document;
    this.mapping = mapping;
    this.sink = sink;
    this.writer = writer;
    this.warnings = warnings;
    this.copyRows = options.copyRows;
    this.values = new ValueReader(document, mapping, warnings, options.forXml, writer.writesBare);
    this.describedEntities = new DescribedEntities(this.values);
    this.entityCopier = new EntityCopier(document, this.values.entityIris, sink, writer);
    this.affixes = new FormAffixes(this.values.forms, writer);
    this.instants = new InstantTable(document, mapping);
    const names = options.skolemize
      ? new NodeNames(document, mapping, this.instants, genidOf(mapping.base, options.fallbackBase))
      : null;
    this.nodes = new NodeTable(document, mapping, this.values, warnings, this.instants, names);
    this.recorder = new RowRecorder(document, sink);
    this.deduplication = new Deduplication(this.recorder, document.bytes);
    this.occurrences = new EntityOccurrences(document, mapping);
    this.deferred = new DeferredNodes(this.recorder, this.occurrences);
    this.emitter = new TripleEmitter(writer, sink, this.recorder, this.deduplication, options.maxTriples);
    this.templates = new TemplateWalk(this);
    this.entities = new EntityDescriptions(this, this.templates, this.describedEntities);
    this.scalars = new ValueWalk(this, this.templates, this.entities);
  }
}
