import { signal } from '@preact/signals';
import { EditorView } from '@codemirror/view';
import { StreamLanguage } from '@codemirror/language';
import { sparql } from '@codemirror/legacy-modes/mode/sparql';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { prefixesOf, shortName, type AnswerTerm } from '../../playground/ask-protocol.ts';
import { mountEditor } from '../editor/mount-editor.ts';
import { replaceText } from '../editor/replace-text.ts';
import { writing } from '../editor/writing.ts';
import { AskClient, type Outcome } from './ask-client.ts';
import type { PanelProps } from './meaning-panels.tsx';
import * as store from './store.ts';
import { grouped } from '../../parts/grouped.ts';
import { rootOfHub } from '../page/root.ts';

const PREFIXES = `PREFIX sosa: <http://www.w3.org/ns/sosa/>
PREFIX qudt: <http://qudt.org/schema/qudt/>
PREFIX unit: <http://qudt.org/vocab/unit/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>`;

/** Questions to begin with. */
const QUESTIONS = [
  {
    name: 'Values with their units',
    needsVocabulary: false,
    query: `SELECT ?property ?value ?unit WHERE {
  ?observation sosa:observedProperty ?property ; sosa:hasResult ?result .
  ?result qudt:numericValue ?value ; qudt:hasUnit ?unit .
}`,
  },
  {
    name: 'Everything',
    needsVocabulary: false,
    query: `SELECT ?subject ?property ?value WHERE {
  ?subject ?property ?value .
} LIMIT 100`,
  },
  {
    name: 'Values in German',
    needsVocabulary: true,
    query: `SELECT ?label ?value WHERE {
  ?observation sosa:observedProperty ?property ;
    sosa:hasResult [ qudt:numericValue ?value ] .
  ?property skos:prefLabel ?label .
  FILTER(lang(?label) = "de")
}`,
  },
] as const;

const client = new AskClient(store.noteRequests);
/** Whether the client has the vocabulary, which stays when the panel goes. */
const vocabulary = signal<'none' | 'loading' | 'there' | 'failed'>('none');
/** What is written and not asked yet, and the query that was asked before: an address with another one shows that. */
let draft: { readonly asked: string | null; readonly text: string } | null = null;

async function loadVocabulary(): Promise<void> {
  vocabulary.value = 'loading';
  const root = rootOfHub();
  try {
    const answer = await fetch(`${root}api/vocabulary?format=ttl`);
    if (!answer.ok) throw new Error(String(answer.status));
    client.addVocabulary(await answer.arrayBuffer());
    vocabulary.value = 'there';
  } catch {
    vocabulary.value = 'failed';
  }
}

/** SPARQL over the graph of the document, answered in the browser. */
export function AskPanel({ session, baseUrl }: PanelProps & { readonly baseUrl: string }): VNode {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const [outcome, setOutcome] = useState<(Outcome & { readonly query: string }) | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** Counts the questions, of which only the last one is answered. */
  const round = useRef(0);
  const prefixes = `${PREFIXES}\nPREFIX vocab: <${baseUrl}/vocabulary/>\n`;
  const asked = store.link.value.query;
  const text = asked ?? `${prefixes}\n${QUESTIONS[0].query}\n`;
  const shown = useRef(text);
  // Before anything is drawn, so that nothing moves.
  useLayoutEffect(() => {
    const view = mountEditor(host.current!, {
      text: draft?.asked === asked ? draft.text : text,
      label: 'Query',
      extensions: [StreamLanguage.define(sparql), EditorView.lineWrapping, writing],
      onText: (written) => (draft = { asked: store.link.value.query, text: written }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  // Back leads to another query, whose answer is not this one.
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    if (editor.current!.state.sliceDoc() === text) return;
    replaceText(editor.current!, text);
    setOutcome(null);
  }, [text]);
  const ask = async (): Promise<void> => {
    const query = editor.current!.state.sliceDoc();
    session.show({ query });
    setAsking(true);
    const mine = ++round.current;
    const triples = await session.output('triples');
    // Another one was asked meanwhile, or this one was stopped.
    if (mine !== round.current) return;
    const found: Outcome =
      triples === null
        ? { kind: 'fault', message: 'The document cannot be converted.' }
        : await client.ask(triples, query);
    if (mine !== round.current) return;
    setOutcome({ ...found, query });
    setAsking(false);
  };
  const stop = (): void => {
    round.current++;
    client.stop();
    setOutcome({ kind: 'fault', message: 'The query was stopped.', query: editor.current!.state.sliceDoc() });
    setAsking(false);
  };
  const put = (query: string): void => {
    replaceText(editor.current!, `${prefixes}\n${query}\n`);
    void ask();
  };
  return (
    <>
      <p>
        The graph of the document is asked here, in your browser. For that the first question loads a SPARQL engine of
        this site (1.1 MB).
      </p>
      <div class="toolbar" role="group" aria-label="Questions">
        {QUESTIONS.map(({ name, query, needsVocabulary }) => (
          <button
            type="button"
            key={name}
            disabled={needsVocabulary && vocabulary.value !== 'there'}
            onClick={() => put(query)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="query" ref={host} />
      <div class="toolbar">
        <button type="button" class="primary" onClick={() => void ask()} disabled={isAsking}>
          Ask
        </button>
        {isAsking ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : null}
        <button
          type="button"
          disabled={vocabulary.value === 'loading' || vocabulary.value === 'there'}
          onClick={() => void loadVocabulary()}
        >
          {vocabulary.value === 'there' ? 'The vocabulary is asked, too' : 'Ask the vocabulary, too (0.6 MB)'}
        </button>
        <span class="note" role="status">
          {vocabulary.value === 'loading' ? 'The vocabulary is loaded …' : ''}
          {vocabulary.value === 'failed' ? 'The vocabulary could not be loaded.' : ''}
          {isAsking ? 'Asking …' : ''}
        </span>
      </div>
      {outcome === null ? null : <Answer {...outcome} />}
    </>
  );
}

function Answer(props: Outcome & { readonly query: string }): VNode {
  if (props.kind === 'fault') return <pre class="alert bad fault">{props.message}</pre>;
  const { answer, ms, query } = props;
  const took = `in ${Math.max(1, Math.round(ms))} ms`;
  if (answer.kind === 'boolean')
    return (
      <p role="status">
        <strong>{answer.value ? 'Yes' : 'No'}</strong>, {took}
      </p>
    );
  const { names, rows, count } = answer;
  if (count === 0) return <p class="empty">Nothing in the graph fits.</p>;
  const prefixes = prefixesOf(query);
  return (
    <>
      <p role="status">
        {grouped(count)} {count === 1 ? 'row' : 'rows'} {took}
        {rows.length < count ? `; the first ${rows.length} are shown` : ''}
      </p>
      <div class="scroll" role="region" aria-label="Answer" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {names.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => (
              <tr key={at}>
                {cells.map((cell, column) => (
                  <td key={column}>{cell === null ? '' : <Cell term={cell} prefixes={prefixes} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Cell({
  term: { kind, text, language },
  prefixes,
}: {
  readonly term: AnswerTerm;
  readonly prefixes: ReturnType<typeof prefixesOf>;
}): VNode {
  if (kind === 'literal') return <span lang={language === '' ? undefined : language}>{text}</span>;
  const name = kind === 'iri' ? shortName(text, prefixes) : text;
  return kind === 'iri' && /^https?:/.test(text) ? <a href={text}>{name}</a> : <code>{name}</code>;
}
