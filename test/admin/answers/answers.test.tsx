/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MaskedSettings } from '../../../admin/api.ts';
import { Answers } from '../../../admin/screens/answers.tsx';
import type { CuratedAnswer } from '../../../server/contract/settings.ts';
import { fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { button, click, fill, get, show, text } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const screen = <Answers site={siteOf({ homeUrl: 'https://museum.example' })} />;

const dogs: CuratedAnswer = { questions: ['Are dogs allowed?'], answer: 'On a lead.', url: '' };
const coats: CuratedAnswer = { questions: ['Where do coats go?'], answer: 'Downstairs.', url: '' };

let chat: MaskedSettings['chat'];
const settings = () => ({ settings: { ...maskedDefaults, chat } });
const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const value = (name: string) => get<HTMLTextAreaElement>(`[name="${name}"]`).value;
const open = (query = '') =>
  window.history.replaceState(null, '', `?page=itih-rag-chat-answers${query}`);

beforeEach(() => {
  open();
  chat = { ...maskedDefaults.chat, curated: [dogs, coats] };
  server.on('GET /status', statusOf());
  server.on('GET /settings', settings);
  server.on('PUT /settings', ({ body }) => {
    chat = { ...chat, ...(body as { chat?: object }).chat };
    return settings();
  });
});

describe('own answers', () => {
  test('the settings that cannot be read are an error with another try', async () => {
    server.fail('GET /settings', 'sidecar_unavailable');
    await show(screen);
    expect(text()).not.toContain('There is none yet');
    server.on('GET /settings', settings);
    await click('Try again');
    expect(text()).toContain('Are dogs allowed?');
  });

  test('a new one is added to those that are stored now', async () => {
    await show(screen);
    await click('Write an answer');
    await fill('[name="questions"]', 'Is there a café?');
    await fill('[name="url"]', '/café/');
    // Stored by somebody else meanwhile.
    const others = { questions: ['Who?'], answer: 'We.', url: '' };
    chat = { ...chat, curated: [dogs, coats, others] };
    await click('Save');
    expect(chat.curated).toEqual([
      dogs,
      coats,
      others,
      { questions: ['Is there a café?'], answer: '', url: 'https://museum.example/café/' },
    ]);
    expect(text()).toContain('Saved.');
    expect(text()).toContain('Points to the page');
    expect(document.querySelector('#itih-answer')).toBeNull();
  });

  test('one that the contract would refuse is not sent, and is told of as it is corrected', async () => {
    open('&write=1');
    await show(screen);
    expect(text()).not.toContain('Write at least one question.');
    await click('Save');
    expect(sent()).toEqual([]);
    expect(text()).toContain('Write at least one question.');
    expect(document.activeElement).toBe(get('[name="questions"]'));
    await fill('[name="questions"]', 'are dogs allowed');
    expect(text()).toContain('“are dogs allowed” has another answer already.');
  });

  test('the reason of a refusal stands at its field until that is changed', async () => {
    open(`&edit=${encodeURIComponent('Where do coats go?')}`);
    await show(screen);
    server.fail('PUT /settings', 'invalid_request', { 'chat.curated.1.answer': 'Not that.' });
    await fill('[name="answer"]', 'Upstairs.');
    await click('Save');
    expect(get('[name="answer"]').getAttribute('aria-invalid')).toBe('true');
    expect(value('answer')).toBe('Upstairs.');
    await fill('[name="answer"]', 'In the hall.');
    expect(get('[name="answer"]').getAttribute('aria-invalid')).toBe('false');
  });

  test('several drafts are kept while others are looked at, until they are discarded', async () => {
    await show(screen);
    await click('Edit: Are dogs allowed?');
    await fill('[name="answer"]', 'No.');
    await click('Edit: Where do coats go?');
    expect(value('answer')).toBe('Downstairs.');
    await click('Synonyms');
    await click('Your answersnot saved');
    await click('Edit: Are dogs allowed?');
    expect(value('answer')).toBe('No.');
    expect(get('table').textContent).toContain('Not saved');
    await click('Discard');
    await click('Edit: Are dogs allowed?');
    expect(value('answer')).toBe('On a lead.');
  });

  test('one is removed by its question, wherever it is by now', async () => {
    await show(screen);
    await click('Remove: Are dogs allowed?');
    chat = { ...chat, curated: [coats, dogs] };
    await click('Remove', '.itih-dialog');
    expect(sent()).toEqual([{ chat: { curated: [coats] } }]);
    expect(text()).toContain('Removed.');
  });

  test('a removal that fails is told, and takes nothing away', async () => {
    await show(screen);
    server.fail('PUT /settings', 'sidecar_unavailable');
    await click('Remove: Are dogs allowed?');
    await click('Remove', '.itih-dialog');
    expect(get('.is-error').textContent).not.toBe('');
    expect(get('table').textContent).toContain('Are dogs allowed?');
  });

  test('no more can be written than may be stored', async () => {
    const curated = Array.from({ length: 200 }, (_, n) => ({ ...dogs, questions: [`Q ${n}`] }));
    chat = { ...chat, curated };
    await show(screen);
    expect(button('Write an answer').hasAttribute('disabled')).toBe(true);
    expect(text()).toContain('There may be 200 answers at most.');
  });
});

describe('a question that the search sends', () => {
  test('begins a new answer', async () => {
    open(`&question=${encodeURIComponent('Is there a café?')}`);
    await show(screen);
    expect(value('questions')).toBe('Is there a café?');
    expect(window.location.search).toBe('?page=itih-rag-chat-answers&write=1');
  });

  test('opens the answer that it has', async () => {
    open(`&question=${encodeURIComponent('are dogs allowed')}`);
    await show(screen);
    expect(value('answer')).toBe('On a lead.');
  });

  test('stands beside the synonyms', async () => {
    open(`&tab=synonyms&question=${encodeURIComponent('Entry fee?')}`);
    await show(screen);
    expect(text()).toContain('The question was “Entry fee?”.');
  });
});

describe('synonyms', () => {
  beforeEach(() => open('&tab=synonyms'));

  test('are saved, and say so until they are edited again', async () => {
    await show(screen);
    await fill('[name="synonyms"]', 'pram, stroller');
    await click('Save');
    expect(sent()).toEqual([{ chat: { synonyms: ['pram, stroller'] } }]);
    expect(text()).toContain('Saved. The next answer follows it.');
    await fill('[name="synonyms"]', 'pram, buggy');
    expect(text()).not.toContain('Saved.');
  });

  test('with a mistake are not sent, and have the focus', async () => {
    await show(screen);
    await fill('[name="synonyms"]', 'pram');
    await click('Save');
    expect(sent()).toEqual([]);
    expect(document.activeElement).toBe(get('[name="synonyms"]'));
  });

  test('that the server refuses say why', async () => {
    await show(screen);
    server.fail('PUT /settings', 'invalid_request', { 'chat.synonyms.0': 'Not that.' });
    await fill('[name="synonyms"]', 'a, b');
    await click('Save');
    expect(get('[name="synonyms"]').getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('Not that.');
  });

  test('the browser asks before unsaved text is lost', async () => {
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await show(screen);
    expect(leaves()).toBe(true);
    await fill('[name="synonyms"]', 'a, b');
    expect(leaves()).toBe(false);
    await click('Save');
    expect(leaves()).toBe(true);
  });
});

test('how the chat speaks is edited in the settings', async () => {
  await show(screen);
  expect(
    button('How the chat speaks, and what it says when nothing is found').getAttribute('href'),
  ).toBe('?page=itih-rag-chat-settings&tab=chat');
});
