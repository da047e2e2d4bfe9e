import { beforeEach, expect, test } from '@jest/globals';
import { inTime, lateLimits, noteLate } from '../../server/chat/note-late.ts';
import { AppError } from '../../server/errors/app-error.ts';
import type { LanguageModel } from '../../server/providers/language-model.ts';
import { createSlowModels, type SlowModels } from '../../server/providers/slow-models.ts';
import { collect, groundedRequest } from '../conformance/language-model.ts';

let now: number;
let asked: string[];
let late: SlowModels;
beforeEach(() => {
  now = 0;
  asked = [];
  late = createSlowModels(() => now, lateLimits);
});

const model = (id: string, error?: Error): LanguageModel => ({
  id,
  async *stream() {
    asked.push(id);
    if (error) throw error;
    yield await Promise.resolve({ type: 'text' as const, text: 'At noon.' });
    yield { type: 'finish', reason: 'stop' };
  },
});

const slow = () => model('own:slow', new AppError('provider_timeout'));
const quick = model('own:quick');

/** Asks the first of the models that are not late. */
async function ask(models: LanguageModel[], signal = new AbortController().signal) {
  const [first] = inTime(models, late);
  await collect(noteLate(first!, late), groundedRequest('When?'), signal).catch(() => undefined);
}

test('a model that is late twice in a row is not asked for ten minutes, and then once', async () => {
  for (let times = 0; times < 4; times++) await ask([slow(), quick]);
  expect(asked).toEqual(['own:slow', 'own:slow', 'own:quick', 'own:quick']);
  expect(late.list()).toEqual(['own:slow']);
  now += 10 * 60 * 1000;
  expect(late.list()).toEqual([]);
  for (let times = 0; times < 2; times++) await ask([slow(), quick]);
  expect(asked.slice(4)).toEqual(['own:slow', 'own:quick']);
});

test('it is forgiven when it answers', async () => {
  await ask([slow()]);
  await ask([model('own:slow')]);
  await ask([slow()]);
  expect(late.list()).toEqual([]);
});

test('it is asked each time where nobody else is', async () => {
  for (let times = 0; times < 3; times++) await ask([slow()]);
  expect(asked).toHaveLength(3);
});

test('one that fails at once is asked each time: nobody waits for it', async () => {
  for (let times = 0; times < 3; times++)
    await ask([model('own:down', new AppError('provider_error'))]);
  expect(late.list()).toEqual([]);
});

test('a visitor who leaves says nothing about the model', async () => {
  const gone = AbortSignal.abort();
  for (let times = 0; times < 3; times++) await ask([slow()], gone);
  expect(late.list()).toEqual([]);
});
