import { expect, test } from '@jest/globals';
import { fold } from '../../server/language/fold.ts';
import { runs, tokenize } from '../../server/text/tokenize.ts';
import { wordWeight, isFunctionWord } from '../../server/text/word-weight.ts';
import { comparedGrams, NgramSet, match, termsOf } from '../../server/text/terms.ts';
import { groupsIn, languageCodes } from '../../server/language/languages.ts';
import { synonymsOf, type SynonymOptions } from '../../server/text/synonyms.ts';

test.each([
  ['Grüße aus MÜNCHEN', 'grusse aus munchen'],
  ['Ｃａｆé №５', 'cafe no5'],
  ['مُحَمَّد', 'محمد'],
  ['ทำน้ำ', 'ทำน้ำ'],
  ['ガラス', 'ガラス'],
  ['हिन्दी', 'हिन्दी'],
  ['한국어', '한국어'],
  ['Ёлка', 'елка'],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['l’été 2026, à 9:30', ['l', 'ete', '2026', 'a', '9', '30']],
  ['我们开门', ['我们', '开门']],
  ['ร้านเปิดทุกวัน', ['ร้าน', 'เปิด', 'ทุก', 'วัน']],
  ['WordPress中国', ['wordpress', '中国']],
  ['', []],
  ['👩‍🚀 … !', []],
])('%s is cut into words', (text, words) => {
  expect(tokenize(text)).toEqual(words);
});

test('a capital tells something only inside a sentence', () => {
  const capitals = (text: string) =>
    runs(text)
      .filter(({ capital }) => capital)
      .map(({ text: word }) => word);
  expect(capitals('We met Sample. Then Example came.')).toEqual(['sample', 'example']);
  expect(capitals('Opening\nHours')).toEqual([]);
});

test('short words tell little, long words and numbers much, in every script', () => {
  for (const [common, telling] of [
    ['the', 'harbour'],
    ['der', 'versand'],
    ['في', 'المكتبة'],
    ['का', 'पुस्तकालय'],
    ['的', '图书馆'],
    ['の', '図書館'],
    ['ที่', 'พิพิธภัณฑ์'],
    ['a', '5'],
  ]) {
    expect(wordWeight(common!)).toBeLessThanOrEqual(wordWeight(telling!) * 0.67);
  }
});

const text =
  'The swans of the northern pond are fed at noon, and their cygnets in the afternoon. Das Freibad öffnet im Sommer.';

test.each([
  ['swans', 1],
  ['swan', 6 / 9],
  ['offnen', 9 / 15],
  ['zebra', 0],
  ['a', 0],
])('a text has the share of the n-grams of “%s” that its words have', (word, share) => {
  const grams = comparedGrams(word, 'spaced');
  expect(new NgramSet(text).shareOf(grams, 0)).toBeCloseTo(share);
  expect(new NgramSet(text).shareOf(grams, share + 0.01)).toBe(share === 1 ? 1 : 0);
});

test('ideographs are compared one by one, Thai words by n-grams', () => {
  const stack = new NgramSet('駐車場はあります ที่จอดรถ');
  expect(stack.shareOf(comparedGrams('駐車料', 'ideographic'), 0)).toBeCloseTo(2 / 3);
  expect(stack.hasWord('จอด')).toBe(true);
});

const matchOf = (word: string, text: string, language = 'en') =>
  match(termsOf(word, { language, own: ['Ledger Room, archive'] }).at(-1)!, new NgramSet(text));

test('a synonym counts, but less than the word', () => {
  expect(matchOf('my buggy', 'A buggy is welcome.')).toBe(1);
  const synonym = matchOf('my buggy', 'Prams are welcome in all rooms.');
  expect(synonym).toBeGreaterThan(0.3);
  expect(synonym).toBeLessThan(1);
  expect(matchOf('my buggy', 'Dogs are welcome.')).toBe(0);
});

test('a synonym of several words needs all of them', () => {
  expect(matchOf('archive', 'The ledger is in the reading room.')).toBe(0.9);
  expect(matchOf('archive', 'The room is small.')).toBe(0);
});

test('a very long question is not read to its end', () => {
  const many = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 5));
  expect(termsOf(many.join('')).length).toBeLessThanOrEqual(500);
});

test('a short word is found in its other number', () => {
  expect(matchOf('bus', 'Buses 7 and 22 stop at the bridge.')).toBeGreaterThan(0.9);
  expect(matchOf('cards', 'Put a card into the box.')).toBeGreaterThan(0.9);
  expect(matchOf('gas', 'The band plays on Saturdays: ga, ga.')).toBe(0);
});

