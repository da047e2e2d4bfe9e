/** A chat that is switched off, or for some visitors only, on every way to the sidecar. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatReply } from '../../server/contract/chat.ts';
import { errorBody } from '../../server/contract/errors.ts';
import type { Settings } from '../../server/contract/settings.ts';
import type { CallOptions } from '../fakes/shim.ts';
import { anonymousNonce, startApp, type App } from './app-server.ts';

type General = Partial<Settings['general']>;

let app: App;
beforeAll(async () => {
  app = await startApp({ ITIH_PUBLIC_PORT: '0' });
  await save({}, { limits: { per_ip_max: 0 }, chat: { mail_to: 'owner@example.org' } });
});
afterAll(() => app.close());

const save = (general: General, more: object = {}) =>
  app.shim.admin('PUT', '/settings', { body: { general, ...more } });

type Way = (path: string, body: object) => Promise<Response>;
const signed =
  (caller: CallOptions): Way =>
  (path, body) => {
    const { url, ...init } = app.shim.signed('POST', path, { ...caller, body });
    return fetch(url, init);
  };
const open =
  (base: () => string): Way =>
  (path, body) =>
    fetch(base() + path, {
      method: 'POST',
      headers: { 'x-wp-nonce': anonymousNonce() },
      body: JSON.stringify(body),
    });
const ways: Record<string, Way> = {
  'the plugin, for a visitor': signed({}),
  'the edge': open(() => `${app.publicUrl}/itih/v1`),
  'the plugin, for a user': signed({ userId: 7 }),
  'the plugin, for an administrator': signed({ role: 'admin' }),
};
const anonymous = Object.keys(ways).slice(0, 2);

async function outcomes(path: string, body: object): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, ask] of Object.entries(ways)) {
    const response = await ask(path, body);
    const text = await response.text();
    found[name] = response.ok ? 'answered' : errorBody.parse(JSON.parse(text)).code;
    if (!response.ok) expect(response.status).toBe(403);
  }
  return found;
}
const expected = (isOpen: (name: string) => boolean) =>
  Object.fromEntries(
    Object.keys(ways).map((name) => [name, isOpen(name) ? 'answered' : 'chat_disabled']),
  );

test.each<[string, General, (name: string) => boolean]>([
  ['on', { widget_enabled: true, audience: 'everyone' }, () => true],
  ['off', { widget_enabled: false, audience: 'everyone' }, () => false],
  ['for users', { widget_enabled: true, audience: 'logged_in' }, (n) => !anonymous.includes(n)],
  ['for guests', { widget_enabled: true, audience: 'logged_out' }, (n) => anonymous.includes(n)],
  ['off for users', { widget_enabled: false, audience: 'logged_in' }, () => false],
])('the chat %s', async (_case, general, isOpen) => {
  await save(general);
  expect(await outcomes('/chat', { message: 'Hello' })).toEqual(expected(isOpen));
});

test('on a site that is closed to guests it is closed to them, too', async () => {
  await save({ widget_enabled: true, audience: 'everyone' });
  const { guests } = app.site;
  guests.set('/', { status: 302, location: '/wp-login.php' });
  guests.set('/wp-login.php', { status: 200, html: '<input type="password">' });
  await app.services.guestAccess.check();
  expect(await outcomes('/chat', { message: 'Hello' })).toEqual(
    expected((name) => !anonymous.includes(name)),
  );
  guests.clear();
  await app.services.guestAccess.check();
  expect(await outcomes('/chat', { message: 'Hello' })).toEqual(expected(() => true));
});

test('switched off, nothing is written, and only what is one’s own can still be read and deleted', async () => {
  await save({ widget_enabled: true, audience: 'everyone' });
  const request_id = '3f1c2a9e-5d0b-4c7a-9b1e-0a2b3c4d5e6f';
  const body = { message: 'Hello', request_id };
  const talk = (await app.shim.call<ChatReply>('POST', '/chat/sync', { body })).body;
  const { sessions } = await app.services.figures.summary();
  await save({ widget_enabled: false });
  const own = { headers: { 'x-itih-secret': talk.session_secret ?? '' } };
  const { session_id } = talk;
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const answer = await app.shim.call(method, path, { ...own, ...options });
    return answer.body['code'] ?? answer.status;
  };
  expect(await call('POST', '/chat/sync', { body })).toBe('chat_disabled');
  const mailed = { session_id, email: 'ada@example.org' };
  expect(await call('POST', '/chat/mail', { body: mailed })).toBe('chat_disabled');
  expect((await app.services.figures.summary()).sessions).toBe(sessions);
  const rated = { session_id, message_id: talk.message_id, feedback: 'up' };
  expect(await call('POST', '/feedback', { body: rated })).toBe(200);
  expect(await call('GET', '/history', { query: { session_id } })).toBe(200);
  expect(await call('DELETE', '/history', { query: { session_id } })).toBe(200);
  // The owner tries it before visitors do.
  expect((await app.shim.admin('POST', '/ask', { body: { message: 'Hello' } })).status).toBe(200);
});
