import { HubError } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import { convertDocument } from '../mapping/convert-document.ts';
import { converterOf, MAX_TRIPLES, type Conversion, type ConvertOptions } from '../mapping/convert.ts';
import { JsonDocument } from '../mapping/json/document.ts';
import { scanJson } from '../mapping/json/scan.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { readSemanticBlock } from '../mapping/semantic/semantic-block.ts';
import { decodeUtf8 } from '../rdf/utf8.ts';
import type { TakeChunk } from '../rdf/write/byte-sink.ts';
import { writeSourcedGraph } from './describe-source.ts';
import { digestOf, type Grade } from './digest.ts';
import { guessLayout, layOut, valueText } from './json-tokens.ts';
import { READER } from './readers.ts';
import { readCanonical, writeResidue, type Residue } from './residue.ts';
import { GraphReader } from './restore-graph.ts';
import { scanNTriples } from './scan-ntriples.ts';
import { editsBetween } from './token-edits.ts';

/**
 * Converts a document as `convertDocument` does, and has the root say what the graph alone does not: `hub:sourceDigest`, and
 * `hub:residue` where this release does not read the very document from the graph. The graph is made twice: first for the reader, then
 * for the answer.
 *
 * @param source the document as it came; `body` may be another text of it, with a block that describes it
 * @throws HubError as `convertDocument` does
 */
export function convertWithResidue(
  body: Uint8Array,
  lexicon: Lexicon,
  options: ConvertOptions,
  grade: Grade,
  write: TakeChunk,
  source: Uint8Array = body,
): Conversion {
  const chunks: Uint8Array[] = [];
  // A part of a longer output has labels of its own: the reader gets the document alone.
  const { part: _part, ...alone } = options;
  const first: ConvertOptions = { ...alone, format: 'nt', forXml: options.format === 'rdf' };
  convertDocument(body, lexicon, first, (chunk) => chunks.push(chunk));
  const text = decodeUtf8(source, 0, source.length);
  const value = valueText(text);
  const origin = originOf(body, lexicon, options, source === body);
  const graph = scanNTriples(joinBytes(chunks), options.maxTriples ?? MAX_TRIPLES);
  const reader = new GraphReader(graph, { lexicons: [origin.lexicon], block: null, base: null });
  const residue = new ResidueWriter(reader, origin, value).shortest();
  const layout = grade === 'bytes' ? layoutOf(text, value) : {};
  const isNeeded = residue !== null || Object.keys(layout).length > 0;
  const described = {
    digest: digestOf(text, grade),
    residue: isNeeded ? writeResidue({ reader: READER, ...residue, ...layout }) : null,
  };
  const walk = writeSourcedGraph(origin.lexicon.vocabularyIri, described);
  return convertDocument(body, lexicon, options, write, walk);
}

/** What a document was converted with. */
interface Origin {
  readonly lexicon: Lexicon;
  readonly base: string;
  /** The text of its own block; null where the vocabulary described it. */
  readonly block: string | null;
}

function originOf(body: Uint8Array, lexicon: Lexicon, options: ConvertOptions, isSource: boolean): Origin {
  const document = new JsonDocument(scanJson(body), 0);
  const byBlock = options.semantics === 'block';
  const used = byBlock ? converterOf(lexicon).lexiconFor(document, options) : lexicon;
  const base = options.base ?? (byBlock ? readSemanticBlock(document).base : null) ?? used.idIri;
  const value = document.semanticValue();
  if (!byBlock || !isSource || value === null) return { lexicon: used, base, block: null };
  const block = decodeUtf8(body, document.entries[value + 1]!, document.tape.semanticSpans.at(-1)!);
  return { lexicon: used, base, block: valueText(block) };
}

type WithoutReader = Omit<Residue, 'reader'>;

/** Finds out what the reader gets wrong of a document, and writes it in the shortest way. */
class ResidueWriter {
  private readonly reader: GraphReader;
  private readonly origin: Origin;
  private readonly value: string;

  constructor(reader: GraphReader, origin: Origin, value: string) {
    this.reader = reader;
    this.origin = origin;
    this.value = value;
  }

  /** Null where the reader gets nothing wrong. */
  shortest(): WithoutReader | null {
    const { block } = this.origin;
    const ways: WithoutReader[] = block === null ? [{}] : [{ semantic: 'assembled' }, { semantic: { block } }];
    const residues = ways.flatMap((way) => this.residuesOf(way));
    const readable = residues.filter(({ unread }) => unread !== true);
    const shortest = (readable.length > 0 ? readable : residues).reduce((one, other) =>
      sizeOf(other) < sizeOf(one) ? other : one,
    );
    return Object.keys(shortest).length === 0 ? null : shortest;
  }

  /** With the base that the reader finds and, where that is another, with the document's own. */
  private residuesOf(way: WithoutReader): WithoutReader[] {
    const { reader, origin, value } = this;
    const root = reader.roots[0];
    const named = root === undefined ? null : reader.versionOf(root);
    const known: WithoutReader =
      named === origin.lexicon.versionIri ? way : { ...way, version: origin.lexicon.versionIri };
    const read = this.tryReading(root, known);
    if (read === null) return [{ unread: true, ...editsOf('{}', value) }];
    const found = { ...known, ...editsOf(read.text, value) };
    if (read.base === origin.base || root === undefined) return [found];
    const based = { ...known, base: origin.base };
    const again = this.tryReading(root, based);
    return again === null ? [found] : [found, { ...based, ...editsOf(again.text, value) }];
  }

  /** Null for a graph that the reader refuses. */
  private tryReading(
    root: number | undefined,
    residue: WithoutReader,
  ): { readonly text: string; readonly base: string | null } | null {
    try {
      return root === undefined ? null : readCanonical(this.reader, root, { reader: READER, ...residue });
    } catch (error) {
      if (error instanceof HubError) return null;
      throw error;
    }
  }
}

function editsOf(given: string, wanted: string): Pick<Residue, 'edits'> {
  const edits = editsBetween(given, wanted);
  return edits === null ? {} : { edits };
}

function sizeOf(residue: WithoutReader): number {
  return Object.keys(residue).length === 0 ? 0 : writeResidue({ reader: READER, ...residue }).length;
}

/** The layout of a text, and what is different in the text then. */
function layoutOf(text: string, value: string): Pick<Residue, 'layout' | 'text'> {
  if (value === text) return {};
  const layout = guessLayout(text);
  const edits = editsBetween(layOut(value, layout), text);
  return { ...(layout === '' ? {} : { layout }), ...(edits === null ? {} : { text: edits }) };
}
