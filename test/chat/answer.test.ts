import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { OfferedTool } from '../../server/mcp/tools.ts';
import { createAnswer, type AnswerDependencies } from '../../server/chat/answer.ts';
import { createStoreAnswers } from '../../server/chat/store-answers.ts';
import { lateLimits } from '../../server/chat/note-late.ts';
import { createSlowModels } from '../../server/providers/slow-models.ts';
import { createWriteAnswer, type WriteAnswerDependencies } from '../../server/chat/write-answer.ts';
import type { NextQuestions } from '../../server/chat/next-questions.ts';
import type { AnswerRequest } from '../../server/chat/open-turn.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import type { Retrieve } from '../../server/retrieval/retrieve.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../server/providers/language-model.ts';
import type { Providers } from '../../server/providers/registry.ts';
import { createChats, type Chats } from '../../server/storage/chats.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { createSessions } from '../../server/storage/sessions.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';
import { giveFound, passage, retrieval } from '../retrieval/passage.ts';
import { all, types, written } from './read-events.ts';
import { noReadings } from '../runtime/no-readings.ts';

const log = createLog('silent');
const usage = { prompt_tokens: 10, completion_tokens: 3 };
const text = (piece: string): ModelEvent => ({ type: 'text', text: piece });
const finish: ModelEvent = { type: 'finish', reason: 'stop' };

type Step = ModelEvent | Error | ((signal: AbortSignal) => Promise<unknown>);

/** Waits as a vendor does that has nothing to say yet. */
const silence: Step = (signal) =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });

let now: number;
let database: Database;
let chats: Chats;
let chat: typeof settingsDefaults.chat;
let llm: typeof settingsDefaults.llm;
let passages: ScoredPassage[];
/** The model's steps, in order. */
let script: Step[];
let requests: ModelRequest[];
let retrieve: jest.Mock<Retrieve>;
/** Posts that are no longer public. */
let hidden: number[];
let controller: AbortController;
let tools: OfferedTool[];
let fallback: LanguageModel | null;
let nextQuestions: jest.Mock<NextQuestions>;
beforeEach(async () => {
  now = 1000;
  database = await memoryDatabase();
  chats = createChats(database, () => now);
  const documents = createDocuments(database, () => now);
  for (const id of [1, 2]) await documents.ensure({ kind: 'post', sourceKey: `post:${id}` });
  chat = { ...settingsDefaults.chat };
  llm = settingsDefaults.llm;
  passages = [passage(1), passage(2)];
  script = [text('At noon'), text(' [2].'), { type: 'usage', usage }, finish];
  requests = [];
  hidden = [];
  tools = [];
  fallback = null;
  retrieve = jest.fn<Retrieve>(() => Promise.resolve(retrieval(passages)));
  controller = new AbortController();
  nextQuestions = jest.fn<NextQuestions>(() => Promise.resolve([]));
});
afterEach(() => database.close());

const model: LanguageModel = {
  id: 'fake:model',
  async *stream(request, { signal }) {
    requests.push(request);
    for (const step of script) {
      if (step instanceof Error) throw step;
      if (typeof step === 'function') await step(signal);
      else yield step;
      now += 10;
    }
  },
};

const isPublic = ({ postId }: { postId: number | null }) => !hidden.includes(postId ?? 0);

