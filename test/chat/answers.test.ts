import { beforeAll, expect, test } from '@jest/globals';
import { builtInAnswer, refusal } from '../../bench/built-in-answer.ts';
import { demoSite, type DemoSite } from '../../bench/demo-site.ts';

let site: DemoSite;
beforeAll(async () => {
  site = await demoSite();
});

async function ask(question: string): Promise<string> {
  return builtInAnswer(question, await site.retrieve(question));
}

test.each([
  ['What are the opening hours?', 'from 10:00 to 17:30', '21:00'],
  ['When are you open?', '10:00', '17:30'],
  [
    'When is the museum open on Thursday evenings?',
    'Every Thursday the museum is open until 21:00.',
  ],
  ['Do you have a café?', 'The Café Spring Tide is on the ground floor'],
  ['How much does a family ticket cost?', '€28'],
  ['What is the price of a ticket for an adult?', 'Ticket: Adult; Price: €12.00'],
  ['What does the school programme cost per class?', '€4 per pupil'],
  ['Can I return something I bought in the online shop?', 'within 30 days'],
  ['May I take photos?', 'Photographs for yourself are welcome'],
  ['Wann hat das Museum geöffnet?', 'dienstags bis sonntags von 10:00 bis 17:30 Uhr'],
  ['Quels sont les horaires d’ouverture ?', 'de 10 h à 17 h 30'],
  ['開館時間は何時ですか？', '10:00から17:30まで'],
  ['ما هي مواعيد العمل؟', '10:00', '17:30'],
])('the demo site answers: %s', async (question, ...expected) => {
  const answer = await ask(question);
  for (const fragment of expected) expect(answer).toContain(fragment);
});

test.each([
  'How high is the Eiffel Tower?',
  'Where is the Eiffel Tower?',
  'What is the capital of Australia?',
])('the demo site does not answer: %s', async (question) => {
  expect(await ask(question)).toBe(refusal);
});

test('a table is said as lines, and nothing twice', async () => {
  const lines = (await ask('What is the price of a ticket for an adult?')).split('\n');
  expect(lines[0]).toMatch(/^- Ticket: Adult; .+ \[\d\]$/);
  expect(new Set(lines).size).toBe(lines.length);
});

test('the categories and tags of a post are no answer', async () => {
  for (const question of [
    'How many steps does the Signal Tower have?',
    'When is admission free?',
  ]) {
    expect(await ask(question)).not.toContain('Tags:');
  }
});
