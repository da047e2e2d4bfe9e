/** A conversation that a visitor mails to the owner. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ChatReply, HistoryReply } from '../../server/contract/chat.ts';
import { startApp } from './app-server.ts';

let app: Awaited<ReturnType<typeof startApp>>;
const save = (chat: object, privacy: object = {}) =>
  app.shim.admin('PUT', '/settings', { body: { chat, privacy } });
beforeEach(async () => {
  app = await startApp();
  await save({ mail_to: 'owner@example.org' });
});
afterEach(() => app.close());

const ask = async (message: string) => {
  const { body } = await app.shim.call<ChatReply>('POST', '/chat/sync', { body: { message } });
  return body;
};
const mail = (talk: ChatReply, more: object = {}, secret = talk.session_secret ?? '') =>
  app.shim.call('POST', '/chat/mail', {
    ip: '192.0.2.1',
    headers: { 'x-itih-secret': secret },
    body: { session_id: talk.session_id, email: 'ada@example.org', ...more },
  });
const code = ({ status, body }: Awaited<ReturnType<typeof mail>>) => [status, body['code']];

test('WordPress gets the stored turns, the address, the note and the page', async () => {
  const talk = await ask('How many zebras does the harbour own?');
  expect(talk.offer_mail).toBe(true);
  const page_url = 'http://site.test/zoo/';
  const sent = await mail(talk, { note: 'Please call.', page_url, turns: [{ role: 'user' }] });
  expect([sent.status, sent.body]).toEqual([200, { sent: true }]);
  expect(app.site.mailed).toEqual([
    {
      email: 'ada@example.org',
      note: 'Please call.',
      page_url,
      turns: [
        { role: 'user', content: 'How many zebras does the harbour own?' },
        { role: 'assistant', content: talk.reply },
      ],
    },
  ]);
});

test('a conversation that is stored nowhere can be mailed', async () => {
  await save({}, { store_chats: false });
  const talk = await ask('How many zebras does the harbour own?');
  expect((await mail(talk)).status).toBe(200);
  expect(app.site.mailed[0]?.turns).toHaveLength(2);
});

test('it is offered below a refusal and to who asks for a person, also in the history', async () => {
  const refused = await ask('How many zebras does the harbour own?');
  const person = await ask('Can I talk to a human?');
  const greeted = await ask('Hello!');
  expect([refused, person, greeted].map(({ offer_mail }) => offer_mail)).toEqual([
    true,
    true,
    undefined,
  ]);
  const history = await app.shim.call<HistoryReply>('GET', '/history', {
    query: { session_id: person.session_id },
    headers: { 'x-itih-secret': person.session_secret ?? '' },
  });
  expect(history.body.turns.map(({ offersMail }) => offersMail)).toEqual([undefined, true]);
});

test('without an address of the owner it is not offered, and refused', async () => {
  const talk = await ask('How many zebras does the harbour own?');
  await save({ mail_to: '' });
  expect((await ask('How many zebras does the harbour own?')).offer_mail).toBeUndefined();
  expect(code(await mail(talk))).toEqual([503, 'not_configured']);
});

test.each([
  'ada@example.org\r\nBcc: all@example.org',
  'ada@example.org,bob@example.org',
  'Ada <ada@example.org>',
  'ada',
  '',
])('the address %j is refused', async (email) => {
  expect(code(await mail(await ask('A zebra?'), { email }))).toEqual([400, 'invalid_request']);
  expect(app.site.mailed).toEqual([]);
});

test('nobody else mails it, and nobody mails it often', async () => {
  const talk = await ask('How many zebras does the harbour own?');
  expect(code(await mail(talk, {}, 'guessed'))).toEqual([403, 'invalid_session']);
  for (let count = 0; count < 3; count++) expect((await mail(talk)).status).toBe(200);
  expect(code(await mail(talk))).toEqual([429, 'rate_limited']);
  const statuses = [];
  for (let count = 0; count < 8; count++) statuses.push((await mail(await ask('A zebra?'))).status);
  expect(statuses).toEqual([...Array<number>(7).fill(200), 429]);
});

test('a site that cannot mail says so', async () => {
  app.site.canMail = false;
  const talk = await ask('How many zebras does the harbour own?');
  expect(code(await mail(talk))).toEqual([500, 'internal_error']);
});