function ask(
  message = 'When are the swans fed?',
  over: Partial<AnswerRequest> = {},
  given: Partial<Chats> = {},
) {
  const dependencies: Omit<AnswerDependencies, 'writeAnswer'> & WriteAnswerDependencies = {
    settings: {
      get: () => Promise.resolve({ ...settingsDefaults, chat, llm }),
      site: () => ({ home_url: 'https://site.example', time_zone: '+02:00' }),
    } as unknown as SettingsStore,
    sessions: createSessions(database, () => now),
    chats: { ...chats, ...given },
    storeAnswers: createStoreAnswers({ ...chats, ...given }, () => now, []),
    providers: {
      languageModel: () => model,
      fallbackModel: () => fallback,
    } as unknown as Providers,
    tools: { offered: () => Promise.resolve(tools) },
    documents: createDocuments(database, () => now),
    visibility: { onlyPublic: (passages) => Promise.resolve(passages.filter(isPublic)) },
    lateModels: createSlowModels(() => now, lateLimits),
    withinBudget: (unlimited) => unlimited,
    giveContext: giveFound(retrieve),
    nextQuestions,
    metrics: createMetrics(noReadings),
    clock: () => now,
  };
  const writeAnswer = createWriteAnswer(dependencies);
  const answer = createAnswer({ ...dependencies, writeAnswer });
  const session = { sessionId: '', sessionSecret: '', ipHash: '' };
  const question = { message, ...session, pageUrl: null, locale: 'en_US' };
  return answer({ ...question, ...over }, { signal: controller.signal, log });
}

/** The turns of the only session. */
async function stored() {
  const rows = await database.query.selectFrom('chats').selectAll().orderBy('id').execute();
  return rows.map(({ id, role, content, finish_reason, model: name }) => ({
    id,
    role,
    content,
    finish: finish_reason,
    model: name,
  }));
}

