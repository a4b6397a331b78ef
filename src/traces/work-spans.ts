import { ProxyTracerProvider, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

/** Work that has ended. */
interface EndedWork {
  readonly operation: string;
  /** `ok`, or what kept it from its end. */
  readonly outcome: string;
  readonly seconds: number;
}

interface EndedDocument extends EndedWork {
  /** Of RDF; null where none is made. */
  readonly format: string | null;
  /** Of what came. */
  readonly bytes: number;
  readonly triples: number;
}

const tracer = trace.getTracer('vocabulary-hub');

/** Whether whoever runs the hub has loaded an SDK of OpenTelemetry, to which spans can be given. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('vocabulary-hub') !== undefined;
}

/** Makes a span of the work on a document that has ended, within the request that is worked on. */
export function spanOfDocument(document: EndedDocument): void {
  const { operation, format, bytes, triples } = document;
  noteSpan(`${operation} document`, SpanKind.INTERNAL, document, {
    'hub.document.operation': operation,
    'hub.document.size': bytes,
    'hub.document.triples': triples,
    ...(format === null ? {} : { 'hub.document.format': format }),
  });
}

/** Makes a span of an operation of the store that has ended. */
export function spanOfOperation(ended: EndedWork): void {
  noteSpan(`${ended.operation} store`, SpanKind.CLIENT, ended, { 'db.operation.name': ended.operation });
}

function noteSpan(name: string, kind: SpanKind, { outcome, seconds }: EndedWork, attributes: Attributes): void {
  const endedAt = performance.timeOrigin + performance.now();
  const span = tracer.startSpan(name, { kind, attributes, startTime: endedAt - seconds * 1000 });
  if (outcome !== 'ok') {
    span.setAttribute('error.type', outcome);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(endedAt);
}
