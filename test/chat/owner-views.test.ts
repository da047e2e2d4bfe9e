import { afterEach, beforeEach, expect, test, describe } from '@jest/globals';
import { figuresReply } from '../../server/contract/figures.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { DayCounts, troubleOf } from '../../server/chat/conversations/day-counts.ts';
import { OwnerFigures } from '../../server/chat/conversations/figures.ts';
import { Budget } from '../../server/chat/limits/budget.ts';
import { dayName, localDate } from '../../server/runtime/local-date.ts';
import { createLog } from '../../server/runtime/log.ts';
import { Metrics } from '../../server/runtime/metrics.ts';
import { forRequest } from '../../server/runtime/request-id.ts';
import { ChatFigures, UnreadRatings } from '../../server/storage/chat-figures.ts';
import { Chats, type AssistantTurn } from '../../server/storage/chats.ts';
import type { Database } from '../../server/storage/database.ts';
import { Sessions } from '../../server/storage/sessions.ts';
import { State } from '../../server/storage/state.ts';
import { memoryDatabase } from '../storage/memory-database.ts';
import { answerTurn } from '../storage/answer-turn.ts';
import { noReadings } from '../runtime/no-readings.ts';
import { csvField, exportTurns } from '../../server/chat/conversations/export-turns.ts';
import { type ExportedTurn, Conversations } from '../../server/storage/conversations.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChatDeletions } from '../../server/chat/conversations/delete-chats.ts';
import type { ChatDeletion } from '../../server/contract/chats.ts';

