/** @jest-environment jsdom */
/** A site whose answer service has not been started: what its owner reads and copies on each way to it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Dashboard } from '../../../admin/screens/dashboard.tsx';
import { Setup } from '../../../admin/screens/setup.tsx';
import { letterToHost } from '../../../admin/setup/where/letter.tsx';
import { ways } from '../../../admin/site.ts';
import { AppError } from '../../../server/errors/app-error.ts';
import { fakeServer, ServerError, settingsWith, statusOf } from '../fake-server.ts';
import { button, click, fillIn, get, happen, show, text, toggle, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const site = siteOf({ homeUrl: 'https://alder.example/', hadContact: false });

const open = (way = '') =>
  window.history.replaceState(null, '', `?page=itih-rag-chat-setup&step=where&way=${way}`);
const lines = () =>
  [...document.querySelectorAll('.itih-doings code')].map((one) => one.textContent);
const watch = () => get('.itih-watch').textContent;
const badge = () => get('.itih-header .itih-badge');
const choose = (way: string) =>
  happen(() => get<HTMLInputElement>(`[name=way][value=${way}]`).click());

/** The plugin's answer while it cannot ask the service. */
const away = (reason: string, message = 'The chat is not available right now.') =>
  server.on('GET /status', () => {
    throw new ServerError(503, {
      code: 'sidecar_unavailable',
      message,
      data: { status: 503, reason },
    });
  });

beforeEach(() => {
  open();
  away('unreachable');
});

describe('before a service has ever answered', () => {
  test('nothing is red: one step is left, and silence is normal', async () => {
    await show(<Setup site={site} />);
    expect(badge().textContent).toBe('Not started yet');
    expect(badge().className).toContain('is-neutral');
    expect(text()).toContain('One step is left: start the answer service.');
    expect(watch()).toContain(
      'Nobody answers on port 8790 yet. That is normal until the command has run.',
    );
    expect(text()).not.toContain('Disconnect');
    expect(text()).not.toContain('is not running');
  });

  test('other screens lead to the first steps', async () => {
    await show(<Dashboard site={site} />);
    expect(badge().textContent).toBe('Not started yet');
    expect(button('Go on with the first steps').getAttribute('href')).toContain('-setup');
    expect(text()).not.toContain('Not connected');
  });

  test('a reader who may not start anything is told whom to ask', async () => {
    await show(<Dashboard site={{ ...site, canManage: false }} />);
    expect(text()).toContain('Please tell an administrator of this site.');
  });

  test('the page finds the service by itself, and goes on', async () => {
    await show(<Setup site={site} />);
    server.on('GET /status', statusOf());
    await wait(2500);
    expect(badge().textContent).toBe('Connected');
    expect(window.location.search).toContain('step=how');
  });

  test('a look by hand brings what the next step needs, too', async () => {
    server.fail('GET /settings', 'sidecar_unavailable');
    await show(<Setup site={site} />);
    server.on('GET /status', statusOf());
    server.on('GET /settings', settingsWith({}));
    await click('Look now');
    await wait(100);
    expect(window.location.search).toContain('step=how');
    expect(text()).toContain('Quote my pages');
  });

  test('once it has answered, an outage is one', async () => {
    server.on('GET /status', statusOf());
    await show(<Setup site={site} />);
    away('unreachable');
    await click('Disconnect');
    server.on('DELETE /connection', { sidecar_url: 'http://127.0.0.1:8790' });
    await click('Disconnect', '.itih-dialog');
    expect(text()).toContain('The old code does not work any more.');
    expect(badge().textContent).toBe('Not connected');
    expect(text()).toContain('Where are you?');
  });
});

