// Sends traces of a hub over OTLP: NODE_OPTIONS='--import /path/to/tracing.mjs'. It needs, beside it or above it:
//   npm install @opentelemetry/api@1.9 @opentelemetry/sdk-trace-node @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http@0.223
// OTEL_EXPORTER_OTLP_ENDPOINT names the collector (http://localhost:4318 unless set), OTEL_TRACES_SAMPLER which traces are kept.
import { isMainThread } from 'node:worker_threads';

// The hub's threads and processes inherit the option, and make no spans.
if (isMainThread && process.send === undefined) {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { resourceFromAttributes }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vocabulary-hub' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  process.once('SIGTERM', () => void provider.forceFlush());
}
