import { expect, test } from '@jest/globals';
import { nearestFor, refusalFor, saysFor, type Refused } from '../../server/chat/sentences.ts';
import { languageOf } from '../../server/text/language.ts';

const refused = (given: Partial<Refused>): string =>
  refusalFor({
    ...{ language: '', locale: '', topic: '', homeUrl: undefined, ownText: '', contact: '' },
    ...given,
  });

/** A word that only the sentence of that language has. */
const words = {
  en: 'could not find',
  de: 'keine Antwort',
  ja: '見つかりません',
  ko: '찾지 못했습니다',
  zh: '没有找到',
  th: 'ไม่พบ',
  hi: 'उत्तर नहीं',
  ar: 'لم أجد',
  he: 'לא מצאתי',
  el: 'Δεν βρήκα',
  uk: 'Я не знайшов відповіді',
  ru: 'Я не нашёл',
  pt: 'Não encontrei',
  zhPage: '没有找到',
  fr: 'Je n’ai pas',
  nb: 'nettstedet',
};

const cases: [string, string, string, keyof typeof words][] = [
  ['Japanese, of whatever script most is', '京都美術館の開館時間は？', 'en_US', 'ja'],
  ['Korean', '백조는 언제 먹이를 먹나요?', 'en_US', 'ko'],
  ['Chinese', '天鹅什么时候喂食？', 'en_US', 'zh'],
  ['Thai', 'หงส์กินอาหารเมื่อไหร่', 'en_US', 'th'],
  ['Hindi', 'हंसों को कब खिलाया जाता है?', 'en_US', 'hi'],
  ['Arabic', 'متى تُطعم البجعات؟', 'en_US', 'ar'],
  ['Hebrew', 'מתי מאכילים את הברבורים?', 'en_US', 'he'],
  ['Greek', 'Πότε ταΐζουν τους κύκνους;', 'en_US', 'el'],
  ['Ukrainian', 'Коли годують лебедів і де їх знайти?', 'ru_RU', 'uk'],
  ['Russian', 'Когда кормят лебедей?', 'en_US', 'ru'],
  ['German on an English page', 'Wann werden die Schwäne gefüttert?', 'en_US', 'de'],
  ['English on a German page', 'When are the swans fed?', 'de_DE', 'en'],
  ['French on a page that does not say', 'Quels sont vos horaires ?', '', 'fr'],
  ['Norwegian by any of its names', 'Xyz?', 'nn_NO', 'nb'],
  ['a language without a sentence of ours', 'বাংলাদেশ কোথায়?', 'fr_FR', 'fr'],
  ['Latin letters on a German page', 'Wann werden die Schwäne gefüttert?', 'de_DE', 'de'],
  ['Latin letters on a Brazilian page', 'Quando?', 'pt-BR', 'pt'],
  ['Latin letters on a page of an unknown language', 'Quando?', 'xx_XX', 'en'],
  ['Latin letters on a page that does not say', 'When?', '', 'en'],
  ['a Greek letter in an English question', 'How many Ω has the resistor?', 'en_US', 'en'],
  ['a Chinese name in a German question', 'Wer hat das Bild 山水 gemalt?', 'de_DE', 'de'],
  ['a Latin name in a Russian question', 'Где работает Harbour Museum?', 'en_US', 'ru'],
  ['no letters on a Chinese page', '???', 'zh_CN', 'zhPage'],
  ['a locale that is a trick', 'When?', 'constructor', 'en'],
  ['another such', 'When?', '__proto__', 'en'],
];

test.each(cases)('%s', (_case, question, locale, language) => {
  expect(refused({ language: languageOf(question, locale), locale })).toContain(words[language]);
});

test('the sentence comes first, a next step is a paragraph below it', () => {
  expect(refused({ language: 'en' })).toBe(
    'I could not find an answer to that on this site.\n\nYou can try other words.',
  );
  expect(refused({ language: 'de', contact: 'info@museum.example' }).split('\n\n')).toEqual([
    'Dazu habe ich auf dieser Website keine Antwort gefunden.',
    'Versuchen Sie es mit anderen Worten oder wenden Sie sich an uns: info@museum.example',
  ]);
});

test('the owner’s contact is written as it is', () => {
  expect(refused({ contact: 'pay $& or $1' })).toContain('contact us: pay $& or $1');
  expect(refused({ topic: '$& $1' })).toContain('about “$& $1” on');
});

test('the owner’s own sentence goes before all, and their contact stands below it', () => {
  const own = { language: 'ru', locale: 'de_DE', topic: 'Boot', homeUrl: 'https://a.example' };
  expect(refused({ ...own, ownText: 'Write to us.' })).toBe('Write to us.');
  expect(refused({ ...own, ownText: 'Sorry.', contact: 'Call 555-0100.' })).toBe(
    'Sorry.\n\nCall 555-0100.',
  );
});

test('a topic is named, and the site’s search linked where its address is known', () => {
  const asked = { language: 'de', topic: 'Hafenrundfahrt' };
  expect(refused(asked).split('\n\n')).toEqual([
    'Zu „Hafenrundfahrt“ habe ich auf dieser Website nichts gefunden.',
    'Sie können es mit anderen Worten versuchen.',
  ]);
  expect(refused({ ...asked, homeUrl: 'https://harbour.example/de' }).split('\n\n')[1]).toBe(
    '[Website durchsuchen](https://harbour.example/de/?s=Hafenrundfahrt)',
  );
  expect(refused({ ...asked, homeUrl: 'harbour' })).not.toContain('](');
});

test('nothing in a topic ends the address of the search', () => {
  const topic = 'fish & (chips) #1 “50 %”';
  const link = /\]\((\S+)\)$/m.exec(
    refused({ topic, homeUrl: 'https://harbour.example/?lang=en' }),
  );
  expect(link![1]).not.toMatch(/[()\s]/);
  const url = new URL(link![1]!);
  expect([...url.searchParams]).toEqual([
    ['lang', 'en'],
    ['s', topic],
  ]);
});

test('speaks the language of the question, else of the page', () => {
  expect(nearestFor('de', 'en_US')).toMatch(/^Ich bin nicht sicher/);
  expect(nearestFor('', 'fr_FR')).toMatch(/^Je n’en suis pas sûr/);
  expect(nearestFor('xx', '__proto__')).toMatch(/^I am not sure/);
  expect(saysFor('de', 'en_US', '**Öffnungszeiten $&**')).toBe(
    'Unter **Öffnungszeiten $&** steht:',
  );
});
