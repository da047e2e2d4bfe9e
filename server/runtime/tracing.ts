import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';

type Variables = Record<string, string | undefined>;

/** Milliseconds for the last spans to leave at a stop. */
const grace = 1000;

/** Whether OpenTelemetry's own variables ask for traces. https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export function wantsTraces(variables: Variables): boolean {
  if (/^true$/i.test(variables['OTEL_SDK_DISABLED'] ?? '')) return false;
  const exporter = variables['OTEL_TRACES_EXPORTER'] || undefined;
  if (exporter !== undefined) return exporter === 'otlp';
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = variables;
  return Boolean(all || own);
}

/**
 * Returns the sampler that the variables name. Above a request of the outside, `traceparent` says only where it
 * belongs: visitors may send it as well, and shall not decide how much is recorded.
 */
async function samplerOf(variables: Variables): Promise<Sampler> {
  const sdk = await import('@opentelemetry/sdk-trace');
  const name = variables['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on';
  const share = Number(variables['OTEL_TRACES_SAMPLER_ARG'] || 1);
  const root = name.endsWith('always_off')
    ? new sdk.AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new sdk.TraceIdRatioBasedSampler(Number.isFinite(share) ? share : 1)
      : new sdk.AlwaysOnSampler();
  if (!name.startsWith('parentbased_')) return root;
  return new sdk.ParentBasedSampler({
    root,
    remoteParentSampled: root,
    remoteParentNotSampled: root,
  });
}

/**
 * Sends spans to the OTLP endpoint that the standard variables name, as protobuf over HTTP. Without them nothing is
 * loaded. Returns a function that sends the last spans.
 */
export async function startTracing(
  log: Log,
  version: string,
  variables: Variables,
): Promise<() => Promise<void>> {
  if (!wantsTraces(variables)) return () => Promise.resolve();
  const [sdk, { OTLPTraceExporter }, resources, { AsyncLocalStorageContextManager }, core] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ]);
  // The exporter's own complaints: the endpoint does not answer.
  const complain = (message: string) => log.warn({ reason: message }, 'tracing');
  const quiet = () => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const protocol =
    variables['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || variables['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (protocol && protocol !== 'http/protobuf')
    complain(`${protocol} is not spoken, http/protobuf is`);
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': 'itih', 'service.version': version }))
    .merge(
      resources.detectResources({
        detectors: [resources.resourceAttributesEnvDetector, resources.serviceNameEnvDetector],
      }),
    );
  const delay = Number(variables['OTEL_BSP_SCHEDULE_DELAY'] || 5000);
  const processor = new sdk.BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    scheduledDelayMillis: Number.isFinite(delay) ? delay : 5000,
  });
  const provider = new sdk.TracerProvider({
    resource,
    sampler: await samplerOf(variables),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, grace).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}
