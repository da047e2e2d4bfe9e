import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Chats, insertTurn } from '../../server/storage/chats.ts';
import {
  gapDetailReply,
  gapsReply,
  type Gap,
  type GapDetail,
  type GapsQuery,
} from '../../server/contract/gaps.ts';
import type { Database } from '../../server/storage/database.ts';
import { recountAllGaps, Gaps, openGaps } from '../../server/storage/gaps.ts';
import { Sessions } from '../../server/storage/sessions.ts';
import { until } from '../fakes/wait.ts';
import { emptied, oneDatabase, openTables, startSidecar, type Sidecar } from './sidecar.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 4, 17, 12);
const query: GapsQuery = {
  ...{ page: 1, per_page: 20, search: '', order: 'desc', orderby: 'count', state: 'open' },
};

describe.each(oneDatabase)('gaps in the tables of %s', (_name, databaseUrl) => {
  let tables: Database;
  beforeAll(async () => {
    tables = await openTables(databaseUrl());
  });
  afterAll(() => tables.close());
  let database: Database;
  let gaps: Gaps;
  let now: number;
  let sessions: Sessions;
  beforeEach(async () => {
    now = noon;
    database = await emptied(tables);
    gaps = new Gaps(database, () => now);
    sessions = new Sessions(database, { clock: () => now });
  });

  /** Stores a question and its answer `days` ago in a session of its own. */
  async function asked(text: string, days = 0) {
    const at = now - days * day;
    const { id: session_id } = await new Chats(database, () => now).open('', '', '');
    const turn = { session_id, created_at: at };
    const question = await insertTurn(database.query, {
      ...{ ...turn, role: 'user', content: text, language: 'en' },
    });
    const answer = await insertTurn(database.query, {
      ...{ ...turn, role: 'assistant', content: 'No.', outcome: 'refused', question_id: question },
    });
    const stored = await gaps.turn(answer);
    return { session: session_id, turn: stored!, question: { text, space: null, vector: null } };
  }
  type Asked = Awaited<ReturnType<typeof asked>>;
  const open = ({ turn, question }: Asked) => gaps.open(turn, question, 'nothing');
  const join = async ({ turn, question }: Asked, reason: 'nothing' | 'closest' = 'nothing') =>
    gaps.join((await gaps.list(query)).rows[0]!.id, turn, question, reason);
  const only = async (more: Partial<GapsQuery> = {}) =>
    (await gaps.list({ ...query, ...more })).rows;

  test('a gap has the latest question, and counts, trend and reasons of its turns', async () => {
    await open(await asked('Kayaks?', 95));
    await join(await asked('Rent a kayak?', 10));
    await join(await asked('Kayak rental?', 3), 'closest');
    await join(await asked('Kayaks to rent?', 1), 'closest');
    expect(await only()).toMatchObject([
      {
        ...{ question: 'Kayaks to rent?', language: 'en', count: 3, trend: 1, state: 'open' },
        reasons: ['closest', 'nothing'],
        first_at: new Date(noon - 95 * day).toISOString(),
        last_at: new Date(noon - day).toISOString(),
      },
    ]);
    expect(await openGaps(database)).toBe(1);
  });

  test('a question that was asked before the one that names the gap does not rename it', async () => {
    await open(await asked('New', 1));
    await join(await asked('Old', 5));
    expect(await only()).toMatchObject([{ question: 'New', count: 2 }]);
  });

  test('counts follow the days', async () => {
    await open(await asked('Kayaks?', 1));
    expect(await only()).toMatchObject([{ count: 1, trend: 1 }]);
    now += 8 * day;
    await recountAllGaps(database, now);
    expect(await only()).toMatchObject([{ count: 1, trend: -1 }]);
    now += 90 * day;
    await recountAllGaps(database, now);
    expect(await only()).toMatchObject([{ count: 0, trend: 0, reasons: ['nothing'] }]);
  });

  test('when a visitor deletes a conversation, its words and its count go with it', async () => {
    const first = await asked('Kayaks?', 2);
    await open(first);
    const second = await asked('My name is Ada, are there kayaks?', 1);
    await join(second);
    await sessions.remove(second.session);
    expect(await only()).toMatchObject([{ question: 'Kayaks?', count: 1 }]);
    await sessions.remove(first.session);
    expect(await only()).toEqual([]);
  });

  test('one that is done opens again for a later question, one that is ignored does not', async () => {
    await open(await asked('Kayaks?'));
    const [gap] = await only();
    const { id } = gap!;
    for (const [state, after] of [
      ['done', 'open'],
      ['ignored', 'ignored'],
    ] as const) {
      now += 1000;
      const before = await asked('Kayak?');
      now += 1000;
      await gaps.update(id, state, 'answer');
      await gaps.join(id, before.turn, before.question, 'nothing');
      expect(await gaps.get(id)).toMatchObject({ state, action: 'answer' });
      now += 1000;
      const later = await asked('Kayaks!');
      await gaps.join(id, later.turn, later.question, 'nothing');
      expect((await gaps.get(id)).state).toBe(after);
    }
    await expect(gaps.update(999, 'done', undefined)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of two owners who see to it, the second one is refused and changes nothing', async () => {
    await open(await asked('Kayaks?'));
    const { id } = (await only())[0]!;
    const seen = Date.parse((await gaps.get(id)).changed_at);
    now += 1;
    // A further question does not count as a change of its state.
    await join(await asked('Kayak?'));
    await gaps.update(id, 'done', 'answer', seen);
    const after = await gaps.get(id);
    expect(after).toMatchObject({ state: 'done', changed_at: new Date(now).toISOString() });
    now += 1;
    await expect(gaps.update(id, 'ignored', '', seen)).rejects.toMatchObject({ code: 'conflict' });
    await expect(gaps.update(999, 'done', '', seen)).rejects.toMatchObject({ code: 'not_found' });
    expect(await gaps.get(id)).toEqual(after);
    await gaps.update(id, 'ignored', undefined, Date.parse(after.changed_at));
    expect(await gaps.get(id)).toMatchObject({ state: 'ignored', action: 'answer' });
  });

  test('the list is searched, filtered, ordered and paged', async () => {
    for (const text of ['100% wool?', 'Kayaks?', 'Dinosaurs?']) await open(await asked(text, 1));
    const some = await asked('Kayaks?');
    const [{ id }] = (await only({ search: 'Kayaks' })) as [Gap];
    await gaps.join(id, some.turn, some.question, 'closest');
    const names = async (more: Partial<GapsQuery>) =>
      (await only(more)).map(({ question }) => question);
    expect(await names({ search: '100%' })).toEqual(['100% wool?']);
    expect(await names({ search: '1_0' })).toEqual([]);
    expect(await names({ reason: 'closest' })).toEqual(['Kayaks?']);
    expect(await names({ state: 'done' })).toEqual([]);
    expect((await names({ orderby: 'last_at' }))[0]).toBe('Kayaks?');
    expect((await names({ orderby: 'trend', order: 'asc' })).at(-1)).toBe('Kayaks?');
    const second = await gaps.list({ ...query, page: 2, per_page: 2 });
    expect([second.rows.length, second.total]).toEqual([1, 3]);
  });
});

describe.each(oneDatabase)('gaps of conversations on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  beforeAll(async () => {
    sidecar = await startSidecar(databaseUrl());
    await sidecar.shim.admin('PUT', '/settings', { body: { limits: { per_ip_max: 0 } } });
    await sidecar.publish(
      1,
      'Boat hire',
      '<p>Sailing boats can be hired at the pier for 20 euros.</p>',
    );
    await sidecar.publish(2, 'Opening hours', '<p>The office is open from nine to five.</p>');
  });
  afterAll(() => sidecar.stop());

  const list = async (parameters = {}) => {
    const { body } = await sidecar.shim.call<Gap[]>('GET', '/gaps', {
      role: 'reader',
      query: parameters,
    });
    return gapsReply.parse(body);
  };
  const listed = async (count: number) => {
    await until(`${count} questions are in gaps`, async () => {
      const all = await list();
      return all.reduce((sum, gap) => sum + gap.count, 0) === count;
    });
    return list();
  };
  /** Asks a question, and returns how to rate its answer. */
  async function asked(message: string) {
    const { frames, session } = await sidecar.shim.chat(message);
    const { message_id } = frames.at(-1)?.data as { message_id: number };
    return {
      session: session!.id,
      rate: (feedback: 'up' | 'down', comment = '') =>
        sidecar.shim.call('POST', '/feedback', {
          headers: { 'x-itih-secret': session!.secret },
          body: { message_id, session_id: session!.id, feedback, comment },
        }),
    };
  }

  test('questions that found nothing are grouped, small talk and answers are not', async () => {
    for (const message of [
      'Hello!',
      'What does hiring a sailing boat cost?',
      'Do you exhibit dinosaurs?',
      'Is there a swimming pool?',
      'swimming pool',
    ])
      await sidecar.shim.chat(message);
    const gaps = await listed(3);
    expect(gaps.map(({ question, count }) => [question, count])).toEqual([
      ['swimming pool', 2],
      ['Do you exhibit dinosaurs?', 1],
    ]);
    expect(gaps[0]).toMatchObject({ language: 'en', reasons: ['nothing'], trend: 2 });
  });

  test('the detail has the wordings, the closest pages and the words that the site lacks', async () => {
    const { session, rate } = await asked('Can I hire a submarine at the pier?');
    await rate('down', 'Not a boat!');
    const gaps = await listed(4);
    const { id } = gaps.find(({ question }) => question.includes('submarine'))!;
    const { body } = await sidecar.shim.call<GapDetail>('GET', `/gaps/${id}`, { role: 'reader' });
    const detail = gapDetailReply.parse(body);
    expect(detail.questions).toMatchObject([
      {
        text: 'Can I hire a submarine at the pier?',
        session,
        reason: 'down',
        comment: 'Not a boat!',
      },
    ]);
    expect(detail.closest[0]?.title).toBe('Boat hire');
    expect(detail.unknown_words).toEqual(['submarine']);
    expect(detail.why.length).toBeGreaterThan(0);
    expect((await sidecar.shim.call('GET', '/gaps/999', { role: 'reader' })).status).toBe(404);
  });
});
