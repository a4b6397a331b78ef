import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import type { EditorState, Extension, TransactionSpec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { TermName } from '../../playground/model.ts';
import { writing } from '../editor/writing.ts';
import { keyCompletion } from './key-completion.ts';

// What helps to write a document, and is not needed to read one: it is loaded behind the first conversion.

/** Completion of keys, search, brackets that close. */
export function writingAids(terms: () => readonly TermName[]): Extension {
  return [keymap.of(searchKeymap), search({ top: true }), keyCompletion(terms), writing];
}

/** Marks what was found out about pieces of a text. */
export function markFindings(state: EditorState, findings: readonly Diagnostic[]): TransactionSpec {
  return setDiagnostics(state, findings);
}