describe('figures', () => {
  const timeZone = 'Pacific/Auckland';
  const hour = 3_600_000;
  /** An hour before midnight in Auckland. */
  const evening = Date.UTC(2026, 10, 21, 10);
  let now: number;
  let database: Database;
  let chats: Chats;
  beforeEach(async () => {
    now = evening;
    database = await memoryDatabase();
    chats = new Chats(database, () => now);
  });
  afterEach(() => database.close());

  const limits = { ...settingsDefaults.limits, daily_tokens: 1000, monthly_tokens: 0 };

  function build() {
    const clock = () => now;
    const settings = {
      get: () => Promise.resolve({ ...settingsDefaults, limits }),
      site: () => ({ home_url: 'https://site.example', time_zone: timeZone }) as never,
    };
    const chatFigures = new ChatFigures(database);
    const state = new State(database);
    const log = createLog('silent');
    const dayCounts = new DayCounts({ state, settings, clock, log });
    return {
      dayCounts,
      figures: new OwnerFigures({
        settings,
        chatFigures,
        clock,
        unreadRatings: new UnreadRatings(database),
        budget: new Budget({ state, clock, log }),
        dayCounts,
        failedDocuments: () => Promise.resolve(2),
        openGaps: () => Promise.resolve(3),
      }),
    };
  }

  async function ask(message: string, over: Partial<AssistantTurn> = {}) {
    const session = await new Chats(database, () => now).open('', '', '');
    const question = { content: message, pageUrl: null, language: 'en' };
    const questionId = await chats.addQuestion(session.id, question);
    const day = dayName(localDate(now, timeZone));
    const asked = { sessionId: session.id, questionId, message, language: 'en', page: '', day };
    const turn = answerTurn({ model: 'builtin:extractive-1', responseTime: 40, ...over });
    const id = await chats.addAnswer({ ...asked, isFirst: true }, turn);
    return { session: session.id, id };
  }

  test('nothing has zeros for each day', async () => {
    const { period, budget, attention } = await build().figures.read(7);
    const days = period.days.map(({ day }) => day);
    expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-15', '2026-11-21']);
    expect(period).toMatchObject({
      questions: 0,
      median_ms: null,
      p95_ms: null,
      top_questions: [],
    });
    expect(budget).toEqual({ day: { used: 0, limit: 1000 }, month: { used: 0, limit: 0 } });
    expect(attention).toEqual({ failed_documents: 2, unread_down: 0, open_gaps: 3 });
  });

  test('a day ends at midnight of the site, and the period before it is counted apart', async () => {
    now = evening - 24 * hour;
    await ask('Long ago?');
    now = evening;
    await ask('When are the swans fed?');
    now = evening + 2 * hour;
    const rated = await ask('when are the SWANS fed', { outcome: 'refused', responseTime: 80 });
    await chats.rate(rated.session, rated.id, 'down', null);
    const usage = { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 60 };
    await ask('Where?', { model: 'openai:gpt', usage, outcome: 'failed', responseTime: 10 });
    const reply = await build().figures.read(2);
    expect(figuresReply.parse(reply)).toEqual(reply);
    const { period } = reply;
    expect(period.days.map(({ day, questions, down }) => [day, questions, down])).toEqual([
      ['2026-11-21', 1, 0],
      ['2026-11-22', 2, 1],
    ]);
    const noCost = { prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, usd: 0 };
    const outcomes = { answered: 0, closest: 0, refused: 1, failed: 1, stopped: 0 };
    const cost = { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 60, usd: null };
    expect(period.days[1]).toMatchObject({ outcomes, cost });
    expect(period.days[0]?.cost.usd).toBe(0);
    expect(period).toMatchObject({
      questions: 3,
      questions_before: 1,
      sessions: 3,
      up: 0,
      down: 1,
    });
    expect([period.median_ms, period.p95_ms]).toEqual([40, 80]);
    expect(period.models).toEqual([
      { model: 'builtin:extractive-1', answers: 2, ...noCost },
      { model: 'openai:gpt', answers: 1, ...cost },
    ]);
    expect(period.top_questions).toEqual([
      { question: 'when are the SWANS fed', count: 2, outcome: 'refused' },
      { question: 'Where?', count: 1, outcome: 'failed' },
    ]);
    expect(reply.attention.unread_down).toBe(1);
  });

  test('a rating is counted on the day of its answer, the latest one only', async () => {
    const { session, id } = await ask('When?');
    now = evening + 5 * hour;
    await chats.rate(session, id, 'down', null);
    await chats.rate(session, id, 'up', null);
    const { period } = await build().figures.read(2);
    expect(period.days.map(({ up, down }) => [up, down])).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  test('the summary counts all days', async () => {
    now = evening - 100 * 24 * hour;
    const { session, id } = await ask('Long ago?', {
      responseTime: 9000,
      usage: { prompt_tokens: 10, completion_tokens: 3 },
    });
    await chats.rate(session, id, 'up', null);
    now = evening;
    await ask('Today?');
    expect(await build().figures.summary()).toEqual({
      sessions: 2,
      questions: 2,
      questions_today: 1,
      up: 1,
      down: 0,
      median_ms: 40,
      prompt_tokens: 10,
      completion_tokens: 3,
    });
  });

  test('each day’s tokens cost what they cost on that day', async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
    for (const day of [30, 31]) {
      // The second is the first of December, from which on the model costs twice as much.
      now = Date.UTC(2026, 10, day, 1);
      await ask('Open?', { model: 'gemini:gemini-4-argon', usage });
    }
    const { period } = await build().figures.read(2);
    expect(period.days.map(({ cost }) => cost.usd)).toEqual([2, 4]);
    expect(period.models[0]?.usd).toBe(6);
  });

  test('what was turned away, waited and failed is counted in the day of the site', async () => {
    const sidecar = build();
    const metrics = new Metrics(noReadings, sidecar.dayCounts.count);
    metrics.turnedAway('relayed');
    metrics.turnedAway('requests');
    metrics.waited(999, false);
    now += 86_400_000;
    for (let n = 0; n < 3; n++) metrics.turnedAway('starting');
    metrics.turnedAway('relayed');
    metrics.waited(1000, true);
    metrics.failed('openai', 'key');
    metrics.tookOver('openai:gpt-6', 'builtin:extractive');
    await sidecar.dayCounts.settle();
    // Another sidecar of the site.
    const other = build();
    const further = new Metrics(noReadings, other.dayCounts.count);
    further.turnedAway('relayed');
    further.failed('openai', 'key');
    const { days } = (await other.figures.read(3)).period;
    expect(
      days.map(({ waited, turned_away, failures }) => [waited, turned_away, failures]),
    ).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [1, 5, 2],
    ]);
    const today = other.dayCounts.today();
    expect(days.at(-1)?.day).toBe(today);
    expect(troubleOf((await other.dayCounts.between(today, today)).get(today))).toEqual({
      waited: 1,
      turned_away: [
        { reason: 'starting', count: 3 },
        { reason: 'relayed', count: 2 },
      ],
      failures: [{ provider: 'openai', failure: 'key', count: 2 }],
      stood_in: { builtin: 1, other: 0 },
    });
  });

  test('a question that a widget repeats counts once, and not as turned away if it is answered then', async () => {
    const { dayCounts } = build();
    const metrics = new Metrics(noReadings, dayCounts.count);
    await metrics.open();
    forRequest('request-one', () => metrics.turnedAway('relayed'));
    forRequest('request-one', () => metrics.turnedAway('total'));
    forRequest('request-two', () => metrics.turnedAway('total'));
    forRequest('request-two', () => metrics.waited(5, false));
    const today = dayCounts.today();
    expect(troubleOf((await dayCounts.between(today, today)).get(today))).toMatchObject({
      waited: 1,
      turned_away: [{ reason: 'total', count: 1 }],
    });
    expect((await metrics.text()).body).toContain('itih_turned_away_total{reason="total"} 2');
  });

  test('what is counted while others are written is not lost', async () => {
    const { dayCounts } = build();
    dayCounts.count('waited');
    dayCounts.count('took_over:builtin');
    const writing = dayCounts.settle();
    await Promise.resolve();
    await Promise.resolve();
    dayCounts.count('took_over:builtin');
    await writing;
    const [known] = (await dayCounts.between(dayCounts.today(), dayCounts.today())).values();
    expect(known?.get('took_over:builtin')).toBe(2);
  });

  test('counts outlast a database that is away', async () => {
    let isAway = true;
    const state = new State(database);
    const add = state.add.bind(state);
    state.add = (...given) => (isAway ? Promise.reject(new Error('away')) : add(...given));
    const settings = { site: () => null };
    const counts = new DayCounts({ state, settings, clock: () => now, log: createLog('silent') });
    counts.count('waited');
    counts.count('waited');
    await counts.settle();
    isAway = false;
    const [known] = (await counts.between(counts.today(), counts.today())).values();
    expect(known?.get('waited')).toBe(2);
  });
});

