import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Decision } from './decision.tsx';
import { Faults } from './faults.tsx';
import { ask } from './hub-session.ts';
import {
  SOURCE_REVIEW_MUTATION,
  SOURCE_REVIEW_QUERY,
  type Outcome,
  type Problem,
  type SourceReview,
  type SuggestedSource,
} from './queries.ts';
import { SuggestionView, type DecidingProps } from './suggestion-view.tsx';
import { grouped } from '../../parts/grouped.ts';
import { indentJson } from '../../parts/indent-json.ts';
import { SourceKeys } from './source-keys.tsx';

/** A suggested source, whose name and file may be changed before it is accepted. */
export function SourceView({ id }: { readonly id: string }): VNode {
  return (
    <SuggestionView<SuggestedSource, SourceReview>
      id={id}
      kind="sources"
      query={SOURCE_REVIEW_QUERY}
      resultOf={({ source }) => source}
      describe={({ file }) => <p>A source of {grouped(Math.ceil(file.length / 1024))} KB.</p>}
      Deciding={Deciding}
    />
  );
}

function Deciding({ suggestion, decide }: DecidingProps<SuggestedSource, SourceReview>): VNode {
  const [name, setName] = useState(suggestion.name);
  const [file, setFile] = useState(() => linesOf(suggestion.file));
  const [found, setFound] = useState<readonly Problem[] | null>(null);
  return (
    <>
      <Faults problems={(found ?? []).filter(({ path }) => path.at(-1) !== 'reason')} />
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
      <SourceKeys file={file} />
      <Decision<SuggestedSource>
        problems={found}
        decided={decide}
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
  );
}

/** The file in lines that people can read, if it came in one; nothing else of it is changed. */
function linesOf(file: string): string {
  return file.trim().includes('\n') ? file : indentJson(file);
}
