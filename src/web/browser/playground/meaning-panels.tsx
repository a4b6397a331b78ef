import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { KeyFacts, ScaleFactor, TermFacts } from '../../playground/model.ts';
import type { Change } from '../../playground/protocol.ts';
import { suggestionLink } from '../../parts/suggestion-link.ts';
import { groupWarnings } from '../../playground/warning-groups.ts';
import { focusResults } from './focus-results.ts';
import type { PlaygroundSession } from './session.ts';
import * as store from './store.ts';
import { rootOfHub } from '../page/root.ts';

export interface PanelProps {
  readonly session: PlaygroundSession;
  /** Leads to a piece of the document. */
  readonly goTo: (place: { readonly from: number; readonly to: number }) => void;
}

/** Rows that are shown at once; a person reads no more, and a slow machine draws no more quickly. */
const MOST_ROWS = 100;

const STATES = {
  term: { text: 'Term', name: 'chip' },
  own: { text: 'Own entry', name: 'chip own' },
  nothing: { text: 'No meaning', name: 'chip warn' },
} as const;

/** Each key with what it means, those without a meaning first. */
export function MeaningPanel(props: PanelProps): VNode {
  const { keys, hasBlock } = store.analysis.value!;
  const [isWhole, setWhole] = useState(false);
  const rows = keys.toSorted((a, b) => rank(a) - rank(b));
  const shown = isWhole ? rows : rows.slice(0, MOST_ROWS);
  const unknown = keys.filter(isUnknown).length;
  if (keys.length === 0)
    return (
      <p class="empty">
        {store.kind.value === 'csv'
          ? 'The table has no row with a value below the names of its columns yet.'
          : 'The document has no keys yet.'}
      </p>
    );
  return (
    <>
      <SourceOffer session={props.session} />
      <p>
        {keys.length} {keys.length === 1 ? 'key' : 'keys'},{' '}
        {unknown === 0 ? 'each with a meaning.' : `${unknown} without a meaning: their values become plain literals.`}
      </p>
      {hasBlock ? null : (
        <div class="toolbar">
          <button
            type="button"
            onClick={() => {
              props.session.change({ name: 'describe' });
              focusResults();
            }}
          >
            Write the meaning into the document
          </button>
        </div>
      )}
      <ul class="keys">
        {shown.map((facts) => (
          <KeyRow key={facts.key} facts={facts} {...props} />
        ))}
      </ul>
      {shown.length < rows.length ? (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {rows.length} keys
        </button>
      ) : null}
    </>
  );
}

/** One click describes a document of a source that was recognised. */
export function SourceOffer({ session }: Pick<PanelProps, 'session'>): VNode | null {
  const likely = store.sources.value.find(({ name }) => name === store.likelySource.value);
  if (likely === undefined || store.analysis.value?.hasBlock === true) return null;
  return (
    <div class="alert">
      <p>This looks like a document of {likely.title}.</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          session.change({ name: 'source', source: likely.name });
          focusResults();
        }}
      >
        Describe its keys
      </button>
    </div>
  );
}

function isUnknown({ state, hasValues }: KeyFacts): boolean {
  return state === 'nothing' && hasValues;
}

/** What a person can do something about comes first. */
function rank({ state, hasValues }: KeyFacts): number {
  return state === 'nothing' ? (hasValues ? 0 : 3) : state === 'own' ? 1 : 2;
}

function KeyRow({ facts, goTo, session }: PanelProps & { readonly facts: KeyFacts }): VNode {
  const { key, state, term, hasValues, hasRecords } = facts;
  const isContainer = state === 'nothing' && !hasValues;
  const { text, name } = isContainer
    ? { text: hasRecords ? 'Structure' : 'No value', name: 'chip quiet' }
    : STATES[state];
  return (
    <li class={`key ${isContainer ? 'structure' : state}`}>
      <p class="head">
        <button type="button" class="link" onClick={() => goTo(facts)}>
          <code>{key}</code>
          <span class="visually-hidden"> in the document</span>
        </button>
        <span class={name}>{text}</span>
      </p>
      {term === null ? null : <TermText term={term} />}
      <p class="values">{valuesOf(facts)}</p>
      {state === 'nothing' && hasValues ? <CandidateList facts={facts} session={session} /> : null}
    </li>
  );
}