describe('an answer', () => {
  test('begins with the session, ends with what it took, and is stored with its sources', async () => {
    const events = await all(ask());
    expect(types(events)).toBe('meta delta delta citations done');
    expect(events[0]).toMatchObject({ session_secret: expect.any(String), message_id: 1 });
    expect(written(events)).toBe('At noon [1].');
    expect(events.at(-2)).toMatchObject({ sources: [{ n: 1, url: passage(2).url }] });
    const done = { type: 'done', message_id: 2, finish_reason: 'stop', model: 'fake:model' };
    expect(events.at(-1)).toEqual({ ...done, usage, ms: 40 });
    expect(await stored()).toEqual([
      { id: 1, role: 'user', content: 'When are the swans fed?', finish: '', model: '' },
      {
        id: 2,
        role: 'assistant',
        content: 'At noon [1].',
        finish: 'stop',
        model: 'fake:model',
      },
    ]);
  });

  test('comes as it is written, not when it is done', async () => {
    script = [text('At'), silence];
    const events = ask();
    expect((await events.next()).value).toMatchObject({ type: 'meta' });
    expect((await events.next()).value).toEqual({ type: 'status', stage: 'searching' });
    expect((await events.next()).value).toMatchObject({ type: 'status', stage: 'reading' });
    expect((await events.next()).value).toEqual({ type: 'delta', content: 'At' });
    controller.abort(new Error('gone'));
    await events.next();
  });

  test('remembers the session that the secret opens', async () => {
    const [meta] = await all(ask('First'));
    if (meta?.type !== 'meta') throw new Error('no meta');
    const known = { sessionId: meta.session_id, sessionSecret: meta.session_secret ?? '' };
    const [again] = await all(ask('Second', known));
    expect(again).toEqual({ type: 'meta', session_id: meta.session_id, message_id: 3 });
    expect(requests[1]?.messages.slice(1).map(({ content }) => content)).toEqual([
      'First',
      'At noon.',
      expect.stringMatching(/question:\nSecond\n\nAnswer in/),
    ]);
  });

  test('tells retrieval what was said before, and which chunks were cited', async () => {
    passages = [passage(1), passage(2, { chunkIds: [2, 22] })];
    const [meta] = await all(ask('First'));
    if (meta?.type !== 'meta') throw new Error('no meta');
    await all(
      ask('Second', { sessionId: meta.session_id, sessionSecret: meta.session_secret ?? '' }),
    );
    expect(retrieve.mock.calls[0]?.[0].history).toEqual([]);
    expect(retrieve.mock.calls[1]?.[0].history).toMatchObject([
      { role: 'user', content: 'First', chunkIds: [] },
      { role: 'assistant', chunkIds: [2, 22] },
    ]);
  });

  test('tells the model what language the question is in', async () => {
    await all(ask('สระว่ายน้ำเปิดเมื่อไหร่'));
    expect(requests[0]?.messages.at(-1)?.content).toContain('Answer in Thai');
  });

  test('tells the model the day at the site, and the page that the visitor is on', async () => {
    now = Date.UTC(2026, 10, 22, 23);
    await all(ask('Open today?', { pageUrl: 'https://site.example/venue-hire/?x=1' }));
    const asked = requests[0]?.messages.at(-1)?.content ?? '';
    expect(asked).toMatch(/Monday,? 23 November 2026/);
    expect(asked).toMatch(/<(page-[0-9a-f]{8})>\n\/venue-hire\/\n<\/\1>/);
    expect(retrieve.mock.calls[0]?.[0].weekdays).toEqual(['Monday']);
  });

  test('gives fewer passages where the model’s context is known to be small', async () => {
    chat.context_tokens = 10_000;
    const openai = { ...llm.openai, model: 'gpt-4' };
    llm = { ...llm, provider: 'openai', openai };
    await all(ask('Open now?'));
    expect(retrieve.mock.calls[0]?.[1].budget).toBeLessThan(8_192);
  });

  test('knows nothing of earlier turns when the owner wants that', async () => {
    chat.history_turns = 0;
    const [meta] = await all(ask('First'));
    if (meta?.type !== 'meta') throw new Error('no meta');
    await all(
      ask('Second', { sessionId: meta.session_id, sessionSecret: meta.session_secret ?? '' }),
    );
    expect(requests[1]?.messages).toHaveLength(2);
  });

  test('does not name a source that stopped being public while it was written', async () => {
    script = [text('At noon [1], every day [2].'), () => Promise.resolve((hidden = [1])), finish];
    const events = await all(ask());
    const cited = events.flatMap((event) => (event.type === 'citations' ? event.sources : []));
    expect(cited.map(({ url }) => url)).toEqual([passage(2).url]);
    const turns = await database.query.selectFrom('chats').selectAll().execute();
    expect(JSON.stringify(turns)).not.toContain(passage(1).title);
    expect(JSON.stringify(turns)).toContain(passage(2).title);
  });

  test('has no numbers and no sources when the owner wants none', async () => {
    chat.citations = false;
    const events = await all(ask());
    expect(types(events)).not.toContain('citations');
    expect(written(events)).toBe('At noon.');
  });

  test.each([
    [true, 'meta reasoning delta delta citations done'],
    [false, 'meta delta delta citations done'],
  ])('shows reasoning when that is wanted: %s', async (reasoning, expected) => {
    chat.reasoning = reasoning;
    script = [{ type: 'reasoning', text: 'Hm.' }, text('Noon [1]'), finish];
    expect(types(await all(ask()))).toBe(expected);
  });

  test('is cut off where the model was', async () => {
    script = [text('At noon [1'), { type: 'finish', reason: 'length' }];
    const events = await all(ask());
    expect(written(events)).toBe('At noon [1');
    expect(events.at(-1)).toMatchObject({ finish_reason: 'length' });
  });
});

describe('strict mode', () => {
  beforeEach(() => {
    passages = [];
    script = [text('Hello!'), finish];
  });

  test('still greets', async () => {
    expect(written(await all(ask('Hello')))).toBe('Hello! What would you like to know?');
  });

  test('is a choice', async () => {
    chat.strict = false;
    expect(written(await all(ask()))).toBe('Hello!');
  });
});

test('the owner’s answers and small talk need no search and no model', async () => {
  chat.curated = [{ questions: ['Dogs?', 'Hello'], answer: 'Yes.', url: '' }];
  const events = await all(ask('Hello!'));
  expect(types(events)).toBe('meta delta done');
  expect(events.at(-1)).toMatchObject({ finish_reason: 'stop', model: 'curated' });
  expect(written(await all(ask('Thanks')))).toMatch(/^You are welcome/);
  expect([...requests, ...retrieve.mock.calls]).toEqual([]);
  expect((await stored())[1]).toMatchObject({ content: 'Yes.', model: 'curated' });
});

