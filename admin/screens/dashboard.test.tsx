/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { isOlder } from '../figures/attention.tsx';
import { scaleEnd } from '../figures/plot.tsx';
import { Dashboard } from './dashboard.tsx';
import type { Trouble } from '../../server/contract/trouble.ts';
import {
  collection,
  dashboardOf,
  fakeServer,
  ServerError,
  statusOf,
  settingsWith,
} from '../../test/admin/fake-server.ts';
import { busyFigures, dayOf, figuresOf } from '../../test/admin/figures/samples.ts';
import { button, checkbox, click, get, show, text, toggle, wait } from '../../test/admin/page.tsx';
import { siteOf } from '../../test/admin/site.ts';

describe('dashboard', () => {
  const server = fakeServer();
  const startCommand = "node '/opt/it''s/itih.mjs' serve --wp /var/www/html";
  const site = siteOf({ homeUrl: 'http://site.test/', startCommand });
  const page = <Dashboard site={site} />;
  const busy = { sessions: 4, questions: 9, questions_today: 2, up: 3, down: 1, median_ms: 1240 };

  beforeEach(() => {
    server.on('GET /dashboard', dashboardOf({ completed: 12 }, busy));
    server.on('GET /settings', settingsWith({ general: { widget_enabled: true } }));
    server.on('GET /figures', figuresOf());
  });

  test('a healthy site shows the connection, the counts and no first steps', async () => {
    await show(page);
    expect(get('.itih-header').textContent).toContain('Connected');
    expect(get('#itih-connection').textContent).toContain('Version 0.1.0, up for 2 hours');
    expect(get('#itih-connection').textContent).toContain('MariaDB 11.8.6');
    expect(get('#itih-knowledge').textContent).toContain('Ready12');
    expect(get('#itih-providers').textContent).toContain('Found byWords only');
    expect(document.querySelector('#itih-first-steps, #itih-attention, #itih-problem')).toBeNull();
  });

  test('a sidecar of another version works, and its administrator reads what to update', async () => {
    server.on('GET /status', { ...statusOf(), version: '0.2.0', update: 'plugin' });
    await show(page);
    expect(get('.itih-header').textContent).toContain('Connected');
    expect(text()).toContain(
      'The answer service is version 0.2.0, the plugin 0.1.0. Update the plugin',
    );
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

  test('a fresh site leads to the first steps', async () => {
    server.on('GET /dashboard', dashboardOf({}));
    server.on('GET /settings', settingsWith({}));
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
    await click('Read everything again');
    const bar = get('#itih-first-steps [role="progressbar"]');
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect(bar.getAttribute('aria-valuetext')).toBe('1 of 4 documents done');
    await click('Reading…');
    expect(server.calls.filter(({ path }) => path === '/posts/index')).toHaveLength(1);

    server.on('GET /status', statusOf());
    server.on('GET /dashboard', dashboardOf({ completed: 4 }));
    await wait(4500);
    expect(get('#itih-first-steps').textContent).toContain('4 posts and pages were looked at.');
    expect(document.querySelector('[role="progressbar"]')).toBeNull();
  }, 10_000);

  test('the chat on the site is switched at once, also while no sidecar runs', async () => {
    const owned = (widget_enabled: boolean) => ({
      ...settingsWith({ general: { widget_enabled } }),
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

  test('before the first contact it is said that no page shows the chat', async () => {
    server.fail('GET /status', 'sidecar_unavailable');
    server.fail('GET /dashboard', 'sidecar_unavailable');
    await show(<Dashboard site={siteOf({ hadContact: false })} />);
    expect(get('#itih-on-site').textContent).toContain('until the answer service has answered');
    expect(get('#itih-problem').textContent).toContain('start the answer service');
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
});

describe('figures', () => {
  const server = fakeServer();
  const page = <Dashboard site={siteOf()} />;
  const asked = { sessions: 4, questions: 9 };

  /** The links of a part, by their text: the address without what all have in common. */
  const links = (selector: string) =>
    [...document.querySelectorAll<HTMLAnchorElement>(`${selector} a`)].map((link) => [
      link.textContent,
      link.getAttribute('href')?.replace('?page=itih-rag-chat-', ''),
    ]);

  beforeEach(() => {
    window.history.replaceState(null, '', '/wp-admin/admin.php?page=itih-rag-chat');
    server.on('GET /dashboard', dashboardOf({ completed: 12 }, asked));
    server.on('GET /figures', busyFigures);
  });

  test('each figure of the questions leads to the conversations behind it', async () => {
    await show(page);
    expect(get('#itih-questions').textContent).toContain('50% more than in the 2 days before');
    expect(get('#itih-questions').textContent).toContain('Found helpful3 of 4 votes');
    expect(get('#itih-waiting').textContent).toContain(
      'An answer usually takes1.2 sec1 in 20 takes up to4.5 sec',
    );
    const period = 'chats&from=2026-01-30&to=2026-01-31';
    expect(links('#itih-questions .itih-facts')).toEqual([
      ['7 of 9 questions', period],
      ['4', period],
      ['Read the complaint', `${period}&feedback=down`],
    ]);
    expect(links('#itih-questions .itih-plot__legend')).toEqual([
      ['7', `${period}&outcome=answered`],
      ['2', `${period}&outcome=refused`],
    ]);
  });

  test('the table has the numbers of the plot, the latest day first', async () => {
    await show(page);
    const first = 'chats&from=2026-01-30&to=2026-01-30';
    const last = 'chats&from=2026-01-31&to=2026-01-31';
    expect(links('#itih-questions .itih-plot__table')).toEqual([
      ['3', `${last}&outcome=answered`],
      ['3', last],
      ['4', `${first}&outcome=answered`],
      ['2', `${first}&outcome=refused`],
      ['6', first],
    ]);
  });

  test('the bars are as high as their numbers, for pointers only, and told apart by patterns', async () => {
    await show(page);
    const bars = [...document.querySelectorAll('#itih-questions .itih-plot__bars rect[fill]')];
    expect(
      bars.map((bar) => [
        bar.getAttribute('fill'),
        Math.round(Number(bar.getAttribute('height')) * 10) / 10,
      ]),
    ).toEqual([
      ['url(#itih-fill-answered)', 106.7],
      ['url(#itih-fill-refused)', 53.3],
      ['url(#itih-fill-answered)', 80],
    ]);
    expect(document.querySelector('#itih-fill-answered')).not.toBeNull();
    expect(document.querySelector('.itih-plot__frame a:not([tabindex="-1"])')).toBeNull();
    expect(get('#itih-questions .itih-plot__bars title').textContent).toBe(
      'Friday, January 30, 2026\nAnswered: 4\nFound nothing: 2',
    );
  });

  test('the period is in the address', async () => {
    await show(page);
    expect(server.calls.find(({ path }) => path === '/figures')?.query).toMatchObject({
      days: '30',
    });
    await click('90 days');
    expect(window.location.search).toBe('?page=itih-rag-chat&days=90');
    expect(server.calls.at(-1)).toMatchObject({ path: '/figures', query: { days: '90' } });
    expect(get('.itih-period [aria-current]').textContent).toBe('90 days');
  });

  test('questions that are asked often lead to their conversations', async () => {
    await show(page);
    expect(get('#itih-top-questions tbody').textContent).toBe('When do you open?5Found nothing');
    expect(links('#itih-top-questions')).toEqual([
      ['When do you open?', 'chats&from=2026-01-30&to=2026-01-31&s=When+do+you+open%3F'],
    ]);
  });

  test('tokens and cost are told by day and by model, also where no price is known', async () => {
    server.on(
      'GET /figures',
      figuresOf({
        period: {
          ...busyFigures.period,
          models: [
            ...busyFigures.period.models,
            {
              ...{ model: '', answers: 1, prompt_tokens: 0, completion_tokens: 1 },
              ...{ cached_tokens: 0, usd: 0 },
            },
          ],
        },
        budget: { day: { used: 4300, limit: 10_000 } },
      }),
    );
    await show(page);
    const spending = get('#itih-spending').textContent;
    expect(spending).toContain('gpt-5-mini512,0008009,000$0.25');
    expect(spending).toContain('Built-in (quotes your pages)4000free');
    expect(spending).toContain('No model needed1010free');
    const rows = [...document.querySelectorAll('#itih-spending .itih-plot__table tbody tr')];
    expect(rows.map((row) => row.textContent)).toEqual([
      'Jan 314,0003004,300Not known',
      'Jan 308,0005008,500$0.25',
    ]);
    expect(get('[role="meter"]').getAttribute('aria-valuetext')).toBe(
      '4,300 of 10,000 tokens (43%)',
    );
    expect(document.querySelectorAll('[role="meter"]')).toHaveLength(1);
  });

  test('a period without questions has no plots', async () => {
    server.on('GET /figures', figuresOf());
    await show(page);
    expect(get('#itih-questions').textContent).toContain('No votes yet');
    expect(document.querySelector('.itih-plot, #itih-top-questions, #itih-attention')).toBeNull();
    expect(document.querySelector('#itih-spending, #itih-waiting')).toBeNull();
  });

  test('answers without a paid model have no cost', async () => {
    const models = busyFigures.period.models.filter(({ usd }) => usd === null);
    server.on('GET /figures', figuresOf({ period: { ...busyFigures.period, models } }));
    await show(page);
    expect(document.querySelector('#itih-spending')).toBeNull();
    expect(text()).not.toContain('extractive');
  });

  test('a period in which visitors were turned away says on which days', async () => {
    const days = [
      dayOf('2026-01-30', { turned_away: 84, waited: 30, failures: 3 }),
      dayOf('2026-01-31'),
    ];
    server.on('GET /figures', figuresOf({ period: { days, questions: 3 } }));
    await show(page);
    expect(get('.itih-trouble').textContent).toContain('Turned away by your limits84');
    const rows = [...document.querySelectorAll('.itih-trouble tbody tr')];
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Jan 3030843']);
  });

  describe('attention', () => {
    const needy = figuresOf({
      budget: { day: { used: 850, limit: 1000 }, month: { used: 30_000, limit: 30_000 } },
      attention: { failed_documents: 2, unread_down: 1, open_gaps: 14 },
    });

    test('lists what needs the owner, with the way to each', async () => {
      server.on('GET /figures', needy);
      server.on('GET /gaps', collection([{ id: 3, question: 'May I bring my dog?', count: 2 }], 1));
      server.on('GET /status', { ...statusOf(), version: '0.0.9' });
      await show(page);
      expect(get('#itih-attention').textContent).toContain(
        'The answer service is older than the plugin',
      );
      expect(get('#itih-attention').textContent).toContain("85% of today's budget");
      expect(get('#itih-attention').textContent).toContain("month's budget of tokens is used up");
      expect(links('#itih-attention')).toEqual([
        ['Change the budget', 'settings&tab=limits'],
        ['Change the budget', 'settings&tab=limits'],
        ['Read the conversations', 'chats&feedback=down'],
        ['See all', 'gaps'],
        ['Write the answer', 'gaps&gap=3&do=answer'],
        ['Show why', 'knowledge&status=failed'],
      ]);
    });

    test('says who was turned away today, which vendor failed, and the remedy', async () => {
      const today: Trouble = {
        waited: 12,
        turned_away: [
          { reason: 'relayed', count: 12 },
          { reason: 'starting', count: 1 },
          { reason: 'rate_limit', count: 40 },
        ],
        failures: [
          { provider: 'openai', failure: 'key', count: 2 },
          { provider: 'voyage', failure: 'late', count: 1 },
        ],
        stood_in: { builtin: 2, other: 0 },
      };
      server.on('GET /figures', figuresOf());
      server.on('GET /status', { ...statusOf(), today });
      await show(page);
      const items = [...document.querySelectorAll('#itih-attention li > span')];
      expect(items.map(({ textContent }) => textContent)).toEqual([
        'OpenAI refused the key 2 times today. The built-in answers stand in. Check the key.',
        'Voyage AI did not answer in time 1 time today. The built-in answers stand in. Choose a faster model if it goes on.',
        'Visitors were turned away 12 times today: no PHP worker was free to pass their answers on. Lead the chat past PHP (Site Health says how), let more workers wait (“Through WordPress”), or give PHP more of them.',
        'Visitors were turned away 1 time today: the processor of the answer service was busy for too long. Give it a faster one, or start a second answer service.',
        'Visitors waited for their turn 12 times today, and were answered then.',
      ]);
      expect(links('#itih-attention')).toEqual([
        ['Check the model', 'settings&tab=models'],
        ['Check the model', 'settings&tab=models'],
        ['Change the limits', 'settings&tab=advanced'],
      ]);
    });

    test('who may only read is led to no page that stays closed', async () => {
      server.on('GET /figures', needy);
      server.on('GET /dashboard', dashboardOf({ failed: 2 }, asked));
      await show(<Dashboard site={siteOf({ canManage: false })} />);
      expect(get('#itih-attention').textContent).toContain('2 documents could not be read.');
      expect(get('#itih-attention').textContent).toContain('Nothing is read yet');
      const pages = new Set(links('.itih-admin').map(([, href]) => href?.split('&')[0]));
      expect([...pages].sort()).toEqual(['?page=itih-rag-chat', 'chats', 'gaps']);
      expect(server.calls.map(({ path }) => path)).not.toContain('/settings');
      expect(text()).not.toContain('Read everything again');
    });

    test.each([
      ['0.9.0', '0.10.0', true],
      ['1.0.0', '0.9.9', false],
      ['0.1.0', '', false],
    ])('a sidecar %s is older than a plugin %s: %s', (sidecar, plugin, older) => {
      expect(isOlder(sidecar, plugin)).toBe(older);
    });
  });

  test.each([
    [0, 1],
    [7, 8],
    [21, 24],
    [1234, 1600],
  ])('a scale for %s ends at %s', (value, end) => {
    expect(scaleEnd(value)).toBe(end);
  });

  test('a model that was replaced, or is not asked because it was late, is told', async () => {
    const status = statusOf();
    const replaced = { before: 576, now: 640 };
    const index = { ...status.index, embedder: 'ollama:tiny', replaced };
    server.on('GET /status', { ...status, index, late_models: ['ollama:slow'] });
    await show(page);
    const told = get('#itih-attention').textContent;
    expect(told).toContain('under the name tiny: it has 640 dimensions, and had 576.');
    expect(told).toContain('slow did not begin to answer in time');
  });
});
