import type { VNode } from 'preact';
import type { Answer, Refusal } from './ask.ts';
import { GraphView } from './graph-view.tsx';
import type { Names } from './names.ts';
import { TableView } from './table-view.tsx';
import { TakeAway } from './take-away.tsx';
import { rootOfHub } from '../page/root.ts';

interface AnswerViewProps {
  readonly query: string;
  readonly answer: Answer;
  readonly tookMs: number;
  readonly names: Names;
  /** Somebody wants to see the place of a mistake. */
  onPlace(place: NonNullable<Refusal['place']>): void;
}

/** What came back, and what can be taken away of it. */
export function AnswerView({ query, answer, tookMs, names, onPlace }: AnswerViewProps): VNode {
  if (answer.kind === 'refusal') return <RefusalView refusal={answer.refusal} onPlace={onPlace} />;
  return (
    <>
      <h2>
        Answer <span class="chip">{Math.round(tookMs)} ms</span>
      </h2>
      <TakeAway query={query} kind={answer.kind} />
      {answer.kind === 'boolean' ? <p class="lead">{answer.value ? 'Yes' : 'No'}</p> : null}
      {answer.kind === 'table' ? <TableView table={answer.table} names={names} /> : null}
      {answer.kind === 'graph' ? <GraphView key={query} turtle={answer.turtle} names={names} /> : null}
    </>
  );
}

interface RefusalViewProps {
  readonly refusal: Refusal;
  onPlace(place: NonNullable<Refusal['place']>): void;
}

function RefusalView({ refusal: { message, problem, place }, onPlace }: RefusalViewProps): VNode {
  return (
    <div class="alert bad">
      <p>{message}</p>
      <p class="toolbar">
        {place === null ? null : (
          <button type="button" onClick={() => onPlace(place)}>
            Go to line {place.line}
          </button>
        )}
        {problem === null ? null : <a href={rootOfHub() + problem}>What that means</a>}
      </p>
    </div>
  );
}
