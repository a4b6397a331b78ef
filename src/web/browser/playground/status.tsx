import type { VNode } from 'preact';
import { meaningOf } from './key-meaning.ts';
import type { PlaygroundSession } from './session.ts';
import * as store from './store.ts';
import { grouped } from '../../parts/grouped.ts';

/** What stands below the editor: how the document is, and that nothing leaves the browser. */
export function Status({ session }: { readonly session: PlaygroundSession }): VNode {
  const analysis = store.analysis.value;
  const progress = store.progress.value;
  const sent = store.requests.value;
  return (
    <div class="status">
      <p role="status">
        {store.stage.value === 'loading' ? 'Loading the vocabulary …' : null}
        {progress !== null ? `Converting, about ${Math.round(progress * 100)} %` : null}
        {progress === null && analysis !== null && analysis.fault === null
          ? `${grouped(analysis.triples)} ${analysis.triples === 1 ? 'triple' : 'triples'} in ${Math.max(1, Math.round(analysis.ms))} ms`
          : null}
        {progress === null && analysis?.fault != null ? 'Not converted' : null}
      </p>
      {progress === null ? null : (
        <p>
          <progress max={1} value={progress} aria-label="Conversion" />{' '}
          <button type="button" onClick={() => session.cancel()}>
            Cancel
          </button>
        </p>
      )}
      <p class="private">
        Stays in your browser. Requests since this page was loaded: <output>{sent ?? '…'}</output>
      </p>
    </div>
  );
}

/** What the key at the caret means: what a pointer is told by hovering. */
export function KeyAtCaret(): VNode {
  const facts = store.keyAtCaret.value;
  if (facts === null) return <p class="at-caret note">Put the cursor on a key to read what it means.</p>;
  const { title, rest } = meaningOf(facts);
  return (
    <p class={`at-caret ${facts.state}`}>
      <code>{facts.key}</code> <strong>{title}</strong> <span class="note">{rest.join(' ')}</span>
    </p>
  );
}

/** What has to be said of the document. */
export function Notices(): VNode {
  const notice = store.notice.value;
  return (
    <div aria-live="polite">
      {notice === null ? null : <p class={notice.isBad ? 'alert bad' : 'alert'}>{notice.text}</p>}
      {store.isLinkBroken.value ? (
        <p class="alert bad">
          The document of this link cannot be read: a part of the link was lost on the way. Ask for the whole link, or
          for the file. What is shown is an example.
        </p>
      ) : null}
      {store.encoding.value === 'UTF-8' ? null : (
        <p class="note">
          This file was read as {store.encoding.value}. The hub and the command line take UTF-8: for them, save it so.
        </p>
      )}
      {store.kind.value === 'json' ? null : (
        <p class="note">
          {store.kind.value === 'csv' ? 'The rows' : 'The lines'} are read as the items of <code>records</code> of one
          document, and have one graph. <code>npx vocabulary-hub convert records.{store.kind.value}</code> converts each
          as a document of its own: the whole command stands under Take away.
          {store.analysis.value?.marks?.decimal === ',' ? ' Commas in numbers are read as decimal points.' : null}
        </p>
      )}
    </div>
  );
}
