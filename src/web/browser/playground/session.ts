// One thing, though long: what the page is told, and what becomes of it.
import { decodeFile, type Encoding } from '../../playground/decode-file.ts';
import { findExample } from '../../playground/examples.ts';
import { kindOf } from '../../playground/kind-of.ts';
import { readLink, type LinkState } from '../../playground/link-state.ts';
import type { Drawing, PlacedFinding } from '../../playground/model.ts';
import type { Change, FromWorker, Job, Replacement } from '../../playground/protocol.ts';
import { sayTooLong } from '../../playground/too-long.ts';
import { unpackFile } from '../../playground/unpack-file.ts';
import { ASK_AGAIN } from '../page/ask-again.ts';
import { PlaygroundClient } from './client.ts';
import { countRequests } from './count-requests.ts';
import type { DocumentEditor } from './document-editor.ts';
import { keepAddress, stateHere } from './keep-address.ts';
import * as store from './store.ts';

/** A long document is read when the writer pauses, and a short one almost at once. */
const PAUSE_MS = { short: 80, long: 400 } as const;
const LONG = 200_000;
/** A conversion that takes longer shows how far it is. */
const PATIENCE_MS = 300;
const ADDRESS_PAUSE_MS = 500;

/** Where a document comes from. */
interface Origin {
  /** Of its file. */
  readonly name?: string | null;
  readonly example?: string | null;
  readonly encoding?: Encoding;
}

/** What somebody does with one document after another: the editor, the worker and the address together. */
export class PlaygroundSession {
  readonly #editor: DocumentEditor;
  readonly #client: PlaygroundClient;
  #job = 0;
  /** The analysis whose answer is of interest. */
  #sent = 0;
  /** Whether the worker has that to do. */
  #isReading = false;
  /** Whether there is something newer to read by now. */
  #isBehind = false;
  /** The change of the document that is being worked out; null when the document has changed since. */
  #changing: number | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #addressPause: ReturnType<typeof setTimeout> | undefined;
  /** Whether the document has changed since the address was written. */
  #isUnwritten = false;
  /** The example that the document is, unchanged. */
  #example: string | null = null;
  /** The file that is being read; null for none, and once another document was opened. */
  #opening: File | null = null;

