import { describe, expect, test } from '@jest/globals';
import {
  intents,
  languageCodes,
  languageIn,
  type Intent,
} from '../../server/language/languages.ts';
import { intentOf, isReply, replyTo, withoutSmallTalk } from '../../server/question/intents.ts';
import { languageOf } from '../../server/text/language.ts';
import { understand } from '../../server/question/understand.ts';
import { asksAboutTheSite, messages } from './small-talk-messages.ts';

const spoken = (text: string, locale: string) => ({ language: languageOf(text, locale), locale });
const found = (text: string, locale = '') => intentOf(text, spoken(text, locale), 'Anna Bell');

/** Returns the reply to a message; undefined: it asks about the site. */
function replied(text: string, locale = '', contact = '') {
  const talk = found(text, locale);
  return talk ? replyTo(talk, contact) : undefined;
}

const english: [string, Intent][] = [
  ['Hello!! 👋', 'greeting'],
  ['hi there, can I ask something?', 'greeting'],
  ['thanks, that was great!', 'thanks'],
  ['thats great', 'thanks'],
  ['ok thanks bye', 'bye'],
  ['👍', 'ok'],
  ['hello, are you a bot', 'who'],
  ['I want to talk to a human!', 'human'],
  ['Can I speak with a real person, please?', 'human'],
  ['thnaks', 'thanks'],
  ['helllooooo', 'greeting'],
  ['Good mornig', 'greeting'],
  ['Hi Anna!', 'greeting'],
  ['Thank you, Anna Bell', 'thanks'],
];

test.each(english)('%s is %s', (message, intent) => {
  expect(found(message)?.intent).toBe(intent);
});

describe.each(languageCodes)('in %s', (language) => {
  const { intents: given } = languageIn(language);

  test.each(intents)('each phrase of %s is found, also in capitals and with a mark', (intent) => {
    for (const phrase of given[intent].phrases) {
      expect([phrase, found(phrase, language)]).toEqual([phrase, { intent, language }]);
      const loud = found(`${phrase.toLocaleUpperCase(language)}!`, language);
      expect([phrase, loud?.intent]).toEqual([phrase, intent]);
    }
  });

  test('a visitor who greets or thanks on an English page is answered', () => {
    for (const intent of ['greeting', 'thanks'] as const) {
      for (const phrase of given[intent].phrases) {
        expect([phrase, found(phrase, 'en_US')?.intent]).toEqual([phrase, intent]);
      }
    }
  });
});

test.each(
  Object.entries(messages).flatMap(([language, all]) =>
    all.map((each) => [language, ...each] as const),
  ),
)('in %s, %s: %s', (language, intent, message) => {
  expect(found(message, language)).toEqual({ intent, language });
});

test.each(asksAboutTheSite)('%s is no small talk', (message) => {
  expect(found(message)).toBeNull();
});

describe('the reply', () => {
  test('is in the language of the message, also on a page in another', () => {
    expect(replied('Vielen Dank!', 'en_US')).toMatch(/^Gern geschehen/);
    expect(replied('thank you', 'de_DE')).toMatch(/^You are welcome/);
  });

  test('is in the language of the page if the message is of both', () => {
    expect(replied('ok', 'de_DE')).toMatch(/^In Ordnung/);
    expect(replied('hallo', 'de_DE')).toMatch(/^Hallo! Was/);
    expect(replied('hallo', 'nl_NL')).toMatch(/^Hallo! Wat/);
    expect(replied('👍', 'fr_FR')).toMatch(/^D’accord/);
    expect(replied('ok')).toMatch(/^All right/);
  });

  test('names the owner’s contact to those who ask for a person', () => {
    expect(replied('Can I talk to a human?', '', 'Call 555-0100 for $& or $1.')).toBe(
      'You can reach a person here: Call 555-0100 for $& or $1.',
    );
    expect(replied('Can I talk to a human?')).toMatch(/cannot connect you .* contact page/);
  });

  test('is known as such', () => {
    expect(isReply(replied('Merci beaucoup') ?? '')).toBe(true);
    expect(isReply('Which day?')).toBe(false);
  });
});

test.each([
  ['thanks, and when do you open?', 'and when do you open?'],
  ['Hi! Do you have lockers? Thanks!', 'Do you have lockers?'],
  ['hi do you have lockers', 'do you have lockers'],
  ['Guten Tag, gibt es Schließfächer?', 'gibt es Schließfächer?'],
  ['谢谢，你们几点开门？', '你们几点开门？'],
  ['Hello Kitty exhibition opening times', 'Hello Kitty exhibition opening times'],
  ['great hall opening hours', 'great hall opening hours'],
  ['Is it open on 3.10. at 9:30?', 'Is it open on 3.10. at 9:30?'],
  ['Thanks!', 'Thanks!'],
  ['???', '???'],
])('%s is searched for as %s', (message, searched) => {
  expect(withoutSmallTalk(message, spoken(message, ''))).toBe(searched);
});

test('a long message takes no long time', () => {
  const started = performance.now();
  for (const word of ['hi ', 'hallo, ', '你好', 'ขอบคุณ', 'a'.repeat(50), 'thankss ']) {
    const text = word.repeat(Math.floor(4000 / word.length));
    withoutSmallTalk(text, { language: '', locale: '' });
  }
  expect(performance.now() - started).toBeLessThan(2000);
});

test('"human" asks for a person, and has the owner’s contact', () => {
  expect(understand('Can I talk to a human?', { contact: 'Call 555-0100.' })).toMatchObject({
    greeting: 'You can reach a person here: Call 555-0100.',
    isSmallTalk: true,
    asksForPerson: true,
  });
});
