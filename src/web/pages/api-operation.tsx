import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { fillAsSample, requestOf, writeForm } from '../parts/operation-form.ts';
import { Prose } from '../parts/prose.tsx';
import { LANGUAGE_NAMES, writeSample, type Language } from '../parts/write-sample.ts';
import type { Answer, Content, Operation, Refusal } from '../reference/read-reference.ts';
import type { OpenApiParameter } from '../reference/openapi.ts';
import { Limits, SchemasAddress, TypeOf } from './api-schema.tsx';

interface OperationProps {
  readonly operation: Operation;
  readonly root: string;
  readonly baseUrl: string;
  /** Of the sample. */
  readonly language: Language;
  /** Errors that every operation answers with, which are told once. */
  readonly common: readonly Refusal[];
  /** Parameters that several operations take, which are told once. */
  readonly shared: ReadonlySet<OpenApiParameter>;
}

/** One operation: what it does, takes and answers, and beside it how it is called. */
export function OperationSection({ operation, root, baseUrl, language, common, shared }: OperationProps): VNode {
  const { id, method, path, summary, description, parameters, body, answers, refusals, form } = operation;
  const request = requestOf(form, fillAsSample(form), baseUrl);
  const own = parameters.filter((parameter) => !shared.has(parameter));
  const toldBefore = parameters.filter((parameter) => shared.has(parameter));
  return (
    <article class="operation" data-find="" aria-labelledby={id}>
      <div class="operation-text" data-find-text="">
        <h3 id={id}>{summary}</h3>
        <p>
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>{' '}
          <a class="anchor" href={`#${id}`} aria-labelledby={id}>
            #
          </a>
        </p>
        {description === '' ? null : (
          <p>
            <Prose text={description} />
          </p>
        )}
        {parameters.length === 0 ? null : <h4>Parameters</h4>}
        {own.length === 0 ? null : <Parameters parameters={own} />}
        {toldBefore.length === 0 ? null : (
          <p>
            <a href={`#${SHARED_HEADERS}`}>Headers</a>:{' '}
            {toldBefore.map(({ name }, at) => (
              <>
                {at === 0 ? '' : ', '}
                <code>{name}</code>
              </>
            ))}
          </p>
        )}
        {body === null ? null : (
          <>
            <h4>Body</h4>
            {body.description === '' ? null : (
              <p>
                <Prose text={body.description} />
              </p>
            )}
            <Contents contents={body.contents} />
          </>
        )}
        <h4>Answers</h4>
        {answers.map((answer) => (
          <AnswerDetails answer={answer} />
        ))}
        <Refusals refusals={refusals.filter((refusal) => !common.some(isSame(refusal)))} root={root} />
      </div>
      <div class="operation-samples">
        <figure class="sample">
          <figcaption>{LANGUAGE_NAMES[language]}</figcaption>
          <pre tabIndex={0} role="region" aria-label={`${LANGUAGE_NAMES[language]}: ${summary}`} data-copy="">
            {writeSample(language, request)}
          </pre>
        </figure>
        {/* A script puts a form here that sends the request, and writes the sample in other languages. */}
        <div data-island="send" data-name={summary} data-form={writeForm(form)} />
      </div>
    </article>
  );
}

/** Tells of another error whether it is the same. */
function isSame({ status, code, description }: Refusal): (other: Refusal) => boolean {
  return (other) => other.status === status && other.code === code && other.description === description;
}

/** The errors that every operation answers with. */
export function commonRefusals(operations: readonly Operation[]): Refusal[] {
  return (operations[0]?.refusals ?? []).filter((refusal) =>
    operations.every(({ refusals }) => refusals.some(isSame(refusal))),
  );
}

/** Where the headers are told that several operations take. */
export const SHARED_HEADERS = 'headers-of-requests';

/** The headers that several operations take, each once. */
export function sharedHeaders(operations: readonly Operation[]): Set<OpenApiParameter> {
  const [seen, shared] = [new Set<OpenApiParameter>(), new Set<OpenApiParameter>()];
  for (const parameter of operations.flatMap(({ parameters }) => parameters)) {
    if (parameter.in !== 'header') continue;
    if (seen.has(parameter)) shared.add(parameter);
    seen.add(parameter);
  }
  return shared;
}

export function Parameters({ parameters }: { readonly parameters: readonly OpenApiParameter[] }): VNode {
  return (
    <dl class="members">
      {parameters.map(({ name, in: place, required = false, schema, description = '', example }) => (
        <>
          <dt>
            <code>{name}</code>
            {place === 'query' && !required ? null : (
              <span class="note">
                {place === 'query' ? '' : ` in the ${place}`}
                {required ? ' required' : ''}
              </span>
            )}
          </dt>
          <dd>
            <p>
              <TypeOf schema={schema} />
              <Limits schema={schema} />
            </p>
            <p>
              <Prose text={description} />
              {example === undefined ? null : (
                <>
                  {' '}
                  For example <code>{Array.isArray(example) ? example.join(', ') : String(example)}</code>.
                </>
              )}
            </p>
          </dd>
        </>
      ))}
    </dl>
  );
}

function Contents({ contents }: { readonly contents: readonly Content[] }): VNode {
  return (
    <ul class="contents-types">
      {contents.map(({ mediaType, schema, examples }) => (
        <li>
          <code>{mediaType}</code>: <TypeOf schema={schema} />
          {examples.map((example) => (
            <details>
              <summary>
                Example<span class="visually-hidden"> in {mediaType}</span>
              </summary>
              <pre tabIndex={0} role="region" aria-label={`Example in ${mediaType}`}>
                {example}
              </pre>
            </details>
          ))}
        </li>
      ))}
    </ul>
  );
}

function AnswerDetails({ answer: { status, description, headers, contents } }: { readonly answer: Answer }): VNode {
  const schemas = useContext(SchemasAddress);
  return (
    <div class="answer">
      <p>
        <strong class="status">{status}</strong> <Prose text={description} />
      </p>
      {contents.length === 0 ? null : <Contents contents={contents} />}
      {headers.length === 0 ? null : (
        <p class="note">
          <a href={`${schemas}#headers`}>Headers</a>: {headers.map(([name]) => name).join(', ')}
        </p>
      )}
    </div>
  );
}

function Refusals({ refusals, root }: { readonly refusals: readonly Refusal[]; readonly root: string }): VNode | null {
  if (refusals.length === 0) return null;
  return (
    <details class="refusals">
      <summary>
        <h4>Errors: {refusals.map(({ status }) => status ?? 'others').join(', ')}</h4>
      </summary>
      <RefusalList refusals={refusals} root={root} />
    </details>
  );
}

/** Errors with their reasons. */
export function RefusalList({
  refusals,
  root,
}: {
  readonly refusals: readonly Refusal[];
  readonly root: string;
}): VNode {
  return (
    <dl class="members">
      {refusals.map(({ status, code, description }) => (
        <>
          <dt>
            <strong class="status">{status ?? 'others'}</strong>
          </dt>
          <dd>
            <Prose text={description} />
            {code === null ? null : (
              <>
                {' '}
                Such as <a href={`${root}problems/${code}`}>{code}</a>.
              </>
            )}
          </dd>
        </>
      ))}
    </dl>
  );
}
