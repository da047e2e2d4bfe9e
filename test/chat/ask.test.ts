import { expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createAsk } from '../../server/chat/ask.ts';
import type { WriteAnswer } from '../../server/chat/write-answer.ts';
import { createLog } from '../../server/runtime/log.ts';

const controller = new AbortController();
const options = { signal: controller.signal, log: createLog('silent') };
const settings = {
  patched: () => Promise.resolve(settingsDefaults),
  site: () => null,
};
const ask = (writeAnswer: WriteAnswer, message = ' When? ') =>
  createAsk({ settings, writeAnswer, clock: () => 5 })({ message }, 'de_DE', options);

test('the reply says how the answer ended, and names no session', async () => {
  const reply = await ask(async function* ({ question, locale }, draft) {
    expect([question.text, locale]).toEqual(['When?', 'de_DE']);
    draft.finish = 'refusal';
    yield await Promise.resolve({ type: 'delta' as const, content: 'Nobody knows.' });
    return true;
  });
  expect(reply).toEqual({
    reply: 'Nobody knows.',
    reasoning: '',
    citations: [],
    tool_calls: [],
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    model: '',
    ms: 0,
    outcome: 'refused',
    confidence: null,
  });
});

test('a failed answer is an error', async () => {
  const failed = ask(async function* () {
    yield await Promise.resolve({
      type: 'error' as const,
      code: 'budget_exhausted' as const,
      message: 'Spent.',
      retryable: false,
    });
    return true;
  });
  await expect(failed).rejects.toMatchObject({ code: 'budget_exhausted' });
});

test('an answer that was stopped is none', async () => {
  const stopped = new AbortController();
  stopped.abort(new Error('The client has gone.'));
  // eslint-disable-next-line require-yield -- an answer that ends before its first event
  const writeAnswer: WriteAnswer = async function* () {
    return await Promise.resolve(false);
  };
  const asked = createAsk({ settings, writeAnswer, clock: () => 5 })({ message: 'When?' }, '', {
    ...options,
    signal: stopped.signal,
  });
  await expect(asked).rejects.toThrow('The client has gone.');
});

test('a message that is too long is refused as in the chat', async () => {
  const long = 'x'.repeat(settingsDefaults.chat.max_message_chars + 1);
  const asked = ask(() => {
    throw new Error('not asked');
  }, long);
  await expect(asked).rejects.toBeInstanceOf(AppError);
});
