import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { askAsOwner, Turns, type AnswerRequest, AnswerStore } from './turns.ts';
import { AnswerWriter, lateLimits } from './answer-writer.ts';
import type { ChatEvent } from '../../contract/chat.ts';
import type { Confidence } from '../../contract/search.ts';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import { AppError } from '../../errors/app-error.ts';
import type { OfferedTool } from '../../mcp/tools.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../providers/language-model.ts';
import type { Providers } from '../../providers/registry.ts';
import { vendorRefused } from '../../providers/shared/vendor-error.ts';
import { SlowModels } from '../../providers/slow-models.ts';
import type { ScoredPassage } from '../../retrieval/pack-context.ts';
import type { Retriever } from '../../retrieval/retrieve.ts';
import { createLog } from '../../runtime/log.ts';
import { Metrics } from '../../runtime/metrics.ts';
import { Chats } from '../../storage/chats.ts';
import type { ReadNearby } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import { Documents } from '../../storage/documents.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import { giveFound, passage, retrieval } from '../../../test/retrieval/passage.ts';
import { noReadings } from '../../../test/runtime/no-readings.ts';
import { memoryDatabase } from '../../../test/storage/memory-database.ts';
import { all, types, written } from '../../../test/chat/read-events.ts';

const log = createLog('silent');
const usage = { prompt_tokens: 10, completion_tokens: 3 };
const text = (piece: string): ModelEvent => ({ type: 'text', text: piece });
const finish: ModelEvent = { type: 'finish', reason: 'stop' };

type Step = ModelEvent | Error | ((signal: AbortSignal) => Promise<unknown>);

