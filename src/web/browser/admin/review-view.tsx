import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { PrefixedNames } from '../../../rdf/prefixed-names.ts';
import { loadCompletions, NO_COMPLETIONS, type Completions } from './completions.ts';
import { Decision } from './decision.tsx';
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
import { SuggestionView, type DecidingProps } from './suggestion-view.tsx';
import { TermForm } from './term-form.tsx';

interface TermViewProps {
  readonly id: string;
  readonly root: string;
}

/** A suggested term: what was suggested, what it would become, and the decision. */
export function ReviewView({ id, root }: TermViewProps): VNode {
  return (
    <SuggestionView<SuggestedTerm, TermReview>
      id={id}
      kind="terms"
      query={TERM_REVIEW_QUERY}
      resultOf={({ term }) => term}
      describe={describe}
      Deciding={useCallback(
        (props) => (
          <Editing {...props} root={root} />
        ),
        [root],
      )}
    />
  );
}

function describe({ description, datatype, units }: SuggestedTerm): VNode {
  return (
    <>
      <p class="words">{description}</p>
      <dl>
        <dt>Datatype</dt>
        <dd>
          <code>{datatype}</code>
        </dd>
        <dt>Unit</dt>
        <dd>{units ?? 'none was named'}</dd>
      </dl>
    </>
  );
}

interface EditingProps extends DecidingProps<SuggestedTerm, TermReview> {
  readonly root: string;
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
        {({ alike, sameUnit, ofUnit }) => {
          const found = [...(sameUnit?.nodes ?? []), ...(alike?.nodes ?? [])];
          // Of what is new no term has the words: any with its unit is a beginning.
          const shown = found.length === 0 ? (ofUnit?.nodes ?? []) : found;
          const terms = new Map(shown.map((term) => [term.name, term]));
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
