import { beforeEach, expect, test, describe } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { directReply } from '../../server/chat/answer/direct-reply.ts';
import { understand } from '../../server/question/understand.ts';
import { createLog, type Log } from '../../server/runtime/log.ts';
import type { Passage } from '../../server/storage/chunks.ts';
import { readSentHistory, AnswerStore } from '../../server/chat/answer/turns.ts';
import {
  type SentTurn,
  chatReply,
  type ChatEvent,
  type FinishReason,
  type Outcome,
  type Source,
} from '../../server/contract/chat.ts';
import { inTime, lateLimits, noteLate } from '../../server/chat/answer/answer-writer.ts';
import { AppError } from '../../server/errors/app-error.ts';
import type { LanguageModel } from '../../server/providers/language-model.ts';
import { SlowModels } from '../../server/providers/slow-models.ts';
import { collect, groundedRequest } from '../conformance/language-model.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnsweredQuestion, AssistantTurn } from '../../server/storage/chats.ts';
import { until } from '../fakes/wait.ts';
import { collectReply } from '../../server/chat/answer/reply.ts';

describe('a direct reply', () => {
  const log = createLog('silent');
  const url = 'https://museum.example/dogs/';
  const document = {
    id: 7,
    kind: 'post' as const,
    post_id: 3,
    attachment_id: null,
    title: 'Dogs [and cats]',
    source_url: url,
  };

  let chat: typeof settingsDefaults.chat;
  let stored: typeof document | undefined;
  let onlyPublic: (passages: readonly Passage[]) => Promise<Passage[]>;
  beforeEach(() => {
    const curated = [{ questions: ['Are dogs allowed?'], answer: 'Dogs may come in.', url }];
    chat = { ...settingsDefaults.chat, curated };
    stored = document;
    onlyPublic = (passages) => Promise.resolve([...passages]);
  });

  async function reply(message: string) {
    const dependencies = {
      documents: { atAddress: () => Promise.resolve(stored) },
      visibility: { onlyPublic: onlyPublic as never },
    };
    const question = understand(message, { contact: chat.contact });
    const settings = { ...settingsDefaults, chat };
    const direct = await directReply(question, dependencies, {
      ...{ settings, homeUrl: undefined, siteName: '', locale: '', log },
    });
    if (!direct) return null;
    const { citations, events } = direct;
    const written = events.map((event) =>
      event.type === 'text' ? citations.push(event.text) : '',
    );
    return { text: written.join('') + citations.end(), sources: citations.cited().sources, events };
  }

  test('cites the page by its title', async () => {
    const answered = await reply('Are dogs allowed?');
    expect(answered?.text).toBe('Dogs may come in. [1]');
    expect(answered?.sources).toMatchObject([
      { n: 1, title: 'Dogs [and cats]', url, kind: 'post', excerpt: '' },
    ]);
    expect(answered?.events[0]).toEqual({ type: 'model', id: 'curated' });
    expect(answered?.events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('names the page if there is no answer', async () => {
    chat.curated = [{ questions: ['Are dogs allowed?'], answer: '', url }];
    expect((await reply('Are dogs allowed?'))?.text).toBe('Dogs [and cats] [1]');
  });

  test.each<[string, () => void]>([
    ['is not in the knowledge base', () => (stored = undefined)],
    ['is not public', () => (onlyPublic = () => Promise.resolve([]))],
    ['cannot be checked', () => (onlyPublic = () => Promise.reject(new Error('down')))],
  ])('links a page that %s', async (_case, change) => {
    change();
    const answered = await reply('Are dogs allowed?');
    expect(answered?.text).toBe(`Dogs may come in.\n\n[${url}](${url})`);
    expect(answered?.sources).toEqual([]);
  });

  test('links the page by its title if answers have no numbers', async () => {
    chat.citations = false;
    const answered = await reply('Are dogs allowed?');
    expect(answered?.text).toBe(`Dogs may come in.\n\n[Dogs and cats](${url})`);
  });

  test('replies to small talk with the owner’s contact and its address', async () => {
    chat.contact = 'https://museum.example/contact';
    expect((await reply('can I talk to someone?'))?.text).toBe(
      'You can reach a person here: https://museum.example/contact',
    );
  });
});

describe('the business card', () => {
  const log = createLog('silent');
  const business = {
    ...settingsDefaults.business,
    name: 'Swan House Museum',
    address: 'Mill Lane 5\n12345 Exampletown',
    ...{ monday: 'closed', tuesday: '9:00–17:00', wednesday: '9:00–17:00' },
    exceptions: ['24 December: closed'],
  };

  async function reply(message: string, provider: 'builtin' | 'openai' = 'builtin') {
    const settings = {
      ...settingsDefaults,
      business,
      llm: { ...settingsDefaults.llm, provider },
    };
    const page = { id: 1, kind: 'post' as const, post_id: 1, attachment_id: null, title: 'Home' };
    const homeUrl = 'https://museum.example/';
    const direct = await directReply(
      understand(message, { locale: 'en_GB' }),
      {
        documents: { atAddress: () => Promise.resolve({ ...page, source_url: homeUrl }) },
        visibility: { onlyPublic: (passages) => Promise.resolve([...passages]) },
      },
      { settings, homeUrl, siteName: 'Swans', locale: 'en_GB', log },
    );
    if (!direct) return null;
    const texts = direct.events.map((event) =>
      event.type === 'text' ? direct.citations.push(event.text) : '',
    );
    return texts.join('') + direct.citations.end();
  }
  const hours = '- Monday closed\n- Tuesday–Wednesday 9:00–17:00\n- 24 December: closed [1]';

  test.each([
    ['What are your opening hours?', hours],
    ['When is the museum open on Mondays?', hours],
    ['Are you open on 24 December?', hours],
    [
      'Wie sind Ihre Öffnungszeiten?',
      hours.replace(/Mon.*day 9/s, 'Montag closed\n- Dienstag–Mittwoch 9'),
    ],
    ['Where is the museum?', 'Mill Lane 5\n12345 Exampletown [1]'],
  ])('answers %s', async (message, answer) => {
    expect(await reply(message)).toBe(answer);
  });

  test.each([
    'When is the café open?',
    'What are the opening hours of the swimming pool?',
    'Where can I park?',
    'What is the museum?',
    'When was the museum opened?',
    'Was ist am Sonntag?',
    'Why are you closed?',
  ])('leaves another question to the pages: %s', async (message) => {
    expect(await reply(message)).toBeNull();
  });

  test('says nothing that it does not have, and leaves the rest to a language model', async () => {
    expect(await reply('What is your phone number?')).toBeNull();
    expect(await reply('What are your opening hours?', 'openai')).toBeNull();
  });
});

describe('turns that a client sent', () => {
  const chat = { ...settingsDefaults.chat, history_turns: 4, max_message_chars: 10, max_tokens: 5 };
  const user = (content: string): SentTurn => ({ role: 'user', content });
  const assistant = (content: string): SentTurn => ({ role: 'assistant', content });
  const read = (sent: (SentTurn | null)[], settings = chat) =>
    readSentHistory(sent, 'And now?', settings).map(({ role, content }) => `${role}: ${content}`);

  test('the last turns are kept, as many as stored ones', () => {
    const sent = Array.from({ length: 40 }, (_, n) => (n % 2 ? assistant(`a${n}`) : user(`q${n}`)));
    expect(read(sent)).toEqual(['user: q36', 'assistant: a37', 'user: q38', 'assistant: a39']);
    expect(read(sent, { ...chat, history_turns: 0 })).toEqual([]);
  });

  test('turns are as short as stored ones', () => {
    expect(read([user('q'.repeat(99)), assistant('a'.repeat(99))])).toEqual([
      `user: ${'q'.repeat(10)}`,
      `assistant: ${'a'.repeat(20)}`,
    ]);
  });

  test('a greeting, what is empty, what is no turn, and the question itself are left out', () => {
    const sent = [assistant('Hello!'), user('When?'), null, assistant(' '), assistant('At noon.')];
    expect(read([...sent, user(' And now? ')])).toEqual(['user: When?', 'assistant: At noon.']);
    expect(read([assistant('Hello!')])).toEqual([]);
  });

  test('no turn names chunks, which only stored answers can', () => {
    const turn = { ...user('When?'), chunkIds: [7], about: 'Prices' };
    expect(readSentHistory([turn], 'And now?', chat)).toEqual([
      { ...user('When?'), chunkIds: [], sent: true },
    ]);
  });
});

describe('a model that is late', () => {
  const model = (error?: Error): LanguageModel => ({
    id: 'own:slow',
    async *stream() {
      if (error) throw error;
      yield await Promise.resolve({ type: 'text' as const, text: 'At noon.' });
      yield { type: 'finish', reason: 'stop' };
    },
  });
  const slow = model(new AppError('provider_timeout'));
  const down = model(new AppError('provider_error'));

  test.each([
    ['is forgiven when it answers', [slow, model(), slow], new AbortController().signal],
    ['is not one that fails at once', [down, down, down], new AbortController().signal],
    ['is not one whose visitors leave', [slow, slow, slow], AbortSignal.abort()],
  ])('%s', async (_case, answers, signal) => {
    const late = new SlowModels(() => 0, lateLimits);
    for (const each of answers) {
      await collect(noteLate(each, late), groundedRequest('When?'), signal).catch(() => undefined);
    }
    expect(late.list()).toEqual([]);
  });

  test('is asked where nobody else is', () => {
    expect(inTime([slow], { isSlow: () => true })).toEqual([slow]);
  });
});

describe('an answer that is stored', () => {
  const log = createLog('silent');
  const asked = (questionId: number) => ({ sessionId: 1, questionId }) as AnsweredQuestion;
  const turn = (content: string) => ({ content }) as AssistantTurn;
  const gone = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  /** A database that refuses the first `failures` answers. */
  function failing(failures: number, error: () => Error = gone) {
    const stored: { id: number; content: string; again: boolean }[] = [];
    let attempts = 0;
    const chats = {
      addAnswer({ questionId }: AnsweredQuestion, { content }: AssistantTurn, again = false) {
        if (attempts++ < failures) return Promise.reject(error());
        stored.push({ id: questionId, content, again });
        return Promise.resolve(questionId);
      },
    };
    return { chats, stored, attempts: () => attempts };
  }

  test('an answer that is refused for a moment is stored while its reader waits', async () => {
    const { chats, stored } = failing(2);
    const answers = new AnswerStore(chats, () => 0, [1, 1, 1]);
    expect(await answers.store(asked(7), turn('At noon.'), log)).toBe(7);
    expect(stored).toEqual([{ id: 7, content: 'At noon.', again: true }]);
  });

  test('a database that is slower than the interval gets each answer once', async () => {
    const refused = new Set<number>();
    const stored: number[] = [];
    async function addAnswer({ questionId }: AnsweredQuestion): Promise<number> {
      await sleep(60);
      if (refused.has(questionId)) stored.push(questionId);
      else {
        refused.add(questionId);
        throw gone();
      }
      return questionId;
    }
    const answers = new AnswerStore({ addAnswer }, () => 0, [], 5);
    const first = answers.store(asked(1), turn('One.'), log);
    await sleep(40);
    // Begins to wait while the first one is being stored.
    await Promise.all([first, answers.store(asked(2), turn('Two.'), log)]);
    await until('both are stored', () => stored.length >= 2);
    await sleep(100);
    expect(stored).toEqual([1, 2]);
  });

  test('answers that wait are bounded; the oldest make room', async () => {
    const { chats, stored } = failing(3);
    const answers = new AnswerStore(chats, () => 0, [], 60_000);
    for (const id of [1, 2, 3]) await answers.store(asked(id), turn('a'.repeat(1_500_000)), log);
    await answers.close();
    expect(stored.map(({ id }) => id)).toEqual([2, 3]);
  });

  test('an answer is given up after a quarter of an hour', async () => {
    const { chats, attempts } = failing(Infinity);
    let now = 0;
    const answers = new AnswerStore(chats, () => now, [], 5);
    await answers.store(asked(1), turn('One.'), log);
    await until('another attempt', () => attempts() > 2);
    now = 15 * 60_000;
    const before = attempts();
    await until('the last attempt', () => attempts() > before);
    const after = attempts();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(attempts()).toBe(after);
  });

  test('an answer that the database will never take is not repeated', async () => {
    const { chats, attempts } = failing(Infinity, () => new AppError('internal_error'));
    const answers = new AnswerStore(chats, () => 0, [1, 1], 5);
    expect(await answers.store(asked(1), turn('One.'), log)).toBe(0);
    await answers.close();
    expect(attempts()).toBe(1);
  });

  test.each([{ errno: 1452 }, { errcode: 787 }])(
    'an answer whose conversation was deleted meanwhile is no error (%p)',
    async (fields) => {
      const lines: string[] = [];
      const { chats, attempts } = failing(Infinity, () => Object.assign(new Error('gone'), fields));
      const answers = new AnswerStore(chats, () => 0, [1, 1], 5);
      const error = (_about: object, line: string) => lines.push(line);
      const watched = { ...log, info: () => undefined, error } as unknown as Log;
      expect(await answers.store(asked(1), turn('One.'), watched)).toBe(0);
      expect([attempts(), lines]).toEqual([1, []]);
    },
  );
});

describe('a reply as a whole', () => {
  const sources: Source[] = [
    { n: 1, title: 'A', url: 'https://a.example/', kind: 'post', excerpt: 'x' },
  ];
  const usage = { prompt_tokens: 10, completion_tokens: 3 };
  const meta: ChatEvent = { type: 'meta', session_id: 's', message_id: 1 };
  const done: ChatEvent = {
    type: 'done',
    message_id: 2,
    finish_reason: 'stop',
    usage,
    model: 'fake:model',
    ms: 42,
  };

  async function* stream(events: ChatEvent[]) {
    yield* events;
  }

  test('the answer is put together', async () => {
    const events: ChatEvent[] = [
      { ...meta, session_secret: 'secret' },
      { type: 'reasoning', content: 'Let me ' },
      { type: 'reasoning', content: 'see.' },
      { type: 'delta', content: 'At ' },
      { type: 'delta', content: 'noon [1].' },
      { type: 'citations', sources },
      done,
    ];
    const reply = await collectReply(stream(events));
    expect(chatReply.parse(reply)).toEqual(reply);
    expect(reply).toEqual({
      reply: 'At noon [1].',
      reasoning: 'Let me see.',
      citations: sources,
      tool_calls: [],
      outcome: 'answered',
      message_id: 2,
      session_id: 's',
      session_secret: 'secret',
      usage,
      model: 'fake:model',
      ms: 42,
    });
  });

  test('a reply that was cut at the limit of its length says so', async () => {
    const reply = await collectReply(stream([meta, { ...done, finish_reason: 'length' }]));
    expect(chatReply.parse(reply)).toMatchObject({ outcome: 'answered', cut: true });
  });

  describe('the outcome', () => {
    const page = { title: 'A', section: '', url: 'https://a.example/', passage: 'x', marks: [] };
    const closest: ChatEvent = { type: 'closest', pages: [{ ...page, kind: 'post' }] };
    const end = (finish: FinishReason): ChatEvent => ({ ...done, finish_reason: finish });

    test.each<[string, ChatEvent[], Outcome]>([
      ['a whole answer', [end('stop')], 'answered'],
      ['one that was cut', [end('length')], 'answered'],
      ['a refusal', [end('refusal')], 'refused'],
      ['pages instead of an answer', [closest, end('refusal')], 'closest'],
      ['an answer that was stopped', [end('aborted')], 'stopped'],
      ['an answer without end', [], 'stopped'],
    ])('of %s', async (_case, events, outcome) => {
      expect((await collectReply(stream([meta, ...events]))).outcome).toBe(outcome);
    });
  });

  test('each tool call is told once, in order, with its end', async () => {
    const call = (id: string, state: 'start' | 'end', ok?: boolean): ChatEvent => ({
      type: 'tool',
      id,
      name: `tool_${id}`,
      label: 'Look it up',
      state,
      ...(ok !== undefined && { ok }),
    });
    const events = [
      meta,
      call('a', 'start'),
      call('b', 'start'),
      call('a', 'end', true),
      call('b', 'end'),
      done,
    ];
    expect((await collectReply(stream(events))).tool_calls).toEqual([
      { name: 'tool_a', ok: true },
      { name: 'tool_b', ok: false },
    ]);
  });

  describe('an error', () => {
    const error: ChatEvent = {
      type: 'error',
      code: 'overloaded',
      message: 'Busy.',
      retryable: true,
    };

    test('is thrown as it was told, after all has been read', async () => {
      let read = 0;
      async function* counted() {
        for await (const event of stream([meta, { type: 'delta', content: 'At' }, error, done])) {
          read++;
          yield event;
        }
      }
      await expect(collectReply(counted())).rejects.toMatchObject({
        code: 'overloaded',
        message: 'Busy.',
        retryable: true,
        status: 503,
      });
      expect(read).toBe(4);
    });
  });
});
