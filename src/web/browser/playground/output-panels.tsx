import { StreamLanguage } from '@codemirror/language';
import { json } from '@codemirror/lang-json';
import { ntriples } from '@codemirror/legacy-modes/mode/ntriples';
import { turtle } from '@codemirror/legacy-modes/mode/turtle';
import { xml } from '@codemirror/legacy-modes/mode/xml';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { RDF_FORMATS, RDF_SYNTAXES, type RdfFormat } from '../../../rdf/write/format.ts';
import { endpointFor, NAMES, samplesFor } from '../../playground/take-away.ts';
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

/** The choice of the format, which the panels of RDF and of what is taken away share. */
function FormatChoice({ session }: Pick<PanelProps, 'session'>): VNode {
  const { format } = store.link.value;
  return (
    <label class="inline">
      Format{' '}
      <select value={format} onChange={(event) => session.show({ format: event.currentTarget.value as RdfFormat })}>
        {RDF_FORMATS.map((name) => (
          <option value={name}>{RDF_SYNTAXES[name].name}</option>
        ))}
      </select>
    </label>
  );
}

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
          {grouped(triples)} triples, {sizeText(outputBytes)}
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

/** What a person goes on with: files, calls, a link. */
export function TakePanel({ session, baseUrl }: PanelProps & { readonly baseUrl: string }): VNode {
  const analysis = store.analysis.value!;
  const { format, units } = store.link.value;
  // Lines and rows are records of a document that the hub takes when it is saved as one.
  const isSaved = store.kind.value !== 'json';
  const endpoint = isSaved ? '/api/rdf' : endpointFor(analysis);
  const name = isSaved ? NAMES.described : NAMES.document;
  const save = async (what: 'described' | 'rdf'): Promise<void> => {
    const bytes = await session.output(what);
    if (bytes === null) return;
    if (what === 'rdf') saveBytes(bytes, `document.${format}`, RDF_SYNTAXES[format].mediaType);
    else saveBytes(bytes, NAMES.described, 'application/json');
  };
  return (
    <>
      <h2>Files</h2>
      <div class="toolbar">
        <FormatChoice session={session} />
        <button type="button" onClick={() => void save('rdf')}>
          Save the RDF
        </button>
        <button type="button" onClick={() => void save('described')}>
          Save the described document
        </button>
      </div>
      <p class="note">A described document has its meaning in it, as @semantic: whoever gets it can convert it.</p>
      <h2>Link</h2>
      <LinkField />
      <h2>The same by program</h2>
      <p>
        With the {isSaved ? 'described document' : 'document'} in <code>{name}</code>
        {endpoint === null ? '. As some keys are no terms, it is described first and converted then.' : '.'}
      </p>
      {samplesFor(endpoint, { format, units }, baseUrl, name).map((sample) => (
        <Sample key={sample.name} {...sample} />
      ))}
    </>
  );
}

function LinkField(): VNode {
  const fragment = store.address.value;
  if (fragment === null)
    return (
      <p class="alert">This document is too long for a link, which holds 8 KB. Save the described document instead.</p>
    );
  const url = `${location.origin}${location.pathname}${fragment === '' ? '' : `#${fragment}`}`;
  return (
    <>
      <div class="toolbar">
        <CopyButton text={url} what="the link" />
        <span class="note">The document stands behind the # of the link, which browsers send to no server.</span>
      </div>
      <label class="visually-hidden" for="playground-link">
        Link to this state
      </label>
      <input id="playground-link" class="link-field" readOnly value={url} />
    </>
  );
}

function Sample({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <section class="sample">
      <div class="toolbar">
        <h3>{name}</h3>
        <CopyButton text={text} what={`the sample for ${name}`} />
      </div>
      <pre tabIndex={0} aria-label={name} role="region">
        {text}
      </pre>
    </section>
  );
}

function CopyButton({ text, what }: { readonly text: string; readonly what: string }): VNode {
  const [said, say] = useState('Copy');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => say('Not allowed to copy'),
    );
    setTimeout(() => say('Copy'), 2000);
  };
  return (
    <button type="button" aria-label={`${said} ${what}`} onClick={copy}>
      {said}
    </button>
  );
}
