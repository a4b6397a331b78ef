import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import {
  fillAsSample,
  requestOf,
  type FilledForm,
  type FormParameter,
  type OperationForm,
} from '../../parts/operation-form.ts';
import type { SampleRequest } from '../../parts/write-sample.ts';
import { AnswerView } from './answer-view.tsx';
import { send, type Received } from './send.ts';
import { rootOfHub } from '../page/root.ts';

interface SendFormProps {
  readonly form: OperationForm;
  /** What the operation is called. */
  readonly name: string;
}

/** A button, then a form that shows the request that it makes, sends it and shows the answer. */
export function SendForm({ form, name }: SendFormProps): VNode {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OpenForm form={form} name={name} />;
  return (
    <button type="button" onClick={() => setOpen(true)} aria-label={`Try it: ${name}`}>
      Try it
    </button>
  );
}

function OpenForm({ form, name }: SendFormProps): VNode {
  const id = useId();
  const [filled, setFilled] = useState<FilledForm>(() => fillAsSample(form));
  const [received, setReceived] = useState<Received | 'waiting' | null>(null);
  const request = requestOf(form, filled, hubAddress());
  const fill = (change: Partial<FilledForm>): void => setFilled({ ...filled, ...change });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setReceived('waiting');
    void send(request).then(setReceived);
  };
  return (
    <form class="send card" aria-label={`Try it: ${name}`} onSubmit={submit}>
      {form.parameters.map((parameter) => (
        <ParameterField
          id={`${id}-${parameter.name}`}
          parameter={parameter}
          value={filled.values[parameter.name] ?? ''}
          onValue={(value) => fill({ values: { ...filled.values, [parameter.name]: value } })}
        />
      ))}
      {form.bodies.length > 1 ? (
        <div class="field">
          <label for={`${id}-type`}>Content-Type</label>
          <select
            id={`${id}-type`}
            value={filled.mediaType ?? ''}
            onChange={({ currentTarget }) => {
              const body = form.bodies.find(({ mediaType }) => mediaType === currentTarget.value)!;
              fill({ mediaType: body.mediaType, body: body.example });
            }}
          >
            {form.bodies.map(({ mediaType }) => (
              <option value={mediaType}>{mediaType}</option>
            ))}
          </select>
        </div>
      ) : null}
      {filled.body === null ? null : (
        <div class="field">
          <label for={`${id}-body`}>Body</label>
          <textarea
            id={`${id}-body`}
            class="code"
            rows={8}
            spellcheck={false}
            value={filled.body}
            onInput={({ currentTarget }) => fill({ body: currentTarget.value })}
          />
        </div>
      )}
      <p class="shown-as">This is sent, by your browser, to this hub:</p>
      <pre tabIndex={0} role="region" aria-label="Request">
        {textOf(request)}
      </pre>
      <button class="primary" disabled={received === 'waiting'}>
        {received === 'waiting' ? 'Sending …' : 'Send'}
      </button>
      <div aria-live="polite">
        {received === null || received === 'waiting' ? null : <AnswerView received={received} />}
      </div>
    </form>
  );
}

interface ParameterFieldProps {
  readonly id: string;
  readonly parameter: FormParameter;
  readonly value: string;
  onValue(value: string): void;
}

function ParameterField({ id, parameter, value, onValue }: ParameterFieldProps): VNode {
  const { name, isRequired, isList, values } = parameter;
  const shared = { id, value, required: isRequired };
  return (
    <div class="field">
      <label for={id}>
        {name}
        {isList ? <span class="note"> one a line</span> : null}
      </label>
      {values !== null ? (
        <select {...shared} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
          <option value="">not given</option>
          {values.map((each) => (
            <option value={each}>{each}</option>
          ))}
        </select>
      ) : isList || name === 'query' ? (
        <textarea
          {...shared}
          rows={2}
          spellcheck={false}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      ) : (
        <input {...shared} autocomplete="off" onInput={({ currentTarget }) => onValue(currentTarget.value)} />
      )}
    </div>
  );
}

/** The address by which this page was reached: that of the hub, behind whatever proxy. */
function hubAddress(): string {
  const { href } = new URL(rootOfHub(), location.href);
  return href.replace(/\/$/, '');
}

function textOf({ method, url, headers, body }: SampleRequest): string {
  return [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', body]),
  ].join('\n');
}