  constructor(editor: DocumentEditor) {
    this.#editor = editor;
    this.#client = new PlaygroundClient(
      (message) => this.#hear(message),
      () => this.#breakOff(),
    );
    editor.onChange = () => this.#changed();
    editor.onPut = (text) => this.#takeWhole(text);
    addEventListener('popstate', () => void this.restore());
  }

  /** Loads what the hub has of the vocabulary: first what conversions need, then what people read. */
  async load(root: string, baseUrl: string, loadRest: () => Promise<void>): Promise<void> {
    const get = async (path: string): Promise<ArrayBuffer> => {
      const answer = await fetch(root + path, ASK_AGAIN);
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.arrayBuffer();
    };
    let isSupplied = false;
    try {
      this.#client.supply('vocabulary', {
        type: 'vocabulary',
        bytes: await get('api/lexicon?texts=labels&layout=tables'),
        baseUrl,
      });
      isSupplied = true;
      const [lexicon, sources] = await Promise.all([
        get('api/lexicon?layout=tables'),
        get('api/lexicon/sources'),
        loadRest(),
      ]);
      this.#client.supply('texts', { type: 'texts', lexicon, sources });
    } catch {
      if (!isSupplied) store.stage.value = 'failed';
      else
        this.#tell('What the terms mean could not be loaded: documents convert, without suggestions for their keys.');
    }
  }

  /** Shows the state that the address says. */
  async restore(): Promise<void> {
    const { href } = location;
    const state = stateHere() ?? (await readLink(location.hash));
    // Another one is shown by then.
    if (location.href !== href) return;
    const example = findExample(state.example) ?? (state.text === null ? findExample('inverter') : null);
    const text = state.text ?? example!.text;
    const kind = state.text === null ? example!.kind : state.kind;
    const { format, units } = store.link.value;
    const isShown = text === this.#editor.text();
    const isRead =
      isShown &&
      store.analysis.value !== null &&
      kind === store.kind.value &&
      format === state.format &&
      units === state.units;
    store.link.value = state;
    store.kind.value = kind;
    if (!isShown) {
      store.encoding.value = 'UTF-8';
      this.#editor.replaceAll(text, kind);
    }
    this.#example = state.text === null ? example!.name : null;
    store.isLinkBroken.value = state.text === null && new URLSearchParams(location.hash.slice(1)).has('doc');
    if (isRead) void this.#keepAddress('replace');
    else if (isShown) this.#analyse();
  }

  /** Changes the state, under an address of its own. */
  show(change: Partial<LinkState>): void {
    this.#leave();
    store.link.value = { ...store.link.value, ...change };
    void this.#keepAddress('push');
    if (change.format !== undefined || change.units !== undefined) this.#analyse();
  }

  /** Opens another document. */
  open(text: string, { name = null, example = null, encoding = 'UTF-8' }: Origin): void {
    const tooLong = sayTooLong('This document', text.length);
    if (tooLong !== null) return this.#tell(tooLong);
    this.#leave();
    this.#opening = null;
    store.encoding.value = encoding;
    store.kind.value = findExample(example)?.kind ?? kindOf(name ?? '', text);
    this.#editor.replaceAll(text, store.kind.value);
    this.#example = example;
    void this.#keepAddress('push');
  }

  async openFile(file: File): Promise<void> {
    this.#opening = file;
    const unpacked = await unpackFile(file);
    if (this.#opening !== file) return;
    if ('refusal' in unpacked) return this.#tell(unpacked.refusal);
    const { text, encoding } = decodeFile(unpacked.bytes);
    this.open(text, { name: file.name, encoding });
  }

  /** What is put in as a whole document may say its records in another way than the one before. */
  #takeWhole(text: string): void {
    store.encoding.value = 'UTF-8';
    const kind = kindOf('', text);
    if (kind === store.kind.value) return;
    store.kind.value = kind;
    this.#editor.setKind(kind);
  }

  setKind(kind: LinkState['kind']): void {
    store.kind.value = kind;
    this.#editor.setKind(kind);
    this.#analyse();
  }

  /** Makes a document of one value, as an array is, an object: the mapping begins with one. */
  wrap(): void {
    const insertions = [
      { from: 0, to: 0, insert: '{"records": ' },
      { from: this.#editor.length(), to: this.#editor.length(), insert: '}' },
    ];
    this.#editor.replace(insertions, false);
  }

  /** Has the document changed as somebody asked for. */
  change(change: Change): void {
    const job = this.#newJob();
    this.#changing = job.id;
    this.#client.ask({ type: 'change', job, change });
  }

  /** The whole output; null when it cannot be made. */
  output(what: 'rdf' | 'described' | 'triples'): Promise<ArrayBuffer | null> {
    return this.#client.output(this.#newJob(), what);
  }

  /** What a check finds besides the warnings; null when it cannot be checked. */
  check(): Promise<readonly PlacedFinding[] | null> {
    return this.#client.check(this.#newJob());
  }

  /** The picture of the document; null when it cannot be drawn. */
  draw(): Promise<Drawing | null> {
    return this.#client.draw(this.#newJob());
  }

  /** Ends the conversion that takes too long. */
  cancel(): void {
    this.#client.restart();
    this.#sent = ++this.#job;
    this.#giveUp();
    this.#tell('The conversion was cancelled. Change the document to try again.', false);
  }

  /** The worker could not be loaded, or has failed in a way that it does not tell. */
  #breakOff(): void {
    this.#giveUp();
    if (store.stage.value === 'loading') store.stage.value = 'failed';
    else this.#tell('The conversion ended by itself. Change the document to try again.');
  }

  /** What was asked for is not answered any more. */
  #giveUp(): void {
    this.#isReading = false;
    this.#isBehind = false;
    this.#settle();
  }

  #newJob(): Job {
    return {
      id: ++this.#job,
      text: this.#editor.text(),
      kind: store.kind.value,
      format: store.link.value.format,
      units: store.link.value.units,
    };
  }

  #changed(): void {
    store.length.value = this.#editor.length();
    store.isBlank.value = this.#editor.isBlank();
    store.isLinkBroken.value = false;
    this.#example = null;
    this.#changing = null;
    this.#isUnwritten = true;
    clearTimeout(this.#pause);
    const pause = this.#editor.length() > LONG ? PAUSE_MS.long : PAUSE_MS.short;
    this.#pause = setTimeout(() => this.#analyse(), pause);
  }

  #analyse(): void {
    clearTimeout(this.#pause);
    if (store.stage.value !== 'ready') return;
    store.notice.value = null;
    store.isBusy.value = true;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => (store.progress.value ??= 0), PATIENCE_MS);
    clearTimeout(this.#addressPause);
    this.#addressPause = setTimeout(() => void this.#keepAddress('replace'), ADDRESS_PAUSE_MS);
    // Of what is written while a long document is read, the last is read alone: others would wait in a row, each as long as the whole.
    this.#isBehind = this.#isReading;
    if (this.#isBehind) return;
    const job = this.#newJob();
    this.#sent = job.id;
    this.#isReading = true;
    this.#client.ask({ type: 'analyse', job });
  }

  /** Whether what was read is still what there is; else that is read now. */
  #hasRead(): boolean {
    this.#isReading = false;
    if (this.#isBehind) this.#analyse();
    return !this.#isReading;
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        store.terms.value = message.terms;
        if (store.stage.value !== 'ready') {
          store.stage.value = 'ready';
          this.#analyse();
        }
        return;
      case 'sources':
        // The last that is loaded, and loaded again by a worker that takes the place of another.
        store.sources.value = message.sources;
        if (store.requests.value === null) {
          store.noteRequests(0);
          countRequests(store.noteRequests);
        }
        return;
      case 'progress':
        if (message.id === this.#sent && store.progress.value !== null) store.progress.value = message.share;
        return;
      case 'analysis':
        if (message.id !== this.#sent || !this.#hasRead()) return;
        this.#settle();
        store.analysis.value = message.analysis;
        this.#editor.show(message.analysis, store.kind.value === 'csv');
        return;
      case 'candidates':
        if (message.id !== this.#sent) return;
        store.candidates.value = message.candidates;
        store.likelySource.value = message.source;
        return;
      case 'changed':
        // Its places are those of a text that is no more.
        if (message.id !== this.#changing) return this.#tell('The document has changed meanwhile. Ask for it again.');
        return this.#apply(message.replacements, message.kind, message.fault);
      case 'failed':
        if (message.id === this.#sent) {
          if (!this.#hasRead()) return;
          this.#settle();
        }
        this.#tell(message.message);
    }
  }

  #apply(replacements: readonly Replacement[], kind: LinkState['kind'], fault: string | null): void {
    if (fault !== null) return this.#tell(fault);
    if (replacements.length === 0) return;
    if (kind !== store.kind.value) {
      store.kind.value = kind;
      this.#editor.setKind(kind);
    }
    this.#editor.replace(replacements, kind === 'json');
  }

  #settle(): void {
    clearTimeout(this.#patience);
    store.isBusy.value = false;
    store.progress.value = null;
  }

  #tell(text: string, isBad = true): void {
    store.notice.value = { text, isBad };
  }

  /** Back leads to what is shown now, also to what was written a moment ago. */
  #leave(): void {
    if (this.#isUnwritten) void this.#keepAddress('replace');
  }

  async #keepAddress(how: 'push' | 'replace'): Promise<void> {
    clearTimeout(this.#addressPause);
    this.#isUnwritten = false;
    const { tab, format, units, query } = store.link.value;
    const text = this.#example === null ? this.#editor.text() : null;
    const state = { tab, format, kind: store.kind.value, text, example: this.#example, units, query };
    const address = await keepAddress(state, how);
    if (address !== undefined) store.address.value = address;
  }
}
