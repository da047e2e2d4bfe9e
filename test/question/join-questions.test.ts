import { expect, test } from '@jest/globals';
import { joinQuestions } from '../../server/question/join-questions.ts';
import { understand } from '../../server/question/understand.ts';

const ask = (text: string, earlier: readonly string[], about = '') => {
  const history = earlier.flatMap((content) => [
    { role: 'user' as const, content, chunkIds: [] },
    { role: 'assistant' as const, content: 'Yes.', chunkIds: [], about },
  ]);
  const asked = { now: Date.UTC(2026, 10, 22), timeZone: 'UTC', page: '' };
  return understand(text, { history, locale: 'en', asked });
};

test.each([
  ['and for seniors?', 'How much is a ticket?', 'and for seniors? How much is a ticket?'],
  [
    'and for seniors?',
    'How much is a ticket for adults?',
    'and for seniors? How much is a ticket ?',
  ],
  ['and on Sundays?', 'When are you open on Mondays?', 'and on Sundays? When are you open ?'],
  ['what about tomorrow', 'Is the tower open today?', 'what about tomorrow? Is the tower open ?'],
  [
    'how much do they cost?',
    'Do you have audio guides?',
    'how much do they cost? Do you have audio guides? Audio tours',
  ],
  ['is it far?', 'Where is the car park?', 'is it far? Where is the car park? Audio tours'],
  [
    'Can I book them online?',
    'Are there guided tours?',
    'Can I book them online? Are there guided tours? Audio tours',
  ],
  ['How long?', 'Can I borrow a wheelchair?', 'How long? Can I borrow a wheelchair?'],
  ['And with a dog?', 'May I visit the garden?', 'And with a dog? May I visit the garden?'],
  [
    'Is that free for children?',
    'Is there a workshop?',
    'Is that free for children? Is there a workshop? Audio tours',
  ],
  [
    'und für Senioren?',
    'Was kostet der Eintritt für Erwachsene?',
    'und für Senioren? Was kostet der Eintritt ?',
  ],
  [
    'und sonntags?',
    'Wann ist das Museum montags geöffnet?',
    'und sonntags? Wann ist das Museum geöffnet?',
  ],
  [
    'Wie viel kostet das?',
    'Gibt es Führungen?',
    'Wie viel kostet das? Gibt es Führungen? Audio tours',
  ],
  [
    'Und an Heiligabend?',
    'Wann hat das Café offen?',
    'Und an Heiligabend? Wann hat das Café offen?',
  ],
  [
    'Kosten die etwas?',
    'Haben Sie Schließfächer?',
    'Kosten die etwas? Haben Sie Schließfächer? Audio tours',
  ],
  ['Ist es weit?', 'Wo ist der Parkplatz?', 'Ist es weit? Wo ist der Parkplatz? Audio tours'],
  ['Wie lange?', 'Kann ich ein Buch ausleihen?', 'Wie lange? Kann ich ein Buch ausleihen?'],
  ['und mit Hund', 'Darf ich den Garten besuchen?', 'und mit Hund? Darf ich den Garten besuchen?'],
  [
    'Gilt das auch für Kinder?',
    'Ist der Eintritt frei?',
    'Gilt das auch für Kinder? Ist der Eintritt frei? Audio tours',
  ],
  ['Und morgen?', 'Hat die Bibliothek heute offen?', 'Und morgen? Hat die Bibliothek offen?'],
])('%s after %s', (text, earlier, expected) => {
  const question = ask(text, [earlier], 'Audio tours');
  expect(question.isFollowUp).toBe(true);
  expect(joinQuestions(question)).toBe(expected);
});

test('the topic is that of the last question that stands alone', () => {
  const earlier = ['Where do I park?', 'How much is a ticket?', 'and for seniors?'];
  expect(joinQuestions(ask('and on Sundays?', earlier))).toBe(
    'and on Sundays? How much is a ticket?',
  );
});

test('of a long question, the words with a topic are kept', () => {
  const long =
    'Hello, we are a group of twelve visitors from Norway and would like to know if you could tell us the price of a guided harbour walk';
  expect(joinQuestions(ask('and on Sundays?', [long]))).toBe(
    'and on Sundays? hello group twelve visitors norway price guided harbour',
  );
});

test('the first question has nothing to be joined to', () => {
  expect(joinQuestions(ask('and on Sundays?', []))).toBeNull();
});
