import type { ByteSink, RecordedRow, TakeChunk } from '../../rdf/write/byte-sink.ts';
import { joinBytes } from '../../join-bytes.ts';
import { sameBytes } from '../bytes/hash.ts';
import type { CompiledMapping } from '../compiled-mapping.ts';
import type { Conversion, ConvertOptions, Converter } from '../convert.ts';
import type { JsonDocument } from '../json/document.ts';
import type { NameRecipe } from '../nodes/name-recipe.ts';
import type { GraphNode, Literal } from '../rdf-terms/graph-terms.ts';
import { readLeaves } from '../rows/row-compiler.ts';
import type { Recording } from '../rows/row-recorder.ts';
import { Leaf, type RecordedLeaf } from '../rows/row-shape.ts';
import { Source } from '../rows/row-sources.ts';
import type { WalkContext } from '../walk/walk-context.ts';
import { writeGraph } from '../walk/write-graph.ts';
import { DocumentImage, type Stretch } from './document-image.ts';
import { compileDocumentNames, DocumentNames, type NamePlaces } from './document-names.ts';
import { DocumentShape } from './document-shape.ts';
import { DocumentTemplate, type TextSlot } from './document-template.ts';
import { EqualValues } from './equal-values.ts';

/** Warnings that depend on the characters of a text. */
const OF_TEXTS: ReadonlySet<string> = new Set(['lone-surrogate', 'xml-character']);

/** Bytes of an output that is recorded. */
const MAX_RECORDED_BYTES = 16 * 1024;

/** What was seen while a document was walked. */
interface Recorded {
  readonly context: WalkContext;
  readonly compiled: CompiledMapping;
  readonly leaves: readonly RecordedLeaf[];
  readonly reads: ReadonlySet<number>;
  readonly recording: Recording;
  /** How the nodes are named; empty if they have numbers. */
  readonly recipes: readonly NameRecipe[];
  readonly row: RecordedRow;
}

/**
 * Converts a document and records its output.
 *
 * @param sink what copies are written into
 * @returns its conversion, and the template; null if documents like it differ in more than labels and texts
 */
export function recordDocument(
  converter: Converter,
  document: JsonDocument,
  options: ConvertOptions,
  write: TakeChunk,
  sink: ByteSink,
): { readonly conversion: Conversion; readonly template: DocumentTemplate | null } {
  const output: Uint8Array[] = [];
  let recorded: Recorded | null = null;
  const conversion = converter.write(
    document,
    options,
    (chunk) => {
      output.push(chunk.slice());
      return write(chunk);
    },
    (context, compiled) => {
      recorded = watchWalk(context, compiled);
    },
  );
  return {
    conversion,
    template: recorded === null ? null : compile(recorded, conversion, options, joinBytes(output), sink),
  };
}

function watchWalk(context: WalkContext, compiled: CompiledMapping): Recorded | null {
  const { document, nodes, recorder, sink, values } = context;
  const leaves: RecordedLeaf[] = [];
  if (!readLeaves(context, document.root, null, leaves)) {
    writeGraph(context);
    return null;
  }
  sink.startRecording(MAX_RECORDED_BYTES);
  recorder.start(document.root, null, nodes.reserve(0), true);
  nodes.startRecipes();
  values.startReads();
  writeGraph(context);
  const reads = values.stopReads();
  const recipes = nodes.stopRecipes();
  const recording = recorder.stop();
  const row = sink.stopRecording();
  return recording === null || row === null ? null : { context, compiled, leaves, reads, recording, recipes, row };
}

