/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Setup } from './setup.tsx';
import { readableOn } from '../look.ts';
import { lookPatch } from '../setup/look-step.tsx';
import { type Facts, nextStep, stepAfter, stepIn } from '../setup/steps.tsx';
import type { AskReply } from '../../server/contract/chats.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { dashboardOf, fakeServer, settingsWith, statusOf } from '../../test/admin/fake-server.ts';
import { button, click, fill, get, show, text, toggle, wait } from '../../test/admin/page.tsx';
import { siteOf } from '../../test/admin/site.ts';

describe('setup', () => {
  const server = fakeServer();
  const site = siteOf({
    homeUrl: 'http://site.test/',
    postTypes: [
      { name: 'post', label: 'Posts', count: 12 },
      { name: 'page', label: 'Pages', count: 3 },
      { name: 'event', label: 'Events', count: 7 },
    ],
  });
  const screen = <Setup site={site} />;
  const reply: AskReply = {
    reply: 'The museum opens at nine. [1]',
    reasoning: '',
    citations: [
      { n: 1, title: 'Visit', url: 'http://site.test/visit/', kind: 'post', excerpt: 'From nine.' },
    ],
    tool_calls: [],
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    model: 'builtin:extractive-1',
    ms: 4,
    outcome: 'answered',
    confidence: null,
  };

  const open = (step = '') =>
    window.history.replaceState(null, '', `?page=itih-rag-chat-setup${step && `&step=${step}`}`);
  const step = () => new URLSearchParams(window.location.search).get('step');
  const sent = (method: string, path: string) =>
    server.calls.filter((call) => call.method === method && call.path === path);

  beforeEach(() => {
    open();
    server.on('GET /dashboard', dashboardOf({}));
    server.on('GET /suggestions', { questions: ['When does it open?', 'What does it cost?'] });
    server.on('POST /ask', reply);
  });

  test('the choice is saved, reading begins, and its progress is shown', async () => {
    server.on('PUT /settings', settingsWith({}));
    server.on('POST /posts/index', () => {
      server.on('GET /status', statusOf({ queued: 3 }));
      server.on('GET /dashboard', dashboardOf({ completed: 1, queued: 3 }));
      return { queued: 3, total: 4 };
    });
    open('content');
    await show(screen);
    await toggle('Events');
    await click('Read this content');
    expect(sent('PUT', '/settings')[0]?.body).toEqual({
      indexing: { post_types: ['post', 'page', 'event'] },
    });
    expect(sent('POST', '/posts/index')).toHaveLength(1);
    expect(step()).toBe('ask');
    expect(get('[role=progressbar]').getAttribute('aria-valuetext')).toBe('1 of 4 documents done');
  });

  test('an unchanged choice is not saved again, and a refused one says why', async () => {
    server.fail('PUT /settings', 'conflict');
    server.on('POST /posts/index', { queued: 0, total: 0 });
    open('content');
    await show(screen);
    await toggle('Events');
    await click('Read this content');
    expect(step()).toBe('content');
    expect(get('#itih-content').textContent).toContain('being worked on already');
    await toggle('Events');
    await click('Read this content');
    expect(sent('PUT', '/settings')).toHaveLength(1);
    expect(step()).toBe('ask');
    expect(text()).toContain('There is nothing to read');
  });

  test('an answer that found nothing leads to what helps, and a failure can be tried again', async () => {
    open('ask');
    server.on('GET /suggestions', { questions: [] });
    server.fail('POST /ask', 'overloaded');
    await show(screen);
    expect(document.querySelector('.itih-suggested')).toBeNull();
    await fill('[name=question]', 'Who won?');
    await click('Ask', '.itih-ask');
    expect(text()).toContain('very busy');
    server.on('POST /ask', {
      ...reply,
      reply: 'I found nothing.',
      citations: [],
      outcome: 'refused',
    });
    await click('Try again');
    expect(button('write the answer yourself.').getAttribute('href')).toContain('-answers');
  });

  test('after switching on, the way to the site has the focus', async () => {
    open('on');
    server.on('PUT /settings', settingsWith({ general: { widget_enabled: true } }));
    await show(screen);
    await click('Switch the chat on');
    await wait();
    expect(document.activeElement?.textContent).toContain('See it on your site');
  });
});

describe('steps', () => {
  const fresh: Facts = {
    connected: false,
    chosen: false,
    documents: 0,
    ready: 0,
    asked: false,
    styled: false,
    enabled: false,
  };

  test.each<[string, Partial<Facts>, string]>([
    ['a new site', {}, 'where'],
    ['the service answers', { connected: true }, 'how'],
    ['it is said how it answers', { connected: true, chosen: true }, 'content'],
    ['posts are read', { connected: true, documents: 4 }, 'ask'],
    ['a question was asked', { connected: true, documents: 4, ready: 4, asked: true }, 'look'],
    ['it has a name', { connected: true, documents: 4, ready: 4, styled: true }, 'on'],
    ['it is on', { connected: true, documents: 4, ready: 4, enabled: true }, 'on'],
    ['the sidecar is away', { documents: 4, ready: 4, enabled: true }, 'where'],
  ])('%s: the owner goes on where they were', (_name, facts, step) => {
    expect(nextStep({ ...fresh, ...facts })).toBe(step);
  });

  test('the address names a step, and nothing else counts as one', () => {
    expect(stepIn(new URLSearchParams('step=ask'))).toBe('ask');
    expect(stepIn(new URLSearchParams('step=elsewhere'))).toBeUndefined();
    expect(stepAfter('where')).toBe('how');
    expect(stepAfter('on')).toBe('on');
  });

  const { appearance } = settingsDefaults;
  const accent = '#2145e6';
  const draft = { bot_name: '', color: accent, position: appearance.position };

  test('only the fields that were changed are saved', () => {
    expect(lookPatch(draft, appearance, accent)).toEqual({});
    expect(lookPatch({ ...draft, bot_name: ' Guide ' }, appearance, accent)).toEqual({
      bot_name: 'Guide',
    });
    expect(lookPatch({ ...draft, position: 'bottom-left' }, appearance, accent)).toEqual({
      position: 'bottom-left',
    });
  });

  test('a colour is used with a text that can be read on it, and keeps the other colours', () => {
    const stored = { ...appearance, colors: { text: '#333333' } };
    const { colors } = lookPatch({ ...draft, color: '#ffe08a' }, stored, accent);
    expect(colors).toMatchObject({
      text: '#333333',
      launcher: '#ffe08a',
      launcher_icon: '#1e1e1e',
    });
    expect(readableOn('#0b6b7d')).toBe('#ffffff');
    expect(readableOn('#808080')).toBe('#1e1e1e');
  });
});
