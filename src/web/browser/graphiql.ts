// On the page of the GraphQL endpoint.
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import type { GraphqlExample } from '../parts/graphql-example.ts';
import { ask } from './graphiql/ask.ts';
import { untilEditors } from './graphiql/editors.ts';
import { loadEditor } from './graphiql/load-editor.ts';
import { keepInAddress, readAddress } from './graphiql/request-in-address.ts';
import { memoryStorage } from './graphiql/memory-storage.ts';
import { mountTakeAway } from './graphiql/take-away.ts';
import { watchScheme } from './graphiql/watch-scheme.ts';
import { keepFragment } from './page/keep-fragment.ts';

const place = document.querySelector<HTMLElement>('[data-island="graphiql"]');
keepFragment();
if (place !== null) void mount(place);

async function mount(place: HTMLElement): Promise<void> {
  const examples = JSON.parse(place.dataset['examples']!) as readonly GraphqlExample[];
  const linked = readAddress();
  const properties = {
    fetcher: ask,
    defaultTabs: [...(linked === null ? [] : [linked]), ...examples],
    // Nothing stays in the browser.
    storage: memoryStorage(),
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
    onEditQuery: (query: string) => keepInAddress({ query }),
    onEditVariables: (variables: string) => keepInAddress({ variables }),
  };
  const [first] = examples;
  // The address says the request as soon as somebody edits it or takes another tab.
  mountTakeAway(
    document.querySelector<HTMLElement>('[data-part="take-away"]')!,
    () => readAddress() ?? { query: first!.query, variables: first!.variables ?? '' },
  );
  const { GraphiQL, createElement, createRoot } = await loadEditor();
  place.replaceChildren();
  place.inert = true;
  const ready = untilEditors(place);
  const root = createRoot(place);
  watchScheme((scheme) => root.render(createElement(GraphiQL, { ...properties, forcedTheme: scheme })));
  await ready;
  place.inert = false;
}
