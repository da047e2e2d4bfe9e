/** Answers to a question of which only near passages were found. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type AnswerDependencies, createAnswer } from '../../server/chat/answer.ts';
import { createStoreAnswers } from '../../server/chat/store-answers.ts';
import { lateLimits } from '../../server/chat/note-late.ts';
import { createSlowModels } from '../../server/providers/slow-models.ts';
import { createWriteAnswer, type WriteAnswerDependencies } from '../../server/chat/write-answer.ts';
import type { Confidence } from '../../server/contract/search.ts';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { ModelRequest } from '../../server/providers/language-model.ts';
import type { GiveContext } from '../../server/retrieval/give-context.ts';
import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import { vendorRefused } from '../../server/providers/shared/vendor-error.ts';
import type { Providers } from '../../server/providers/registry.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { createChats } from '../../server/storage/chats.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { createSessions } from '../../server/storage/sessions.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { giveFound, passage, retrieval } from '../retrieval/passage.ts';
import { memoryDatabase } from '../storage/memory-database.ts';
import { all, types, written } from './read-events.ts';
import { noReadings } from '../runtime/no-readings.ts';

const unsure = 'I am not sure, but these pages may help:';
const clock = () => 1000;

let database: Database;
let outcome: Confidence['outcome'];
/** The model's whole answer, and how it ends. */
let said: string;
let reason: 'stop' | 'length';
let passages: ScoredPassage[];
let requests: ModelRequest[];
/** Posts that are no longer public. */
let hidden: number[];
beforeEach(async () => {
  database = await memoryDatabase();
  outcome = 'closest';
  said = '[none]';
  reason = 'stop';
  passages = [passage(1), passage(2)];
  requests = [];
  hidden = [];
  giveContext = undefined;
  refusals = 0;
});
afterEach(() => database.close());

let modelId = 'fake:model';
/** Set: gives another context. */
let giveContext: GiveContext | undefined;
/** So many requests are refused for their length. */
let refusals: number;

const tooLong = () =>
  vendorRefused(
    'The server',
    { status: 400, code: 'exceed_context_size_error', message: 'too long', context: 4096 },
    [],
  );

async function ask(): Promise<ChatEvent[]> {
  const confidence = { outcome, score: 0.2, reasons: [] };
  const model = {
    id: modelId,
    async *stream(request: ModelRequest) {
      requests.push(request);
      if (refusals-- > 0) throw tooLong();
      yield await Promise.resolve({ type: 'text' as const, text: said });
      yield { type: 'finish' as const, reason };
    },
  };
  const chats = createChats(database, clock);
  const dependencies: Omit<AnswerDependencies, 'writeAnswer'> & WriteAnswerDependencies = {
    settings: {
      get: () => Promise.resolve(settingsDefaults),
      site: () => ({ home_url: 'https://site.example', time_zone: 'UTC' }),
    } as unknown as SettingsStore,
    sessions: createSessions(database, clock),
    chats,
    storeAnswers: createStoreAnswers(chats, clock),
    providers: { languageModel: () => model, fallbackModel: () => null } as unknown as Providers,
    tools: { offered: () => Promise.resolve([]) },
    documents: createDocuments(database, clock),
    visibility: {
      onlyPublic: (found) =>
        Promise.resolve(found.filter(({ postId }) => !hidden.includes(postId!))),
    },
    lateModels: createSlowModels(clock, lateLimits),
    withinBudget: (unlimited) => unlimited,
    giveContext:
      giveContext ?? giveFound(() => Promise.resolve(retrieval(passages, { confidence }))),
    nextQuestions: () => Promise.resolve([]),
    metrics: createMetrics(noReadings),
    clock,
  };
  const writeAnswer = createWriteAnswer(dependencies);
  const answer = createAnswer({ ...dependencies, writeAnswer });
  const { signal } = new AbortController();
  const question = { message: 'When are the swans fed?', sessionId: '', sessionSecret: '' };
  const visitor = { pageUrl: null, locale: 'en_US', ipHash: '' };
  const log = createLog('silent');
  return all(answer({ ...question, ...visitor }, { signal, log }));
}

const pagesOf = (events: ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'closest' ? event.pages : []));

test('a refusal names the closest pages, which are stored', async () => {
  const events = await ask();
  expect(types(events)).toBe('meta delta closest done');
  expect(events[1]).toMatchObject({ content: unsure });
  expect(pagesOf(events)).toMatchObject([{ title: 'Page 1' }, { title: 'Page 2' }]);
  expect(events.at(-1)).toMatchObject({ finish_reason: 'refusal' });
  const turns = await database.query.selectFrom('chats').selectAll().orderBy('id').execute();
  expect(JSON.stringify(turns[1])).toContain('Page 2');
});