describe('the ways', () => {
  test.each([
    ['cli', ['sudo wp itih sidecar install --path=/srv/alder/web --allow-root']],
    ['node', [`sudo ${site.place.node}`]],
    ['panel', [site.place.folder, 'passenger.cjs', '/srv/alder/web']],
    [
      'docker',
      [
        site.place.build,
        'docker run -d --name itih --restart unless-stopped --read-only --tmpfs /tmp -v itih:/state -p 127.0.0.1:8790:8790 -e ITIH_CONNECT=… itih-rag-chat',
      ],
    ],
    [
      'elsewhere',
      [
        'unzip itih-rag-chat.zip',
        'sudo caddy reverse-proxy --from chat.example.com --to 127.0.0.1:8790',
        'node itih-rag-chat/sidecar/itih.mjs connect https://alder.example --address https://chat.example.com',
        'sudo node itih-rag-chat/sidecar/itih.mjs service install --connected https://alder.example',
      ],
    ],
  ])('%s has the lines of this site', async (way, expected) => {
    open(way);
    await show(<Setup site={site} />);
    expect(lines()).toEqual(expected);
  });

  test('each has a name, and the chosen one stays in the address', async () => {
    await show(<Setup site={{ ...site, place: { ...site.place, found: 'docker' } }} />);
    expect(document.querySelectorAll('[name=way]')).toHaveLength(ways.length);
    expect(get('.itih-way.is-chosen').textContent).toContain('Found here');
    await choose('panel');
    expect(window.location.search).toContain('way=panel');
    expect(get('#itih-way h2').textContent).toBe('cPanel or Plesk');
  });

  test('words of the command are explained where they are needed', async () => {
    await show(<Setup site={site} />);
    const replies = get('.itih-replies').textContent;
    expect(get<HTMLDetailsElement>('.itih-fold').open).toBe(false);
    for (const said of ['node: command not found', 'wp: command not found', 'systemd']) {
      expect(replies).toContain(said);
    }
  });

  test('the button of a cloud leads to the repository of the release', async () => {
    open('cloud');
    const release = 'https://code.example/alder/chat/releases/download/v1.2.0/';
    await show(<Setup site={{ ...site, place: { ...site.place, release } }} />);
    expect(get<HTMLAnchorElement>('a[href*="render.com"]').href).toContain(
      encodeURIComponent('https://code.example/alder/chat'),
    );
    expect(lines()).toContain(`RELEASE=${release}itih-rag-chat.zip`);
    for (const vendor of ['Fly.io', 'Railway', 'Google Cloud Run'])
      expect(text()).toContain(vendor);
  });

  test('without the program the owner is told which archive has it', async () => {
    const place = { ...site.place, folder: '', wp: '', node: '', serve: '', build: '' };
    await show(<Setup site={{ ...site, place }} />);
    expect(lines()).toEqual([]);
    expect(text()).toContain('came without the answer service');
    await choose('elsewhere');
    expect(lines()).toHaveLength(4);
  });

  test('the lines go to somebody else by mail, never with a code', async () => {
    open('docker');
    server.on('POST /connection', { connect: 'itih2.CODE.0a', sidecar_url: site.sidecarUrl });
    await show(<Setup site={site} />);
    await fillIn({ password: 'p' });
    await click('Show the code');
    expect(lines().at(-1)).toContain('ITIH_CONNECT=itih2.CODE.0a');
    await click('Send these lines to somebody');
    const { href } = get<HTMLAnchorElement>('a[href^="mailto:"]');
    const mail = decodeURIComponent(href);
    expect(mail).toContain('subject=Please start the answer service of https://alder.example/');
    expect(mail).toContain(site.place.build);
    expect(mail).not.toContain('CODE');
  });

  test('who knows nothing gets a mail for the host', async () => {
    open('unknown');
    await show(<Setup site={site} />);
    const { body } = letterToHost(site);
    expect(get<HTMLTextAreaElement>('.itih-letter textarea').value).toBe(body);
    for (const part of ['https://alder.example/', site.place.node, 'Setup Node.js App', '22.13']) {
      expect(body).toContain(part);
    }
  });
});

