import type { CsvMarks } from '../../csv/csv-marks.ts';
import { HubError } from '../../errors.ts';
import { JsonDocument } from '../../mapping/json/document.ts';
import { scanJson } from '../../mapping/json/scan.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { Warning } from '../../mapping/records/warnings.ts';
import { convertBody, type ConvertedBody, type WantedUnits } from './convert-body.ts';
import { bytesOf, entriesOf, entryAt, stateOf, usesOfKeys } from './keys.ts';
import type { Analysis, Fault, KeyFacts, Place, PlacedWarning, TermFacts } from './model.ts';
import type { Job } from './protocol.ts';
import { readDocument, type ReadDocument } from './read-document.ts';
import { TextPlaces } from './text-places.ts';
import { adviceFor } from './fault-advice.ts';
import { sayTooLong } from './too-long.ts';

export interface Knowledge {
  readonly lexicon: Lexicon;
  readonly facts: ReadonlyMap<string, TermFacts>;
}

/** Of a longer output the beginning is shown. */
const SHOWN_BYTES = 200_000;
/** Where a prefix of the vocabulary's own terms stands in templates. */
const NAMESPACE = 'vocab:';

/** How much of the work is done when a document is scanned, and when its keys are known. */
const SCANNED = 0.15;
const READ = 0.4;

const encoder = new TextEncoder();

/** A document of the editor, read. */
export interface OpenDocument {
  readonly read: ReadDocument;
  readonly places: TextPlaces;
}

/** @throws HubError */
export function openDocument({ text, kind }: Job, { lexicon }: Knowledge): OpenDocument {
  // What is pasted comes without a size that could be asked before.
  const said = sayTooLong('This document', text.length);
  if (said !== null) throw new HubError('body-too-large', said);
  const bytes = encoder.encode(text);
  return { read: readDocument(bytes, kind, lexicon), places: new TextPlaces(bytes, text.length) };
}

/** Where an entry of the document that a text became stands in the text. */
export function placeOf({ read, places }: OpenDocument, entry: number, document: JsonDocument): Place {
  const [start, end] = read.originOf(...bytesOf(document, entry));
  return { from: places.at(start), to: places.at(end) };
}

/**
 * Tells what a document means and becomes. A fault of the document is a part of the answer.
 *
 * @param units null leaves values in the units of their terms
 * @param tell is told, between 0 and 1, how far the conversion is; an estimate
 */
export function analyse(
  job: Job,
  knowledge: Knowledge,
  units: WantedUnits | null,
  tell: (share: number) => void,
): Analysis {
  const started = performance.now();
  let keys: readonly KeyFacts[] = [];
  let hasBlock = false;
  let marks: CsvMarks | null = null;
  const nothing = { warnings: [], triples: 0, output: '', outputBytes: 0, isWhole: true };
  try {
    const opened = openDocument(job, knowledge);
    ({ marks } = opened.read);
    const document = new JsonDocument(scanJson(opened.read.bytes), 0);
    const entries = entriesOf(document);
    hasBlock = entries !== null;
    tell(SCANNED);
    keys = usesOfKeys(document, (share) => tell(SCANNED + share * (READ - SCANNED)))
      .filter(({ key }) => job.kind === 'json' || key !== 'records')
      .map(({ first, ...use }) => {
        const { state, term } = stateOf(use.key, entries, knowledge.lexicon, NAMESPACE);
        const column = opened.read.columns?.get(use.key);
        const place =
          column === undefined
            ? placeOf(opened, first, document)
            : { from: opened.places.at(column[0]), to: opened.places.at(column[1]) };
        return { ...use, ...place, state, term: term === null ? null : (knowledge.facts.get(term) ?? null) };
      });
    const { warnings, keysBefore, ...conversion } = convertShown(
      opened.read.bytes,
      job,
      knowledge.lexicon,
      units,
      (share) => tell(READ + share * (1 - READ)),
    );
    const at = (warning: Warning): PlacedWarning => ({
      ...warning,
      ...placeOf(opened, entryAt(document, warning.pointer, keysBefore), document),
    });
    return {
      keys,
      hasBlock,
      marks,
      ...conversion,
      warnings: warnings.map(at),
      fault: null,
      ms: performance.now() - started,
    };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return {
      keys,
      hasBlock,
      marks,
      ...nothing,
      fault: faultOf(error, job, knowledge),
      ms: performance.now() - started,
    };
  }
}

