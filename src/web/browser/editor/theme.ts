import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LOOK = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--strong-line)',
    borderRadius: 'var(--radius)',
    fontSize: '0.92rem',
    maxHeight: 'var(--editor-height, 34rem)',
  },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', borderRadius: 'inherit' },
  '.cm-content': { minHeight: 'var(--editor-min-height, 12rem)', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    // As high as the editor, also of a short text.
    alignSelf: 'stretch',
    height: 'auto',
    color: 'var(--quiet)',
    backgroundColor: 'var(--sunken)',
    borderRight: '1px solid var(--line)',
  },
  // As wide for 999 lines as for one, so that a text that comes later moves nothing.
  '.cm-lineNumbers .cm-gutterElement': { minWidth: 'calc(3ch + 8px)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunken)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-ground)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--strong-line)' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--strong-line)',
    borderRadius: 'var(--radius)',
  },
  '.cm-tooltip-autocomplete > ul > li': { minHeight: '1.75rem', lineHeight: '1.75rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'inherit' },
  '.cm-completionInfo': { maxWidth: '22rem', padding: '0.4rem 0.7rem', fontFamily: 'var(--sans)' },
  '.cm-textfield, .cm-button': {
    font: 'inherit',
    color: 'var(--text)',
    background: 'var(--raised)',
    border: '1px solid var(--strong-line)',
    borderRadius: 'var(--radius)',
  },
  '.cm-searchMatch': { color: 'var(--warn)', backgroundColor: 'var(--warn-ground)' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
});

const COLOURS = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword, tags.standard(tags.variableName)],
    color: 'var(--code-word)',
  },
  { tag: [tags.propertyName, tags.variableName, tags.tagName], color: 'var(--code-key)' },
  { tag: [tags.string, tags.url, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--quiet)' },
]);

/** Editors in the colours of the page, which follow its scheme. */
export const EDITOR_THEME: Extension = [LOOK, syntaxHighlighting(COLOURS)];
