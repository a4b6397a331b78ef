import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  hoverTooltip,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import type { KeyFacts } from '../../playground/model.ts';

interface Keys {
  readonly byName: ReadonlyMap<string, KeyFacts>;
  /** Of a table, whose keys stand in its first line alone. */
  readonly isTable: boolean;
}

/** Tells the editor what the keys of its document are. */
export const setKeys = StateEffect.define<Keys>();

const keysField = StateField.define<Keys>({
  create: () => ({ byName: new Map(), isTable: false }),
  update: (keys, { effects }) => effects.reduce((now, effect) => (effect.is(setKeys) ? effect.value : now), keys),
});

const MARKS = {
  term: Decoration.mark({ class: 'cm-key-term' }),
  own: Decoration.mark({ class: 'cm-key-own' }),
  nothing: Decoration.mark({ class: 'cm-key-nothing' }),
} as const;

const LINES = EditorView.theme({
  '.cm-key-term': { textDecoration: 'underline 2px var(--good)', textUnderlineOffset: '3px' },
  '.cm-key-own': { textDecoration: 'underline dashed 2px var(--code-word)', textUnderlineOffset: '3px' },
  '.cm-key-nothing': { textDecoration: 'underline dotted 3px var(--warn)', textUnderlineOffset: '3px' },
});

/** The keys of what is shown. */
function* keysShown(
  view: EditorView,
): Generator<{ readonly from: number; readonly to: number; readonly facts: KeyFacts }> {
  const { byName, isTable } = view.state.field(keysField);
  if (isTable) {
    const end = view.state.doc.line(1).to;
    const columns = [...byName.values()].filter(({ to }) => to <= end);
    for (const facts of columns.sort((a, b) => a.from - b.from)) yield { from: facts.from, to: facts.to, facts };
    return;
  }
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (isBlock(node, view.state)) return false;
        if (node.name === 'PropertyName') found.push({ from: node.from, to: node.to });
        return undefined;
      },
    });
  for (const place of found) {
    const facts = byName.get(keyAt(view.state, place.from, place.to));
    if (facts !== undefined) yield { ...place, facts };
  }
}

interface Node {
  readonly name: string;
  readonly from: number;
  readonly node: { readonly parent: { readonly parent: { readonly name: string } | null } | null };
}

/** What `@semantic` says is no data. */
function isBlock({ name, from, node }: Node, { doc }: EditorState): boolean {
  return (
    name === 'Property' &&
    node.parent?.parent?.name === 'JsonText' &&
    doc.sliceString(from, from + 11) === '"@semantic"'
  );
}

/** A key as the document means it. */
function keyAt({ doc }: EditorState, from: number, to: number): string {
  const text = doc.sliceString(from, to);
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    #keys: Keys;

    constructor(view: EditorView) {
      this.#keys = view.state.field(keysField);
      this.decorations = marksOf(view);
    }

    update(update: ViewUpdate): void {
      const keys = update.state.field(keysField);
      const hasNewTree = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (!update.docChanged && !update.viewportChanged && !hasNewTree && keys === this.#keys) return;
      this.#keys = keys;
      // A table's places are old until the document was read again.
      this.decorations =
        keys.isTable && update.docChanged ? this.decorations.map(update.changes) : marksOf(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function marksOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, facts } of keysShown(view)) {
    // Keys of records alone have nothing to lose.
    if (facts.state !== 'nothing' || facts.hasValues) builder.add(from, to, MARKS[facts.state]);
  }
  return builder.finish();
}

const meaning = hoverTooltip((view, position) => {
  for (const { from, to, facts } of keysShown(view))
    if (from <= position && position <= to)
      return { pos: from, end: to, above: true, create: () => ({ dom: describeKey(facts) }) };
  return null;
});

function describeKey({ term, state, key }: KeyFacts): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-diagnostic';
  const line = (text: string, name: 'strong' | 'div' = 'div'): void => {
    const element = document.createElement(name);
    element.textContent = text;
    box.append(element);
  };
  if (term === null) {
    line(state === 'own' ? 'Described by the document itself' : 'No meaning yet', 'strong');
    line(state === 'own' ? 'Its entry stands in @semantic.' : `${key} is no term: its values stay plain literals.`);
    return box;
  }
  line(term.unit === null ? term.label : `${term.label}, in ${term.unit}`, 'strong');
  line(term.description);
  if (state === 'nothing') line('The @semantic of the document leaves it empty.');
  return box;
}

/** Underlines keys by what they are, and tells what one means under the pointer. */
export const keyMarks: Extension = [keysField, marks, meaning, LINES];
