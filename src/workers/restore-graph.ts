import { HubError } from '../errors.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import { encodeText } from '../rdf/utf8.ts';
import type { TakeChunk } from '../rdf/write/byte-sink.ts';
import { valueText } from '../restore/json-tokens.ts';
import type { NoteCode } from '../restore/notes.ts';
import { parseRdf } from '../restore/parse-rdf.ts';
import { readBlock } from '../restore/residue.ts';
import { restoreDocuments, type RestoredDocument } from '../restore/restore-documents.ts';
import type { MostRestored, RestoreFacts, RestoreTaskOptions } from './mapping-task.ts';

/** Triples that a graph may have, and characters that one of its documents may have. */
const MAX_TRIPLES = 500_000;
const MAX_LENGTH = 32 * 1024 * 1024;

/**
 * Restores the documents of a graph: one as it is, several one a line without white space; or a list of them with what is known of each.
 *
 * @throws HubError those of `parseRdf` and `restoreDocuments`, `answer-too-large` for more documents than are listed, and whatever `write` throws
 */
export async function restoreGraph(
  body: Uint8Array,
  { format, semantic, base, byValue, output: form, most, versions = [] }: RestoreTaskOptions,
  lexicon: Lexicon,
  write: TakeChunk,
): Promise<RestoreFacts> {
  const block = semantic === null ? null : readBlock(semantic);
  const graph = await parseRdf(body, format, MAX_TRIPLES);
  const lexicons = [lexicon, ...versions];
  const output = new DocumentsOutput(form, most ?? null, write);
  for (const document of restoreDocuments(graph, { lexicons, block, base, byValue, maxLength: MAX_LENGTH }))
    output.add(document);
  return output.finish();
}

/** Writes documents as they come. The first one waits, as it stands alone if it is the last. */
class DocumentsOutput {
  private readonly form: RestoreTaskOptions['output'];
  private readonly most: MostRestored | null;
  private readonly take: TakeChunk;
  private first: RestoredDocument | null = null;
  private count = 0;
  private notes = 0;
  private proof: RestoreFacts['proof'] = 'bytes';
  private readonly noteCodes = new Set<NoteCode>();

  constructor(form: RestoreTaskOptions['output'], most: MostRestored | null, write: TakeChunk) {
    this.form = form;
    this.most = most;
    this.take = write;
  }

  add(document: RestoredDocument): void {
    this.count++;
    if (this.most !== null && this.count > this.most.documents) throw tooMany(this.most.documents);
    if (document.proof === null) this.proof = null;
    else if (this.proof === 'bytes') this.proof = document.proof;
    for (const { code } of document.notes) this.noteCodes.add(code);
    if (this.form !== 'documents') this.write((this.count === 1 ? '{"documents":[' : ',') + this.reportOf(document));
    else if (this.count === 1) this.first = document;
    else {
      if (this.first !== null) this.write(lineOf(this.first));
      this.first = null;
      this.write(lineOf(document));
    }
  }

  finish(): RestoreFacts {
    if (this.form !== 'documents') this.write(']}');
    else if (this.first !== null) this.write(this.first.text);
    return { kind: 'restore', documents: this.count, proof: this.proof, noteCodes: [...this.noteCodes] };
  }

  /** The document as JSON within JSON: its numbers keep their digits and its members their order. */
  private reportOf({ text, proof, notes }: RestoredDocument): string {
    const { most } = this;
    const told = most === null ? notes : notes.slice(0, most.notes - this.notes);
    this.notes += told.length;
    const document = this.form === 'texts' ? JSON.stringify(text) : text.replace(/^\uFEFF/, '');
    const omitted = most === null ? '' : `,"omitted":${notes.length - told.length}`;
    return `{"document":${document},"proof":${JSON.stringify(proof)},"notes":${JSON.stringify(told)}${omitted}}`;
  }

  private write(text: string): void {
    this.take(encodeText(text));
  }
}

function tooMany(most: number): HubError {
  return new HubError(
    'answer-too-large',
    `The graph has more than ${most.toLocaleString('en')} documents; an answer has no more.`,
    { hint: 'Use POST /api/json, which streams the documents.' },
  );
}

function lineOf({ text }: RestoredDocument): string {
  return `${valueText(text)}\n`;
}
