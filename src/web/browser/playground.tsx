import { signal } from '@preact/signals';
import { render, type VNode } from 'preact';
import { EXAMPLES } from '../playground/examples.ts';
import type { Tab } from '../playground/link-state.ts';
import { DOCUMENT_KINDS, type DocumentKind, type Place } from '../playground/model.ts';
import { DocumentEditor } from './playground/document-editor.ts';
import { RdfPanel, TakePanel } from './playground/output-panels.tsx';
import { MeaningPanel, WarningsPanel, type PanelProps } from './playground/meaning-panels.tsx';
import { PlaygroundSession } from './playground/session.ts';
import * as store from './playground/store.ts';

const KINDS: Readonly<Record<DocumentKind, string>> = { json: 'JSON', ndjson: 'NDJSON', csv: 'CSV' };
const TAB_NAMES: ReadonlyArray<readonly [tab: Tab, name: string]> = [
  ['meaning', 'Meaning'],
  ['warnings', 'Warnings'],
  ['rdf', 'RDF'],
  ['picture', 'Picture'],
  ['ask', 'Ask'],
  ['take', 'Take away'],
];

interface AppProps extends PanelProps {
  readonly baseUrl: string;
}

/** What stands above the editor: where a document comes from. */
function Tools({ session }: { readonly session: PlaygroundSession }): VNode {
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
            accept=".json,.ndjson,.jsonl,.csv,.tsv,application/json,text/csv"
            onChange={(event) => openFile(event.currentTarget)}
          />
        </label>
        <label class="inline">
          Read as{' '}
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
      </div>
    </>
  );
}

