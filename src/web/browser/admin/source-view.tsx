import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Decision, type Decided } from './decision.tsx';
import { Faults } from './faults.tsx';
import { ask } from './hub-session.ts';
import { Loaded, useAsked } from './loaded.tsx';
import {
  SOURCE_REVIEW_MUTATION,
  SOURCE_REVIEW_QUERY,
  type Outcome,
  type Problem,
  type SourceReview,
  type SuggestedSource,
} from './queries.ts';
import { Suggested } from './suggested.tsx';
import { grouped } from '../../parts/grouped.ts';

/** A suggested source, whose name and file may be changed before it is accepted. */
export function SourceView({ id }: { readonly id: string }): VNode {
  const [asked, again] = useAsked(() => ask<SourceReview>(SOURCE_REVIEW_QUERY, { id }), [id]);
  return (
    <Loaded asked={asked} again={again}>
      {({ suggestion }) =>
        suggestion === null ? (
          <p class="empty">There is no suggestion with this id.</p>
        ) : (
          <Review key={id} suggestion={suggestion} />
        )
      }
    </Loaded>
  );
}

function Review({ suggestion: first }: { readonly suggestion: SuggestedSource }): VNode {
  const [decided, setDecided] = useState<Decided<SuggestedSource> | null>(null);
  const [name, setName] = useState(first.name);
  const [file, setFile] = useState(first.file);
  const [found, setFound] = useState<readonly Problem[] | null>(null);
  const suggestion = decided?.suggestion ?? first;
  const problems = (found ?? []).filter(({ path }) => path.at(-1) !== 'reason');
  return (
    <>
      <Suggested
        suggestion={suggestion}
        kind="sources"
        result={suggestion.source}
        isInUse={decided?.isInUse ?? true}
        isLost={decided?.isLost ?? false}
      >
        <p>A source of {grouped(Math.ceil(suggestion.file.length / 1024))} KB.</p>
      </Suggested>
      {suggestion.state === 'PENDING' ? (
        <>
          <Faults problems={problems} />
          <div class="field">
            <label for="source-name">Name</label>
            <input
              id="source-name"
              type="text"
              autocomplete="off"
              spellcheck={false}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </div>
          <div class="field wide">
            <label for="source-file">File</label>
            <textarea
              id="source-file"
              class="code"
              rows={20}
              spellcheck={false}
              value={file}
              onInput={(event) => setFile(event.currentTarget.value)}
            />
          </div>
          <Decision<SuggestedSource>
            check={null}
            isChecking={false}
            problems={found}
            decided={setDecided}
            refused={setFound}
            send={(decision, reason) =>
              ask<Outcome<SuggestedSource>>(SOURCE_REVIEW_MUTATION, {
                input: {
                  id: suggestion.id,
                  decision,
                  reason,
                  ...(decision === 'ACCEPT' ? { source: { name: name.trim(), file } } : {}),
                },
              })
            }
          />
        </>
      ) : null}
    </>
  );
}
