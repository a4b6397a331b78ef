import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ARTEFACT_KINDS, type ArtefactKind } from '../../../artefacts/artefact.ts';
import { STANDARDS } from '../../../artefacts/standards.ts';
import { RDF_SYNTAXES } from '../../../rdf/write/format.ts';
import { artefactFor, commandForEach, endpointFor, NAMES, samplesFor } from '../../playground/take-away.ts';
import { FormatChoice } from './format-choice.tsx';
import type { PanelProps } from './meaning-panels.tsx';
import * as store from './store.ts';
import { rootOfHub } from '../page/root.ts';
import { saveBytes } from '../page/save-bytes.ts';

/** What a person goes on with: files, calls, a link. */
export function TakePanel({ session, baseUrl }: PanelProps & { readonly baseUrl: string }): VNode {
  const analysis = store.analysis.value!;
  const { format, units } = store.link.value;
  // Lines and rows are records of a document that the hub takes when it is saved as one.
  const isSaved = store.kind.value !== 'json';
  const endpoint = isSaved ? '/api/rdf' : endpointFor(analysis);
  const name = isSaved ? NAMES.described : NAMES.document;
  const each = commandForEach(store.kind.value, analysis, { format, units }, baseUrl);
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
      <Artefacts name={name} baseUrl={baseUrl} />
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
      {each === null ? null : (
        <>
          <h2>Each {store.kind.value === 'csv' ? 'row' : 'line'} as a document</h2>
          <p>
            With the {store.kind.value === 'csv' ? 'rows' : 'lines'} in <code>records.{store.kind.value}</code>. Files
            may be of any length.
          </p>
          <Sample name="Command line for each" text={each} />
        </>
      )}
    </>
  );
}

/** What the terms are in other standards, which the hub makes. */
function Artefacts({ name, baseUrl }: { readonly name: string; readonly baseUrl: string }): VNode {
  const [kind, setKind] = useState<ArtefactKind>('json-schema');
  const { fileName, path, samples } = artefactFor(kind, store.analysis.value!, baseUrl, name);
  return (
    <>
      <h2>In other standards</h2>
      <div class="toolbar">
        <label class="inline">
          Standard{' '}
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value as ArtefactKind)}>
            {ARTEFACT_KINDS.map((one) => (
              <option value={one}>{STANDARDS[one].name}</option>
            ))}
          </select>
        </label>
        {path === null ? null : (
          <a
            class="button"
            href={rootOfHub() + path.slice(1)}
            download={fileName}
            onClick={() => store.noteRequests(1)}
          >
            Save as {fileName}
          </a>
        )}
      </div>
      <p class="note">
        {path === null
          ? ''
          : 'The hub makes the file: a click sends it the names of the terms, no other key and no value. '}
        The commands take the document as a sample and know the forms of its values, too. curl sends it to the hub, the
        command line reads it where you are.
      </p>
      {samples.map((sample) => (
        <Sample key={sample.name} name={`${sample.name} for ${STANDARDS[kind].name}`} text={sample.text} />
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
