import { render } from 'preact';
import type { Place } from '../playground/model.ts';
import { DocumentEditor } from './playground/document-editor.ts';
import { loadLaterPanels, Results } from './playground/results.tsx';
import { PlaygroundSession } from './playground/session.ts';
import { KeyAtCaret, Notices, Status } from './playground/status.tsx';
import * as store from './playground/store.ts';
import { takeDrops, Tools } from './playground/tools.tsx';
import { keepFragment } from './page/keep-fragment.ts';
import { nextTask } from './page/next-task.ts';
import { rootOfHub } from './page/root.ts';

/** Makes the parts of the page live, one after the other: on a slow machine each takes a while, and what else is waiting comes between them. */
async function mount(page: HTMLElement): Promise<void> {
  const part = (name: string): HTMLElement => page.querySelector(`[data-part="${name}"]`)!;
  const editor = new DocumentEditor(part('editor'));
  editor.onKeyAtCaret = (facts) => (store.keyAtCaret.value = facts);
  await nextTask();
  const session = new PlaygroundSession(editor);
  const baseUrl = page.dataset['baseUrl'] ?? '';
  const goTo = (place: Place): void => editor.goTo(place);
  void session.load(rootOfHub(), baseUrl, async () => {
    await Promise.all([loadLaterPanels(), editor.loadAids(() => store.terms.value)]);
  });
  await nextTask();
  render(<Tools session={session} />, part('tools'));
  takeDrops(part('editor'), session);
  await nextTask();
  render(<KeyAtCaret />, part('key'));
  render(<Status session={session} />, part('status'));
  render(<Notices />, part('notices'));
  await nextTask();
  render(<Results session={session} goTo={goTo} baseUrl={baseUrl} />, part('results'));
  await nextTask();
  await session.restore();
}

const page = document.querySelector<HTMLElement>('[data-island="playground"]');
keepFragment();
if (page !== null) void nextTask().then(() => mount(page));
