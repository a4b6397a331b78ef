import { autocompletion } from '@codemirror/autocomplete';
import { Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { StreamLanguage } from '@codemirror/language';
import { sparql } from '@codemirror/legacy-modes/mode/sparql';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SparqlFacts } from '../../parts/sparql-facts.ts';
import { mountEditor } from '../editor/mount-editor.ts';
import { replaceText } from '../editor/replace-text.ts';
import { writing } from '../editor/writing.ts';
import { nextTask } from '../page/next-task.ts';
import type { AnswerView } from './answer-view.tsx';
import { ask, type Answer } from './ask.ts';
import { completeSparql } from './completion.ts';
import { errorLine, goTo, showError } from './error-line.ts';
import { namesOf } from './names.ts';
import { keepQuery, readQuery } from './query-in-address.ts';

interface SparqlAppProps {
  readonly facts: SparqlFacts;
  /** What the editor begins with, when the address has no query. */
  readonly query: string;
  /** Questions, whose links have their query as `data-query`. */
  readonly examples: Iterable<HTMLAnchorElement>;
}

interface Asked {
  readonly query: string;
  readonly answer: Answer;
  readonly tookMs: number;
  /** What shows it, which is loaded with the first answer. */
  readonly View: typeof AnswerView;
}

/** The editor and the answer to what was asked last. */
export function SparqlApp({ facts, query, examples }: SparqlAppProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const waiting = useRef<AbortController | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Whether what shows answers could not be loaded. */
  const [isUnloaded, setUnloaded] = useState(false);
  const names = useMemo(() => namesOf(facts), [facts]);

  const run = async (): Promise<void> => {
    const query = view.current!.state.doc.toString();
    keepQuery(query);
    waiting.current?.abort();
    const controller = (waiting.current = new AbortController());
    setWaiting(true);
    const begun = performance.now();
    setUnloaded(false);
    const [answer, shown] = await Promise.all([
      ask(query, controller.signal),
      import('./answer-view.tsx').catch(() => null),
    ]);
    // What was read is drawn apart: a long answer takes its time for each.
    await nextTask();
    // Another one was asked meanwhile.
    if (waiting.current !== controller) return;
    setWaiting(false);
    setUnloaded(shown === null);
    if (answer === null || shown === null) return;
    const { AnswerView } = shown;
    setAsked({ query, answer, tookMs: performance.now() - begun, View: AnswerView });
    showError(view.current!, answer.kind === 'refusal' ? answer.refusal.place : null);
  };

  // Before anything is drawn, so that nothing moves.
  useLayoutEffect(() => {
    const editor = (view.current = mountEditor(host.current!, {
      text: readQuery() ?? query,
      label: 'Query',
      extensions: [
        StreamLanguage.define(sparql),
        EditorView.lineWrapping,
        autocompletion({ override: [completeSparql(facts)] }),
        errorLine,
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (void run(), true) }])),
        writing,
      ],
    }));
    const show = (text: string): void => {
      replaceText(editor, text);
      setAsked(null);
    };
    const showAddress = (): void => show(readQuery() ?? query);
    window.addEventListener('popstate', showAddress);
    for (const link of examples) {
      link.addEventListener('click', (event) => {
        event.preventDefault();
        show(link.dataset['query']!);
        void run();
      });
    }
    return () => window.removeEventListener('popstate', showAddress);
  }, []);

  return (
    <>
      <div class="query-part">
        <div class="field query">
          <span class="label">Query</span>
          <div ref={host} class="editor" />
        </div>
        <div class="toolbar">
          <button type="button" class="primary" onClick={() => void run()}>
            Ask
          </button>
          {isWaiting ? (
            <button type="button" onClick={() => waiting.current?.abort()}>
              Stop
            </button>
          ) : null}
          <span class="note shortcuts">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> asks, <kbd>Ctrl</kbd> <kbd>Space</kbd> completes
          </span>
        </div>
      </div>
      <section class="answer-part" aria-live="polite" aria-busy={isWaiting} aria-label="Answer">
        {isWaiting ? <p class="note">Asking …</p> : null}
        {isUnloaded ? (
          <p class="alert bad">The answer cannot be shown: a part of this page could not be loaded. Load it again.</p>
        ) : null}
        {asked === null || isWaiting || isUnloaded ? null : (
          <asked.View {...asked} names={names} onPlace={(place) => goTo(view.current!, place)} />
        )}
      </section>
    </>
  );
}
