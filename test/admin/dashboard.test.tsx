/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { Dashboard } from '../../admin/screens/dashboard.tsx';
import { dashboardOf, fakeServer, maskedDefaults, ServerError, statusOf } from './fake-server.ts';
import { button, checkbox, click, get, show, text, toggle, wait } from './page.tsx';
import { figuresOf } from './figures/samples.ts';
import { siteOf } from './site.ts';

const server = fakeServer();
const startCommand = "node '/opt/it''s/itih.mjs' serve --wp /var/www/html";
const site = siteOf({ homeUrl: 'http://site.test/', startCommand });
const page = <Dashboard site={site} />;
const busy = { sessions: 4, questions: 9, questions_today: 2, up: 3, down: 1, median_ms: 1240 };

const settingsWith = (widget_enabled: boolean) => ({
  settings: { ...maskedDefaults, general: { ...maskedDefaults.general, widget_enabled } },
});

beforeEach(() => {
  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ completed: 12 }, busy));
  server.on('GET /settings', settingsWith(true));
  server.on('GET /figures', figuresOf());
});

test('shows placeholders until the answers come', async () => {
  server.on('GET /status', () => new Promise(() => undefined));
  server.on('GET /dashboard', () => new Promise(() => undefined));
  await show(page);
  expect(text()).toContain('Connecting…');
  expect(get('#itih-connection').getAttribute('aria-busy')).toBe('true');
});

test('a healthy site shows the connection, the counts and no first steps', async () => {
  await show(page);
  expect(get('.itih-header').textContent).toContain('Connected');
  expect(get('#itih-connection').textContent).toContain('Version 0.1.0, up for 2 hours');
  expect(get('#itih-connection').textContent).toContain('MariaDB 11.8.6');
  expect(get('#itih-knowledge').textContent).toContain('Ready12');
  expect(get('#itih-providers').textContent).toContain('EmbeddingsNone, words only');
  expect(document.querySelector('#itih-first-steps, #itih-attention, #itih-problem')).toBeNull();
});

test('a sidecar of another version works, and its administrator reads what to update', async () => {
  server.on('GET /status', { ...statusOf(), version: '0.2.0', update: 'plugin' });
  await show(page);
  expect(get('.itih-header').textContent).toContain('Connected');
  expect(text()).toContain('The sidecar is version 0.2.0, the plugin 0.1.0. Update the plugin');
  document.body.replaceChildren();
  await show(<Dashboard site={{ ...site, canManage: false }} />);
  expect(text()).not.toContain('Update the plugin');
});

test.each([
  ['disk_full', 'Make room on the disk'],
  ['locked', 'such as a backup'],
  ['unreachable', 'cannot reach its database'],
] as const)('a database that is %s is told as that', async (problem, said) => {
  const { database, ...status } = statusOf();
  server.on('GET /status', {
    ...status,
    ok: false,
    database: { ...database, ok: false, problem },
  });
  await show(page);
  expect(get('.itih-notice').textContent).toContain(said);
});

test('a sidecar on another machine is looked for there', async () => {
  server.fail('GET /status', 'sidecar_unavailable');
  server.fail('GET /dashboard', 'sidecar_unavailable');
  const elsewhere = { ...site, startCommand: '', sidecarUrl: 'https://chat.test' };
  await show(<Dashboard site={elsewhere} />);
  expect(get('#itih-problem').textContent).toContain('this server reaches https://chat.test');
});

test('a fresh site leads to the first steps', async () => {
  server.on('GET /dashboard', dashboardOf({}));
  server.on('GET /settings', settingsWith(false));
  await show(page);
  const steps = [...document.querySelectorAll('.itih-step')];
  expect(steps.map((step) => step.classList.contains('is-done'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(button('Go on with the first steps').getAttribute('href')).toBe(
    '?page=itih-rag-chat-setup',
  );
  expect(document.querySelector('#itih-knowledge, #itih-questions')).toBeNull();
});

test('the first steps stay until the chat is on, or somebody has asked', async () => {
  server.on('GET /dashboard', dashboardOf({ completed: 3 }));
  server.on('GET /settings', settingsWith(false));
  await show(page);
  expect(get('#itih-first-steps .itih-step:last-child').className).not.toContain('is-done');
  document.body.replaceChildren();
  server.on('GET /settings', settingsWith(true));
  await show(page);
  expect(document.querySelector('#itih-first-steps')).toBeNull();
});

test('a missing sidecar is explained with the command that starts it', async () => {
  server.fail('GET /status', 'sidecar_unavailable');
  server.fail('GET /dashboard', 'sidecar_unavailable');
  await show(page);
  expect(get('#itih-problem').textContent).toContain('The sidecar is not running');
  expect(get('.itih-command code').textContent).toBe(startCommand);
  expect(document.querySelector('#itih-questions')).toBeNull();

  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ completed: 12 }, busy));
  await click('Check again');
  expect(document.querySelector('#itih-problem')).toBeNull();
  expect(get('#itih-knowledge').textContent).toContain('Ready12');
});

test('another failure of the connection can be retried', async () => {
  server.fail('GET /status', 'internal_error');
  await show(page);
  expect(get('#itih-problem').textContent).toContain('Something went wrong.');
  server.on('GET /status', statusOf());
  await click('Try again');
  expect(text()).toContain('Connected');
});

