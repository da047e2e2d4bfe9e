/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { fakeServer, maskedDefaults } from './fake-server.ts';
import { button, checkbox, click, fill, fillIn, get, show, text, toggle, wait } from './page.tsx';
import { openTab } from './settings/open-tab.tsx';

describe('tools', () => {
  const server = fakeServer();

  const bookings: McpServerView = {
    id: 3,
    name: 'Bookings',
    url: 'https://bookings.example/mcp',
    auth_header_set: true,
    oauth_client_id: '',
    oauth_client_secret_set: false,
    sign_in: 'none',
    enabled: true,
    allowed_tools: null,
    tools: [
      {
        name: 'free_tables',
        title: 'Free tables',
        description: 'Tables that are free.',
        enabled: true,
      },
      { name: 'note', title: '', description: '<b>Writes</b> a note.', enabled: false },
      { name: 'cancel', title: '', description: 'Cancels.', enabled: false, never: 'destructive' },
    ],
    discovered_at: '2026-01-01T10:00:00Z',
  };

  const sent = (path: string, method = 'POST') =>
    server.calls.filter((call) => call.method === method && call.path === path);

  beforeEach(() => {
    server.on('GET /mcp/servers', [bookings]);
    server.on('POST /mcp/servers/3', ({ body }) => ({ ...bookings, ...(body as object) }));
  });

  test('the switch takes effect at once, and is back where it was when that fails', async () => {
    server.on('PUT /settings', { settings: { ...maskedDefaults, mcp: { enabled: true } } });
    await show(openTab('mcp'));
    await toggle('Let the chat use tools');
    await wait();
    expect(sent('/settings', 'PUT').map(({ body }) => body)).toEqual([{ mcp: { enabled: true } }]);
    expect(checkbox('Let the chat use tools').checked).toBe(true);
    server.fail('PUT /settings', 'overloaded');
    await toggle('Let the chat use tools');
    await wait();
    expect(checkbox('Let the chat use tools').checked).toBe(true);
    expect(get('#itih-tools').textContent).toContain('very busy');
  });

  test('tools that are never used, or only when chosen, say so; descriptions are text', async () => {
    await show(openTab('mcp'));
    await click('Edit: Bookings');
    const tools = [...document.querySelectorAll('.itih-tool-list li')].map(
      (one) => one.textContent,
    );
    expect(tools).toEqual([
      'Free tablesTables that are free.',
      expect.stringContaining('Only used when you choose it'),
      expect.stringContaining('Never used: it says that it may destroy something.'),
    ]);
    expect(tools[1]).toContain('<b>Writes</b> a note.');
    expect(document.querySelector('.itih-tool-list b')).toBeNull();
  });

  test('the owner chooses tools one by one, and goes back to all harmless ones', async () => {
    await show(openTab('mcp'));
    await click('Edit: Bookings');
    await fill('[name="allowed_tools"]', 'chosen');
    expect(checkbox('Free tables').checked).toBe(true);
    expect(() => checkbox('cancel')).toThrow();
    await toggle('note');
    await click('Save');
    expect(sent('/mcp/servers/3').at(-1)?.body).toEqual({ allowed_tools: ['free_tables', 'note'] });
    expect(checkbox('note').checked).toBe(true);
    await fill('[name="allowed_tools"]', 'harmless');
    await click('Save');
    expect(sent('/mcp/servers/3').at(-1)?.body).toEqual({ allowed_tools: null });
  });

  test('the stored header is never shown, and is kept, replaced or removed', async () => {
    await show(openTab('mcp'));
    await click('Edit: Bookings');
    expect(get('#itih-server').textContent).toContain('Set, and never shown');
    await fill('[name="name"]', 'Tables');
    await click('Save');
    expect(sent('/mcp/servers/3').at(-1)?.body).toEqual({ name: 'Tables' });
    expect(sent('/mcp/servers/3/discover')).toHaveLength(0);
    await click('Replace', '#itih-server');
    await fill('[name="auth_header"]', 'Bearer a-token');
    await click('Save');
    expect(sent('/mcp/servers/3').at(-1)?.body).toEqual({ auth_header: 'Bearer a-token' });
    expect(sent('/mcp/servers/3/discover')).toHaveLength(1);
    await click('Remove', '#itih-server');
    await click('Save');
    expect(sent('/mcp/servers/3').at(-1)?.body).toEqual({ auth_header: '' });
  });

  test('an address that is not public is refused in words that help', async () => {
    server.fail('POST /mcp/servers/3', 'blocked_address');
    await show(openTab('mcp'));
    await click('Edit: Bookings');
    await fill('[name="url"]', 'http://127.0.0.1:9000/mcp');
    await click('Save');
    expect(get('#itih-server').textContent).toContain('ITIH_FETCH_ALLOW');
    expect(get<HTMLInputElement>('[name="url"]').value).toBe('http://127.0.0.1:9000/mcp');
  });

  test('a server that is saved while it is asked is asked again, and the later answer counts', async () => {
    const answers: ((tools: object) => void)[] = [];
    server.on(
      'POST /mcp/servers/3/discover',
      () => new Promise((resolve) => answers.push(resolve)),
    );
    await show(openTab('mcp'));
    await click('Look for tools: Bookings');
    await click('Looking…: Bookings');
    expect(answers).toHaveLength(1);
    await click('Edit: Bookings');
    await fill('[name="url"]', 'https://bookings.example/v2/mcp');
    await click('Save');
    expect(answers).toHaveLength(2);
    answers[1]?.({ tools: bookings.tools });
    await wait();
    answers[0]?.({ tools: [] });
    await wait();
    expect(text()).toContain('Bookings: 3 tools were found');
    expect(text()).not.toContain('0 tools were found');
  });

  test('a server is removed after a question', async () => {
    server.on('DELETE /mcp/servers/3', () => {
      server.on('GET /mcp/servers', []);
      return { deleted: true };
    });
    await show(openTab('mcp'));
    await click('Remove: Bookings');
    expect(get('.itih-dialog').textContent).toContain('Remove “Bookings”?');
    await click('Cancel', '.itih-dialog');
    expect(sent('/mcp/servers/3', 'DELETE')).toHaveLength(0);
    await click('Remove: Bookings');
    await click('Remove', '.itih-dialog');
    await wait();
    expect(sent('/mcp/servers/3', 'DELETE')).toHaveLength(1);
    expect(text()).toContain('There is no server yet.');
    expect(document.activeElement?.id).toBe('itih-servers-title');
  });
});

