import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Outcome, Problem } from './queries.ts';
import { fieldPath } from './draft.ts';
import { Faults } from './faults.tsx';
import { Mistake, useMistake } from './mistake.tsx';

/** What became of a review. */
export interface Decided<Suggested> {
  readonly suggestion: Suggested;
  readonly isInUse: boolean;
  /** Whether somebody else was faster. */
  readonly isLost: boolean;
}

interface DecisionProps<Suggested> {
  /** Checks the result with the whole vocabulary, before anything is stored; not given where there is no such check. */
  readonly check?: () => Promise<void>;
  readonly isChecking?: boolean;
  /** Whether accepting changes the vocabulary, which is checked before. */
  readonly changesVocabulary?: boolean;
  /** What the last check, or the last try to accept, found; null before one. */
  readonly problems: readonly Problem[] | null;
  readonly send: (decision: 'ACCEPT' | 'REJECT', reason: string | null) => Promise<Outcome<Suggested>>;
  readonly decided: (decided: Decided<Suggested>) => void;
  readonly refused: (problems: readonly Problem[]) => void;
}

/** Accepts, or rejects with a reason. */
export function Decision<Suggested>(props: DecisionProps<Suggested>): VNode {
  const { check, isChecking = false, changesVocabulary = true, problems, send, decided, refused } = props;
  const [reason, setReason] = useState('');
  const [doing, setDoing] = useState<'ACCEPT' | 'REJECT' | null>(null);
  const [mistake, setMistake] = useMistake();
  const decide = async (decision: 'ACCEPT' | 'REJECT'): Promise<void> => {
    if (doing !== null) return;
    setDoing(decision);
    setMistake(null);
    try {
      const { outcome } = await send(decision, reason.trim() === '' ? null : reason);
      const isLost = outcome.problems.some(({ code }) => code === 'ALREADY_REVIEWED');
      if (outcome.suggestion !== null && (outcome.problems.length === 0 || isLost))
        decided({ suggestion: outcome.suggestion, isInUse: outcome.inUse ?? true, isLost });
      else refused(outcome.problems);
    } catch (error) {
      setMistake((error as Error).message);
    } finally {
      setDoing(null);
    }
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setMistake(null);
    try {
      await work();
    } catch (error) {
      setMistake((error as Error).message);
    }
  };
  const aboutReason = (problems ?? []).filter(({ path }) => path.at(-1) === 'reason');
  const inFields = (problems ?? []).filter((problem) => fieldPath(problem).length > 0).length;
  return (
    <section class="card" aria-label="Decision">
      <h2>Decision</h2>
      <div role="status">
        {isChecking || (doing === 'ACCEPT' && changesVocabulary) ? <p>Checking the vocabulary with it …</p> : null}
        {!isChecking && problems?.length === 0 ? (
          <p class="alert good">Checked with the whole vocabulary: nothing is wrong.</p>
        ) : null}
        {!isChecking && inFields > 0 ? (
          <p class="alert bad">
            {inFields} {inFields === 1 ? 'objection stands' : 'objections stand'} at the fields above.
          </p>
        ) : null}
      </div>
      <Mistake text={mistake} />
      <div class="field">
        <label for="reason">Reason</label>
        <textarea
          id="reason"
          rows={2}
          aria-describedby="reason-hint"
          aria-invalid={aboutReason.length > 0 ? 'true' : undefined}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        <span id="reason-hint" class="note">
          Whoever suggested it can read it. Needed to reject.
          <Faults problems={aboutReason} />
        </span>
      </div>
      <p class="toolbar">
        {check === undefined ? null : (
          <button type="button" onClick={() => void run(check)} aria-disabled={isChecking}>
            Check
          </button>
        )}
        <button type="button" class="primary" onClick={() => void decide('ACCEPT')} aria-disabled={doing !== null}>
          Accept
        </button>
        <button type="button" onClick={() => void decide('REJECT')} aria-disabled={doing !== null}>
          Reject
        </button>
      </p>
    </section>
  );
}
