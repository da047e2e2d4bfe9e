import { expect, test } from '@jest/globals';
import { groupsIn, languageCodes } from '../../../server/language/languages.ts';
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
  expect(found.map(({ said }) => said)).toEqual(['gift card']);
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
    said: 'tide pass',
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