describe('sign in', () => {
  const server = fakeServer();

  const bookings: McpServerView = {
    id: 3,
    name: 'Bookings',
    url: 'https://bookings.example/mcp',
    auth_header_set: false,
    oauth_client_id: '',
    oauth_client_secret_set: false,
    sign_in: 'needed',
    enabled: true,
    allowed_tools: null,
    tools: [],
    discovered_at: null,
  };

  const sent = (path: string, method = 'POST') =>
    server.calls.filter((call) => call.method === method && call.path === path);

  beforeEach(() => {
    server.on('GET /mcp/servers', [bookings]);
  });

  test.each([
    ['expired', 'expired or was revoked', 'Sign-in expired', '0 of 1 used'],
    ['more_rights', 'needs more rights', 'More rights needed', '1 of 1 used'],
  ] as const)(
    'the state %s is said, with the way out of it',
    async (state, sentence, badge, used) => {
      const tools = [{ name: 'free_tables', title: 'Free tables', description: '', enabled: true }];
      const known = { ...bookings, sign_in: state, tools, discovered_at: '2026-11-23T10:00:00Z' };
      server.on('GET /mcp/servers', [known]);
      await show(openTab('mcp'));
      expect(get('.itih-sign-in').textContent).toContain(sentence);
      expect(get('.itih-table tbody').textContent).toContain(badge);
      expect(get('.itih-table tbody').textContent).toContain(used);
      expect(button('Sign in: Bookings')).toBeTruthy();
    },
  );

  test('signing out deletes the tokens, also when the server could not be told', async () => {
    server.on('GET /mcp/servers', [{ ...bookings, sign_in: 'signed_in' }]);
    server.on('DELETE /mcp/servers/3/sign-in', () => {
      server.on('GET /mcp/servers', [bookings]);
      return { server: bookings, revoked: false };
    });
    await show(openTab('mcp'));
    await click('Sign out: Bookings');
    await wait();
    expect(get('.itih-column > .is-error').textContent).toContain('could not be told');
    expect(get('.itih-table tbody').textContent).toContain('Not signed in');
  });

  test('a client of the owner’s own is entered with the address to register', async () => {
    server.on('POST /mcp/servers/3', ({ body }) => ({ ...bookings, ...(body as object) }));
    await show(openTab('mcp'));
    await click('Edit: Bookings');
    expect(get('.itih-client code').textContent).toBe(
      'http://site.test/wp-admin/admin.php?page=itih-rag-chat-settings&tab=mcp',
    );
    await fillIn({ oauth_client_id: 'shop', oauth_client_secret: 'not-a-secret' });
    await click('Save');
    expect(sent('/mcp/servers/3')[0]?.body).toEqual({
      oauth_client_id: 'shop',
      oauth_client_secret: 'not-a-secret',
    });
  });

  test('a secret that may not follow to another address is asked for again at its field', async () => {
    server.on('GET /mcp/servers', [
      { ...bookings, oauth_client_id: 'shop', oauth_client_secret_set: true },
    ]);
    const problem = 'Enter the secret again: it was stored for another address.';
    server.fail('POST /mcp/servers/3', 'invalid_request', { oauth_client_secret: problem });
    await show(openTab('mcp'));
    await click('Edit: Bookings');
    expect(get('.itih-client').textContent).toContain('Set, and never shown');
    await fill('[name="url"]', 'https://other.example/mcp');
    await click('Save');
    const field = get<HTMLInputElement>('[name="oauth_client_secret"]');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(get(`#${field.getAttribute('aria-describedby')}`).textContent).toBe(problem);
  });
});
