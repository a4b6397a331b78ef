import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { EXAMPLES } from '../../playground/examples.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../../playground/model.ts';
import type { PlaygroundSession } from './session.ts';
import * as store from './store.ts';
import { UnitsChoice, UnitsField } from './units-choice.tsx';

const KINDS: Readonly<Record<DocumentKind, string>> = { json: 'JSON', ndjson: 'NDJSON', csv: 'CSV' };

/** What stands above the editor: where a document comes from. */
export function Tools({ session }: { readonly session: PlaygroundSession }): VNode {
  const [isWriting, setWriting] = useState(false);
  const openFile = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined) void session.openFile(file);
  };
  return (
    <>
      <div class="toolbar" role="group" aria-label="Examples">
        <span class="note">Examples</span>
        {EXAMPLES.map(({ name, title, text }) => (
          <button type="button" key={name} onClick={() => session.open(text, { example: name })}>
            {title}
          </button>
        ))}
        <label class="button file">
          Open a file
          <input
            class="visually-hidden"
            type="file"
            accept=".json,.ndjson,.jsonl,.csv,.tsv,.gz,application/json,text/csv,application/gzip"
            onChange={(event) => openFile(event.currentTarget)}
          />
        </label>
      </div>
      <div class="choices">
        <label class="choice">
          Read as
          <select
            value={store.kind.value}
            onChange={(event) => session.setKind(event.currentTarget.value as DocumentKind)}
          >
            {DOCUMENT_KINDS.map((kind) => (
              <option value={kind}>{KINDS[kind]}</option>
            ))}
          </select>
        </label>
        <SourceChoice session={session} />
        <UnitsChoice isWriting={isWriting} setWriting={setWriting} session={session} />
      </div>
      {isWriting ? <UnitsField session={session} onDone={() => setWriting(false)} /> : null}
    </>
  );
}

/** Sources describe documents with keys of their own. */
function SourceChoice({ session }: { readonly session: PlaygroundSession }): VNode {
  return (
    <label class="choice">
      Describe as
      <select
        value=""
        disabled={store.sources.value.length === 0}
        onChange={(event) => {
          const source = event.currentTarget.value;
          event.currentTarget.value = '';
          if (source !== '') session.change({ name: 'source', source });
        }}
      >
        <option value="">a source …</option>
        {store.sources.value.map(({ name, title }) => (
          <option value={name}>{title}</option>
        ))}
      </select>
    </label>
  );
}

/** A file that is dropped on the editor is opened, whole, instead of put in where it was dropped. */
export function takeDrops(place: HTMLElement, session: PlaygroundSession): void {
  const isFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
  place.addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    place.classList.add('dropping');
  });
  place.addEventListener('dragleave', () => place.classList.remove('dropping'));
  place.addEventListener(
    'drop',
    (event) => {
      const file = event.dataTransfer?.files[0];
      place.classList.remove('dropping');
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void session.openFile(file);
    },
    true,
  );
}