function convertShown(
  body: Uint8Array,
  { format }: Job,
  vocabulary: Lexicon,
  units: WantedUnits | null,
  tell: (share: number) => void,
): Omit<Analysis, 'keys' | 'hasBlock' | 'marks' | 'fault' | 'ms' | 'warnings'> &
  Pick<ConvertedBody, 'warnings' | 'keysBefore'> {
  const options = { format, units };
  const expected = body.length * GROWTH[format];
  const shown: Uint8Array[] = [];
  let outputBytes = 0;
  const { head, triples, warnings, keysBefore } = convertBody(body, vocabulary, options, (chunk) => {
    if (outputBytes < SHOWN_BYTES) shown.push(chunk.slice());
    outputBytes += chunk.length;
    tell(Math.min(0.99, outputBytes / expected));
    return true;
  });
  const bytes = new Uint8Array(head.length + shown.reduce((sum, { length }) => sum + length, 0));
  bytes.set(head);
  shown.reduce((at, chunk) => (bytes.set(chunk, at), at + chunk.length), head.length);
  outputBytes += head.length;
  const isWhole = outputBytes <= SHOWN_BYTES;
  const text = new TextDecoder().decode(isWhole ? bytes : bytes.subarray(0, SHOWN_BYTES));
  // A line is shown whole or not.
  const output = isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  return { triples, warnings, keysBefore, output, outputBytes, isWhole };
}

/** How many times as long as the document the RDF of usual documents is. */
const GROWTH = { ttl: 9, nt: 38, rdf: 20, jsonld: 22 } as const;

function faultOf({ code, message, details }: HubError, job: Job, knowledge: Knowledge): Fault {
  const advice = details.key === 'units' && details.hint !== undefined ? ` ${details.hint}` : '';
  const none = { code, message: message + advice, from: 0, to: 0, line: null };
  if (details.offset === undefined) return none;
  let byte = details.offset;
  const bytes = encoder.encode(job.text);
  let isBehind = false;
  if (job.kind === 'ndjson') {
    const { read } = openDocument(job, knowledge);
    isBehind = read.isBehindText(byte);
    [byte] = read.originOf(byte, byte + 1);
  }
  const from = new TextPlaces(bytes, job.text.length).at(Math.min(byte, bytes.length));
  const line = job.text.slice(0, from).split('\n').length;
  const end = Math.min(job.text.length, from + 1);
  return { code, message: sentenceOf(message), from: Math.max(0, end - 1), to: end, line };

  function sentenceOf(said: string): string {
    if (isBehind) return 'The last line ends before its record does.';
    // The sentence tells the place in the document that was made of the lines.
    const placed = job.kind === 'ndjson' ? withoutPlace(said) : said;
    if (
      job.kind === 'ndjson' &&
      line > 1 &&
      isLineStart(job.text, from) &&
      !said.includes('where a value was expected')
    )
      return `${placed} The line before ends before its record does.`;
    if (job.kind === 'ndjson' && isBehindRecord(job.text, from))
      return `${placed} A line end is missing before it: each record has a line of its own.`;
    const help = code === 'malformed-json' && job.kind !== 'csv' ? adviceFor(job.text, from, said) : '';
    return help === '' ? placed : `${placed} ${help}`;
  }
}

/** Nothing but spaces stands before it in its line. */
function isLineStart(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

/** A record begins where another one has just ended, in the same line. */
function isBehindRecord(text: string, at: number): boolean {
  if (!/["{[\d-]/.test(text[at] ?? '')) return false;
  try {
    JSON.parse(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
    return true;
  } catch {
    return false;
  }
}

/** A message without the line and the column that it tells. */
function withoutPlace(message: string): string {
  const from = message.indexOf('(line ');
  const to = message.indexOf(')', from);
  return from === -1 || to === -1 ? message : message.slice(0, from).trimEnd() + message.slice(to + 1);
}
