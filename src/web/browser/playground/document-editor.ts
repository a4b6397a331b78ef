import { json } from '@codemirror/lang-json';
import { bidiIsolates, ensureSyntaxTree, foldEffect, foldGutter, foldKeymap } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import { Compartment, type EditorState, type Extension, type Text, type Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { Analysis, DocumentKind, KeyFacts, Place, TermName } from '../../playground/model.ts';
import type { Replacement } from '../../playground/protocol.ts';
import { mountEditor } from '../editor/mount-editor.ts';
import { nextTask } from '../page/next-task.ts';
import type { markFindings } from './writing-aids.ts';
import { keyAtCaret, keyMarks, setKeys } from './key-marks.ts';

/** Longer texts come in steps. */
const LONG = 200_000;
/** Lines of a longer text are not wrapped: of one long line, each key that is pressed would have all of it measured. */
const WRAPPED = 50_000;
/** A longer block stays open. */
const FOLDED_LENGTH = 200_000;
const FOLDING_MS = 50;

/** What may leave nothing of the document before. */
const PUTS = ['input.paste', 'undo', 'redo'];

/** Devices send a document as one line, of which a person would see the beginning alone. */
const wrapping = EditorView.contentAttributes.compute(['doc'], ({ doc }): Record<string, string> =>
  doc.length > WRAPPED ? {} : { class: 'cm-lineWrapping' },
);

/** The editor of the playground's document. */
export class DocumentEditor {
  /** Is called after each change of the text. */
  onChange: () => void = () => {};
  /** Is told what is put into the place of the whole document, by pasting or by undoing. */
  onPut: (text: string) => void = () => {};
  /** Is told the key at which the caret stands, whenever it is another one. */
  onKeyAtCaret: (facts: KeyFacts | null) => void = () => {};
  #keyAtCaret: KeyFacts | null = null;
  #kind: DocumentKind = 'json';
  readonly #language = new Compartment();
  readonly #aids = new Compartment();
  /** Marks findings, once that is loaded. */
  #markFindings: typeof markFindings | null = null;
  #findings: readonly Diagnostic[] = [];
  #read: { readonly doc: Text; readonly text: string } | null = null;
  readonly #view: EditorView;

  constructor(host: HTMLElement) {
    this.#view = mountEditor(host, {
      text: '',
      label: 'Document',
      extensions: [
        wrapping,
        // Of keys in Arabic or Hebrew, the values would stand before them.
        bidiIsolates(),
        this.#language.of(json()),
        foldGutter(),
        keymap.of(foldKeymap),
        keyMarks,
        this.#aids.of([]),
        EditorView.domEventHandlers({ paste: (event) => this.#takePaste(event) }),
        EditorView.updateListener.of(({ docChanged, selectionSet, transactions, state }) => {
          if (docChanged) {
            // Their places were those of the text before.
            this.#findings = [];
            const isPut = (one: Transaction): boolean => PUTS.some((event) => one.isUserEvent(event));
            // A dispatch within an update is refused.
            if (transactions.some((one) => isPut(one) && takesPlaceOfAll(one)))
              queueMicrotask(() => this.onPut(this.text()));
            this.onChange();
          }
          if (docChanged || selectionSet || transactions.some(({ effects }) => effects.length > 0)) this.#follow(state);
        }),
      ],
    });
  }

  #follow(state: EditorState): void {
    const facts = keyAtCaret(state);
    if (facts === this.#keyAtCaret) return;
    this.#keyAtCaret = facts;
    this.onKeyAtCaret(facts);
  }

  /** The whole text; the same string until it changes, as the history of the window keeps it more than once. */
  text(): string {
    const { doc } = this.#view.state;
    if (this.#read?.doc !== doc) this.#read = { doc, text: doc.toString() };
    return this.#read.text;
  }

  length(): number {
    return this.#view.state.doc.length;
  }

  isBlank(): boolean {
    const { doc } = this.#view.state;
    return doc.length < LONG && doc.toString().trim() === '';
  }

  replaceAll(text: string, kind: DocumentKind): void {
    this.#kind = kind;
    const isLong = text.length > LONG;
    this.#view.dispatch({
      changes: { from: 0, to: this.length(), insert: text },
      selection: { anchor: 0 },
      effects: this.#language.reconfigure(isLong ? [] : languageOf(kind)),
    });
    // The page stays where it is: on a phone it would open below its own head.
    this.#view.scrollDOM.scrollTo(0, 0);
    if (isLong) void this.#readLanguage();
  }

  /** Puts a long text in, step by step, so that a slow machine has time for other things between them. */
  #takePaste(event: ClipboardEvent): boolean {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= LONG) return false;
    event.preventDefault();
    void this.#putIn(text);
    return true;
  }

  async #putIn(text: string): Promise<void> {
    const lines = this.#view.state.toText(text);
    await nextTask();
    this.#view.dispatch(this.#view.state.replaceSelection(lines), {
      userEvent: 'input.paste',
      scrollIntoView: true,
      effects: this.#language.reconfigure([]),
    });
    await this.#readLanguage();
  }

  /** Has the text read by its language, of which a long one has none when it is put in. */
  async #readLanguage(): Promise<void> {
    await nextTask();
    this.#view.dispatch({ effects: this.#language.reconfigure(languageOf(this.#kind)) });
  }

  /** Changes pieces of the text; the data stays in view when a meaning was written before it. */
  replace(changes: readonly Replacement[], isJson: boolean): void {
    this.#view.dispatch({ changes: [...changes] });
    if (isJson) this.#foldBlock();
  }

  #foldBlock(): void {
    const { state } = this.#view;
    const object = ensureSyntaxTree(state, Math.min(FOLDED_LENGTH, this.length()), FOLDING_MS)?.topNode.firstChild;
    const first = object?.getChild('Property') ?? null;
    const block = first?.getChild('Object') ?? null;
    if (first === null || block === null || state.sliceDoc(first.from, first.from + 11) !== '"@semantic"') return;
    this.#view.dispatch({ effects: foldEffect.of({ from: block.from + 1, to: block.to - 1 }) });
  }

  setKind(kind: DocumentKind): void {
    this.#kind = kind;
    this.#view.dispatch({ effects: this.#language.reconfigure(languageOf(kind)) });
  }

  /** Marks what was found out about the document. */
  show({ keys, warnings, fault }: Analysis, isTable: boolean): void {
    const end = this.length();
    const placed = ({ from, to }: Place): Place => ({ from: Math.min(from, end), to: Math.min(to, end) });
    const diagnostics: Diagnostic[] = warnings.map((warning) => ({
      ...placed(warning),
      severity: 'warning',
      message: warning.message,
    }));
    if (fault !== null && fault.line !== null)
      diagnostics.push({ ...placed(fault), severity: 'error', message: fault.message });
    this.#view.dispatch({
      effects: setKeys.of({ byName: new Map(keys.map((facts) => [facts.key, facts])), isTable }),
    });
    this.#findings = diagnostics;
    this.#showFindings();
  }

  #showFindings(): void {
    if (this.#markFindings !== null) this.#view.dispatch(this.#markFindings(this.#view.state, this.#findings));
  }

  /** Loads what helps to write. */
  async loadAids(terms: () => readonly TermName[]): Promise<void> {
    const { writingAids, markFindings } = await import('./writing-aids.ts');
    this.#view.dispatch({ effects: this.#aids.reconfigure(writingAids(terms)) });
    this.#markFindings = markFindings;
    this.#showFindings();
  }

  /** Leads to a piece of the text. */
  goTo({ from, to }: Place): void {
    const end = this.length();
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
    this.#view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
    this.#view.focus();
  }
}

/** Nothing of the text before is left. */
function takesPlaceOfAll({ changes, startState }: Transaction): boolean {
  let isWhole = false;
  changes.iterChangedRanges((from, to, _, end) => {
    const rest = startState.sliceDoc(0, from) + startState.sliceDoc(to);
    isWhole = rest.trim() === '' && end > 0;
  });
  return isWhole;
}

function languageOf(kind: DocumentKind): Extension {
  return kind === 'csv' ? [] : json();
}