/** Sources describe documents with keys of their own. */
function SourceChoice({ session }: { readonly session: PlaygroundSession }): VNode {
  return (
    <label class="inline">
      Describe as{' '}
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

/** What stands below the editor: how the document is, and that nothing leaves the browser. */
function Status({ session }: { readonly session: PlaygroundSession }): VNode {
  const analysis = store.analysis.value;
  const progress = store.progress.value;
  const sent = store.requests.value;
  return (
    <div class="status">
      <p role="status">
        {store.stage.value === 'loading' ? 'Loading the vocabulary …' : null}
        {progress !== null ? `Converting, about ${Math.round(progress * 100)} %` : null}
        {progress === null && analysis !== null && analysis.fault === null
          ? `${analysis.triples.toLocaleString('en')} triples in ${Math.max(1, Math.round(analysis.ms))} ms`
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

/** The results, one at a time. */
function Results(props: AppProps): VNode {
  const { session } = props;
  const { tab } = store.link.value;
  const analysis = store.analysis.value;
  const chosen = TAB_NAMES.find(([name]) => name === tab)?.[0] ?? 'meaning';
  const choose = (name: Tab): void => {
    session.show({ tab: name });
    document.getElementById(`tab-${name}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = TAB_NAMES.findIndex(([name]) => name === chosen);
    const last = TAB_NAMES.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    choose(TAB_NAMES[to]![0]);
  };
  const counts: Partial<Record<Tab, number | undefined>> = {
    meaning: analysis?.keys.length,
    warnings: analysis?.warnings.reduce((sum, { count }) => sum + count, 0),
  };
  return (
    <>
      <div role="tablist" aria-label="Results" class="tabs">
        {TAB_NAMES.map(([name, title]) => (
          <button
            type="button"
            role="tab"
            id={`tab-${name}`}
            key={name}
            aria-selected={name === chosen}
            aria-controls="playground-panel"
            tabIndex={name === chosen ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => choose(name)}
          >
            {title}
            {name in counts ? <span class="count">{counts[name] ?? '·'}</span> : null}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id="playground-panel"
        aria-labelledby={`tab-${chosen}`}
        tabIndex={0}
        class={`panel${store.isBusy.value ? ' busy' : ''}`}
      >
        <Panel {...props} tab={chosen} />
      </div>
    </>
  );
}

function Panel({ tab, ...props }: AppProps & { readonly tab: Tab }): VNode {
  const analysis = store.analysis.value;
  if (store.stage.value === 'failed')
    return <p class="alert bad">The vocabulary could not be loaded. Load the page again to try once more.</p>;
  if (analysis === null) return <p class="empty">The document is read as soon as the vocabulary is here.</p>;
  const { fault } = analysis;
  if (fault !== null && (tab !== 'meaning' || analysis.keys.length === 0)) {
    if (store.length.value === 0)
      return <p class="empty">Paste a document, drop a file on the editor, or begin with an example.</p>;
    return (
      <div class="alert bad">
        <p>{fault.message}</p>
        {fault.code === 'not-an-object' ? (
          <button type="button" onClick={() => props.session.wrap()}>
            Put it under the key records
          </button>
        ) : null}
        {fault.line === null ? null : (
          <button type="button" onClick={() => props.goTo(fault)}>
            Go to line {fault.line}
          </button>
        )}
      </div>
    );
  }
  switch (tab) {
    case 'warnings':
      return <WarningsPanel {...props} />;
    case 'rdf':
      return <RdfPanel {...props} />;
    case 'picture':
      return <LaterPanel panel={picturePanel} {...props} />;
    case 'ask':
      return <LaterPanel panel={askPanel} {...props} />;
    case 'take':
      return <TakePanel {...props} />;
    default:
      // Rows grow with definitions and candidates: they are shown when both are there.
      if (store.candidates.value === null && fault === null)
        return <p class="empty">Looking up what the keys mean …</p>;
      return (
        <>
          {fault === null ? null : <p class="alert bad">{fault.message}</p>}
          <MeaningPanel {...props} />
        </>
      );
  }
}

/** A panel that is loaded behind all that is needed before. */
function LaterPanel({ panel, ...props }: AppProps & { readonly panel: typeof picturePanel }): VNode {
  const Loaded = panel.value;
  return Loaded === null ? <p class="empty">Loading …</p> : <Loaded {...props} />;
}

const picturePanel = signal<((props: AppProps) => VNode) | null>(null);
const askPanel: typeof picturePanel = signal(null);

function Notices({ session }: { readonly session: PlaygroundSession }): VNode {
  const notice = store.notice.value;
  const likely = store.sources.value.find(({ name }) => name === store.likelySource.value);
  return (
    <div aria-live="polite">
      {notice === null ? null : <p class={notice.isBad ? 'alert bad' : 'alert'}>{notice.text}</p>}
      {likely === undefined || store.analysis.value?.hasBlock === true ? null : (
        <p class="alert">
          This looks like a document of {likely.title}.{' '}
          <button type="button" onClick={() => session.change({ name: 'source', source: likely.name })}>
            Describe its keys
          </button>
        </p>
      )}
    </div>
  );
}

/** Makes the parts of the page live. */
function mount(page: HTMLElement): void {
  const part = (name: string): HTMLElement => page.querySelector(`[data-part="${name}"]`)!;
  const editor = new DocumentEditor(part('editor'), () => store.terms.value);
  const session = new PlaygroundSession(editor);
  const baseUrl = page.dataset['baseUrl'] ?? '';
  const goTo = (place: Place): void => editor.goTo(place);
  render(<Tools session={session} />, part('tools'));
  render(<Status session={session} />, part('status'));
  render(<Notices session={session} />, part('notices'));
  render(<Results session={session} goTo={goTo} baseUrl={baseUrl} />, part('results'));
  takeDrops(part('editor'), session);
  void session.restore();
  void session.load(document.documentElement.dataset['root'] ?? './', baseUrl, async () => {
    const [{ PicturePanel }, { AskPanel }] = await Promise.all([
      import('./playground/picture-panel.tsx'),
      import('./playground/ask-panel.tsx'),
    ]);
    picturePanel.value = PicturePanel;
    askPanel.value = AskPanel;
  });
}

/** A file that is dropped on the editor is opened, whole, instead of put in where it was dropped. */
function takeDrops(place: HTMLElement, session: PlaygroundSession): void {
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

const page = document.querySelector<HTMLElement>('[data-island="playground"]');
if (page !== null) mount(page);