test('the built-in model gets statements only if they answer', async () => {
  await ask();
  expect(await requests[0]?.grounding?.quote()).toBe('');
  outcome = 'answer';
  await ask();
  expect(await requests[1]?.grounding?.quote()).toContain('says:');
});

test('a model that refuses in its own words is believed, and keeps them', async () => {
  said = 'The site says nothing about swans. [none]';
  const events = await ask();
  expect(written(events)).toBe('The site says nothing about swans.');
  expect(types(events)).toBe('meta delta closest done');
  said = 'Swans are fed at noon, as everybody knows [9].';
  expect(types(await ask())).toBe('meta delta closest done');
});

test('a model that says the mark until its end refuses, too', async () => {
  reason = 'length';
  const events = await ask();
  expect(types(events)).toBe('meta delta closest done');
  expect(written(events)).toBe(unsure);
  said = 'At noon, and';
  expect(types(await ask())).toBe('meta delta done');
});

test('a page that is no longer public is not named', async () => {
  hidden = [1];
  expect(pagesOf(await ask()).map(({ title }) => title)).toEqual(['Page 2']);
  hidden = [1, 2];
  expect(types(await ask())).toBe('meta delta done');
});

test('an answer all the same names no other pages', async () => {
  said = 'At noon [2].';
  const events = await ask();
  expect(pagesOf(events)).toEqual([]);
  expect(types(events)).toContain('citations');
});

test('nothing at all is a refusal without pages, and no model is asked', async () => {
  outcome = 'nothing';
  passages = [];
  const events = await ask();
  expect(types(events)).toBe('meta delta done');
  expect(written(events)).toBe(
    'I found nothing about “swans fed” on this site.\n\n' +
      '[Search the site](https://site.example/?s=swans+fed)\n\nYou can try other words.',
  );
  expect(events.at(-1)).toMatchObject({ finish_reason: 'refusal', model: '' });
  expect(requests).toEqual([]);
  const turns = await database.query.selectFrom('chats').selectAll().orderBy('id').execute();
  expect(turns[1]).toMatchObject({ finish_reason: 'refusal' });
});

test('a model is asked when there is anything to answer from, near or not', async () => {
  outcome = 'nothing';
  said = 'At noon [2].';
  const events = await ask();
  expect(requests).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ finish_reason: 'stop' });
});

test('nobody is told in which folder the server keeps its model', async () => {
  const path = `/home/someone/${'models/'.repeat(40)}Tiny-1B.Q4.gguf`;
  modelId = `openai_compatible:${path}`;
  const events = await ask();
  const name = 'openai_compatible:Tiny-1B.Q4.gguf';
  expect(events.at(-1)).toMatchObject({ type: 'done', model: name });
  const turns = await database.query.selectFrom('chats').select(['role', 'model']).execute();
  expect(turns.at(-1)).toEqual({ role: 'assistant', model: name });
  expect(JSON.stringify(events)).not.toContain('someone');
});

test('a whole site gives way to what is found where it is too long for a model', async () => {
  giveContext = () =>
    Promise.resolve({
      passages: [passage(5), passage(6), ...passages],
      isWholeSite: true,
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      searched: () => Promise.resolve(retrieval(passages)),
    });
  refusals = 1;
  said = 'At noon [2].';
  const events = await ask();
  const [whole, found] = requests.map(({ messages }) =>
    messages.map(({ content }) => content).join(),
  );
  expect(whole).toMatch(/All that the website says[^]*number="4"/);
  expect(found).not.toMatch(/All that the website says|number="3"/);
  expect(events.find(({ type }) => type === 'citations')).toMatchObject({
    sources: [{ n: 1, title: 'Page 2' }],
  });
});

test('a whole site is searched, too, when the answer is there', async () => {
  const searched = jest.fn(() => Promise.resolve(retrieval(passages)));
  const usage = { prompt_tokens: 0, completion_tokens: 0 };
  giveContext = () => Promise.resolve({ passages, isWholeSite: true, usage, searched });
  said = 'At noon [2].';
  expect(types(await ask())).toContain('citations');
  expect(searched).toHaveBeenCalledTimes(1);
  searched.mockRejectedValue(new Error('The database is away.'));
  expect((await ask()).at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
});