describe('before anything was said', () => {
  const cases: [string, string, string][] = [
    ['an empty message', ' \n ', 'empty_message'],
    ['a long message', 'x'.repeat(4001), 'message_too_long'],
  ];

  test.each(cases)('%s is refused and leaves nothing behind', async (_case, message, code) => {
    await expect(all(ask(message))).rejects.toMatchObject({ code, status: 400 });
    expect(await stored()).toEqual([]);
    expect(await database.query.selectFrom('chat_sessions').selectAll().execute()).toEqual([]);
  });

  test('a question that cannot be stored is not asked', async () => {
    const addQuestion = () => Promise.reject(new Error('The database is gone.'));
    await expect(all(ask('Hi', {}, { addQuestion }))).rejects.toThrow('gone');
    expect(requests).toEqual([]);
  });
});

test('below an answer come next questions, but not if they cannot be read', async () => {
  nextQuestions.mockResolvedValueOnce([{ text: 'Where?', document_id: 2 }]);
  expect(types(await all(ask()))).toMatch(/citations next_questions done$/);
  nextQuestions.mockRejectedValueOnce(new Error('no database'));
  expect(types(await all(ask()))).toMatch(/citations done$/);
});

describe('an error', () => {
  const busy = new AppError('overloaded', { cause: new Error('vendor says 1234') });

  test('before the first word is told, and the turn is stored as failed', async () => {
    script = [busy];
    const events = await all(ask());
    expect(types(events)).toBe('meta error done');
    const error = { type: 'error', code: 'overloaded', retryable: true };
    expect(events[1]).toEqual({ ...error, message: busy.message });
    expect(events[2]).toMatchObject({ message_id: 2, finish_reason: 'error' });
    expect((await stored())[1]).toMatchObject({ content: '', finish: 'error' });
  });

  test('in the middle keeps what was said, with its sources', async () => {
    script = [text('At noon [2]. And'), busy];
    const events = await all(ask());
    expect(types(events)).toBe('meta delta delta citations error done');
    expect((await stored())[1]?.content).toBe('At noon [1]. And');
  });

  test('of retrieval is told as any other', async () => {
    retrieve.mockRejectedValueOnce(new AppError('not_configured'));
    const events = await all(ask());
    expect(types(events)).toBe('meta error done');
    expect(events[1]).toMatchObject({ code: 'not_configured', retryable: false });
  });

  test('of our own making says nothing of itself', async () => {
    script = [new TypeError('x is not a function')];
    const events = await all(ask());
    expect(events[1]).toMatchObject({ code: 'internal_error', message: 'Something went wrong.' });
  });
});

describe('when the answer cannot be stored', () => {
  const addAnswer = () => Promise.reject(new Error('The database is gone.'));

  test('the visitor still has it, whole and without an error', async () => {
    const events = await all(ask('When?', {}, { addAnswer }));
    expect(types(events)).toBe('meta delta delta citations done');
    expect(events.at(-1)).toMatchObject({ message_id: 0, finish_reason: 'stop' });
  });

  test('an error that came before is told', async () => {
    script = [new AppError('overloaded')];
    const events = await all(ask('When?', {}, { addAnswer }));
    expect(types(events)).toBe('meta error done');
    expect(events.at(-1)).toMatchObject({ message_id: 0, finish_reason: 'error' });
  });
});

