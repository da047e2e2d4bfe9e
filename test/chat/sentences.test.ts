import { expect, test } from '@jest/globals';
import { refusalFor, unsureFor } from '../../server/chat/sentences.ts';
import { sentences } from '../../server/chat/refusal-sentences.ts';
import { languageOf } from '../../server/text/language.ts';

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
  expect(refusalFor(languageOf(question, locale), locale, '', '')).toContain(words[language]);
});

test('the sentence comes first, a next step is a paragraph below it', () => {
  expect(refusalFor('en', '', '', '')).toBe(
    'I could not find an answer to that on this site.\n\nYou can try other words.',
  );
  expect(refusalFor('de', '', '', 'info@museum.example').split('\n\n')).toEqual([
    'Dazu habe ich auf dieser Website keine Antwort gefunden.',
    'Versuchen Sie es mit anderen Worten oder wenden Sie sich an uns: info@museum.example',
  ]);
});

test('the owner’s contact is written as it is', () => {
  expect(refusalFor('en', '', '', 'pay $& or $1')).toContain('contact us: pay $& or $1');
});

test('the owner’s own sentence goes before all, and their contact stands below it', () => {
  expect(refusalFor('ru', 'de_DE', 'Write to us.', '')).toBe('Write to us.');
  expect(refusalFor('ru', 'de_DE', 'Sorry.', 'Call 555-0100.')).toBe('Sorry.\n\nCall 555-0100.');
});

test('says that it is not sure in the language of the question, else of the page', () => {
  expect(unsureFor('de', 'en_US')).toMatch(/^Ich bin nicht sicher/);
  expect(unsureFor('', 'fr_FR')).toMatch(/^Je n’en suis pas sûr/);
  expect(unsureFor('xx', '__proto__')).toMatch(/^I am not sure/);
});

test('has all sentences in thirty languages, and none twice', () => {
  const languages = Object.keys(sentences);
  expect(languages).toHaveLength(30);
  const texts = Object.values(sentences).flatMap((each) => [each.refusal, each.unsure]);
  expect(new Set(texts).size).toBe(60);
  for (const { retry, contact } of Object.values(sentences)) {
    expect(retry).not.toContain('{');
    expect(contact.match(/\{contact\}/g)).toHaveLength(1);
  }
});
