import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Tab } from '../../playground/link-state.ts';
import { MeaningPanel, SourceOffer, WarningsPanel, type PanelProps } from './meaning-panels.tsx';
import * as store from './store.ts';

const TAB_NAMES: ReadonlyArray<readonly [tab: Tab, name: string]> = [
  ['meaning', 'Meaning'],
  ['warnings', 'Warnings'],
  ['rdf', 'RDF'],
  ['picture', 'Picture'],
  ['ask', 'Ask'],
  ['take', 'Take away'],
];

/** What a list of records is told, which many services answer with. */
const NOT_AN_OBJECT =
  'A document is a JSON object: it begins with { and has keys. This one is a list, or a value without a key.';

interface ResultsProps extends PanelProps {
  readonly baseUrl: string;
}

/** The results, one at a time. */
export function Results(props: ResultsProps): VNode {
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

function Panel({ tab, ...props }: ResultsProps & { readonly tab: Tab }): VNode {
  const analysis = store.analysis.value;
  if (store.stage.value === 'failed')
    return <p class="alert bad">The vocabulary could not be loaded. Load the page again to try once more.</p>;
  if (analysis === null) return <p class="empty">The document is read as soon as the vocabulary is here.</p>;
  const { fault } = analysis;
  if (fault !== null && (tab !== 'meaning' || analysis.keys.length === 0)) {
    if (store.isBlank.value)
      return <p class="empty">Paste a document, drop a file on the editor, or begin with an example.</p>;
    return (
      <>
        {fault.code === 'not-an-object' ? <SourceOffer session={props.session} /> : null}
        <div class="alert bad">
          <p>{fault.code === 'not-an-object' ? NOT_AN_OBJECT : fault.message}</p>
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
      </>
    );
  }
  switch (tab) {
    case 'warnings':
      return (
        <>
          <WarningsPanel {...props} />
          <Later panel="CheckPanel" {...props} />
        </>
      );
    case 'rdf':
      return <Later panel="RdfPanel" {...props} />;
    case 'picture':
      return <Later panel="PicturePanel" {...props} />;
    case 'ask':
      return <Later panel="AskPanel" {...props} />;
    case 'take':
      return <Later panel="TakePanel" {...props} />;
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

type LaterPanel = 'CheckPanel' | 'RdfPanel' | 'TakePanel' | 'PicturePanel' | 'AskPanel';

const laterPanels = signal<Readonly<Record<LaterPanel, (props: ResultsProps) => VNode>> | null>(null);

/** Loads the panels that nothing needs before the first document is converted. */
export async function loadLaterPanels(): Promise<void> {
  const [{ RdfPanel }, { TakePanel }, { PicturePanel }, { AskPanel }, { CheckPanel }] = await Promise.all([
    import('./rdf-panel.tsx'),
    import('./take-panel.tsx'),
    import('./picture-panel.tsx'),
    import('./ask-panel.tsx'),
    import('./check-panel.tsx'),
  ]);
  laterPanels.value = { CheckPanel, RdfPanel, TakePanel, PicturePanel, AskPanel };
}

function Later({ panel, ...props }: ResultsProps & { readonly panel: LaterPanel }): VNode {
  const Loaded = laterPanels.value?.[panel];
  return Loaded === undefined ? <p class="empty">Loading …</p> : <Loaded {...props} />;
}
