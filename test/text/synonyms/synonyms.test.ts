import { expect, test } from '@jest/globals';
import { groupOf, languageGroups } from '../../../server/text/synonyms/groups.ts';
import { synonymsOf, type SynonymOptions } from '../../../server/text/synonyms/synonyms.ts';
import { tokenize } from '../../../server/text/tokenize.ts';

const phrasesOf = (question: string, options: SynonymOptions) =>
  synonymsOf(question, options).flatMap(({ synonyms }) => synonyms.map(({ phrase }) => phrase));

test.each([
  ['en', 'Can I bring my buggy?', 'pram'],
  ['en', 'a plural: strollers', 'pram'],
  ['en', 'Is there a gift card?', 'voucher'],
  ['en', 'Do pensioners pay less?', 'senior'],
  ['de', 'Was kosten die Eintrittskarten?', 'ticket'],
  ['de', 'Kann ich meinen Kinderwagen mitnehmen?', 'buggy'],
  ['fr', 'Quels sont les tarifs ?', 'prix'],
  ['es', '¿Hay aparcamiento?', 'estacionamiento'],
  ['it', 'Dove sono i servizi igienici?', 'bagno'],
  ['pt', 'Onde fica a casa de banho?', 'banheiro'],
  ['nl', 'Mogen huisdieren mee?', 'hond'],
  ['ru', 'Можно с собакой?', 'животные'],
  ['tr', 'Bilet fiyatları nedir?', 'ücret'],
  ['ar', 'أين المطعم؟', 'مقهى'],
  ['vi', 'Có bãi đỗ xe không?', 'đậu xe'],
  ['zh', '可以带宠物吗', '狗'],
  ['ja', '駐車場はありますか', 'パーキング'],
  ['ko', '주차장은 어디에 있나요', '주차'],
  ['de', 'Ich kann mich nicht einloggen', 'passwort'],
  ['fr', 'Je voudrais vous rejoindre', 'adhésion'],
  ['es', 'Me queda grande', 'devolución'],
  ['it', 'Il rubinetto perde acqua', 'idraulico'],
  ['pt', 'Tenho de deitar fora um sofá velho', 'monstros'],
  ['nl', 'Waar laat ik mijn oude bank?', 'grofvuil'],
  ['pl', 'Nie mogę się zalogować', 'hasło'],
  ['sv', 'Har ni glömt lösenord?', 'återställa lösenord'],
  ['da', 'Jeg kan ikke logge ind', 'adgangskode'],
  ['cs', 'Mám rozbitý telefon', 'nefunguje'],
  ['zh', '我登不上账号', '密码'],
])('%s: %s finds "%s"', (language, question, synonym) => {
  expect(phrasesOf(question, { language })).toContain(synonym);
});

test.each([
  ['de', 'Ich sage wegen Krankheit ab', 'anfahrt'],
  ['de', 'Wo ist die Rezeption?', 'medikament'],
  ['fr', 'Que faire en cas de retard ?', 'défectueux'],
  ['es', '¿Dónde puedo guardar la maleta?', 'urgencias'],
  ['it', 'Quanto si paga ogni mese?', 'chiesa'],
  ['pt', 'Preciso de trazer toalha?', 'preço'],
  ['nl', 'Is er iets voor ouders?', 'senioren'],
  ['de', 'Kann ich abends kommen?', 'restaurant'],
  ['en', 'Is the damage serious?', 'price'],
  ['pt', 'Crianças de 6 anos pagam?', 'aniversário'],
])('%s: %s does not find "%s", which only looks alike', (language, question, other) => {
  expect(phrasesOf(question, { language })).not.toContain(other);
});

test('a directed group finds one way only', () => {
  expect(phrasesOf('my umbrella', { language: 'en' })).toContain('lost property');
  expect(phrasesOf('lost property', { language: 'en' })).not.toContain('umbrella');
});

test('who asks for the fee or the address finds what pages call them, in every language', () => {
  expect(phrasesOf('entrance fee', { language: 'en' })).toContain('price');
  expect(phrasesOf('price', { language: 'en' })).not.toContain('entry');
  expect(phrasesOf('toegangsprijs', { language: 'nl' })).toContain('tarieven');
  expect(phrasesOf('adresse', { language: 'fr' })).toContain('contact');
  expect(phrasesOf('адрес', { language: 'ru' })).toContain('контакты');
});

test('the words of a longer phrase have no synonyms of their own', () => {
  const found = synonymsOf('a gift card', { language: 'en' });
  expect(found.map(({ said }) => said)).toEqual(['gift card']);
});

test('function words and unknown words have none', () => {
  expect(synonymsOf('What is the to of a zyxw?', { language: 'en' })).toEqual([]);
  expect(synonymsOf('', { language: 'en' })).toEqual([]);
});

test('without a known language all of the script are asked', () => {
  expect(phrasesOf('perro', {})).toContain('mascota');
  expect(phrasesOf('perro', { language: 'xx' })).toContain('mascota');
  expect(phrasesOf('perro', { language: 'de' })).toEqual([]);
  expect(phrasesOf('собака', {})).toContain('питомец');
});

test("the owner's groups find each other and count more", () => {
  const own = ['Tide Pass, annual ticket', 'Ledger Room, archive,, '];
  const [first] = synonymsOf('How much is a tide pass?', { language: 'en', own });
  expect(first).toEqual({
    said: 'tide pass',
    synonyms: [{ phrase: 'annual ticket', weight: 0.9, foreign: false }],
  });
  expect(phrasesOf('archive', { own })).toContain('Ledger Room');
});

test('other languages only when they are wanted, and less', () => {
  const [own] = synonymsOf('Hund', { language: 'de' });
  expect(own!.synonyms.some(({ foreign }) => foreign)).toBe(false);
  const [all] = synonymsOf('Hund', { language: 'de', foreign: true });
  const dog = all!.synonyms.find(({ phrase }) => phrase === 'dog')!;
  expect(dog.foreign).toBe(true);
  expect(dog.weight).toBeLessThan(
    all!.synonyms.find(({ phrase }) => phrase === 'haustier')!.weight,
  );
});

test.each(Object.entries(languageGroups))('the groups of %s are well-formed', (_, text) => {
  const groups = text.trim().split('\n').map(groupOf);
  expect(groups.length).toBeGreaterThanOrEqual(40);
  const concepts = groups.flatMap(({ concept }) => concept || []);
  expect(new Set(concepts).size).toBe(concepts.length);
  for (const { concept, said, found } of groups) {
    expect(said.length).toBeGreaterThan(0);
    if (!concept) expect(new Set([...said, ...found]).size).toBeGreaterThan(1);
    for (const phrase of said) expect(tokenize(phrase).length).toBeLessThanOrEqual(5);
  }
});

test('a concept of any language is one of English', () => {
  const english = new Set(languageGroups['en']!.match(/^[a-z]+(?=: )/gm));
  for (const text of Object.values(languageGroups)) {
    for (const concept of text.match(/^[a-z]+(?=: )/gm) ?? []) expect(english).toContain(concept);
  }
});
