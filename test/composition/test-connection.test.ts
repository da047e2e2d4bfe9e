import { expect, test } from '@jest/globals';
import { createTestConnection } from '../../server/composition/test-connection.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { AppError } from '../../server/errors/app-error.ts';
import type { LanguageModel, ModelEvent } from '../../server/providers/language-model.ts';
import { createLog } from '../../server/runtime/log.ts';

const tested = (
  events: ModelEvent[],
  requireAllowed: (provider: string) => void = () => undefined,
) => {
  const model: LanguageModel = {
    id: 'fake:model',
    async *stream() {
      yield* await Promise.resolve(events);
    },
  };
  const test = createTestConnection({
    settings: { patched: () => Promise.resolve(settingsDefaults) },
    providers: { languageModel: () => model, requireAllowed },
    log: createLog('silent'),
  } as unknown as Parameters<typeof createTestConnection>[0]);
  return test('llm', {}, new AbortController().signal);
};

test('a provider that the site does not let be called is not tested by another', async () => {
  const reply = await tested([{ type: 'text', text: 'Hello!' }], (provider) => {
    throw new AppError('not_configured', { message: `${provider} is off.` });
  });
  expect(reply).toMatchObject({ ok: false, code: 'not_configured', message: 'builtin is off.' });
});

test('a model that answers is shown with its answer', async () => {
  const reply = await tested([
    { type: 'text', text: 'Hello!' },
    { type: 'finish', reason: 'stop' },
  ]);
  expect(reply).toMatchObject({ ok: true, model: 'fake:model', reply: 'Hello!' });
});

test.each<[string, ModelEvent[], RegExp]>([
  [
    'only thinks',
    [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'finish', reason: 'length' },
    ],
    /let it think less/,
  ],
  [
    'says only blanks',
    [
      { type: 'text', text: ' \n' },
      { type: 'finish', reason: 'stop' },
    ],
    /without a word/,
  ],
  ['declines', [{ type: 'finish', reason: 'refusal' }], /declined/],
])('a model that %s fails the test', async (_name, events, message) => {
  const reply = await tested(events);
  expect(reply).toMatchObject({ ok: false, message: expect.stringMatching(message) });
});
