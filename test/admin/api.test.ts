/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { api, ApiError, toApiError } from '../../admin/api.ts';
import { fakeServer, maskedDefaults, statusOf } from './fake-server.ts';

const server = fakeServer();
const signal = () => new AbortController().signal;

test('reads the status', async () => {
  server.on('GET /status', statusOf());
  await expect(api.getStatus(signal())).resolves.toEqual(statusOf());
});

test('an error body becomes an ApiError with its code, sentence and fields', async () => {
  server.fail('PUT /settings', 'invalid_request', { 'llm.openai.base_url': 'Not an address.' });
  const error = await api.saveSettings({}).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: 'invalid_request',
    message: 'The request is not valid.',
    fields: { 'llm.openai.base_url': 'Not an address.' },
  });
});

test('an error that is in the sidecar’s log names its request', () => {
  const data = { status: 500, request_id: 'browser-7f3a0c52' };
  const body = { code: 'internal_error', message: 'Something went wrong.', data };
  expect(toApiError(body).requestId).toBe('browser-7f3a0c52');
  expect(toApiError({ ...body, data: { status: 400, request_id: 7 } }).requestId).toBe('');
});

test('sends a patch as the body and answers the settings', async () => {
  server.on('PUT /settings', { settings: maskedDefaults });
  const patch = { llm: { provider: 'groq' as const } };
  await expect(api.saveSettings(patch)).resolves.toEqual(maskedDefaults);
  expect(server.calls[0]).toMatchObject({ method: 'PUT', path: '/settings', body: patch });
});

test('processes one document', async () => {
  server.on('POST /documents/7/process', {});
  await api.processDocument(7);
  expect(server.calls[0]).toMatchObject({ method: 'POST', body: {} });
});

test.each([undefined, null, {}, new Error(''), 'text'])(
  '%p still has a sentence to show',
  (cause) => {
    expect(toApiError(cause)).toMatchObject({ code: 'unknown_error' });
    expect(toApiError(cause).message).not.toBe('');
  },
);