describe('bad input', () => {
  const typed = async (way: string, address: string) => {
    open(way);
    await show(<Setup site={site} />);
    await fillIn({ address, password: 'p' });
    await click(way === 'panel' ? 'Save the address' : 'Show the code');
  };

  test('a wrong address is refused in the plugin’s words, and stays in its field', async () => {
    const message = 'The address has to begin with https://, or with http:// on this machine.';
    server.on('POST /connection', () => {
      throw new ServerError(400, { code: 'invalid_request', message, data: { status: 400 } });
    });
    await typed('docker', 'http://chat.example.com');
    expect(get('.itih-connect').textContent).toContain(message);
    expect(get<HTMLInputElement>('[name=address]').value).toBe('http://chat.example.com');
  });

  test('a wrong password is told, and another one can be typed', async () => {
    const message = 'This is not the password of your account.';
    server.on('PUT /connection', () => {
      throw new ServerError(403, { code: 'rest_forbidden', message, data: { status: 403 } });
    });
    await typed('panel', 'https://chat.example.com');
    expect(get('.itih-connect').textContent).toContain(message);
    expect(get<HTMLInputElement>('[name=password]').value).toBe('');
  });

  test('at another address the page waits there, and says what answers instead', async () => {
    const sidecar_url = 'https://chat.example.com';
    server.on('PUT /connection', { connect: '', sidecar_url });
    await typed('panel', sidecar_url);
    expect(server.sent('PUT', '/connection')).toEqual({ sidecar_url, password: 'p' });
    expect(watch()).toContain('Nobody answers at https://chat.example.com yet.');
    const stranger = 'A program other than the sidecar answers (HTTP status 404).';
    away('not_sidecar', stranger);
    await wait(2500);
    expect(watch()).toContain(stranger);
    away('unknown_host', 'There is no server of this name: https://chat.example.com');
    await wait(2500);
    expect(watch()).toContain('There is no server of this name');
  });

  test('an address of wp-config.php counts before the one that was typed', async () => {
    server.on('PUT /connection', { connect: '', sidecar_url: 'http://10.0.0.7:8790' });
    await typed('panel', 'https://chat.example.com');
    expect(get('.itih-connect').textContent).toContain('wp-config.php says so');
  });

  test.each(['wrong_site', 'invalid_signature'] as const)(
    'a service of somebody else (%s) is told where the page waits',
    async (code) => {
      const message = 'Another site’s service answers.';
      server.on('GET /status', () => {
        throw new ServerError(403, {
          code,
          message,
          data: { status: 403, site: 'https://birch.example' },
        });
      });
      await show(<Setup site={site} />);
      expect(badge().textContent).toBe('Not started yet');
      expect(watch()).toContain(message);
    },
  );

  test('a code is not shown any longer than it works', async () => {
    server.on('POST /connection', { connect: 'itih2.CODE.0a', sidecar_url: site.sidecarUrl });
    await typed('docker', 'http://127.0.0.1:8790');
    expect(lines().at(-1)).toContain('itih2.CODE.0a');
    await wait(15 * 60_000 + 1000);
    expect(lines().at(-1)).toContain('ITIH_CONNECT=… ');
    expect(text()).toContain('This code has expired. Show a new one.');
    await toggle('My host keeps no files');
    await fillIn({ password: 'p' });
    await click('Show the code');
    expect(server.sent('POST', '/connection')).toMatchObject({ lasting: true });
    await wait(16 * 60_000);
    expect(text()).not.toContain('has expired');
  });

  test('who has no right to connect reads whom to ask', async () => {
    open('docker');
    await show(<Setup site={{ ...site, place: { ...site.place, mayConnect: false } }} />);
    expect(text()).toContain('only super admins may connect');
    expect(document.querySelector('[name=password]')).toBeNull();
  });

  test('a site that may be a copy is asked that first', async () => {
    server.on('GET /status', () => {
      throw new AppError('wrong_site');
    });
    await show(<Dashboard site={site} />);
    expect(text()).toContain('This site has another address');
  });
});