test('a broken way back to WordPress is named', async () => {
  const bridge = { ok: false, message: 'The shared secret differs.' };
  server.on('GET /status', { ...statusOf(), ok: false, bridge });
  await show(page);
  expect(get('.itih-header').textContent).toContain('Needs attention');
  expect(get('.itih-admin > .itih-notice').textContent).toContain('The shared secret differs.');
});

test('indexing is started, followed until the queue is empty, and ends where it was begun', async () => {
  server.on('GET /dashboard', dashboardOf({}));
  server.on('POST /posts/index', () => {
    server.on('GET /status', statusOf({ queued: 3 }));
    server.on('GET /dashboard', dashboardOf({ completed: 1, queued: 3 }));
    return { queued: 3, total: 4 };
  });
  await show(page);
  await click('Index all content');
  const bar = get('#itih-first-steps [role="progressbar"]');
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
  expect(bar.getAttribute('aria-valuetext')).toBe('1 of 4 documents done');
  await click('Indexing…');
  expect(server.calls.filter(({ path }) => path === '/posts/index')).toHaveLength(1);

  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ completed: 4 }));
  await wait(4500);
  expect(get('#itih-first-steps').textContent).toContain('4 posts and pages were looked at.');
  expect(document.querySelector('[role="progressbar"]')).toBeNull();
}, 10_000);

test('a site without public posts is told so', async () => {
  server.on('POST /posts/index', { queued: 0, total: 0 });
  await show(page);
  await click('Index all content');
  expect(get('#itih-knowledge').textContent).toContain('There is nothing to index');
  expect(button('Index all content').getAttribute('aria-disabled')).toBe('false');
});

test('a refused start is shown and can be retried', async () => {
  server.fail('POST /posts/index', 'overloaded');
  await show(page);
  await click('Index all content');
  expect(get('#itih-knowledge').textContent).toContain('very busy');
  server.on('POST /posts/index', { queued: 0, total: 0 });
  await click('Try again');
  expect(get('#itih-knowledge').textContent).not.toContain('very busy');
});

test('the chat on the site is switched at once, also while no sidecar runs', async () => {
  const owned = (widget_enabled: boolean) => ({
    settings: { ...maskedDefaults, general: { widget_enabled } },
    partial: true,
  });
  server.fail('GET /status', 'sidecar_unavailable');
  server.fail('GET /dashboard', 'sidecar_unavailable');
  server.on('GET /settings', owned(true));
  server.on('PUT /settings', owned(false));
  await show(page);
  expect(get('#itih-on-site').textContent).toContain('not available right now');
  expect(checkbox('Show the chat to visitors').checked).toBe(true);
  await toggle('Show the chat to visitors');
  await wait();
  expect(server.calls.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/settings',
    body: { general: { widget_enabled: false } },
  });
  expect(get('#itih-on-site').textContent).toContain('Saved. The chat is switched off.');
  expect(get('#itih-on-site').textContent).toContain('No page shows the chat.');
});

test('a switch that could not be saved stays as it was, and says why', async () => {
  server.fail('PUT /settings', 'internal_error');
  await show(page);
  expect(get('#itih-on-site').textContent).toContain('Every page shows the chat.');
  await toggle('Show the chat to visitors');
  await wait();
  expect(get('#itih-on-site').textContent).toContain('Something went wrong.');
  expect(checkbox('Show the chat to visitors').checked).toBe(true);
});

test('before the first contact it is said that no page shows the chat', async () => {
  server.fail('GET /status', 'sidecar_unavailable');
  server.fail('GET /dashboard', 'sidecar_unavailable');
  await show(<Dashboard site={siteOf({ hadContact: false })} />);
  expect(get('#itih-on-site').textContent).toContain('until the sidecar has answered');
  expect(get('#itih-problem').textContent).toContain('is not on this server');
  expect(document.querySelector('.itih-command')).toBeNull();
});

test('the sidecar of another site is named, with the way to an own one', async () => {
  server.on('GET /status', () => {
    throw new ServerError(403, {
      code: 'wrong_site',
      message: 'x',
      data: { status: 403, site: 'http://other.test' },
    });
  });
  await show(page);
  const problem = get('#itih-problem').textContent;
  expect(problem).toContain('answers at http://127.0.0.1:8790: it serves http://other.test.');
  expect(problem).toContain(`ITIH_PORT=8791 ${startCommand}`);
  expect(problem).toContain("define( 'ITIH_SIDECAR_URL', 'http://127.0.0.1:8791' );");
});

test('a site that may be a copy is sent to the question, and to no command', async () => {
  server.on('GET /status', () => {
    const message = 'The chat is paused: it was set up for https://a.test.';
    throw new ServerError(403, { code: 'wrong_site', message, data: { status: 403 } });
  });
  await show(page);
  const problem = get('#itih-problem').textContent;
  expect(problem).toContain('set up for https://a.test');
  expect(problem).toContain('moved or copied');
  expect(document.querySelector('.itih-command')).toBeNull();
});

test('a refused signature is explained', async () => {
  server.fail('GET /status', 'invalid_signature');
  await show(page);
  expect(get('#itih-problem').textContent).toContain('another secret');
});
