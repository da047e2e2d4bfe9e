import { expect, test } from '@jest/globals';
import { understand } from '../../server/question/understand.ts';
import type { HistoryTurn } from '../../server/storage/chats.ts';

const said = (content: string): HistoryTurn[] => [
  { role: 'user', content: 'Tickets?', chunkIds: [] },
  { role: 'assistant', content, chunkIds: [] },
];

test('a greeting is not part of the question beside it', () => {
  const question = understand('Hallo! Wann haben Sie geöffnet?', { locale: 'en_US' });
  expect(question).toMatchObject({
    text: 'Wann haben Sie geöffnet?',
    language: 'de',
    greeting: null,
    isFollowUp: false,
  });
});

test('"yes" answers a question that a model asked', () => {
  const { greeting, isFollowUp } = understand('Yes', { history: said('Shall I list them all?') });
  expect([greeting, isFollowUp]).toEqual([null, true]);
});

test('"no" after a statement, or after the question of a courtesy, is small talk', () => {
  for (const content of ['They are €9.', 'Hello! What would you like to know?']) {
    expect(understand('No, thanks', { history: said(content) }).greeting).not.toBeNull();
    expect(understand('no', { history: said(content) }).greeting).toMatch(/^All right/);
  }
});

test('thanks are small talk also after a question', () => {
  expect(understand('Thank you!', { history: said('Anything else?') }).greeting).not.toBeNull();
});

test('names the contact and knows the name of the chat', () => {
  const options = { contact: 'Call 555-0100.', botName: 'Finn' };
  expect(understand('Finn, can I talk to a person?', options).greeting).toMatch(/555-0100/);
});
