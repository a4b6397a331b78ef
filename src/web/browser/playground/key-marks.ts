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
import { meaningOf } from './key-meaning.ts';

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

/** Nearer lines cover the underscores of the names: people would read spaces. */
const BELOW_UNDERSCORES = { textUnderlineOffset: '0.38em' };

const LINES = EditorView.theme({
  '.cm-key-term': { textDecoration: 'underline 2px var(--good)', ...BELOW_UNDERSCORES },
  '.cm-key-own': { textDecoration: 'underline dashed 2px var(--code-word)', ...BELOW_UNDERSCORES },
  '.cm-key-nothing': { textDecoration: 'underline dotted 3px var(--warn)', ...BELOW_UNDERSCORES },
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

/** A node of the syntax tree, or a place in it. */
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

function describeKey(facts: KeyFacts): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-diagnostic';
  const { title, rest } = meaningOf(facts);
  const lines = [['strong', title], ...rest.map((sentence) => ['div', sentence])] as const;
  for (const [name, text] of lines) {
    const element = document.createElement(name!);
    element.textContent = text!;
    box.append(element);
  }
  return box;
}

/** The key whose name, or whose value that is no record, the caret stands at; null for none. */
export function keyAtCaret(state: EditorState): KeyFacts | null {
  const { head } = state.selection.main;
  const { byName, isTable } = state.field(keysField);
  if (isTable) {
    const end = state.doc.line(1).to;
    return [...byName.values()].find(({ from, to }) => to <= end && from <= head && head <= to) ?? null;
  }
  for (const side of [-1, 1] as const) {
    const name = nameAround(syntaxTree(state).resolveInner(head, side), state);
    if (name !== null) return byName.get(keyAt(state, name.from, name.to)) ?? null;
  }
  return null;
}

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

const CONTAINERS = new Set(['Object', 'Array', 'JsonText']);

/** The name of the member that a name or a value belongs to. */
function nameAround(inner: SyntaxNode, state: EditorState): SyntaxNode | null {
  const member = CONTAINERS.has(inner.name) ? null : inner.name === 'Property' ? inner : inner.parent;
  if (member?.name !== 'Property') return null;
  for (let node: SyntaxNode | null = member; node !== null; node = node.parent)
    if (isBlock({ name: node.name, from: node.from, node }, state)) return null;
  return member.getChild('PropertyName');
}

/** Underlines keys by what they are, and tells what one means under the pointer. */
export const keyMarks: Extension = [keysField, marks, meaning, LINES];
