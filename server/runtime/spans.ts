import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import { AppError } from '../errors/app-error.ts';

/** Does nothing until an SDK is registered: this process' own (`tracing.ts`), or one that Node was told to load. */
const tracer = () => trace.getTracer('itih');

/**
 * Marks a span as failed, by the kind of error alone: messages may quote what was processed.
 * https://opentelemetry.io/docs/specs/semconv/general/recording-errors/
 */
export function failSpan(span: Span, error: unknown): void {
  const type = error instanceof AppError ? error.code : (error as Error | null)?.constructor.name;
  span.setAttribute('error.type', type ?? '_OTHER');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Begins a span of the present request, which the caller ends. Attributes never hold content. */
export const beginSpan = (name: string, attributes: Attributes, kind = SpanKind.INTERNAL): Span =>
  tracer().startSpan(name, { kind, attributes });

/** Runs `work` in a span; spans that it begins are below it. */
export const inSpan = <T>(
  name: string,
  work: () => T | Promise<T>,
  attributes: Attributes = {},
): Promise<T> =>
  tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });

/**
 * Runs `work` in the span of a request, below the one that a proxy names in `traceparent`. Gives it the function that
 * ends the span. https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function inRequestSpan(
  { method, headers }: { method: string; headers: object },
  id: string,
  work: (end: (status: number, route: string) => void) => void,
): void {
  const attributes = { 'http.request.method': method, 'itih.request_id': id };
  const above = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, above);
  /** @param route The contract's route, or empty. */
  const end = (status: number, route: string): void => {
    span.setAttribute('http.response.status_code', status);
    if (route) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    if (status >= 500) {
      span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
  context.with(trace.setSpan(above, span), () => work(end));
}
