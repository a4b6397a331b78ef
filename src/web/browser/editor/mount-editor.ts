import { bracketMatching } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  lineNumbers,
} from '@codemirror/view';
import { EDITOR_THEME } from './theme.ts';
import { typeOverSelection } from './type-over-selection.ts';

export interface EditorOptions {
  readonly text: string;
  /** What the editor is called, for those who cannot see what stands around it. */
  readonly label: string;
  /** The language, `writing`, and what else this editor has. Keys that come first count first. */
  readonly extensions?: Extension;
  onText?(text: string): void;
}

/**
 * An editor in an element. It stands in a shadow root, where its styles are adopted and not written into the page, which the policy of the
 * page would refuse. Tab leaves it, as it leaves any field.
 */
export function mountEditor(host: HTMLElement, { text, label, extensions = [], onText }: EditorOptions): EditorView {
  const root = host.attachShadow({ mode: 'open' });
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        extensions,
        lineNumbers(),
        drawSelection(),
        bracketMatching(),
        typeOverSelection,
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EDITOR_THEME,
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '0',
          spellcheck: 'false',
          autocorrect: 'off',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText?.(update.state.doc.toString());
        }),
      ],
    }),
  });
}
