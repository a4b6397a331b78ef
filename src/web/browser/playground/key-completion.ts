import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { TermName } from '../../playground/model.ts';

/** Offers terms where a key is written. */
export function keyCompletion(terms: () => readonly TermName[]): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/"[^"\\\n]*/);
    if (typed === null || !isKeyAt(context, typed.from)) return null;
    return {
      from: typed.from + 1,
      options: terms().map(([name, label]) => ({ label: name, detail: label, apply: putKey })),
      validFor: /^[^"\\\n]*$/,
    };
  };
  return autocompletion({ override: [source], icons: false, maxRenderedOptions: 40 });
}

/** A text begins here that is no value: behind a brace, or behind a comma in an object. */
function isKeyAt({ state }: CompletionContext, quote: number): boolean {
  const before = state.doc.sliceString(Math.max(0, quote - 1000), quote).trimEnd();
  const sign = before.at(-1);
  if (sign === '{') return true;
  if (sign !== ',') return false;
  for (let node = syntaxTree(state).resolveInner(quote, -1); ;) {
    if (node.name === 'Array') return false;
    if (node.name === 'Object' || node.parent === null) return true;
    node = node.parent;
  }
}

/** Puts a key in, with its closing quote and its colon. */
function putKey(view: EditorView, { label }: { readonly label: string }, from: number, to: number): void {
  const behind = view.state.doc.sliceString(to, to + 40);
  const hasQuote = behind.startsWith('"');
  const hasColon = /^"?\s*:/.test(behind);
  const insert = `${label}${hasQuote ? '' : '"'}${hasColon || hasQuote ? '' : ': '}`;
  const end = from + insert.length + (hasQuote ? 1 : 0);
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: end }, userEvent: 'input.complete' });
}
