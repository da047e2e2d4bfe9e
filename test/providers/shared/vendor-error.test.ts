import { describe, expect, test } from '@jest/globals';
import {
  redact,
  VendorError,
  vendorRefused,
  vendorUnreachable,
} from '../../../server/providers/shared/vendor-error.ts';

describe('a refusal becomes', () => {
  test.each([
    [{ status: 400 }, 'provider_error', 'request', false, false],
    [{ status: 401, code: 'invalid_api_key' }, 'provider_error', 'key', false, false],
    [{ status: 402 }, 'provider_error', 'credit', false, false],
    [{ status: 403 }, 'provider_error', 'key', false, false],
    [{ status: 404, code: 'model_not_found' }, 'provider_error', 'model', false, false],
    [{ status: 301 }, 'provider_error', 'model', false, false],
    [{ status: 408 }, 'provider_timeout', 'late', true, false],
    [{ status: 413 }, 'provider_error', 'request', false, false],
    [{ status: 413, code: 'rate_limit_exceeded' }, 'provider_error', 'request', false, false],
    [{ status: 422 }, 'provider_error', 'request', false, false],
    [{ status: 429, code: 'rate_limit_exceeded' }, 'overloaded', 'limit', true, true],
    [{ status: 429 }, 'overloaded', 'limit', true, true],
    [
      { status: 429, message: 'Request too large for gpt-4o' },
      'provider_error',
      'request',
      false,
      false,
    ],
    [{ status: 429, code: 'insufficient_quota' }, 'provider_error', 'credit', false, false],
    [{ status: 429, code: '3036' }, 'provider_error', 'credit', false, false],
    [{ status: 498, code: 'capacity_exceeded' }, 'overloaded', 'limit', true, true],
    [{ status: 500 }, 'provider_error', 'down', true, true],
    [{ status: 501 }, 'provider_error', 'down', true, false],
    [{ status: 503 }, 'provider_error', 'down', true, true],
    [{ status: 529 }, 'overloaded', 'limit', true, true],
    [{ code: 'server_error' }, 'provider_error', 'down', true, false],
    [{ code: 'rate_limit_exceeded' }, 'overloaded', 'limit', true, true],
    [{ code: 'insufficient_quota' }, 'provider_error', 'credit', false, false],
  ] as const)('%j → %s (%s), retryable: %s', (answer, code, failure, retryable, transient) => {
    const error = vendorRefused('The vendor', answer, []);
    expect(error).toMatchObject({ code, retryable, cause: { failure, transient } });
  });
});

test('tells the owner what the vendor said, on one line and not for ever', () => {
  const message = `It is\n too long: ${'x '.repeat(1000)}`;
  const { cause } = vendorRefused('OpenAI', { status: 400, message, requestId: 'req_1' }, []);
  expect(cause).toBeInstanceOf(VendorError);
  expect(cause).toMatchObject({ status: 400, requestId: 'req_1' });
  const said = (cause as VendorError).message;
  expect(said).toMatch(/^OpenAI refused the request \(400\): It is too long: x x/);
  expect(said.length).toBeLessThan(500);
});

test('does not repeat a whole web page', () => {
  const { cause } = vendorRefused('OpenAI', { status: 502, message: '<html><body>…' }, []);
  expect((cause as VendorError).message).toBe('OpenAI failed to answer (502).');
});

describe('a key is not repeated', () => {
  const key = ['sk', 'proj', 'a1'.repeat(20)].join('-');
  test.each([
    ['whole', `Incorrect API key provided: ${key}.`],
    ['masked by the vendor', 'Incorrect API key provided: sk-proj-********************MxYA.'],
    ['masked in another way', 'No such key: wrong-a1****-a1a1'],
    ['of another kind', `You sent gsk_${'b2'.repeat(20)}`],
    ['in a header', 'Authorization: Bearer abc.def'],
  ])('%s', (_name, text) => {
    const clean = redact(text, []);
    expect(clean).toContain('[key]');
    expect(clean).not.toMatch(/a1a1|MxYA|b2b2|abc/);
  });

  test('that looks like nothing in particular', () => {
    expect(redact('No such key: hello-world', ['hello-world'])).toBe('No such key: [key]');
  });

  test('and other words stay', () => {
    const text = "Unsupported parameter: 'max_completion_tokens' for text-embedding-3-small.";
    expect(redact(text, [''])).toBe(text);
  });
});

test.each([
  [
    { status: 400, message: 'API key not valid. Please pass a valid API key.' },
    'refused the API key',
  ],
  [{ status: 400, code: 'content_filter', message: 'Filtered.' }, 'filtered the question'],
  [{ status: 413, code: 'rate_limit_exceeded' }, 'says that the request is too large'],
])('%j is said in plain words', (answer, words) => {
  const { cause } = vendorRefused('Vendor', answer, []);
  expect((cause as VendorError).message).toContain(`Vendor ${words}`);
});

test('a missing key is asked for behind what the server says, in a sentence of its own', () => {
  const answer = { status: 401, message: 'Invalid API Key', keyless: 'ITIH_OPENAI_BASE_URL' };
  const { cause } = vendorRefused('The server', answer, []);
  expect((cause as VendorError).message).toBe(
    'The server wants an API key (401): Invalid API Key. Enter the one for this address; the environment’s key is for the address in ITIH_OPENAI_BASE_URL alone.',
  );
});

test.each([
  ['says nothing', Object.assign(new Error('Late.'), { code: 'ETIMEDOUT', syscall: 'tls' })],
  ['answers without', Object.assign(new Error('No.'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })],
])('a server without TLS that %s is told apart, and not asked again', (_case, error) => {
  expect(vendorUnreachable('The server', error)).toMatchObject({
    retryable: false,
    cause: { transient: false, message: expect.stringMatching(/begins with http:/) },
  });
});