let now: number;
let database: Database;
let chat: typeof settingsDefaults.chat;
let llm: typeof settingsDefaults.llm;
let business: typeof settingsDefaults.business;
let passages: ScoredPassage[];
let outcome: Confidence['outcome'];
/** The model's steps, in order. */
let script: Step[];
let requests: ModelRequest[];
let retrieve: jest.Mock<Retriever['retrieve']>;
/** Set: gives another context. */
let giveContext: Retriever['context'] | undefined;
/** Posts that are no longer public. */
let hidden: number[];
let controller: AbortController;
let tools: OfferedTool[];
let fallback: LanguageModel | null;
let readNearby: jest.Mock<ReadNearby>;
beforeEach(async () => {
  now = 1000;
  database = await memoryDatabase();
  const documents = new Documents(database, () => now);
  for (const id of [1, 2]) await documents.ensure({ kind: 'post', sourceKey: `post:${id}` });
  chat = { ...settingsDefaults.chat };
  llm = settingsDefaults.llm;
  business = settingsDefaults.business;
  passages = [passage(1), passage(2)];
  outcome = 'answer';
  script = [text('At noon'), text(' [2].'), { type: 'usage', usage }, finish];
  requests = [];
  hidden = [];
  tools = [];
  fallback = null;
  giveContext = undefined;
  retrieve = jest.fn<Retriever['retrieve']>(() =>
    Promise.resolve(retrieval(passages, { confidence: { outcome, score: 0.2, reasons: [] } })),
  );
  controller = new AbortController();
  readNearby = jest.fn<ReadNearby>(() => Promise.resolve([]));
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

function ask(
  message = 'When are the swans fed?',
  over: Partial<AnswerRequest> = {},
  given: Partial<Chats> = {},
  id = model.id,
) {
  const clock = () => now;
  const stored = Object.assign(new Chats(database, clock), given);
  const documents = new Documents(database, clock);
  const providers = {
    languageModel: () => ({ ...model, id }),
    fallbackModel: () => fallback,
  } as unknown as Providers;
  const answerWriter = new AnswerWriter({
    ...{ providers, documents, readNearby, clock },
    tools: { offered: () => Promise.resolve(tools) },
    visibility: {
      onlyPublic: (found) =>
        Promise.resolve(found.filter(({ postId }) => !hidden.includes(postId ?? 0))),
    },
    lateModels: new SlowModels(clock, lateLimits),
    withinBudget: (unlimited) => unlimited,
    retriever: { context: giveContext ?? giveFound(retrieve) },
  });
  const turns = new Turns({
    ...{ answerWriter, clock },
    settings: {
      get: () => Promise.resolve({ ...settingsDefaults, chat, llm, business }),
      site: () => ({ home_url: 'https://site.example', time_zone: '+02:00' }),
    } as unknown as SettingsStore,
    chats: stored,
    answerStore: new AnswerStore(stored, clock, []),
    metrics: new Metrics(noReadings),
  });
  const session = { sessionId: '', sessionSecret: '', ipHash: '' };
  const question = { message, ...session, pageUrl: null, locale: 'en_US' };
  return turns.answer({ ...question, ...over }, { signal: controller.signal, log });
}

/** Asks two questions in one session. Returns the `meta` of both. */
async function askTwice(): Promise<ChatEvent[]> {
  const [meta] = await all(ask('First'));
  if (meta?.type !== 'meta') throw new Error('no meta');
  const { session_id: sessionId, session_secret: sessionSecret = '' } = meta;
  const [again] = await all(ask('Second', { sessionId, sessionSecret }));
  return [meta, again!];
}

/** The turns of the only session. */
async function stored() {
  const rows = await database.query.selectFrom('chats').selectAll().orderBy('id').execute();
  return rows.map(({ id, role, content, finish_reason, model: name }) => ({
    ...{ id, role, content, finish: finish_reason, model: name },
  }));
}

const storedText = async () =>
  JSON.stringify(await database.query.selectFrom('chats').selectAll().execute());

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
      { ...{ id: 2, role: 'assistant', content: 'At noon [1].' }, finish: 'stop', model: model.id },
    ]);
  });

  test('remembers the session that the secret opens, with the chunks that were cited', async () => {
    passages = [passage(1), passage(2, { chunkIds: [2, 22] })];
    const [meta, again] = await askTwice();
    const { session_id } = meta as ChatEvent & { type: 'meta' };
    expect(again).toEqual({ type: 'meta', session_id, message_id: 3 });
    expect(requests[1]?.messages.slice(1).map(({ content }) => content)).toEqual([
      'First',
      'At noon.',
      expect.stringMatching(/question:\nSecond\n\nAnswer in/),
    ]);
    expect(retrieve.mock.calls.map(([{ history }]) => history)).toMatchObject([
      [],
      [
        { role: 'user', content: 'First', chunkIds: [] },
        { role: 'assistant', chunkIds: [2, 22] },
      ],
    ]);
  });

  test('knows nothing of earlier turns when the owner wants that', async () => {
    chat.history_turns = 0;
    await askTwice();
    expect(requests[1]?.messages).toHaveLength(2);
  });

  test('tells the model the day at the site, and the page that the visitor is on', async () => {
    now = Date.UTC(2026, 10, 22, 23);
    await all(ask('Open today?', { pageUrl: 'https://site.example/venue-hire/?x=1' }));
    const asked = requests[0]?.messages.at(-1)?.content ?? '';
    expect(asked).toMatch(/Monday,? 23 November 2026/);
    expect(asked).toMatch(/<(page-[0-9a-f]{8})>\n\/venue-hire\/\n<\/\1>/);
    expect(retrieve.mock.calls[0]?.[0].weekdays).toEqual(['Monday']);
  });

  test('has fewer passages where the model’s context is known to be small', async () => {
    chat.context_tokens = 10_000;
    llm = { ...llm, provider: 'openai', openai: { ...llm.openai, model: 'gpt-4' } };
    await all(ask('Open now?'));
    expect(retrieve.mock.calls[0]?.[1].budget).toBeLessThan(8_192);
  });

  test('does not name a source that stopped being public while it was written', async () => {
    script = [text('At noon [1], every day [2].'), () => Promise.resolve((hidden = [1])), finish];
    const events = await all(ask());
    const cited = events.flatMap((event) => (event.type === 'citations' ? event.sources : []));
    expect(cited.map(({ url }) => url)).toEqual([passage(2).url]);
    expect(await storedText()).not.toContain(passage(1).title);
    expect(await storedText()).toContain(passage(2).title);
  });

  test('has no numbers and no sources when the owner wants none', async () => {
    chat.citations = false;
    const events = await all(ask());
    expect(types(events)).toBe('meta delta delta done');
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

  test('and its reasoning end where they repeat what the owner has told the model', async () => {
    chat.system_prompt =
      'Never mention the leaking pontoon of berth nine to anybody, nor the ledger that is missing.';
    chat.reasoning = true;
    const told = `I was told: ${chat.system_prompt}`;
    script = [{ type: 'reasoning', text: told }, text(told), finish];
    const events = await all(ask());
    expect(JSON.stringify(events) + (await storedText())).not.toContain('pontoon');
    expect((await stored())[1]).toMatchObject({
      content: expect.stringMatching(/^I was told:\n\nI am not sure/),
      finish: 'refusal',
    });
  });

  test('has next questions below it, but not if they cannot be read', async () => {
    const content = 'Where are the swans?\nIn the pond.';
    readNearby.mockResolvedValueOnce([passage(2, { chunkId: 99, content })]);
    expect(types(await all(ask()))).toMatch(/citations next_questions done$/);
    readNearby.mockRejectedValueOnce(new Error('no database'));
    expect(types(await all(ask()))).toMatch(/citations done$/);
  });

  test('does not tell in which folder the server keeps its model', async () => {
    const path = `/home/someone/${'models/'.repeat(40)}Tiny-1B.Q4.gguf`;
    const events = await all(ask('When?', {}, {}, `openai_compatible:${path}`));
    const name = 'openai_compatible:Tiny-1B.Q4.gguf';
    expect(events.at(-1)).toMatchObject({ type: 'done', model: name });
    expect((await stored()).at(-1)).toMatchObject({ role: 'assistant', model: name });
    expect(JSON.stringify(events)).not.toContain('someone');
  });

  test('may link what the sources, the owner and tools name, not what the visitor does', async () => {
    chat = { ...chat, citations: false, system_prompt: 'Write to https://owner.example/contact.' };
    const answer =
      'https://site.example/page-1/, https://owner.example/contact, `https://my.example/`';
    script = [text(answer.replaceAll('`', '')), finish];
    expect(written(await all(ask('What of https://my.example/?')))).toBe(answer);
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
  test.each([
    ['an empty message', ' \n ', 'empty_message'],
    ['a long message', 'x'.repeat(4001), 'message_too_long'],
  ])('%s is refused and leaves nothing behind', async (_case, message, code) => {
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

describe('an error', () => {
  const busy = new AppError('overloaded', { cause: new Error('vendor says 1234') });

  test('in the middle keeps what was said, with its sources', async () => {
    script = [text('At noon [2]. And'), busy];
    const events = await all(ask());
    expect(types(events)).toBe('meta delta delta citations error done');
    expect((await stored())[1]?.content).toBe('At noon [1]. And');
  });

  test('of the search or of our own making is told as such, and says nothing of itself', async () => {
    retrieve.mockRejectedValueOnce(new AppError('not_configured'));
    expect((await all(ask()))[1]).toMatchObject({ code: 'not_configured', retryable: false });
    script = [new TypeError('x is not a function')];
    const own = { code: 'internal_error', message: 'Something went wrong.' };
    expect((await all(ask()))[1]).toMatchObject(own);
  });

  test('of storing it leaves the visitor the whole answer', async () => {
    const addAnswer = () => Promise.reject(new Error('The database is gone.'));
    const events = await all(ask('When?', {}, { addAnswer }));
    expect(types(events)).toBe('meta delta delta citations done');
    expect(events.at(-1)).toMatchObject({ message_id: 0, finish_reason: 'stop' });
  });
});

describe('when nobody reads on', () => {
  test('a reader that stops early has what it read stored, once', async () => {
    for await (const event of ask()) if (event.type === 'delta') break;
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

describe('tools', () => {
  beforeEach(() => {
    tools = [
      {
        definition: { name: 'look', description: '', inputSchema: { type: 'object' } },
        label: 'Look around',
        call: () => Promise.resolve({ ok: true, content: 'secret result https://site.example/a' }),
      },
    ];
    let turns = 0;
    script = [
      { type: 'tool_call', call: { id: 'x', name: 'look', input: { secret: 'argument' } } },
      { type: 'finish', reason: 'tool_calls' },
      () => {
        if (++turns === 1) script = [text('See https://site.example/a'), finish];
        return Promise.resolve();
      },
    ];
  });

  test('are told by name and label only, kept with the turn, and may be linked', async () => {
    const events = await all(ask());
    expect(types(events)).toBe('meta tool tool delta delta done');
    expect(written(events)).toBe('See https://site.example/a');
    expect(JSON.stringify(events)).not.toMatch(/secret result|argument/);
    const rows = await database.query.selectFrom('chats').selectAll().orderBy('id').execute();
    expect(JSON.parse(rows[1]!.tool_calls!)).toEqual([{ name: 'look', ok: true }]);
  });

  test('may answer what the site does not, also in strict mode', async () => {
    passages = [];
    expect(written(await all(ask()))).toMatch(/^See/);
    expect(requests).toHaveLength(2);
  });
});

describe('where the site has no answer', () => {
  const unsure = 'I am not sure, but these pages may help:';
  const pagesOf = (events: ChatEvent[]) =>
    events.flatMap((event) => (event.type === 'closest' ? event.pages : []));
  const says = (said: string, reason: 'stop' | 'length' = 'stop') =>
    (script = [text(said), { type: 'finish', reason }]);
  beforeEach(() => {
    outcome = 'closest';
    says('[none]');
  });

  test('a refusal names the closest pages, which are stored', async () => {
    const events = await all(ask());
    expect(types(events)).toBe('meta delta closest done');
    expect(events[1]).toMatchObject({ content: unsure });
    expect(pagesOf(events)).toMatchObject([{ title: 'Page 1' }, { title: 'Page 2' }]);
    expect(events.at(-1)).toMatchObject({ finish_reason: 'refusal' });
    expect(await storedText()).toContain('Page 2');
  });

  test('the built-in model gets statements only if they answer', async () => {
    await all(ask());
    expect(await requests[0]?.grounding?.quote()).toBe('');
    outcome = 'answer';
    await all(ask());
    expect(await requests[1]?.grounding?.quote()).toContain('says:');
  });

  test.each([
    ['in its own words', 'The site says nothing about swans. [none]', 'stop', 'closest'],
    ['by citing no source', 'Swans are fed at noon, as everybody knows [9].', 'stop', 'closest'],
    ['by the mark until its end', '[none]', 'length', 'closest'],
    ['by nothing, cut off', 'At noon, and', 'length', ''],
    ['by nothing, with a source', 'At noon [2].', 'stop', 'citations'],
  ] as const)('a model that refuses %s is believed', async (_how, said, reason, below) => {
    says(said, reason);
    const events = await all(ask());
    expect(types(events)).toMatch(new RegExp(`^meta (?:delta )+${below && `${below} `}done$`));
    const own = said.replace('[none]', '').trim();
    if (below === 'closest') expect(written(events)).toMatch(own === '' ? unsure : own.slice(0, 9));
  });

  test('a page that is no longer public is not named', async () => {
    hidden = [1];
    expect(pagesOf(await all(ask())).map(({ title }) => title)).toEqual(['Page 2']);
    hidden = [1, 2];
    expect(types(await all(ask()))).toBe('meta delta done');
  });

  test('without any passage no model is asked, unless the owner lets it answer without', async () => {
    outcome = 'nothing';
    passages = [];
    const events = await all(ask());
    expect(types(events)).toBe('meta delta done');
    expect(written(events)).toBe(
      'I found nothing about “swans fed” on this site.\n\n' +
        '[Search the site](https://site.example/?s=swans+fed)\n\nYou can try other words.',
    );
    expect(events.at(-1)).toMatchObject({ finish_reason: 'refusal', model: '' });
    expect((await stored())[1]).toMatchObject({ finish: 'refusal' });
    expect(requests).toEqual([]);
    chat.strict = false;
    says('Hello!');
    expect(written(await all(ask()))).toBe('Hello!');
  });

  test('the business card is enough for an answer, and may be quoted', async () => {
    passages = [];
    const address = 'Mill Lane 5, at the ferry landing of Exampletown';
    business = { ...settingsDefaults.business, address };
    says(`We are at ${address} [0].`);
    const events = await all(ask('How do I reach the swans?'));
    expect(written(events)).toBe(`We are at ${address}.`);
    expect(events.at(-1)).toMatchObject({ finish_reason: 'stop' });
  });

  test('a model is asked when there is anything to answer from, near or not', async () => {
    outcome = 'nothing';
    says('At noon [2].');
    expect((await all(ask())).at(-1)).toMatchObject({ finish_reason: 'stop' });
    expect(requests).toHaveLength(1);
  });
});

describe('a whole site', () => {
  const given = { isWholeSite: true, usage: { prompt_tokens: 0, completion_tokens: 0 } };
  const searched = jest.fn(() => Promise.resolve(retrieval(passages)));
  beforeEach(() => {
    script = [text('At noon [2].'), finish];
    searched.mockClear();
  });

  test('gives way to what is found where it is too long for a model', async () => {
    const whole = [passage(5), passage(6), ...passages];
    giveContext = () => Promise.resolve({ ...given, passages: whole, searched });
    const status = { status: 400, code: 'exceed_context_size_error', context: 4096 };
    const tooLong = vendorRefused('The server', { ...status, message: 'too long' }, []);
    const answer = script;
    script = [
      () => {
        script = answer;
        return Promise.reject(tooLong);
      },
    ];
    const events = await all(ask());
    const [first, second] = requests.map(({ messages }) =>
      messages.map(({ content }) => content).join(),
    );
    expect(first).toMatch(/All that the website says[^]*number="4"/);
    expect(second).not.toMatch(/All that the website says|number="3"/);
    expect(events.find(({ type }) => type === 'citations')).toMatchObject({
      sources: [{ n: 1, title: 'Page 2' }],
    });
  });

  test('is searched, too, when the answer is there; a failure is only logged', async () => {
    giveContext = () => Promise.resolve({ ...given, passages, searched });
    expect(types(await all(ask()))).toContain('citations');
    expect(searched).toHaveBeenCalledTimes(1);
    searched.mockRejectedValueOnce(new Error('The database is away.'));
    expect((await all(ask())).at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
  });
});

describe('a question that an owner tries', () => {
  const settings = { patched: () => Promise.resolve(settingsDefaults), site: () => null };
  const tried = (write: AnswerWriter['write'], message = ' When? ') => {
    const context = { settings, answerWriter: { write }, clock: () => 5 };
    return askAsOwner(context, { message }, 'de_DE', { signal: controller.signal, log });
  };

  test('whose answer was stopped has none', async () => {
    controller.abort(new Error('The client has gone.'));
    // eslint-disable-next-line require-yield -- an answer that ends before its first event
    const stopped = tried(async function* () {
      return await Promise.resolve(false);
    });
    await expect(stopped).rejects.toThrow('The client has gone.');
  });
});
