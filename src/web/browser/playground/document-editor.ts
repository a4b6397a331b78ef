import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree, foldEffect, foldGutter, foldKeymap } from '@codemirror/language';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, type Extension } from '@codemirror/state';
import { search, searchKeymap } from '@codemirror/search';
import { EditorView, keymap } from '@codemirror/view';
import type { Analysis, DocumentKind, Place, TermName } from '../../playground/model.ts';
import type { Replacement } from '../../playground/protocol.ts';
import { mountEditor } from '../editor/mount-editor.ts';
import { keyCompletion } from './key-completion.ts';
import { keyMarks, setKeys } from './key-marks.ts';

/** A longer block stays open. */
const FOLDED_LENGTH = 200_000;
const FOLDING_MS = 50;

/** The editor of the playground's document. */
export class DocumentEditor {
  /** Is called after each change of the text. */
  onChange: () => void = () => {};
  readonly #language = new Compartment();
  readonly #view: EditorView;

  constructor(host: HTMLElement, terms: () => readonly TermName[]) {
    this.#view = mountEditor(host, {
      text: '',
      label: 'Document',
      extensions: [
        this.#language.of(json()),
        foldGutter(),
        search({ top: true }),
        keymap.of([...searchKeymap, ...foldKeymap]),
        keyMarks,
        keyCompletion(terms),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) this.onChange();
        }),
      ],
    });
  }

  text(): string {
    return this.#view.state.sliceDoc();
  }

  length(): number {
    return this.#view.state.doc.length;
  }

  replaceAll(text: string, kind: DocumentKind): void {
    this.setKind(kind);
    this.#view.dispatch({
      changes: { from: 0, to: this.length(), insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
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
    this.#view.dispatch(
      { effects: setKeys.of({ byName: new Map(keys.map((facts) => [facts.key, facts])), isTable }) },
      setDiagnostics(this.#view.state, diagnostics),
    );
  }

  /** Leads to a piece of the text. */
  goTo({ from, to }: Place): void {
    const end = this.length();
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
    this.#view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
    this.#view.focus();
  }
}

function languageOf(kind: DocumentKind): Extension {
  return kind === 'csv' ? [] : json();
}
