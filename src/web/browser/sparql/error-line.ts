import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

const setError = StateEffect.define<{ readonly line: number; readonly column: number } | null>();

const MARK = Decoration.line({ class: 'hub-error-line' });

/** Marks the line at which a query breaks a rule, until it is edited. */
export const errorLine: Extension = [
  StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(marks, transaction) {
      for (const effect of transaction.effects) {
        if (!effect.is(setError)) continue;
        if (effect.value === null) return Decoration.none;
        const line = transaction.state.doc.line(Math.min(effect.value.line, transaction.state.doc.lines));
        return Decoration.set(MARK.range(line.from));
      }
      return transaction.docChanged ? Decoration.none : marks;
    },
    provide: (field) => EditorView.decorations.from(field),
  }),
  EditorView.theme({
    '.hub-error-line': { backgroundColor: 'var(--bad-ground)', boxShadow: 'inset 3px 0 var(--bad)' },
  }),
];

/** Marks a place, or none for null. */
export function showError(view: EditorView, place: { readonly line: number; readonly column: number } | null): void {
  view.dispatch({ effects: setError.of(place) });
}

/** Puts the cursor at a place. Columns count from 1, in the characters that the hub reads. */
export function goTo(view: EditorView, { line, column }: { readonly line: number; readonly column: number }): void {
  const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true });
  view.focus();
}