function TermText({ term }: { readonly term: TermFacts }): VNode {
  const { label, unit, description, name, range, isDeprecated } = term;
  const root = rootOfHub();
  return (
    <p class="meaning">
      <a href={`${root}vocabulary/${encodeURIComponent(name)}`}>{label}</a>
      {unit === null ? '' : `, ${unit}`}
      {range === null ? '' : `, ${rangeText(range)}`}
      {isDeprecated ? ', deprecated' : ''}
      {description === '' ? null : <span class="note"> {description}</span>}
    </p>
  );
}

function rangeText({ smallest, largest }: NonNullable<TermFacts['range']>): string {
  if (largest === null) return `from ${smallest}`;
  return smallest === null ? `up to ${largest}` : `${smallest} to ${largest}`;
}

function valuesOf({ smallest, largest, sample, count, hasRecords }: KeyFacts): string {
  const times = count === 1 ? '' : `${count} times, `;
  if (smallest !== null) return smallest === largest ? `${times}${smallest}` : `${times}${smallest} to ${largest}`;
  if (sample !== null) return `${times}“${sample}”`;
  return `${times}${hasRecords ? 'records' : 'null or empty'}`;
}

/** The terms that a key may mean: one click renames it, another fills its entry. */
function CandidateList({ facts: { key }, session }: Pick<PanelProps, 'session'> & { readonly facts: KeyFacts }): VNode {
  const candidates = store.candidatesOf.value.get(key);
  const root = rootOfHub();
  if (candidates === undefined) return <p class="note">Looking for terms that it may mean …</p>;
  const { terms: found, factor } = candidates;
  const others = (
    <p class="note">
      {found === null ? '' : found.length === 0 ? 'No term comes near. ' : 'None of these? '}
      <a href={`${root}vocabulary/?${new URLSearchParams({ q: key }).toString()}`}>Search the vocabulary</a>, or{' '}
      <a href={suggestionLink(key, root)}>suggest a term</a>.
    </p>
  );
  if (found === null || found.length === 0) return others;
  const change = (made: Change): void => {
    session.change(made);
    focusResults();
  };
  return (
    <>
      {factor === null ? null : <ScaleNote factor={factor} />}
      <ul class="candidates" aria-label={`Terms that ${key} may mean`}>
        {found.map((term) => (
          <li key={term.name}>
            <span>
              <code>{term.name}</code> <span class="note">{term.label}</span>
            </span>
            <span class="actions">
              {term.isPlain && term.name !== key ? null : (
                <button type="button" onClick={() => change({ name: 'fill', key, term: term.name })}>
                  Fill in
                  <span class="visually-hidden">
                    {' '}
                    {key} as {term.name}
                  </span>
                </button>
              )}
              {term.name === key ? null : (
                <button type="button" onClick={() => change({ name: 'rename', key, term: term.name })}>
                  Rename
                  <span class="visually-hidden">
                    {' '}
                    {key} to {term.name}
                  </span>
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {others}
    </>
  );
}

/** Says that values with a factor beside them are not those that terms mean. */
function ScaleNote({ factor: { key, value } }: { readonly factor: ScaleFactor }): VNode {
  return (
    <p class="alert">
      Beside it <code>{key}</code> is {value}: the value may still have to be multiplied by 10 to that power. Terms mean
      values after scaling.
    </p>
  );
}

/** The warnings by their codes, each of which leads to its place. */
export function WarningsPanel({ goTo }: PanelProps): VNode {
  const { keys, warnings: all } = store.analysis.value!;
  const groups = groupWarnings(all);
  const unknown = keys.filter(isUnknown).length;
  if (groups.length === 0)
    return (
      <p class="empty">
        {unknown === 0
          ? 'Nothing is lost and nothing is in doubt.'
          : `Nothing is lost. ${unknown === 1 ? 'One key has' : `${unknown} keys have`} no meaning yet: see Meaning.`}
      </p>
    );
  return (
    <>
      {groups.map(({ code, title, count, warnings }) => (
        <section key={code}>
          <h2>
            {title} <span class="chip warn">{count}</span>
          </h2>
          <ul class="warnings">
            {warnings.slice(0, MOST_ROWS).map((warning) => (
              <li key={`${warning.key} ${warning.pointer}`}>
                <button type="button" class="link" onClick={() => goTo(warning)}>
                  <code>{warning.pointer === '' ? warning.key : warning.pointer}</code>
                  <span class="visually-hidden"> in the document</span>
                </button>
                {warning.count > 1 ? ` ${warning.count} times. ` : ' '}
                {warning.message}
              </li>
            ))}
          </ul>
          {warnings.length > MOST_ROWS ? <p class="note">And {warnings.length - MOST_ROWS} more keys.</p> : null}
        </section>
      ))}
    </>
  );
}
