/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Setup } from '../../admin/screens/setup.tsx';
import { RemoteSidecar } from '../../admin/setup/connect-step.tsx';
import { lookPatch, readableOn } from '../../admin/setup/look-step.tsx';
import { type Facts, nextStep, stepAfter, stepIn } from '../../admin/setup/steps.tsx';
import type { AskReply } from '../../server/contract/chats.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { dashboardOf, fakeServer, maskedDefaults, statusOf } from './fake-server.ts';
import { button, click, fill, get, show, text, toggle, wait } from './page.tsx';
import { siteOf } from './site.ts';

describe('setup', () => {
  const server = fakeServer();
  const startCommand = 'node /opt/itih.mjs serve --wp /var/www/html';
  const site = siteOf({
    homeUrl: 'http://site.test/',
    startCommand,
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
  const settingsWith = (enabled: boolean, appearance = {}) => ({
    settings: {
      ...maskedDefaults,
      general: { ...maskedDefaults.general, widget_enabled: enabled },
      appearance: { ...maskedDefaults.appearance, ...appearance },
    },
  });

  beforeEach(() => {
    open();
    server.on('GET /status', statusOf());
    server.on('GET /dashboard', dashboardOf({}));
    server.on('GET /settings', settingsWith(false));
    server.on('GET /suggestions', { questions: ['When does it open?', 'What does it cost?'] });
    server.on('POST /ask', reply);
  });

  test('without a sidecar the command is shown, and the step turns green by itself', async () => {
    server.fail('GET /status', 'sidecar_unavailable');
    server.fail('GET /dashboard', 'sidecar_unavailable');
    await show(screen);
    expect(step()).toBe('connect');
    expect(get('.itih-command code').textContent).toBe(startCommand);
    expect(get('[aria-current=step]').textContent).toBe('Connect');
    server.on('GET /status', statusOf());
    server.on('GET /dashboard', dashboardOf({}));
    await wait(2200);
    expect(step()).toBe('connect');
    expect(get('.itih-path__step').classList.contains('is-done')).toBe(true);
    expect(document.querySelector('.itih-command')).toBeNull();
    await click('Continue');
    expect(step()).toBe('content');
  });

  test('the types of content have their counts; posts and pages are chosen', async () => {
    await show(screen);
    expect(step()).toBe('content');
    const chosen = [...document.querySelectorAll<HTMLInputElement>('input:checked')];
    expect(chosen.map(({ name }) => name)).toEqual([
      'setup.post_types.post',
      'setup.post_types.page',
    ]);
    expect(get('.itih-choices').textContent).toContain('12 published');
  });

  test('the choice is saved, reading begins, and its progress is shown', async () => {
    server.on('PUT /settings', settingsWith(false));
    server.on('POST /posts/index', () => {
      server.on('GET /status', statusOf({ queued: 3 }));
      server.on('GET /dashboard', dashboardOf({ completed: 1, queued: 3 }));
      return { queued: 3, total: 4 };
    });
    await show(screen);
    await toggle('Events');
    await click('Read this content');
    expect(sent('PUT', '/settings')[0]?.body).toEqual({
      indexing: { post_types: ['post', 'page', 'event'] },
    });
    expect(sent('POST', '/posts/index')).toHaveLength(1);
    expect(step()).toBe('indexing');
    expect(get('[role=progressbar]').getAttribute('aria-valuetext')).toBe('1 of 4 documents done');
    expect(get('#itih-reading-all').textContent).toContain('Ready1');
  });

  test('an unchanged choice is not saved again, and a refused one says why', async () => {
    server.fail('PUT /settings', 'conflict');
    server.on('POST /posts/index', { queued: 0, total: 0 });
    await show(screen);
    await toggle('Events');
    await click('Read this content');
    expect(step()).toBe('content');
    expect(get('#itih-content').textContent).toContain('being worked on already');
    await toggle('Events');
    await click('Read this content');
    expect(sent('PUT', '/settings')).toHaveLength(1);
    expect(step()).toBe('indexing');
    expect(text()).toContain('There is nothing to index');
  });

  test('a reload in the middle of reading shows the progress again', async () => {
    open('indexing');
    server.on('GET /status', statusOf({ queued: 2 }));
    server.on('GET /dashboard', dashboardOf({ completed: 2, queued: 2, failed: 1 }));
    await show(screen);
    expect(get('[role=progressbar]').getAttribute('aria-valuetext')).toBe('3 of 5 documents done');
    expect(button('1 document could not be read. See why').getAttribute('href')).toContain(
      'status=failed',
    );
  });

  test('an owner who comes back goes on where they were', async () => {
    server.on('GET /dashboard', dashboardOf({ completed: 4 }));
    await show(screen);
    expect(step()).toBe('ask');
  });

  test('a suggestion is asked at one click, and the answer names its sources', async () => {
    open('ask');
    server.on('GET /dashboard', dashboardOf({ completed: 4 }));
    await show(screen);
    await click('When does it open?');
    expect(sent('POST', '/ask')[0]?.body).toEqual({ message: 'When does it open?' });
    expect(get('.itih-answer .itih-markdown').textContent).toContain('The museum opens at nine.');
    expect(get<HTMLAnchorElement>('.itih-answer .itih-chunks a').href).toBe(
      'http://site.test/visit/',
    );
    expect(get('[aria-current=step]').textContent).toContain('(done)');
    await fill('[name=question]', 'And what does it cost?');
    await click('Ask', '.itih-ask');
    expect(sent('POST', '/ask')[1]?.body).toEqual({ message: 'And what does it cost?' });
  });

  test('a section that is quoted stands there once, with its page and further ones', async () => {
    open('ask');
    const passage = 'Closed on Monday.';
    const [visit] = reply.citations;
    const page = {
      title: 'Café',
      section: '',
      kind: 'post' as const,
      passage: 'At noon.',
      marks: [],
    };
    server.on('POST /ask', {
      ...reply,
      reply: `**Opening hours** says:\n\n> From nine. **${passage}** [1]`,
      citations: [{ ...visit, excerpt: passage }],
      closest: [{ ...page, url: 'http://site.test/cafe/' }],
    });
    await show(screen);
    await click('When does it open?');
    expect(get('.itih-answer blockquote strong').textContent).toBe(passage);
    expect(get('.itih-answer').textContent?.split(passage)).toHaveLength(2);
    expect(get('.itih-answer').textContent).toContain('More pages');
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.itih-answer .itih-chunks a')];
    expect(links.map(({ href }) => href)).toEqual([
      'http://site.test/visit/',
      'http://site.test/cafe/',
    ]);
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

  test('the appearance is saved, and switching on shows the chat to visitors', async () => {
    open('look');
    server.on('PUT /settings', settingsWith(false, { bot_name: 'Guide' }));
    await show(screen);
    await fill('[name=bot_name]', 'Guide');
    await fill('[name=position]', 'bottom-left');
    expect(get('.itih-look__page').style.justifyItems).toBe('left');
    await click('Save and continue');
    expect(sent('PUT', '/settings')[0]?.body).toEqual({
      appearance: { bot_name: 'Guide', position: 'bottom-left' },
    });
    expect(step()).toBe('on');
    expect(text()).toContain('Nothing has been read yet');
    server.on('PUT /settings', settingsWith(true));
    await click('Switch the chat on');
    expect(sent('PUT', '/settings')[1]?.body).toEqual({ general: { widget_enabled: true } });
    expect(text()).toContain('The chat is on');
    expect(get<HTMLAnchorElement>('#itih-on a').href).toBe('http://site.test/');
  });

  test('the owner is asked how many tokens a day visitors may use', async () => {
    open('on');
    const { settings } = settingsWith(false);
    const limits = { ...settings.limits, daily_tokens: 500_000 };
    server.on('GET /settings', { settings: { ...settings, limits } });
    server.on('PUT /settings', settingsWith(true));
    await show(screen);
    expect(get<HTMLInputElement>('[name=daily_tokens]').value).toBe('500000');
    await fill('[name=daily_tokens]', '90000');
    await click('Switch the chat on');
    expect(sent('PUT', '/settings')[0]?.body).toEqual({
      general: { widget_enabled: true },
      limits: { daily_tokens: 90_000 },
    });
  });

  test('a switch that is refused says why, and can be pressed again', async () => {
    open('on');
    server.fail('PUT /settings', 'internal_error');
    await show(screen);
    await click('Switch the chat on');
    expect(text()).toContain('Something went wrong.');
    expect(text()).not.toContain('The chat is on');
  });

  test('every step can be skipped, by its button and by its name', async () => {
    await show(screen);
    await click('Skip this step');
    expect(step()).toBe('indexing');
    expect(sent('POST', '/posts/index')).toHaveLength(0);
    await click('Appearance');
    await click('Skip this step');
    expect(step()).toBe('on');
    expect(button('Do this later').getAttribute('href')).toBe('?page=itih-rag-chat');
  });
});

describe('remote sidecar', () => {
  const server = fakeServer();
  const site = siteOf({ homeUrl: 'http://site.test/', sidecarUrl: 'https://chat.test' });
  const open = async () => {
    let told = 0;
    await show(<RemoteSidecar site={site} onDisconnected={() => told++} />);
    await click('The sidecar is on another machine, or in a container');
    return () => told;
  };
  const methods = () => server.calls.map(({ method, path }) => `${method} ${path}`);

  test('says the command for this site, and fetches a code only when asked', async () => {
    server.on('POST /connection', { connect: 'itih2.abc.def', sidecar_url: '' });
    await open();
    expect(get('.itih-command code').textContent).toBe(
      'itih connect http://site.test --address https://chat.test',
    );
    await fill('input[type=url]', 'https://other.test');
    expect(get('.itih-command code').textContent).toContain('--address https://other.test');
    expect(methods()).toEqual([]);
    await fill('input[type=password]', 'of the account');
    await click('Show the connection code');
    expect(text()).toContain('ITIH_CONNECT=itih2.abc.def');
    expect(text()).toContain('It works once, for 15 minutes');
    expect(methods()).toEqual(['POST /connection']);
    expect(server.calls[0]?.body).toEqual({
      sidecar_url: 'https://other.test',
      password: 'of the account',
      lasting: false,
    });
  });

  test('a host that keeps no files gets the secret itself, when that is chosen', async () => {
    server.on('POST /connection', { connect: 'itih1.abc.def', sidecar_url: '' });
    await open();
    await fill('input[type=password]', 'of the account');
    await toggle('My host keeps no files');
    await click('Show the connection code');
    expect(server.calls[0]?.body).toMatchObject({ lasting: true });
    expect(text()).toContain('It holds the secret of this site');
  });

  test('a refusal says why', async () => {
    server.fail('POST /connection', 'rate_limited');
    await open();
    await fill('input[type=password]', 'of the account');
    await click('Show the connection code');
    expect(text()).toContain('Too many messages');
  });

  test('disconnecting asks first, and says what it did', async () => {
    server.on('DELETE /connection', { sidecar_url: '' });
    const told = await open();
    await click('Disconnect');
    expect(methods()).toEqual([]);
    await click('Disconnect', '.itih-dialog');
    expect(methods()).toEqual(['DELETE /connection']);
    expect(text()).toContain('Disconnected. The old code does not work any more.');
    expect(told()).toBe(1);
  });
});

describe('steps', () => {
  const fresh: Facts = {
    connected: false,
    documents: 0,
    ready: 0,
    asked: false,
    styled: false,
    enabled: false,
  };

  test.each<[string, Partial<Facts>, string]>([
    ['a new site', {}, 'connect'],
    ['the sidecar answers', { connected: true }, 'content'],
    ['posts wait', { connected: true, documents: 4 }, 'indexing'],
    ['some are read', { connected: true, documents: 4, ready: 1 }, 'ask'],
    ['a question was asked', { connected: true, documents: 4, ready: 4, asked: true }, 'look'],
    ['it has a name', { connected: true, documents: 4, ready: 4, styled: true }, 'on'],
    ['it is on', { connected: true, documents: 4, ready: 4, enabled: true }, 'on'],
    ['the sidecar is away', { documents: 4, ready: 4, enabled: true }, 'connect'],
  ])('%s: the owner goes on where they were', (_name, facts, step) => {
    expect(nextStep({ ...fresh, ...facts })).toBe(step);
  });

  test('the address names a step, and nothing else counts as one', () => {
    expect(stepIn(new URLSearchParams('step=ask'))).toBe('ask');
    expect(stepIn(new URLSearchParams('step=elsewhere'))).toBeUndefined();
    expect(stepAfter('connect')).toBe('content');
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
