/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { Knowledge } from '../../../admin/screens/knowledge.tsx';
import { collection, dashboardOf, fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { checkbox, click, fill, get, show, text, toggle } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const postTypes = [
  { name: 'post', label: 'Posts', count: 12 },
  { name: 'page', label: 'Pages', count: 1 },
  { name: 'event', label: 'Events', count: 0 },
];
const screen = <Knowledge site={siteOf({ postTypes })} />;

const settingsWith = (indexing: object) => ({
  settings: { ...maskedDefaults, indexing: { ...maskedDefaults.indexing, ...indexing } },
});
const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => {
  window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge&tab=indexing');
  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ completed: 2 }));
  server.on('GET /documents', collection([], 0));
  server.on('GET /settings', settingsWith({ exclude_ids: [4, 9] }));
  server.on('PUT /settings', ({ body }) => settingsWith((body as { indexing: object }).indexing));
});

test('offers the public types with their numbers', async () => {
  await show(screen);
  expect(get('.itih-choices').textContent).toContain('Posts12 published');
  expect(['Posts', 'Pages', 'Events'].map((label) => checkbox(label).checked)).toEqual([
    true,
    true,
    false,
  ]);
});

test('saves only what has changed, and says so', async () => {
  await show(screen);
  await toggle('Events');
  await toggle('Pages');
  await toggle('Follow changes');
  await fill('[name="exclude_ids"]', '9, 17 17');
  await fill('[name="chunk_size"]', '1200');
  await fill('[name="chunk_overlap"]', '150');
  await click('Save');
  expect(sent()).toEqual([
    {
      indexing: {
        post_types: ['post', 'event'],
        auto_index: false,
        exclude_ids: [9, 17],
        chunk_size: 1200,
      },
    },
  ]);
  expect(text()).toContain('Saved. The knowledge base follows by itself.');
  expect(get<HTMLInputElement>('[name="exclude_ids"]').value).toBe('9, 17');
});

test('saving nothing calls nobody', async () => {
  await show(screen);
  await toggle('Pages');
  await toggle('Pages');
  await click('Save');
  expect(sent()).toEqual([]);
  expect(text()).toContain('Nothing has changed.');
});

test('a type whose plugin is off at the moment stays chosen', async () => {
  server.on('GET /settings', settingsWith({ post_types: ['post', 'recipe'] }));
  await show(screen);
  expect(checkbox('recipe').checked).toBe(true);
  await toggle('Events');
  await click('Save');
  expect(sent()).toEqual([{ indexing: { post_types: ['post', 'recipe', 'event'] } }]);
});

test('a number that is refused says why', async () => {
  server.fail('PUT /settings', 'invalid_request', { 'indexing.chunk_size': 'Too small.' });
  await show(screen);
  await fill('[name="chunk_size"]', '300');
  await click('Save');
  const field = get<HTMLInputElement>('[name="chunk_size"]');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(get('#itih-division').textContent).toContain('Too small.');
  expect(field.value).toBe('300');
});

test('hours between checks of web pages', async () => {
  server.on('GET /settings', settingsWith({ url_recheck_hours: 24 }));
  await show(screen);
  expect(get<HTMLInputElement>('[name="url_recheck_hours"]').value).toBe('24');
  await fill('[name="url_recheck_hours"]', '0');
  await click('Save');
  expect(sent()).toEqual([{ indexing: { url_recheck_hours: 0 } }]);
});

test('settings that cannot be loaded can be asked for again', async () => {
  server.fail('GET /settings', 'overloaded');
  await show(screen);
  expect(get('#itih-posts').textContent).toContain('very busy');
  server.on('GET /settings', settingsWith({}));
  await click('Try again');
  expect(checkbox('Posts').checked).toBe(true);
});

test('the tabs are links that the address remembers', async () => {
  await show(screen);
  await click('Documents');
  expect(window.location.search).toBe('?page=itih-rag-chat-knowledge');
  expect(text()).toContain('Nothing is known yet.');
  await click('Indexing');
  expect(get('[aria-current="page"]').textContent).toBe('Indexing');
  expect(checkbox('Posts').checked).toBe(true);
});