function compile(
  recorded: Recorded,
  conversion: Conversion,
  options: ConvertOptions,
  output: Uint8Array,
  sink: ByteSink,
): DocumentTemplate | null {
  const { context, compiled, recording, reads } = recorded;
  const { document, values, writer } = context;
  // What an entity cites beside its value was compared, too.
  if (recording.entities.some(({ isDescribed, cited }) => isDescribed && cited.length > 0)) return null;
  if (conversion.warnings.some(({ code }) => OF_TEXTS.has(code))) return null;
  // What a text says of a unit is looked at in each document.
  if ((compiled.unitChecks?.unitKeys.size ?? 0) > 0) return null;
  const equal = EqualValues.of(document, values.entityIris, recorded.leaves);
  if (equal === null) return null;
  const leaves = recorded.leaves.map(
    (leaf) => new Leaf(values, Source.within(leaf.value), { ...leaf, isFirst: null }, reads.has(leaf.value)),
  );
  const nodePrefix = options.skolemize ? '' : (options.part?.nodePrefix ?? '');
  const cut = cutOutput(recorded.row, leaves, output, writer.escapesTexts, nodePrefix);
  if (cut === null) return null;
  const distinct = recording.distinct.map((group) =>
    group.map(({ value, isRepeated }) => ({ value: leafAt(leaves, value), isRepeated })),
  );
  const shape = new DocumentShape(document, leaves, distinct, equal);
  const image = new DocumentImage(cut.stretches, nodePrefix.length);
  const named = options.skolemize ? compileDocumentNames(context, recorded.recipes) : null;
  if (options.skolemize && named === null) return null;
  const names = named === null ? null : new DocumentNames({ ...named, shown: cut.shown, places: cut.places });
  return new DocumentTemplate({ shape, image, names, texts: cut.texts, leaves }, conversion, compiled, options, sink);
}

/** An output without its texts. */
interface CutOutput {
  readonly stretches: readonly Stretch[];
  readonly texts: readonly TextSlot[];
  /** The numbers of the nodes whose names stand in it. */
  readonly shown: readonly number[];
  /** By stretch: where names stand. */
  readonly places: readonly NamePlaces[];
}

/** Cuts the texts out of an output; null if not every label and every name in it is known. */
function cutOutput(
  { bytes, slots }: RecordedRow,
  leaves: readonly Leaf[],
  output: Uint8Array,
  escapesTexts: boolean,
  nodePrefix: string,
): CutOutput | null {
  if (!sameBytes(output, 0, bytes.length, bytes, 0, bytes.length)) return null;
  const stretches: Stretch[] = [];
  const texts: TextSlot[] = [];
  const places: NamePlaces[] = [];
  /** By number of the node. */
  const names = new Map<number, { readonly name: string; readonly place: number }>();
  let labels: number[] = [];
  let labelCount = 0;
  let named: (readonly [place: number, end: number])[] = [];
  let nameCount = 0;
  let from = 0;
  const close = (to: number): void => {
    stretches.push({ bytes: output.subarray(from, to), labels });
    places.push(named.flatMap(([place, end]) => [place, to - end]));
    labels = [];
    named = [];
  };
  for (const { holds: held, start, end } of slots) {
    const holds = held as GraphNode | Literal;
    if ('id' in holds && holds.iri === null) {
      labels.push(start - nodePrefix.length - from);
      labelCount++;
    } else if ('id' in holds && holds.id >= 0) {
      const found = names.get(holds.id) ?? { name: holds.name!, place: names.size };
      names.set(holds.id, found);
      named.push([found.place, end]);
      nameCount++;
    } else if (holds.source >= 0) {
      const isEntity = 'id' in holds;
      const isSafe = !isEntity && (!escapesTexts || !holds.datatype.takesAnyText);
      close(start);
      texts.push({ leaf: leafAt(leaves, holds.source), isEntity, isSafe });
      from = end;
    }
  }
  close(output.length);
  const known = new Set(Array.from(names.values(), ({ name }) => name));
  const written = Array.from(known, (name) => countOf(name, output)).reduce((sum, count) => sum + count, 0);
  if (written !== nameCount) return null;
  const cut = { texts, shown: [...names.keys()], places };
  if (nodePrefix === '') return { ...cut, stretches: stretches.map((stretch) => ({ ...stretch, labels: [] })) };
  return countOf(nodePrefix, output) === labelCount ? { ...cut, stretches } : null;
}

/** How often a text stands in bytes. */
function countOf(text: string, bytes: Uint8Array): number {
  return new TextDecoder('latin1').decode(bytes).split(text).length - 1;
}

/** The leaf of a value of the document. */
function leafAt(leaves: readonly Leaf[], value: number): Leaf {
  return leaves.find(({ source }) => source.offset === value)!;
}
