/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { dashboardOf, fakeServer, settingsWith, statusOf } from '../../test/admin/fake-server.ts';
import { click, fill, get, show, text, wait } from '../../test/admin/page.tsx';
import { siteOf } from '../../test/admin/site.ts';
import type {
  CommonQuestion,
  CommonQuestionsReply,
} from '../../server/contract/common-questions.ts';
import { Setup } from '../screens/setup.tsx';

const question = (
  name: CommonQuestion['name'],
  given: Partial<CommonQuestion>,
): CommonQuestion => ({
  ...{ name, text: `About ${name}?`, verdict: 'answered', says: `It is ${name}.`, title: 'Visit' },
  ...{ section: 'Hours', url: `http://site.test/${name}/`, is_closest: false, is_own: false },
  ...{ certainty: 0.9, is_right: false, is_left_out: false },
  ...given,
});

const reply: CommonQuestionsReply = {
  ...{ kind: 'shop', is_chosen: false, language: 'en', languages: ['de', 'en'] },
  ...{ asked_at: '2026-11-28T08:00:00.000Z', waiting: 0, has_changed: false, error: null },
  questions: [
    question('dogs', { verdict: 'missing', says: '', title: '', section: '', url: '' }),
    question('parking', { verdict: 'unsure', certainty: 0.4, is_closest: true }),
    question('hours', { certainty: 0.8 }),
    question('delivery', { certainty: 0.9 }),
    question('returns', { certainty: 0.7 }),
    question('phone', { certainty: 0.99 }),
    question('email', { certainty: 0.6 }),
    question('jobs', { is_left_out: true }),
  ],
};
const fresh: CommonQuestionsReply = {
  ...reply,
  asked_at: null,
  questions: reply.questions.map(({ name, text }) =>
    question(name, { text, verdict: null, says: '', certainty: null }),
  ),
};

describe('twenty questions', () => {
  const server = fakeServer();
  const screen = <Setup site={siteOf({ homeUrl: 'http://site.test/' })} />;
  const step = () => new URLSearchParams(window.location.search).get('step');
  const group = (name: string) => get(`#itih-questions-${name}`).textContent;
  const sentTo = (path: string) =>
    server.calls.filter((call) => call.method === 'POST' && call.path === path);

  beforeEach(() => {
    window.history.replaceState(null, '', '?page=itih-rag-chat-setup&step=ask');
    server.on('GET /dashboard', dashboardOf({ completed: 3 }));
    server.on('GET /suggestions', { questions: [] });
    server.on('GET /common-questions', reply);
    server.on('POST /common-questions', { ...fresh, waiting: 8 });
  });

  test('they are asked by themselves once all is read, and shown in three groups', async () => {
    server.on('GET /common-questions', fresh);
    server.on('POST /common-questions', () => reply);
    await show(screen);
    expect(sentTo('/common-questions').map(({ body }) => body)).toEqual([{}]);
    expect(text()).toContain('For a shop, in English.');
    expect(group('missing')).toContain('About dogs?');
    expect(group('unsure')).toContain('name this page');
    expect(group('answered')).toContain('It is delivery.');
    expect(group('answered')).not.toContain('About jobs?');
    expect(group('left_out')).toContain('About jobs?');
  });

  test('while pages are read they wait, unless the owner does not', async () => {
    server.on('GET /common-questions', fresh);
    server.on('GET /status', statusOf({ queued: 2 }));
    await show(screen);
    expect(sentTo('/common-questions')).toHaveLength(0);
    await click('Ask them now');
    expect(sentTo('/common-questions')).toHaveLength(1);
  });

  test('vectors that are still made are waited for, and the page sees their end', async () => {
    server.on('GET /common-questions', fresh);
    server.on('POST /common-questions', () => reply);
    const embedder = 'local:english';
    const building = { embedder, chunks_done: 1, chunks_total: 4, problem: null };
    server.on('GET /status', { ...statusOf(), index: { embedder, dimensions: 384, building } });
    await show(screen);
    expect(text()).toContain('1 of 4 passages');
    expect(sentTo('/common-questions')).toHaveLength(0);
    server.on('GET /status', statusOf());
    await wait(2500);
    expect(sentTo('/common-questions')).toHaveLength(1);
  });

  test('three of the surest greet visitors when the owner goes on, and a tick changes that at once', async () => {
    let saved = settingsWith({});
    server.on('PUT /settings', ({ body }: { body: unknown }) => {
      saved = settingsWith(body as never);
      return saved;
    });
    await show(screen);
    await click('Continue');
    const starters = ['About delivery?', 'About hours?', 'About returns?'];
    expect(server.sent('PUT', '/settings')).toEqual({ chat: { starters } });
    expect(step()).toBe('look');
  });

  test('the owner’s word is sent: right, left out, another kind of site', async () => {
    server.on('POST /common-questions/parking', reply);
    server.on('POST /common-questions/dogs', reply);
    await show(screen);
    await click('It is right: About parking?');
    expect(server.sent('POST', '/common-questions/parking')).toEqual({ is_right: true });
    await click('Leave out: About dogs?');
    expect(server.sent('POST', '/common-questions/dogs')).toEqual({ is_left_out: true });
    await click('Choose another kind of site');
    await click('Ask these');
    expect(server.sent('POST', '/common-questions')).toEqual({ kind: 'shop', language: 'en' });
  });

  test('an answer is written in place, and the question asked again', async () => {
    server.on('POST /common-questions/dogs', reply);
    server.on('POST /ask', {
      ...{ reply: 'Yes.', reasoning: '', citations: [], tool_calls: [], model: 'curated', ms: 1 },
      ...{ usage: { prompt_tokens: 0, completion_tokens: 0 }, outcome: 'answered' },
      confidence: null,
    });
    server.on('PUT /settings', settingsWith({}));
    await show(screen);
    await click('Write the answer: About dogs?');
    expect(get<HTMLTextAreaElement>('[name=questions]').value).toBe('About dogs?');
    await fill('[name=answer]', 'Yes.');
    await click('Show the new answer');
    await click('Save, and mark as done');
    expect(server.sent('PUT', '/settings')).toEqual({
      chat: { curated: [{ questions: ['About dogs?'], answer: 'Yes.', url: '' }] },
    });
    expect(server.sent('POST', '/common-questions/dogs')).toEqual({});
  });
});
