/** A visitor's words on their way to the owner's mail: the sidecar passes on words, and an address that is one. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChatReply, HistoryReply } from '../../server/contract/chat.ts';
import { startApp } from '../http/app-server.ts';
import { mailAddresses, mailWords, thief } from './mails.ts';
import { sampled } from '../full-runs.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeEach(async () => {
  app = await startApp();
  await app.shim.admin('PUT', '/settings', { body: { chat: { mail_to: 'desk@example.org' } } });
});
afterEach(() => app.close());

const email = 'ada@example.org';
async function ask(message: string) {
  const { body } = await app.shim.call<ChatReply>('POST', '/chat/sync', { body: { message } });
  const headers = { 'x-itih-secret': body.session_secret ?? '' };
  return {
    session_id: body.session_id,
    mail: (fields: object) =>
      app.shim.call('POST', '/chat/mail', {
        headers,
        body: { session_id: body.session_id, email, ...fields },
      }),
    history: async () => {
      const query = { session_id: body.session_id };
      const { body: found } = await app.shim.call<HistoryReply>('GET', '/history', {
        query,
        headers,
      });
      return found.turns.map(({ role, content }) => ({ role, content }));
    },
  };
}

test.each(sampled(Object.entries(mailAddresses)))(
  'an address with %s is refused',
  async (_name, email) => {
    const { mail } = await ask('A zebra?');
    const { status, body } = await mail({ email });
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(app.site.mailed).toEqual([]);
  },
);

describe.each(sampled(Object.entries(mailWords)))('%s', (_name, words) => {
  test('is a word of the visitor, and of nothing else', async () => {
    const talk = await ask(`A zebra? ${words}`);
    const { status } = await talk.mail({ note: words, page_url: words });
    expect(status).toBe(200);
    const turns = await talk.history();
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(turns[1]?.content).not.toContain(thief);
    expect(app.site.mailed).toEqual([{ email, note: words, page_url: words, turns }]);
  });
});

test('no further field of the visitor is passed on', async () => {
  const { mail } = await ask('A zebra?');
  const names = 'to cc bcc headers subject reply_to mail_to turns attachments'.split(' ');
  await mail(Object.fromEntries(names.map((field) => [field, [thief]])));
  expect(app.site.mailed.map((sent) => Object.keys(sent).sort())).toEqual([
    ['email', 'note', 'page_url', 'turns'],
  ]);
  expect(JSON.stringify(app.site.mailed)).not.toContain(thief);
});
