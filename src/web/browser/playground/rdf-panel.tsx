import { StreamLanguage } from '@codemirror/language';
import { json } from '@codemirror/lang-json';
import { ntriples } from '@codemirror/legacy-modes/mode/ntriples';
import { turtle } from '@codemirror/legacy-modes/mode/turtle';
import { xml } from '@codemirror/legacy-modes/mode/xml';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { RDF_SYNTAXES, type RdfFormat } from '../../../rdf/write/format.ts';
import { FormatChoice } from './format-choice.tsx';
import { mountEditor } from '../editor/mount-editor.ts';
import { writing } from '../editor/writing.ts';
import type { PanelProps } from './meaning-panels.tsx';
import * as store from './store.ts';
import { saveBytes } from '../page/save-bytes.ts';
import { sizeText } from './size-text.ts';
import { grouped } from '../../parts/grouped.ts';

const MODES: Readonly<Record<RdfFormat, () => Extension>> = {
  ttl: () => StreamLanguage.define(turtle),
  nt: () => StreamLanguage.define(ntriples),
  rdf: () => StreamLanguage.define(xml),
  jsonld: json,
};

/** The RDF, of a long one the beginning. */
export function RdfPanel({ session }: PanelProps): VNode {
  const { output, outputBytes, isWhole, triples } = store.analysis.value!;
  const { format } = store.link.value;
  const [copied, setCopied] = useState('Copy');
  const text = async (): Promise<string | null> => {
    if (isWhole) return output;
    const bytes = await session.output('rdf');
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };
  const copy = async (): Promise<void> => {
    const whole = await text();
    const done = whole === null ? null : await navigator.clipboard.writeText(whole).catch(() => null);
    setCopied(done === null ? 'Not allowed to copy' : 'Copied');
    setTimeout(() => setCopied('Copy'), 2000);
  };
  const save = async (): Promise<void> => {
    const bytes = await session.output('rdf');
    if (bytes !== null) saveBytes(bytes, `document.${format}`, RDF_SYNTAXES[format].mediaType);
  };
  return (
    <>
      <div class="toolbar">
        <FormatChoice session={session} />
        <button type="button" onClick={() => void copy()}>
          {copied}
        </button>
        <button type="button" onClick={() => void save()}>
          Save
        </button>
        <span class="note">
          {grouped(triples)} {triples === 1 ? 'triple' : 'triples'}, {sizeText(outputBytes)}
          {isWhole ? '' : `; the first ${sizeText(output.length)} are shown`}
        </span>
      </div>
      <Reader text={output} format={format} />
    </>
  );
}

function Reader({ text, format }: { readonly text: string; readonly format: RdfFormat }): VNode {
  const host = useRef<HTMLDivElement>(null);
  const made = useRef<{ readonly view: EditorView; readonly language: Compartment } | null>(null);
  // Before anything is drawn, so that nothing moves.
  useLayoutEffect(() => {
    const language = new Compartment();
    const extensions = [EditorState.readOnly.of(true), language.of(MODES[format]()), writing];
    const view = mountEditor(host.current!, { text, label: 'RDF of the document', extensions });
    made.current = { view, language };
    return () => view.destroy();
  }, []);
  useEffect(() => {
    const { view, language } = made.current!;
    const isSame = view.state.doc.length === text.length && view.state.sliceDoc() === text;
    view.dispatch({
      ...(isSame ? {} : { changes: { from: 0, to: view.state.doc.length, insert: text } }),
      effects: language.reconfigure(MODES[format]()),
    });
  }, [text, format]);
  return <div class="reader" ref={host} />;
}
