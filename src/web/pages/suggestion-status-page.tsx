import type { VNode } from 'preact';
import type { ShownSuggestion } from '../../suggestions/find-by-receipt.ts';
import type { RenderPage } from './page.tsx';

/** What is known to a receipt: the suggestion, null for none, and nothing before one was given. */
type Asked = { readonly receipt: string; readonly suggestion: ShownSuggestion | null } | null;

/** The page where the holder of a receipt asks what became of a suggestion. */
export function renderStatusOfSuggestion(render: RenderPage, root: string, asked: Asked): string {
  return render(
    { title: 'What became of a suggestion', root, above: [[`${root}suggest`, 'Suggest a term']] },
    <>
      <h1>What became of a suggestion</h1>
      {asked === null ? (
        <p class="lead">
          Whoever suggests a term, a source or a change is given a receipt. It tells what became of the suggestion.
        </p>
      ) : asked.suggestion === null ? (
        <p role="alert" class="alert bad">
          There is no suggestion with this receipt.
        </p>
      ) : (
        <State suggestion={asked.suggestion} />
      )}
      <form method="post">
        <div class="field">
          <label for="receipt">Receipt</label>
          <input
            id="receipt"
            name="receipt"
            value={asked?.receipt ?? ''}
            autocomplete="off"
            spellcheck={false}
            required
          />
        </div>
        <p>
          <button class="primary">Ask</button>
        </p>
      </form>
    </>,
  );
}

const STATES = {
  pending: 'It waits for an administrator.',
  accepted: 'It was accepted.',
  rejected: 'It was not accepted.',
} as const;
const TITLES = { term: 'A term', source: 'A source', change: 'A change' } as const;
const RESULTS = { term: 'The term is', source: 'The source is', change: 'It is about' } as const;

function State({ suggestion }: { readonly suggestion: ShownSuggestion }): VNode {
  const { kind, name, words, state, reason, createdAt, reviewedAt, iri } = suggestion;
  return (
    <section class="card" aria-label="The suggestion">
      <h2>
        {TITLES[kind]}: <code>{name}</code>
      </h2>
      {words === null ? null : <p class="words">{words}</p>}
      <p role="status">
        <strong>{STATES[state]}</strong>
        {kind === 'change' && state === 'accepted' ? ' The term changes with a later version of the vocabulary.' : null}
        {iri === null ? null : (
          <>
            {' '}
            {RESULTS[kind]} <a href={iri}>{iri}</a>.
          </>
        )}
      </p>
      <dl>
        <dt>Suggested</dt>
        <dd>{dayOf(createdAt)}</dd>
        {reviewedAt === null ? null : (
          <>
            <dt>Reviewed</dt>
            <dd>{dayOf(reviewedAt)}</dd>
          </>
        )}
        {reason === null ? null : (
          <>
            <dt>Reason</dt>
            <dd>{reason}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
