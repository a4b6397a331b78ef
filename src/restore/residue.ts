import { HubError } from '../errors.ts';
import { joinBytes } from '../join-bytes.ts';
import { embedSemantic } from '../mapping/embed.ts';
import { JsonDocument } from '../mapping/json/document.ts';
import { scanJson } from '../mapping/json/scan.ts';
import { readSemanticBlock, type SemanticBlock } from '../mapping/semantic/semantic-block.ts';
import { decodeUtf8, encodeText } from '../rdf/utf8.ts';
import { Choices } from './choices.ts';
import { layOut, LAYOUTS, type Layout } from './json-tokens.ts';
import type { Note } from './notes.ts';
import { READER, READERS, type ReaderNumber } from './readers.ts';
import type { GraphReader } from './restore-graph.ts';
import { applyEdits, type TokenEdits } from './token-edits.ts';

/** How a document was described. `assembled`: by a block that the hub made of its keys. A text is the block itself. */
type Semantic = 'assembled' | { readonly block: string };

/**
 * What the reader gets wrong of a graph that was made of one document (`hub:residue`). Members that are missing say that the reader is
 * right.
 */
export interface Residue {
  readonly reader: ReaderNumber;
  /** True where the reader cannot read the graph: the edits are of an empty record. */
  readonly unread?: true;
  /** The base that the document was converted with. */
  readonly base?: string;
  /** IRI of the version of the vocabulary, of a graph that names none. */
  readonly version?: string;
  /** What the root's `@semantic` was, of a document that had one. */
  readonly semantic?: Semantic;
  /** From the canonical document to that which was converted, without white space. */
  readonly edits?: TokenEdits;
  /** Of `residue=bytes`: the white space, and what is different in the text then. */
  readonly layout?: Layout;
  readonly text?: TokenEdits;
}

/** A residue as the graph has it: JSON in ASCII, so that every format holds it. */
export function writeResidue(residue: Residue): string {
  return JSON.stringify(residue).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @throws HubError `not-restorable` */
export function readResidue(text: string): Residue {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HubError('not-restorable', 'The residue of the graph is no JSON.', {}, cause);
  }
  const residue = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Residue, unknown>>;
  if (!READERS.some((reader) => reader === residue.reader)) {
    const message = `The residue of the graph is for reader ${JSON.stringify(residue.reader ?? null).slice(0, 20)}; this release has the readers up to ${READER}. Restore it with the release that wrote it.`;
    throw new HubError('not-restorable', message);
  }
  const wrong = (Object.keys(TESTS) as (keyof typeof TESTS)[]).find(
    (name) => residue[name] !== undefined && !TESTS[name](residue[name]),
  );
  if (wrong === undefined) return residue as Residue;
  throw new HubError('not-restorable', `The residue of the graph has a "${wrong}" that is none.`);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const areEdits = (value: unknown): boolean =>
  Array.isArray(value) && value.every((edit) => isText(edit) || Number.isSafeInteger(edit));
const TESTS = {
  unread: (value: unknown) => value === true,
  base: isText,
  version: isText,
  semantic: (value: unknown) => value === 'assembled' || isText((value as { block?: unknown } | null)?.block),
  edits: areEdits,
  layout: (value: unknown) => (LAYOUTS as readonly unknown[]).includes(value),
  text: areEdits,
};

/** What the reader makes of a root before any edits. */
export interface CanonicalDocument {
  readonly text: string;
  readonly notes: readonly Note[];
  /** By which it was read. */
  readonly base: string | null;
}

/**
 * The document of a root as the reader sees it, with what the residue tells of block, base and version.
 *
 * @throws HubError as `GraphReader.read` does
 */
export function readCanonical(
  reader: GraphReader,
  root: number,
  residue: Residue,
  choices = new Choices(),
): CanonicalDocument {
  if (residue.unread === true) return { text: '{}', notes: [], base: null };
  const { semantic, base, version } = residue;
  const block = typeof semantic === 'object' ? readBlock(semantic.block) : undefined;
  const {
    text,
    notes,
    lexicon,
    base: used,
  } = reader.read(root, {
    reader: residue.reader,
    choices,
    block,
    base,
    version,
  });
  if (semantic === undefined) return { text, notes, base: used };
  if (semantic !== 'assembled') return { text: withBlock(text, semantic.block), notes, base: used };
  const now = new Date(reader.createdOn(root) ?? 0);
  const { parts } = embedSemantic(encodeText(text), lexicon, {
    base: base ?? null,
    now: Number.isNaN(now.getTime()) ? new Date(0) : now,
  });
  const bytes = joinBytes(parts);
  return { text: decodeUtf8(bytes, 0, bytes.length), notes, base: used };
}

/** The document that a residue makes of the reader's. @throws HubError `not-restorable`, `answer-too-large` */
export function applyResidue(text: string, { edits, layout, text: last }: Residue, maxLength: number): string {
  try {
    const value = edits === undefined ? text : applyEdits(text, edits, maxLength);
    const laidOut = layout === undefined ? value : layOut(value, layout);
    return last === undefined ? laidOut : applyEdits(laidOut, last, maxLength);
  } catch (cause) {
    if (cause instanceof HubError) throw cause;
    const message = 'The residue does not fit the graph: what came between has added members or left some out.';
    throw new HubError('not-restorable', message, {}, cause);
  }
}

/** The block in the text of an `@semantic` member. @throws HubError `invalid-semantic`, `missing-semantic`, `malformed-json` */
export function readBlock(block: string): SemanticBlock {
  return readSemanticBlock(new JsonDocument(scanJson(encodeText(`{"@semantic":${block}}`)), 0));
}

function withBlock(text: string, block: string): string {
  return `{"@semantic":${block}${text === '{}' ? '' : ','}${text.slice(1)}`;
}
