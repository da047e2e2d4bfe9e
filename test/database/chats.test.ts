import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askReply, chatDetailReply, chatsReply } from '../../server/contract/chats.ts';
import type { AskReply, ChatDetail, ChatSummary } from '../../server/contract/chats.ts';
import { figuresReply, type Figures } from '../../server/contract/figures.ts';
import type { ChatSession } from '../fakes/shim.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

const hours = `<h2>Opening hours</h2><p>The museum is open from ten in the morning to six in the evening,
  Tuesday to Sunday.</p>`;

/** Questions of one conversation each, in languages that write words in different ways. */
const asked = {
  en: 'When is the museum open in the evening?',
  de: 'Wie sind die Öffnungszeiten des Museums?',
  zh: '博物馆什么时候开门？',
  ja: '美術館の開館時間は何時ですか。',
  th: 'พิพิธภัณฑ์เปิดกี่โมงครับ',
} as const;

describe.each(oneDatabase)('the owner’s conversations on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  const sessions = {} as Record<keyof typeof asked, ChatSession>;

  async function ask(message: string, session?: ChatSession): Promise<ChatSession> {
    const { session: used, frames } = await sidecar.shim.chat(message, session ? { session } : {});
    if (!used) throw new Error('no session');
    const done = frames.at(-1)?.data;
    if (done?.type !== 'done' || done.message_id === 0) throw new Error('not stored');
    return session ?? used;
  }
  const rate = (session: ChatSession, message_id: number, feedback: string, comment = '') =>
    sidecar.shim.call('POST', '/feedback', {
      body: { session_id: session.id, message_id, feedback, comment },
      headers: { 'x-itih-secret': session.secret },
    });
  const list = async (query: Record<string, string> = {}) => {
    const { status, body, headers } = await sidecar.shim.call<ChatSummary[]>('GET', '/chats', {
      role: 'reader',
      query,
    });
    expect(status).toBe(200);
    expect(chatsReply.parse(body)).toEqual(body);
    const total = Number(headers.get('x-wp-total'));
    return { chats: body, total, ids: body.map(({ session }) => session) };
  };
  const read = async (session: string) => {
    const path = `/chats/${session}`;
    const { body } = await sidecar.shim.call<ChatDetail>('GET', path, { role: 'reader' });
    return chatDetailReply.parse(body);
  };
  const figures = async (days = '7') => {
    const { body } = await sidecar.shim.call<Figures>('GET', '/figures', {
      role: 'reader',
      query: { days },
    });
    return figuresReply.parse(body);
  };

  beforeAll(async () => {
    sidecar = await startSidecar(databaseUrl());
    await sidecar.shim.admin('PUT', '/settings', { body: { limits: { per_ip_max: 0 } } });
    await sidecar.publish(1, 'Visit us', hours);
    for (const [language, question] of Object.entries(asked)) {
      sessions[language as keyof typeof asked] = await ask(question);
    }
  });
  afterAll(async () => sidecar.stop());

  test('lists are paged, and filtered by language, outcome and day', async () => {
    const { ids, total } = await list({ per_page: '2', page: '2' });
    expect([ids.length, total]).toEqual([2, 5]);
    expect((await list({ language: 'th' })).ids).toEqual([sessions.th.id]);
    expect((await list({ search: 'offnungszeiten' })).ids).toEqual([sessions.de.id]);
    expect((await list({ search: '什么时候' })).ids).toEqual([sessions.zh.id]);
    const { chats } = await list({ search: 'evening' });
    const outcome = chats[0]!.outcome!;
    expect((await list({ outcome, search: 'evening' })).ids).toEqual([sessions.en.id]);
    const day = new Date().toISOString().slice(0, 10);
    expect((await list({ from: '2020-01-01', to: '2020-12-31' })).total).toBe(0);
    expect((await list({ from: '2020-01-01', to: day.replace(/^\d{4}/, '9999') })).total).toBe(5);
    const { status } = await sidecar.shim.admin('GET', '/chats', { query: { from: 'today' } });
    expect(status).toBe(400);
  });

  test('a turn tells its outcome, its question and how sure the chat was', async () => {
    const { chat, turns } = await read(sessions.en.id);
    expect([chat.turns, chat.first_question, chat.language]).toEqual([1, asked.en, 'en']);
    const [question, answer] = turns;
    expect([question?.role, question?.outcome]).toEqual(['user', null]);
    expect(answer?.outcome).toBe('answered');
    expect(answer?.confidence).toBeGreaterThan(0);
    expect(answer?.citations[0]?.url).toBe('http://site.test/post-1/');
  });

  test('ratings are found, counted as unread, and read when their list is opened', async () => {
    const { turns } = await read(sessions.de.id);
    await rate(sessions.de, turns[1]!.id, 'down', '=1+1');
    expect((await figures()).attention.unread_down).toBe(1);
    const { chats } = await list({ feedback: 'down' });
    expect(chats).toMatchObject([{ session: sessions.de.id, down: 1 }]);
    expect((await figures()).attention.unread_down).toBe(0);
    expect((await read(sessions.de.id)).turns[1]?.comment).toBe('=1+1');
  });

  test('the export has the turns of the filter, and no formula', async () => {
    const path = '/chats/export';
    const { body, headers } = await sidecar.shim.call<string>('GET', path, {
      role: 'reader',
      query: { feedback: 'down' },
    });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(body).toContain(asked.de);
    expect(body).toContain(`down,'=1+1,`);
    expect(body).not.toContain(asked.zh);
    const all = await sidecar.shim.call<string>('GET', path, { role: 'reader' });
    for (const question of Object.values(asked)) expect(all.body).toContain(question);
  });

  test('a tried question is answered with unsaved settings, and leaves no trace', async () => {
    const before = [(await list()).total, (await figures()).period.questions];
    const { status, body } = await sidecar.shim.admin<AskReply>('POST', '/ask', {
      body: { message: 'When is the museum open?', settings: { chat: { citations: false } } },
    });
    expect(status).toBe(200);
    expect(askReply.parse(body)).toEqual(body);
    expect(body).toMatchObject({ outcome: 'answered', confidence: { outcome: 'answer' } });
    expect(body.reply).toContain('ten in the morning');
    expect(body.reply).not.toContain('[1]');
    expect([(await list()).total, (await figures()).period.questions]).toEqual(before);
  });

  test('figures count what was asked, and stay when conversations are deleted', async () => {
    const { period } = await figures();
    expect(period).toMatchObject({ sessions: 5, questions: 5, down: 1 });
    expect(period.days.at(-1)?.questions).toBe(5);
    expect(period.top_questions).toHaveLength(5);
    expect(period.median_ms).toBeGreaterThan(0);

    const remove = async (body: unknown) =>
      (await sidecar.shim.admin('POST', '/chats/delete', { body })).body;
    expect(await remove({ sessions: [sessions.zh.id, 'unknown'] })).toEqual({ deleted: 1 });
    expect(await remove({ filter: { language: 'ja' } })).toEqual({ deleted: 1 });
    const one = await sidecar.shim.admin('DELETE', `/chats/${sessions.th.id}`);
    expect(one.body).toEqual({ deleted: true });
    const again = await sidecar.shim.admin('DELETE', `/chats/${sessions.th.id}`);
    expect(again.status).toBe(404);
    expect((await list()).ids.toSorted()).toEqual([sessions.en.id, sessions.de.id].toSorted());
    expect((await list({ search: '什么时候' })).total).toBe(0);
    expect((await figures()).period).toMatchObject({ sessions: 5, questions: 5 });
    expect(await remove({ filter: {} })).toEqual({ deleted: 2 });
    expect((await list()).total).toBe(0);
  });
});
