import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { PrefixedNames } from '../../../rdf/prefixed-names.ts';
import { loadCompletions, NO_COMPLETIONS, type Completions } from './completions.ts';
import { Decision, type Decided } from './decision.tsx';
import { draftLike, draftOf, fieldPath, inputOf, unitOf, type Draft } from './draft.ts';
import { Faults } from './faults.tsx';
import { ask } from './hub-session.ts';
import { ImpactPanel } from './impact-panel.tsx';
import { Loaded, useAsked } from './loaded.tsx';
import { askPreview, PreviewPanel, usePreview } from './preview-panel.tsx';
import {
  REVIEW_MUTATION,
  SIMILAR_QUERY,
  TERM_REVIEW_QUERY,
  type Outcome,
  type Problem,
  type SimilarTerm,
  type SimilarTerms,
  type SuggestedTerm,
  type TermReview,
} from './queries.ts';
import { Suggested } from './suggested.tsx';
import { TermForm } from './term-form.tsx';

/** A suggested term: what was suggested, what it would become, and the decision. */
export function ReviewView({ id, root }: { readonly id: string; readonly root: string }): VNode {
  const [asked, again] = useAsked(() => ask<TermReview>(TERM_REVIEW_QUERY, { id }), [id]);
  return (
    <Loaded asked={asked} again={again}>
      {(review) =>
        review.suggestion === null ? (
          <p class="empty">There is no suggestion with this id.</p>
        ) : (
          <Review key={id} suggestion={review.suggestion} review={review} root={root} />
        )
      }
    </Loaded>
  );
}

interface ReviewProps {
  readonly suggestion: SuggestedTerm;
  readonly review: TermReview;
  readonly root: string;
}

function Review({ suggestion: first, review, root }: ReviewProps): VNode {
  const [decided, setDecided] = useState<Decided<SuggestedTerm> | null>(null);
  const suggestion = decided?.suggestion ?? first;
  return (
    <>
      <Suggested
        suggestion={suggestion}
        kind="terms"
        result={suggestion.term}
        isInUse={decided?.isInUse ?? true}
        isLost={decided?.isLost ?? false}
      >
        <p>{suggestion.description}</p>
        <dl>
          <dt>Datatype</dt>
          <dd>
            <code>{suggestion.datatype}</code>
          </dd>
          <dt>Unit</dt>
          <dd>{suggestion.units ?? 'none was named'}</dd>
        </dl>
      </Suggested>
      {suggestion.state === 'PENDING' ? (
        <Editing suggestion={suggestion} review={review} root={root} decide={setDecided} />
      ) : null}
    </>
  );
}

interface EditingProps extends ReviewProps {
  readonly decide: (decided: Decided<SuggestedTerm>) => void;
}

function Editing({ suggestion, review, root, decide }: EditingProps): VNode {
  const { prefixes } = review;
  const names = useMemo(() => new PrefixedNames(prefixes), [prefixes]);
  const [draft, setDraft] = useState<Draft>(() => draftOf(suggestion));
  const [completions, setCompletions] = useState<Completions>(NO_COMPLETIONS);
  /** What was found when the draft was last checked whole; gone with the next change. */
  const [found, setFound] = useState<readonly Problem[] | null>(null);
  const [isChecking, setChecking] = useState(false);
  const previewed = usePreview(suggestion.id, draft);
  useEffect(() => {
    void loadCompletions(root).then(setCompletions);
  }, []);
  const change = (next: Draft): void => {
    setDraft(next);
    setFound(null);
  };
  const check = async (): Promise<void> => {
    setChecking(true);
    try {
      setFound((await askPreview(suggestion.id, draft, true)).preview.problems);
    } finally {
      setChecking(false);
    }
  };
  const problems = found ?? previewed.preview?.problems ?? [];
  // What is wrong with the reason stands at the reason.
  const others = problems.filter((problem) => fieldPath(problem).length === 0 && problem.path.at(-1) !== 'reason');
  return (
    <div class="review">
      <div>
        <h2>The term</h2>
        <Similar name={suggestion.name} use={(term) => change(draftLike(draft, term, names))} />
        <Faults problems={others} />
        <TermForm
          draft={draft}
          change={change}
          problems={problems}
          categories={review.categories}
          completions={completions}
        />
        <ImpactPanel id={suggestion.id} draft={draft} example={previewed.preview?.example?.document ?? null} />
        <Decision<SuggestedTerm>
          check={check}
          isChecking={isChecking}
          problems={found}
          decided={decide}
          refused={setFound}
          send={(decision, reason) =>
            ask<Outcome<SuggestedTerm>>(REVIEW_MUTATION, {
              input: {
                id: suggestion.id,
                decision,
                reason,
                ...(decision === 'ACCEPT' ? { term: inputOf(draft) } : {}),
              },
            })
          }
        />
      </div>
      <PreviewPanel {...previewed} datatype={draft.datatype} names={names} prefixes={prefixes} />
    </div>
  );
}

interface SimilarProps {
  readonly name: string;
  readonly use: (term: SimilarTerm) => void;
}

/** Terms that are like it: it may be one of them, and its template may be like theirs. */
function Similar({ name, use }: SimilarProps): VNode {
  const unit = unitOf(name);
  const words = name.slice(0, unit === '' ? undefined : -unit.length - 1).replaceAll('_', ' ');
  const [asked, again] = useAsked(
    () => ask<Partial<SimilarTerms>>(SIMILAR_QUERY, { words, unit: unit || null, hasUnit: unit !== '' }),
    [name],
  );
  return (
    <details class="card" open>
      <summary>Start from a similar term</summary>
      <Loaded asked={asked} again={again}>
        {({ alike, sameUnit }) => {
          const terms = new Map([...(sameUnit?.nodes ?? []), ...(alike?.nodes ?? [])].map((term) => [term.name, term]));
          if (terms.size === 0) return <p class="note">None.</p>;
          return (
            <ul class="similar">
              {[...terms.values()].map((term) => (
                <li key={term.name}>
                  <a href={term.iri} target="_blank" rel="noopener">
                    <code>{term.name}</code>
                  </a>{' '}
                  <button type="button" onClick={() => use(term)} aria-label={`Start from it: ${term.name}`}>
                    Start from it
                  </button>
                  <p class="note">{term.description}</p>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </details>
  );
}
