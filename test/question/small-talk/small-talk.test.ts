import { describe, expect, test } from '@jest/globals';
import { sentences } from '../../../server/chat/refusal-sentences.ts';
import type { Kind } from '../../../server/question/small-talk/manners.ts';
import {
  isSmallTalkReply,
  smallTalk,
  smallTalkLanguages,
  withoutSmallTalk,
} from '../../../server/question/small-talk/small-talk.ts';
import { languageOf } from '../../../server/text/language.ts';
import { asksAboutTheSite, messages } from './messages.ts';

const talk = (text: string, locale = '', contact = '') =>
  smallTalk(text, { language: languageOf(text, locale), locale, contact, botName: 'Anna Bell' });

const english: [string, Kind][] = [
  ['Hi', 'hello'],
  ['Hello!! 👋', 'hello'],
  ['hi there, can I ask something?', 'ask'],
  ['thanks, that was great!', 'thanks'],
  ['That was great!', 'praise'],
  ['ok thanks bye', 'bye'],
  ['OK.', 'ok'],
  ['👍', 'ok'],
  ['help', 'help'],
  ['What can you do?', 'help'],
  ['Who are you?', 'who'],
  ['are you a bot', 'who'],
  ['I want to talk to a human!', 'human'],
  ['Can I speak with a real person, please?', 'human'],
  ['How are you today?', 'mood'],
  ['thnaks', 'thanks'],
  ['thank you agian', 'thanks'],
  ['helllooooo', 'hello'],
  ['Good mornig', 'hello'],
  ['Hi Anna!', 'hello'],
  ['Thank you, Anna Bell', 'thanks'],
];

test.each(english)('%s is %s', (message, kind) => {
  expect(talk(message)?.kind).toBe(kind);
});

describe.each(Object.entries(messages))('in %s', (language, said) => {
  test.each(Object.entries(said))('%s: %s', (kind, message) => {
    const found = talk(message, language);
    expect(found?.kind).toBe(kind);
    expect(found?.reply).toBe(
      smallTalk(message, { language, locale: '', contact: '', botName: '' })?.reply,
    );
  });
});

test('has the languages in which the chat refuses', () => {
  expect([...smallTalkLanguages].sort()).toEqual(Object.keys(sentences).sort());
  expect(Object.keys(messages).sort()).toEqual(Object.keys(sentences).sort());
});

test.each(asksAboutTheSite)('%s is no small talk', (message) => {
  expect(talk(message)).toBeNull();
});

describe('the reply', () => {
  test('is in the language of the message, also on a page in another', () => {
    expect(talk('Vielen Dank!', 'en_US')?.reply).toMatch(/^Gern geschehen/);
    expect(talk('thank you', 'de_DE')?.reply).toMatch(/^You are welcome/);
  });

  test('is in the language of the page if the message is of both', () => {
    expect(talk('ok', 'de_DE')?.reply).toMatch(/^In Ordnung/);
    expect(talk('hallo', 'de_DE')?.reply).toMatch(/^Hallo! Was/);
    expect(talk('hallo', 'nl_NL')?.reply).toMatch(/^Hallo! Wat/);
    expect(talk('👍', 'fr_FR')?.reply).toMatch(/^D’accord/);
    expect(talk('ok')?.reply).toMatch(/^All right/);
  });

  test('names the owner’s contact to those who ask for a person', () => {
    expect(talk('Can I talk to a human?', '', 'Call 555-0100.')?.reply).toBe(
      'You can reach a person here: Call 555-0100.',
    );
    expect(talk('Can I talk to a human?')?.reply).toMatch(/cannot connect you .* contact page/);
  });

  test('is known as such', () => {
    expect(isSmallTalkReply(talk('Merci beaucoup')?.reply ?? '')).toBe(true);
    expect(isSmallTalkReply('Which day?')).toBe(false);
  });
});

test.each([
  ['thanks, and when do you open?', 'and when do you open?'],
  ['Hi! Do you have lockers? Thanks!', 'Do you have lockers?'],
  ['hi do you have lockers', 'do you have lockers'],
  [
    'Can I ask something? Is there a café, a shop or a cloakroom?',
    'Is there a café, a shop or a cloakroom?',
  ],
  ['Guten Tag, gibt es Schließfächer?', 'gibt es Schließfächer?'],
  ['谢谢，你们几点开门？', '你们几点开门？'],
  ['Hello Kitty exhibition opening times', 'Hello Kitty exhibition opening times'],
  ['When do you open?', 'When do you open?'],
  ['Is it open on 3.10. at 9:30?', 'Is it open on 3.10. at 9:30?'],
  ['Thanks!', 'Thanks!'],
  ['???', '???'],
])('%s is searched for as %s', (message, searched) => {
  expect(withoutSmallTalk(message)).toBe(searched);
});

test('a long message takes no long time', () => {
  const started = performance.now();
  for (const word of ['hi ', 'hallo, ', '你好', 'ขอบคุณ', 'a'.repeat(50), 'thankss '])
    withoutSmallTalk(word.repeat(Math.floor(4000 / word.length)));
  expect(performance.now() - started).toBeLessThan(2000);
});