describe('when nobody reads on', () => {
  test('an abort ends the model and stores what there is', async () => {
    const signals: AbortSignal[] = [];
    script = [text('At noon [2] '), (signal) => (signals.push(signal), Promise.resolve()), silence];
    const events = ask();
    const reading = all(events);
    while (signals.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('The client has gone.'));
    expect(types(await reading)).toBe('meta delta');
    expect(signals[0]?.aborted).toBe(true);
    expect((await stored())[1]).toMatchObject({
      content: 'At noon [1]',
      finish: 'aborted',
    });
  });

  test('an abort before the first word is no error, either', async () => {
    script = [silence];
    const reading = all(ask());
    while (requests.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('The client has gone.'));
    expect(types(await reading)).toBe('meta');
    expect((await stored())[1]).toMatchObject({ content: '', finish: 'aborted' });
  });

  test('a reader that stops early has what it read stored, once', async () => {
    let closed = false;
    const close = () => void (closed = true);
    const stream = model.stream.bind(model);
    jest.spyOn(model, 'stream').mockImplementationOnce(async function* (request, options) {
      try {
        yield* stream(request, options);
      } finally {
        close();
      }
    });
    for await (const event of ask()) if (event.type === 'delta') break;
    expect(closed).toBe(true);
    expect(await stored()).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'At noon', finish: 'aborted' },
    ]);
  });

  test('a reader that stops before the answer begins asks no model', async () => {
    for await (const event of ask()) if (event.type === 'meta') break;
    expect(requests).toEqual([]);
    expect(await stored()).toMatchObject([{ role: 'user' }]);
  });
});

describe('addresses', () => {
  test('that nobody said to the model are text', async () => {
    script = [text('See [this](https://evil.exam'), text('ple/) or https://evil.example.'), finish];
    expect(written(await all(ask()))).toBe('See this or `https://evil.example`.');
  });

  test('of the sources and the owner are links, the visitor’s are not', async () => {
    chat = { ...chat, citations: false, system_prompt: 'Write to https://owner.example/contact.' };
    const answer =
      'https://site.example/page-1/, https://owner.example/contact, `https://my.example/`';
    script = [text(answer.replaceAll('`', '')), finish];
    expect(written(await all(ask('What of https://my.example/?')))).toBe(answer);
  });
});

describe('tools', () => {
  let toldByTool: string;
  beforeEach(() => {
    tools = [
      {
        definition: { name: 'look', description: '', inputSchema: { type: 'object' } },
        label: 'Look around',
        call: () => Promise.resolve({ ok: true, content: 'secret result https://site.example/a' }),
      },
    ];
    toldByTool = 'At noon.';
    let turns = 0;
    script = [
      { type: 'tool_call', call: { id: 'x', name: 'look', input: { secret: 'argument' } } },
      { type: 'finish', reason: 'tool_calls' },
      () => {
        if (++turns === 1) script = [text(toldByTool), finish];
        return Promise.resolve();
      },
    ];
  });

  test('are told by name and label only, and kept with the turn', async () => {
    const events = await all(ask());
    expect(types(events)).toBe('meta tool tool delta done');
    expect(JSON.stringify(events)).not.toMatch(/secret result|argument/);
    const rows = await database.query.selectFrom('chats').selectAll().orderBy('id').execute();
    expect(JSON.parse(rows[1]!.tool_calls!)).toEqual([{ name: 'look', ok: true }]);
  });

  test('may be quoted with their addresses', async () => {
    toldByTool = 'See https://site.example/a, not https://tool.example/b';
    expect(written(await all(ask()))).toBe(
      'See https://site.example/a, not `https://tool.example/b`',
    );
  });

  test('may answer what the site does not, also in strict mode', async () => {
    passages = [];
    expect(written(await all(ask()))).toBe('At noon.');
    tools = [];
    requests = [];
    await all(ask());
    expect(requests).toHaveLength(0);
  });
});

test('the fallback answers in the name of who it is', async () => {
  script = [new AppError('provider_error')];
  fallback = {
    id: 'second:model',
    async *stream() {
      yield await Promise.resolve(text('At noon [1].'));
      yield finish;
    },
  };
  const events = await all(ask());
  expect(written(events)).toBe('At noon [1].');
  const done = { type: 'done', model: 'second:model', finish_reason: 'stop' };
  expect(events.at(-1)).toMatchObject(done);
  expect((await stored())[1]).toMatchObject({ model: 'second:model' });
});