describe('an export', () => {
  const turn: ExportedTurn = {
    at: Date.UTC(2026, 4, 17, 12),
    session: 's-1',
    question: 'When, "exactly"?',
    pageUrl: 'https://site.example/visit/',
    language: 'en',
    answer: {
      content: 'At noon [1].\nOr later.',
      outcome: 'answered',
      feedback: 'down',
      comment: '=HYPERLINK("http://evil.example")',
      urls: ['https://site.example/a/', 'https://site.example/b/'],
      model: 'fake:model',
      tokens: 13,
      cachedTokens: 4,
      ms: 42,
    },
  };

  describe('a field', () => {
    test.each([
      ['words', 'At noon.', 'At noon.'],
      ['a number', 13, '13'],
      ['a quote', 'the "swan"', '"the ""swan"""'],
      ['lines', 'a\r\nb', '"a\r\nb"'],
      ['=', '=1+1', "'=1+1"],
      ['@', '@SUM(A1)', "'@SUM(A1)"],
      ['a tab', '\t=1', '"\'\t\'=1"'],
      ['a carriage return', '\r=1', "'=1"],
      ['controls of a terminal', 'a\u001b[2J\u0007\u007f\u009b31mb\rc', 'a[2J31mbc'],
      ['a full-width sign', '＝1+1', "'＝1+1"],
      ['a quote before the sign', '"=1+1', '"\'""=1+1"'],
      ['a formula behind a semicolon', 'x;=cmd()', '"x;\'=cmd()"'],
      ['a formula in a new line', 'x\n=cmd()', '"x\n\'=cmd()"'],
      ['a formula behind a separator and a quote', 'x;"=cmd()"', '"x;\'""=cmd()"""'],
      ['a sign within words', '1+1=2, a-b', '"1+1=2, a-b"'],
    ])('with %s', (_what, value, field) => {
      expect(csvField(value)).toBe(field);
    });

    test('of many quotes is written in no time', () => {
      const started = performance.now();
      csvField(';"'.repeat(200_000) + '"'.repeat(400_000));
      expect(performance.now() - started).toBeLessThan(1000);
    });
  });

  async function all(texts: AsyncIterable<string>): Promise<string[]> {
    const found = [];
    for await (const text of texts) found.push(text);
    return found;
  }

  /** Yields batches of ids and counts how many were asked for. */
  function source(batches: number, read = () => Promise.resolve([turn])) {
    const asked = { batches: 0 };
    return {
      asked,
      async *all() {
        for (let id = 1; id <= batches; id++) {
          asked.batches = id;
          yield await Promise.resolve([id]);
        }
      },
      async *exported() {
        yield await read();
      },
    };
  }

  test('a file begins with the mark of UTF-8 and the names of the columns', async () => {
    const texts = await all(exportTurns(source(2), { search: '' }));
    expect(texts[0]).toBe(
      '\ufefftime,session,question,answer,outcome,rating,comment,sources,page,language,model,tokens,cached_tokens,ms\r\n',
    );
    const row = [
      '2026-05-17T12:00:00.000Z',
      's-1',
      '"When, ""exactly""?"',
      '"At noon [1].\nOr later."',
      'answered',
      'down',
      '"\'=HYPERLINK(""http://evil.example"")"',
      '"https://site.example/a/\nhttps://site.example/b/"',
      'https://site.example/visit/,en,fake:model,13,4,42\r\n',
    ].join(',');
    expect(texts.slice(1)).toEqual([row, row]);
  });

  test('nothing but the next batch is read before the last one is taken', async () => {
    const from = source(10);
    const texts = exportTurns(from, { search: '' });
    await texts.next();
    await texts.next();
    expect(from.asked.batches).toBe(2);
    await texts.return(undefined);
  });
});

