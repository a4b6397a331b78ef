import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PlacedFinding } from '../../playground/model.ts';
import { rootOfHub } from '../page/root.ts';
import type { PanelProps } from './meaning-panels.tsx';
import * as store from './store.ts';

/** The check of a longer document would keep whoever writes in it waiting. */
const CHECKED_UNASKED = 1_000_000;

/** What a check finds besides the warnings, each kind with its places. */
export function CheckPanel({ session, goTo }: PanelProps): VNode {
  const analysis = store.analysis.value;
  const [findings, setFindings] = useState<readonly PlacedFinding[] | null>(null);
  const [asked, ask] = useState<typeof analysis>(null);
  const isWaiting = store.length.value > CHECKED_UNASKED && asked !== analysis;
  useEffect(() => {
    if (isWaiting) return;
    let isWanted = true;
    const check = async (): Promise<void> => {
      const found = await session.check();
      if (isWanted && found !== null) setFindings(found);
    };
    void check();
    return () => {
      isWanted = false;
    };
  }, [analysis, isWaiting]);
  if (isWaiting)
    return (
      <button type="button" onClick={() => ask(analysis)}>
        Check the graph of this long document
      </button>
    );
  if (findings === null) return <p class="empty">Checking the graph …</p>;
  if (findings.length === 0)
    return (
      <p class="note">
        Checked, too: the graph fits the shapes of the vocabulary, no record has a key twice, and timestamps are in
        order.
      </p>
    );
  return (
    <>
      {findings.map(({ code, level, title, message, count, places }) => (
        <section key={`${code} ${message}`}>
          <h2>
            {title} <span class={level === 'note' ? 'chip quiet' : 'chip warn'}>{count}</span>
          </h2>
          <p>
            {message} <a href={`${rootOfHub()}problems/${code}`}>What to do</a>
          </p>
          <ul class="warnings">
            {places.map((place) => (
              <li key={place.pointer}>
                <button type="button" class="link" onClick={() => goTo(place)}>
                  <code>{place.pointer === '' ? 'the document' : place.pointer}</code>
                  <span class="visually-hidden"> in the document</span>
                </button>
              </li>
            ))}
          </ul>
          {count > places.length ? <p class="note">And {count - places.length} more.</p> : null}
        </section>
      ))}
    </>
  );
}
