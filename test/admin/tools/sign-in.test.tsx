/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { AppError } from '../../../server/errors/app-error.ts';
import type { McpServerView } from '../../../server/contract/mcp.ts';
import { fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { button, click, fill, get, show, text, wait } from '../page.tsx';
import { openTab } from '../settings/open-tab.tsx';

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
const signedIn: McpServerView = { ...bookings, sign_in: 'signed_in' };

const sent = (path: string, method = 'POST') =>
  server.calls.filter((call) => call.method === method && call.path === path);

/** Opens the tab as an authorization server does when it sends the owner back. */
function comeBack(answer: Record<string, string>) {
  const tab = openTab('mcp');
  window.history.replaceState(null, '', `${window.location.search}&${new URLSearchParams(answer)}`);
  return tab;
}

beforeEach(() => {
  server.on('GET /status', statusOf());
  server.on('GET /settings', { settings: maskedDefaults });
  server.on('GET /mcp/servers', [bookings]);
  server.on('POST /mcp/sign-in', () => {
    server.on('GET /mcp/servers', [signedIn]);
    return signedIn;
  });
  server.on('POST /mcp/servers/3/discover', {
    tools: [{ name: 'free_tables', description: '', enabled: true }],
  });
});

test('a server that asks for a sign-in says so, and the button leads to its page', async () => {
  server.on('POST /mcp/servers/3/sign-in', { url: '#authorize' });
  await show(openTab('mcp'));
  const row = get('.itih-table tbody tr');
  expect(row.textContent).toContain('This server asks you to sign in.');
  expect(row.textContent).toContain('Not signed in');
  await click('Sign in: Bookings');
  expect(window.location.hash).toBe('#authorize');
});

test.each([
  ['expired', 'expired or was revoked', 'Sign-in expired', '0 of 1 used'],
  ['more_rights', 'needs more rights', 'More rights needed', '1 of 1 used'],
] as const)(
  'the state %s is said, with the way out of it',
  async (state, sentence, badge, used) => {
    const tools = [{ name: 'free_tables', description: '', enabled: true }];
    const known = { ...bookings, sign_in: state, tools, discovered_at: '2026-11-23T10:00:00Z' };
    server.on('GET /mcp/servers', [known]);
    await show(openTab('mcp'));
    expect(get('.itih-sign-in').textContent).toContain(sentence);
    expect(get('.itih-table tbody').textContent).toContain(badge);
    expect(get('.itih-table tbody').textContent).toContain(used);
    expect(button('Sign in: Bookings')).toBeTruthy();
  },
);

test('a server without OAuth says nothing of it', async () => {
  server.on('GET /mcp/servers', [{ ...bookings, sign_in: 'none' }]);
  await show(openTab('mcp'));
  expect(get('#itih-servers').textContent).not.toMatch(/sign/i);
});

test('a sign-in that cannot begin says why', async () => {
  server.on('POST /mcp/servers/3/sign-in', () => {
    throw new AppError('provider_error', {
      message: 'The authorization server does not use HTTPS.',
    });
  });
  await show(openTab('mcp'));
  await click('Sign in: Bookings');
  expect(get('.itih-column > .is-error').textContent).toContain(
    'Bookings: The authorization server',
  );
});

test('who comes back is signed in, once, and the answer leaves the address', async () => {
  await show(comeBack({ state: '3.abc', code: 'a-code', iss: 'https://auth.example' }));
  await wait();
  expect(sent('/mcp/sign-in').map(({ body }) => body)).toEqual([
    { state: '3.abc', code: 'a-code', iss: 'https://auth.example' },
  ]);
  expect(window.location.search).toBe('?page=itih-rag-chat-settings&tab=mcp');
  expect(text()).toContain('Bookings: 1 tool was found, of which 1 can be used.');
  expect(get('.itih-table tbody').textContent).toContain('Signed in');
});

test('a refusal is handed over, and its reason shown', async () => {
  server.on('POST /mcp/sign-in', () => {
    throw new AppError('provider_error', { message: 'You were not signed in: access was denied.' });
  });
  await show(comeBack({ state: '3.abc', error: 'access_denied', error_description: 'No.' }));
  await wait();
  expect(sent('/mcp/sign-in')[0]?.body).toEqual({
    state: '3.abc',
    error: 'access_denied',
    error_description: 'No.',
  });
  expect(get('.itih-column > .is-error').textContent).toContain('access was denied');
  expect(window.location.search).not.toContain('state');
});

test.each([
  [true, '.is-success', 'You are signed out.'],
  [false, '.is-error', 'could not be told'],
])('signing out deletes the tokens; the server knows: %s', async (revoked, notice, words) => {
  server.on('GET /mcp/servers', [signedIn]);
  server.on('DELETE /mcp/servers/3/sign-in', () => {
    server.on('GET /mcp/servers', [bookings]);
    return { server: bookings, revoked };
  });
  await show(openTab('mcp'));
  await click('Sign out: Bookings');
  await wait();
  expect(get(`.itih-column > ${notice}`).textContent).toContain(words);
  expect(get('.itih-table tbody').textContent).toContain('Not signed in');
});

test('a client of the owner’s own is entered with the address to register', async () => {
  server.on('POST /mcp/servers/3', ({ body }) => ({ ...bookings, ...(body as object) }));
  await show(openTab('mcp'));
  await click('Edit: Bookings');
  expect(get('.itih-client code').textContent).toBe(
    'http://site.test/wp-admin/admin.php?page=itih-rag-chat-settings&tab=mcp',
  );
  await fill('[name="oauth_client_id"]', 'shop');
  await fill('[name="oauth_client_secret"]', 'not-a-secret');
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