test.each([
  ['car', 'en', 'fr'],
  ['van', 'en', 'nl'],
  ['hat', 'en', 'de'],
  ['fare', 'en', 'it'],
])('%s is a topic in "%s" and a function word in "%s"', (word, topic, other) => {
  expect(isFunctionWord(word, topic)).toBe(false);
  expect(isFunctionWord(word, other)).toBe(true);
  expect(wordWeight(word, topic)).toBeGreaterThan(4 * wordWeight(word, other));
});

test('all common lists count where the language is unknown or has none', () => {
  for (const language of ['', 'ka']) {
    expect(isFunctionWord('van', language)).toBe(true);
  }
});

test.each([
  ['cât', 'ro'],
  ['ten', 'pl'],
  ['hur', 'sv'],
])('%s is a function word in "%s" alone', (word, language) => {
  expect(isFunctionWord(fold(word), language)).toBe(true);
  for (const other of ['', 'en', 'ka']) expect(isFunctionWord(fold(word), other)).toBe(false);
});

test.each([
  ['el', 'Πόσο κοστίζει το εισιτήριο;', 'εισιτηριο'],
  ['hi', 'टिकट का मूल्य कितना है?', 'मूल्य'],
  ['cs', 'Kdy máte otevřeno?', 'otevreno'],
  ['ko', '입장료는 얼마예요', '입장료는'],
])('a question word tells less than the topic: %s', (language, question, topic) => {
  const terms = termsOf(question, { language });
  const asked = terms.filter(({ word }) => isFunctionWord(word, language));
  expect(asked).not.toEqual([]);
  expect(terms.find(({ word }) => word === fold(topic))!.weight).toBeGreaterThan(
    2 * asked[0]!.weight,
  );
});

const phrasesOf = (question: string, options: SynonymOptions) =>
  synonymsOf(question, options).flatMap(({ synonyms }) => synonyms.map(({ phrase }) => phrase));

test.each([
  ['en', 'Can I bring my buggy?', 'pram'],
  ['en', 'Is there a gift card?', 'voucher'],
  ['de', 'Was kosten die Eintrittskarten?', 'ticket'],
  ['de', 'Kann ich meinen Kinderwagen mitnehmen?', 'buggy'],
  ['fr', 'Quels sont les tarifs ?', 'prix'],
  ['es', '¿Hay aparcamiento?', 'estacionamiento'],
  ['it', 'Dove sono i servizi igienici?', 'bagno'],
])('%s: %s finds "%s"', (language, question, synonym) => {
  expect(phrasesOf(question, { language })).toContain(synonym);
});

test.each([
  ['de', 'Wo ist die Rezeption?', 'medikament'],
  ['it', 'Quanto si paga ogni mese?', 'chiesa'],
  ['de', 'Kann ich abends kommen?', 'restaurant'],
  ['en', 'Is the damage serious?', 'price'],
])('%s: %s does not find "%s", which only looks alike', (language, question, other) => {
  expect(phrasesOf(question, { language })).not.toContain(other);
});

test('a directed group finds one way only', () => {
  expect(phrasesOf('is it cheap', { language: 'en' })).toContain('discount');
  expect(phrasesOf('discount', { language: 'en' })).not.toContain('cheap');
});

test('the words of a longer phrase have no synonyms of their own', () => {
  const found = synonymsOf('a gift card', { language: 'en' });
  expect(found.map(({ phrase }) => phrase)).toEqual(['gift card']);
});

test('function words and unknown words have none', () => {
  expect(synonymsOf('What is the to of a zyxw?', { language: 'en' })).toEqual([]);
  expect(synonymsOf('', { language: 'en' })).toEqual([]);
});

test('without a known language those of all are asked, of another none', () => {
  expect(phrasesOf('perro', {})).toContain('mascota');
  expect(phrasesOf('perro', { language: 'xx' })).toEqual([]);
  expect(phrasesOf('perro', { language: 'de' })).toEqual([]);
});

test("the owner's groups find each other and count more", () => {
  const own = ['Tide Pass, annual ticket', 'Ledger Room, archive,, '];
  const [first] = synonymsOf('How much is a tide pass?', { language: 'en', own });
  expect(first).toEqual({
    phrase: 'tide pass',
    synonyms: [{ phrase: 'annual ticket', weight: 0.9 }],
  });
  expect(phrasesOf('archive', { own })).toContain('Ledger Room');
});

test.each(languageCodes)('the groups of %s are well-formed', (code) => {
  for (const line of groupsIn(code).flat()) {
    const [said = [], found = []] = line.split(' > ').map((side) => side.split(', '));
    expect(new Set([...said, ...found]).size).toBeGreaterThan(1);
    for (const phrase of said) expect(tokenize(phrase).length).toBeLessThanOrEqual(5);
  }
});