describe('a deletion', () => {
  const all = { search: '' };
  let now: number;
  let database: Database;
  let begun: ChatDeletions[];

  beforeEach(async () => {
    now = Date.UTC(2026, 4, 17, 12);
    database = await memoryDatabase();
    begun = [];
  });
  afterEach(async () => {
    await Promise.all(begun.map((one) => one.stop()));
    await database.close();
  });

  /** As one sidecar has it. `removing` is called before conversations are deleted. */
  function deleteChats(removing: () => unknown = () => undefined): ChatDeletions {
    const sessions = new Sessions(database, { clock: () => now });
    const made = new ChatDeletions({
      conversations: new Conversations(database),
      sessions: {
        removeAll: async (ids) => {
          await removing();
          return sessions.removeAll(ids);
        },
      },
      state: new State(database),
      lease: 60_000,
      clock: () => now,
      log: createLog('silent'),
    });
    begun.push(made);
    return made;
  }

  /** Adds conversations that contain a term. */
  async function converse(count: number, term = 'swan'): Promise<void> {
    const before = (await database.query.selectFrom('chat_sessions').select('id').execute()).length;
    const numbers = Array.from({ length: count }, (_, n) => before + n + 1);
    const rows = numbers.map((id) => ({
      ...{ id, public_id: `${term}-${id}`, secret_hash: '', ip_hash: '' },
      ...{ created_at: now, last_at: now },
    }));
    await database.query.insertInto('chat_sessions').values(rows).execute();
    const terms = numbers.map((session_id) => ({ session_id, term }));
    await database.query.insertInto('chat_terms').values(terms).execute();
  }

  async function left(): Promise<number> {
    return (await database.query.selectFrom('chat_sessions').select('id').execute()).length;
  }

  async function ended(deletions: ChatDeletions): Promise<ChatDeletion> {
    for (let tries = 0; tries < 500; tries++) {
      const latest = await deletions.latest();
      if (latest?.ended_at) return latest;
      await sleep(10);
    }
    throw new Error('The deletion goes on.');
  }

  test('many are counted and deleted in the background, and what does not fit stays', async () => {
    await converse(620);
    await converse(3, 'goose');
    const deletions = deleteChats();
    const { deleted, deletion } = await deletions.start({ search: 'swan' });
    expect([deleted, deletion]).toEqual([
      0,
      expect.objectContaining({ state: 'counting', deleted: 0, error: null, ended_at: null }),
    ]);
    expect(await ended(deletions)).toEqual({
      ...deletion,
      state: 'done',
      total: 620,
      deleted: 620,
      ended_at: '2026-05-17T12:00:00.000Z',
    });
    expect(await left()).toBe(3);
  });

  test('a conversation that begins after the consent stays', async () => {
    await converse(510);
    let isFirst = true;
    const deletions = deleteChats(async () => {
      if (isFirst) await converse(1, 'goose');
      isFirst = false;
    });
    await deletions.start(all);
    expect(await ended(deletions)).toMatchObject({ total: 510, deleted: 510 });
    expect(await left()).toBe(1);
  });

  test('another sidecar goes on with what one has left', async () => {
    await converse(700);
    const first = deleteChats(async () => {
      if ((await left()) < 600) throw new Error('The process ends here.');
    });
    await first.start(all);
    while ((await first.latest())?.error === null) await sleep(5);
    expect(await first.latest()).toMatchObject({
      state: 'deleting',
      deleted: 125,
      error: { code: 'internal_error' },
    });
    now += 61_000;
    const second = deleteChats();
    second.look();
    expect(await ended(second)).toMatchObject({
      state: 'done',
      total: 700,
      deleted: 700,
      error: null,
    });
  });

  test('it can be stopped, what is gone is counted, and what is left stays', async () => {
    await converse(600);
    let stopped: Promise<ChatDeletion | null> | undefined;
    const deletions = deleteChats(async () => {
      if ((await left()) === 500) stopped = deletions.end();
      await stopped;
    });
    await deletions.start(all);
    await ended(deletions);
    await deletions.stop();
    expect(await stopped).toMatchObject({ state: 'stopped', deleted: 100 });
    expect(await deletions.latest()).toMatchObject({ state: 'stopped', total: 600, deleted: 125 });
    expect(await left()).toBe(475);
  });

  test('one at a time, and the words of its filter go with its end', async () => {
    await converse(600, 'marigold');
    const deletions = deleteChats();
    const text = () => new State(database).readText('chat_deletion');
    await deletions.start({ search: 'marigold' });
    await expect(deletions.start(all)).rejects.toMatchObject({ code: 'conflict' });
    expect(await text()).toContain('marigold');
    const last = await ended(deletions);
    expect(await text()).not.toContain('marigold');
    expect(await deletions.end()).toEqual(last);
    expect([await deletions.latest(), await deletions.end()]).toEqual([null, null]);
  });
});
