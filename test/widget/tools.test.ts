/** @jest-environment jsdom */
import { beforeAll, expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { ItihChat } from '../../widget/element.ts';
import { completeBrowser, done, fakeServer, liveStream, meta, session, settle } from './browser.ts';

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

test('each state of a tool is said once, politely, and stands beside its icon', async () => {
  const stream = liveStream();
  const server = fakeServer({ 'GET session': () => session(), 'POST chat': () => stream.response });
  globalThis.fetch = server.fetch;
  const chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('config', JSON.stringify({ api: 'https://example.org/wp-json/itih/v1/' }));
  document.body.append(chat);
  chat.open();
  const select = <T extends HTMLElement>(selector: string) =>
    chat.shadowRoot?.querySelector<T>(selector) as T;
  const status = select('[role=status]');
  const said: (string | null)[] = [];
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
  const send = (event: ChatEvent) => {
    stream.send(event);
    return settle();
  };
  const tool = (id: string, label: string) => ({ type: 'tool', id, name: 'x', label }) as const;

  select<HTMLTextAreaElement>('[part=input]').value = 'When?';
  select('[part=input]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  await send(meta);
  await send({ ...tool('a', 'Find tables'), state: 'start' });
  await send({ ...tool('b', 'Find rooms'), state: 'start' });
  expect(select('[part=tools] .spoken').textContent).toBe('Using Find tables');
  await send({ ...tool('a', 'Find tables'), state: 'end', ok: true });
  await send({ ...tool('b', 'Find rooms'), state: 'end', ok: false });
  await send({ type: 'delta', content: 'At nine.' });
  await send(done);
  expect(said.filter(Boolean)).toEqual([
    'Using Find tables',
    'Using Find rooms',
    'Find tables: done',
    'Find rooms: failed',
    'Answer: At nine.',
  ]);
  expect(select('[part=tools] p:last-child .spoken').textContent).toBe('Find rooms: failed');
});
