import { describe, expect, jest, test } from '@jest/globals';
import {
  collect,
  groundedRequest,
  questions,
  textOf,
} from '../../../test/conformance/language-model.ts';
import type { BridgeAiReply } from '../../contract/bridge.ts';
import { providers } from '../../contract/providers.ts';
import { AppError, toAppError } from '../../errors/app-error.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { vendorTimeouts } from '../shared/vendor-retry.ts';
import { type WordPressAi, wordpressAi } from './wordpress.ts';

const timeouts = { ...vendorTimeouts, retryDelayMs: 1 };
const usage = { prompt_tokens: 40, completion_tokens: 7 };
const answer = { text: 'At seven. [1]', model: 'lantern-2', finish: 'stop' as const, usage };
const request = groundedRequest(questions.hours);

function asking(reply: () => BridgeAiReply | Promise<BridgeAiReply>, limits = timeouts) {
  const leave = jest.fn();
  const ask = jest.fn<WordPressAi['ask']>(async () => reply());
  return { leave, ask, model: wordpressAi({ ask, enter: () => leave, timeouts: limits }) };
}

const failure = async (model: ReturnType<typeof wordpressAi>) => {
  const error = await collect(model, request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { code, retryable } = toAppError(error);
  return { code, retryable, says: vendorErrorOf(error)?.message };
};

describe('language model: wordpress', () => {
  test('has the site write an answer, which comes in one piece', async () => {
    const { model, ask, leave } = asking(() => answer);
    expect(model.id).toBe('wordpress:');
    expect(await collect(model, request)).toEqual([
      { type: 'text', text: answer.text },
      { type: 'usage', usage },
      { type: 'finish', reason: 'stop' },
    ]);
    const [system, content] = request.messages.map((message) => message.content) as [
      string,
      string,
    ];
    expect(ask).toHaveBeenCalledWith({
      ...{ system, messages: [{ role: 'user', content }], seconds: 60 },
      // Room for thoughts, too.
      max_tokens: request.maxTokens + 4096,
      prefer: expect.arrayContaining([providers.openai.recommended]),
    });
    expect(leave).toHaveBeenCalledTimes(1);
  });

  test('counts what was asked for a visitor who has left, and leaves the worker when PHP does', async () => {
    const { promise, resolve } = Promise.withResolvers<BridgeAiReply>();
    const { model, leave } = asking(() => promise);
    const controller = new AbortController();
    const charged = jest.fn();
    const reason = new Error('the visitor has left');
    const events = model.stream(request, { signal: controller.signal, charged });
    const next = events[Symbol.asyncIterator]().next();
    setTimeout(() => controller.abort(reason), 5);
    await expect(next).rejects.toBe(reason);
    expect([charged.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0]);
    resolve(answer);
    await promise;
    await new Promise(setImmediate);
    expect(leave).toHaveBeenCalledTimes(1);
  });
});

describe('language model of a vendor: wordpress', () => {
  const refused = (code: string, status: number, message: string) => () => ({
    error: { code, status, message },
  });

  test.each<[string, () => BridgeAiReply, object, number]>([
    [
      'a WordPress without AI',
      refused('unsupported', 500, ''),
      { code: 'not_configured', says: expect.stringContaining('comes with WordPress 7.0') },
      1,
    ],
    [
      'no vendor that is connected',
      refused('unconnected', 500, ''),
      { code: 'provider_error', says: expect.stringContaining('Settings › Connectors') },
      1,
    ],
    [
      'a key that is refused',
      refused('prompt_client_error', 401, 'Unauthorized (401)'),
      { code: 'provider_error', says: expect.stringContaining('refused the API key') },
      1,
    ],
    [
      'a limit of requests',
      refused('prompt_client_error', 429, 'Too many requests'),
      { code: 'overloaded', retryable: true, says: expect.stringContaining('limits requests') },
      3,
    ],
    [
      'a vendor that fails',
      refused('prompt_upstream_server_error', 502, 'Bad gateway'),
      { code: 'provider_error', retryable: true, says: expect.stringContaining('Bad gateway') },
      3,
    ],
    [
      'an answer without end',
      refused('prompt_token_limit_reached', 400, 'Generation stopped due to token limit.'),
      { code: 'provider_error', says: expect.stringContaining('token limit') },
      1,
    ],
    [
      'a site that is away',
      () => {
        throw new AppError('sidecar_unavailable', { message: 'WordPress did not answer.' });
      },
      { code: 'provider_error', says: expect.stringContaining('WordPress did not answer.') },
      1,
    ],
  ])('tells of: %s', async (_case, reply, expected, times) => {
    const { model, ask, leave } = asking(reply);
    expect(await failure(model)).toMatchObject(expected);
    expect([ask.mock.calls.length, leave.mock.calls.length]).toEqual([times, times]);
  });

  test('tells of: no PHP worker that may be asked', async () => {
    const enter = () => {
      throw new AppError('overloaded');
    };
    const { ask } = asking(() => answer);
    const model = wordpressAi({ ask, enter, timeouts });
    expect(await failure(model)).toMatchObject({ code: 'overloaded', retryable: true });
    expect(ask).not.toHaveBeenCalled();
  });

  test('gets over an answer that is too long: its end is cut off', async () => {
    const events = await collect(
      asking(() => ({ ...answer, text: 'word '.repeat(20_000) })).model,
      request,
    );
    expect(textOf(events)).toHaveLength(2 ** 16);
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
  });

  test('waits no longer than its limit for an answer', async () => {
    const short = { ...timeouts, answerMs: 20, ownMs: 20 };
    const { model } = asking(() => new Promise(() => undefined), short);
    expect(await failure(model)).toMatchObject({ code: 'provider_timeout' });
  });
});
