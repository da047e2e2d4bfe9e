import { context, diag, propagation, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../server/runtime/log.ts';
import { startTracing, wantsTraces } from '../../server/runtime/tracing.ts';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { startOtlpReceiver } from '../fakes/otlp-receiver.ts';
import { startAppWithModel, type App } from './app-server.ts';

const words = 'example-words-of-a-visitor';
const id = 'browser-7f3a0c52';
const log = createLog('silent');

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let openai: OpenAiServer;
let app: App;
let stop: () => Promise<void>;

async function begin(env: Record<string, string> = {}): Promise<void> {
  // The exporter reads the process' own variables.
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
  process.env['OTEL_EXPORTER_OTLP_HEADERS'] = 'authorization=Bearer%20example';
  stop = await startTracing(log, '1.2.3', { ...process.env, ...env });
}

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  openai = await startOpenAiServer();
  app = await startAppWithModel(openai, { env: { ITIH_PUBLIC_PORT: '0' } });
});
afterEach(async () => {
  await app.close();
  await openai.close();
  await receiver.close();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  delete process.env['OTEL_EXPORTER_OTLP_HEADERS'];
  for (const api of [trace, context, propagation, diag]) api.disable();
});

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const named = (name: string) => receiver.spans.find((span) => span.name === name);

test('a question is a trace: the request, retrieval with its stages, the model, storing', async () => {
  await begin();
  await app.shim.chat(`When? ${words}`, { headers: { traceparent, 'x-request-id': id } });
  await stop();
  const request = named('POST /itih/v1/chat');
  expect(request).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parent: 'b7ad6b7169203331',
    kind: 2,
    attributes: { 'itih.request_id': id, 'http.response.status_code': 200 },
    resource: { 'service.name': 'itih', 'service.version': '1.2.3' },
    failed: false,
  });
  expect(named('chat gpt-4o-mini')).toMatchObject({
    parent: request?.spanId,
    kind: 3,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
      'gen_ai.response.finish_reasons': ['stop'],
    },
  });
  const retrieval = named('retrieval');
  expect([retrieval?.parent, named('store')?.parent]).toEqual([request?.spanId, request?.spanId]);
  const stages = receiver.spans.filter(({ parent }) => parent === retrieval?.spanId);
  expect(stages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['rewrite', 'lexical', 'read', 'visibility', 'pack']),
  );
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
});

test('no content leaves with a trace, and no trace goes to a vendor', async () => {
  await begin();
  await app.shim.chat(`When? ${words}`);
  await app.shim.chat(`Why? ${words} [[fake:unauthorised]]`);
  await stop();
  const failed = receiver.spans.filter((span) => span.failed);
  expect(failed.map(({ attributes }) => attributes['error.type'])).toContain('provider_error');
  expect(Buffer.concat(receiver.bodies).includes(words)).toBe(false);
  expect(openai.requests.flatMap(({ headers }) => headers['traceparent'] ?? [])).toEqual([]);
  expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer example' });
});

test('a sampler that records nothing is not overruled by a header', async () => {
  await begin({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  await app.shim.chat('When?', { headers: { traceparent } });
  await stop();
  expect(receiver.spans).toEqual([]);
});

test('a visitor does not choose the trace of a request', async () => {
  await begin();
  const { status } = await fetch(`${app.publicUrl}/itih/v1/chat/test`, {
    headers: { traceparent },
  });
  await stop();
  expect(status).toBe(403);
  expect(receiver.spans).not.toEqual([]);
  expect(receiver.spans.map(({ traceId }) => traceId)).not.toContain(traceparent.slice(3, 35));
});

test('a receiver that is away costs no answer', async () => {
  await begin();
  await receiver.close();
  const { text } = await app.shim.chat('When are the swans fed?');
  expect(text).not.toBe('');
  const begun = performance.now();
  await stop();
  expect(performance.now() - begun).toBeLessThan(3000);
  receiver = await startOtlpReceiver();
});

describe('traces are made', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  test.each<[boolean, Record<string, string>]>([
    [false, {}],
    [true, endpoint],
    [false, { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
    [false, { ...endpoint, OTEL_SDK_DISABLED: 'true' }],
  ])('%s: %j', (isWanted, variables) => expect(wantsTraces(variables)).toBe(isWanted));
});
