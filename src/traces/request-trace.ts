import type { IncomingMessage } from 'node:http';
import {
  context,
  createTraceState,
  isSpanContextValid,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';

/** `version-trace-parent-flags` of W3C Trace Context; later versions may add fields. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const NO_VERSION = 'ff';
const FIRST_VERSION = '00';

/** Of a path in the log and in traces. */
export const MAX_PATH_CHARACTERS = 200;

const tracer = trace.getTracer('vocabulary-hub');
const traces = new WeakMap<IncomingMessage, RequestTrace>();

/** A request whose answer has gone out, or whose client has gone away. */
interface EndedRequest {
  readonly method: string;
  /** The path as the hub has it; null when the hub has none for the address. */
  readonly route: string | null;
  /** Null when the client went away before its answer began. */
  readonly status: number | null;
}

/** The ids that lines of the log have, under the names of OpenTelemetry. */
export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
}

/** A request whose client, or who runs the hub, keeps a trace. */
export class RequestTrace {
  readonly #span: Span;
  readonly #context: Context;

  constructor(span: Span, parent: Context) {
    this.#span = span;
    this.#context = trace.setSpan(parent, span);
  }

  /** `traceparent` of the answer: the trace, and what the hub did in it. */
  get traceParent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `${FIRST_VERSION}-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  get fields(): TraceFields {
    return fieldsOf(this.#span.spanContext());
  }

  /** Does the work on the request, whose spans are parts of the request's. */
  run<T>(work: () => T): T {
    return context.with(this.#context, work);
  }

  /** Ends the span of the request, by the conventions of OpenTelemetry for servers. */
  end({ method, route, status }: EndedRequest): void {
    if (route !== null) this.#span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    if (status !== null) this.#span.setAttribute('http.response.status_code', status);
    if (status === null || status >= 500) {
      this.#span.setAttribute('error.type', status === null ? 'client-gone' : String(status));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

/** Does the work on a request in its trace, if it has one. */
export function traceRequest(request: IncomingMessage, work: () => void): void {
  const active = context.active();
  // Instruments that whoever runs the hub has loaded have read the header.
  const isBegun = trace.getSpan(active) !== undefined;
  const sent = isBegun ? null : readTraceParent(request.headers);
  const parent = sent === null ? active : trace.setSpanContext(active, sent);
  const { method = '' } = request;
  const span = tracer.startSpan(method, { kind: isBegun ? SpanKind.INTERNAL : SpanKind.SERVER }, parent);
  if (!isSpanContextValid(span.spanContext())) {
    work();
    return;
  }
  // Queries stay out of it, as out of the log.
  if (span.isRecording())
    span.setAttributes({
      'http.request.method': method,
      'url.path': (request.url ?? '').split('?', 1)[0]!.slice(0, MAX_PATH_CHARACTERS),
      'url.scheme': 'http',
    });
  const begun = new RequestTrace(span, parent);
  traces.set(request, begun);
  begun.run(work);
}

/** The same work, which will be part of the trace that is worked on now, whoever calls it. */
export function inThisTrace<Work>(work: Work): Work {
  return context.bind(context.active(), work);
}

/** The trace of a request; undefined when nobody keeps one. */
export function traceOf(request: IncomingMessage): RequestTrace | undefined {
  return traces.get(request);
}

/** The ids of the work that goes on, for each line of the log. */
export function activeTraceFields(): TraceFields | Record<string, never> {
  const active = trace.getActiveSpan()?.spanContext();
  return active === undefined || !isSpanContextValid(active) ? {} : fieldsOf(active);
}

function fieldsOf({ traceId, spanId }: SpanContext): TraceFields {
  return { trace_id: traceId, span_id: spanId };
}

/** What a client says of its trace; null when it says nothing that is right, which by W3C Trace Context is as good as nothing. */
function readTraceParent({ traceparent, tracestate }: IncomingMessage['headers']): SpanContext | null {
  if (typeof traceparent !== 'string') return null;
  const [, version, traceId, spanId, flags, more] = TRACE_PARENT.exec(traceparent) ?? [];
  if (version === undefined || version === NO_VERSION || (version === FIRST_VERSION && more !== undefined)) return null;
  const sent: SpanContext = {
    traceId: traceId!,
    spanId: spanId!,
    // Of later versions, too, only the first bit is known.
    traceFlags: Number.parseInt(flags!, 16) & 1,
    isRemote: true,
    ...(typeof tracestate === 'string' ? { traceState: createTraceState(tracestate) } : {}),
  };
  return isSpanContextValid(sent) ? sent : null;
}
