import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { inputOf, type Draft } from './draft.ts';
import { ask } from './hub-session.ts';
import { Mistake, useMistake } from './mistake.tsx';
import { IMPACT_QUERY, type DocumentImpact, type Impact } from './queries.ts';

interface Sample {
  readonly name: string;
  readonly document: string;
}

/** What each level says to somebody who decides. */
const LEVELS: Readonly<Record<Impact['level'], string>> = {
  SAME: 'nothing changes',
  ADDITIVE: 'triples are added',
  NEEDS_MIGRATION: 'triples change, and an update migrates graphs that there are',
  CHANGED: 'triples change, and no update is known for graphs that there are',
  BREAKS: 'something is refused or warned of that was not',
};

interface ImpactPanelProps {
  readonly id: string;
  readonly draft: Draft;
  /** A document with the term; null while there is none. */
  readonly example: string | null;
}

/** What documents become with the term: that of its example, those that somebody drops in, and those that come with the hub. */
export function ImpactPanel({ id, draft, example }: ImpactPanelProps): VNode {
  const [text, setText] = useState<string | null>(null);
  const [files, setFiles] = useState<readonly Sample[]>([]);
  const [impact, setImpact] = useState<Impact | null>(null);
  const [mistake, setMistake] = useMistake();
  const [isBusy, setBusy] = useState(false);
  // What was found is of the draft before.
  useEffect(() => setImpact(null), [draft]);
  const document = text ?? example ?? '';
  const samples = [...(document.trim() === '' ? [] : [{ name: 'the document', document }]), ...files];

  const compare = async (): Promise<void> => {
    setBusy(true);
    setMistake(null);
    try {
      const variables = { id, term: inputOf(draft), samples };
      setImpact((await ask<{ readonly impact: Impact }>(IMPACT_QUERY, variables)).impact);
    } catch (error) {
      setImpact(null);
      setMistake((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const take = async (list: FileList | null): Promise<void> => {
    setFiles(
      await Promise.all(Array.from(list ?? [], async (file) => ({ name: file.name, document: await file.text() }))),
    );
    setImpact(null);
  };
  return (
    <details class="card impact">
      <summary>What documents become with it</summary>
      <label>
        A document
        <textarea
          rows={5}
          spellcheck={false}
          value={document}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <label>
        More of them, as files
        <input type="file" multiple accept=".json" onChange={(event) => void take(event.currentTarget.files)} />
      </label>
      <p class="note">The documents that come with the hub are compared, too.</p>
      <button type="button" disabled={isBusy} onClick={() => void compare()}>
        {isBusy ? 'Comparing …' : 'Compare'}
      </button>
      <Mistake text={mistake} />
      <div role="status">{impact === null ? null : <Found impact={impact} />}</div>
    </details>
  );
}

function Found({ impact: { level, documents, migration } }: { readonly impact: Impact }): VNode {
  const unchanged = documents.filter(({ level }) => level === 'SAME').map(({ name }) => name);
  return (
    <>
      <p>
        <strong>{documents.length === 1 ? 'Of one document' : `Of ${documents.length} documents`}</strong>:{' '}
        {LEVELS[level]}.
      </p>
      {documents.map((document) => (document.level === 'SAME' ? null : <Document key={document.name} {...document} />))}
      {unchanged.length === 0 ? null : <p class="note">Nothing changes in {unchanged.join(', ')}.</p>}
      {migration === null ? null : (
        <details>
          <summary>SPARQL Update for graphs that there are</summary>
          <Lines label="The update" lines={[migration]} />
        </details>
      )}
    </>
  );
}

function Document({ name, level, refusedAfter, keys, artefactKinds }: DocumentImpact): VNode {
  return (
    <section>
      <h3>{name}</h3>
      <p>{refusedAfter === null ? `${LEVELS[level]}.` : refusedAfter.message}</p>
      {keys.map(({ key, removedTriples, addedTriples, warnings }) => (
        <>
          <h4>{key === null ? 'The record' : <code>{key}</code>}</h4>
          {warnings.map(({ message }) => (
            <p class="alert">{message}</p>
          ))}
          <Lines
            label={`Triples of ${key ?? 'the record'}`}
            lines={[...removedTriples.map((triple) => `- ${triple}`), ...addedTriples.map((triple) => `+ ${triple}`)]}
          />
        </>
      ))}
      {artefactKinds.length === 0 ? null : <p class="note">Also changed: {artefactKinds.join(', ')}.</p>}
    </section>
  );
}

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly string[] }): VNode | null {
  return lines.length === 0 ? null : (
    <pre class="scroll" role="region" aria-label={label} tabIndex={0}>
      <code>{lines.join('\n')}</code>
    </pre>
  );
}
