import { beforeEach, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { directReply } from '../../server/chat/direct-reply.ts';
import { understand } from '../../server/question/understand.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { Passage } from '../../server/storage/chunks.ts';

const log = createLog('silent');
const url = 'https://museum.example/dogs/';
const document = {
  id: 7,
  kind: 'post' as const,
  post_id: 3,
  attachment_id: null,
  title: 'Dogs [and cats]',
  source_url: url,
};

let chat: typeof settingsDefaults.chat;
let stored: typeof document | undefined;
let onlyPublic: (passages: readonly Passage[]) => Promise<Passage[]>;
beforeEach(() => {
  const curated = [{ questions: ['Are dogs allowed?'], answer: 'Dogs may come in.', url }];
  chat = { ...settingsDefaults.chat, curated };
  stored = document;
  onlyPublic = (passages) => Promise.resolve([...passages]);
});

async function reply(message: string) {
  const dependencies = {
    documents: { atAddress: () => Promise.resolve(stored) },
    visibility: { onlyPublic: onlyPublic as never },
  };
  const question = understand(message, { contact: chat.contact });
  const settings = { ...settingsDefaults, chat };
  const direct = await directReply(question, dependencies, { settings, log });
  if (!direct) return null;
  const { citations, events } = direct;
  const written = events.map((event) => (event.type === 'text' ? citations.push(event.text) : ''));
  return { text: written.join('') + citations.end(), sources: citations.cited().sources, events };
}

test('cites the page by its title', async () => {
  const answered = await reply('Are dogs allowed?');
  expect(answered?.text).toBe('Dogs may come in. [1]');
  expect(answered?.sources).toMatchObject([
    { n: 1, title: 'Dogs [and cats]', url, kind: 'post', excerpt: '' },
  ]);
  expect(answered?.events[0]).toEqual({ type: 'model', id: 'curated' });
  expect(answered?.events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
});

test('names the page if there is no answer', async () => {
  chat.curated = [{ questions: ['Are dogs allowed?'], answer: '', url }];
  expect((await reply('Are dogs allowed?'))?.text).toBe('Dogs [and cats] [1]');
});

test.each<[string, () => void]>([
  ['is not in the knowledge base', () => (stored = undefined)],
  ['is not public', () => (onlyPublic = () => Promise.resolve([]))],
  ['cannot be checked', () => (onlyPublic = () => Promise.reject(new Error('down')))],
])('links a page that %s', async (_case, change) => {
  change();
  const answered = await reply('Are dogs allowed?');
  expect(answered?.text).toBe(`Dogs may come in.\n\n[${url}](${url})`);
  expect(answered?.sources).toEqual([]);
});

test('links the page by its title if answers have no numbers', async () => {
  chat.citations = false;
  const answered = await reply('Are dogs allowed?');
  expect(answered?.text).toBe(`Dogs may come in.\n\n[Dogs and cats](${url})`);
});

test('keeps the addresses that the owner wrote', async () => {
  const answer = 'Write to [us](https://other.example/contact) or dogs@museum.example.';
  chat.curated = [{ questions: ['Are dogs allowed?'], answer, url: '' }];
  expect((await reply('Are dogs allowed?'))?.text).toBe(answer);
});

test('replies to small talk with the owner’s contact and its address', async () => {
  chat.contact = 'https://museum.example/contact';
  expect((await reply('can I talk to someone?'))?.text).toBe(
    'You can reach a person here: https://museum.example/contact',
  );
});

test('leaves other questions to the search', async () => {
  expect(await reply('Are dogs allowed in the café?')).toBeNull();
});
