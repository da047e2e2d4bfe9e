import { expect, test } from '@jest/globals';
import { matchCurated } from '../../server/question/curated.ts';

const entry = (...questions: string[]) => ({ questions, answer: 'Yes.', url: '' });
const matches = (asked: string, curated: string, synonyms: string[] = []) =>
  matchCurated(asked, [entry('Xyzzy?', curated)], synonyms) !== null;

test.each([
  ['the same words', 'Can I bring my dog?', 'can i bring my dog'],
  ['another form of the question', 'May I bring a dog with me?', 'Can I bring my dog?'],
  ['another number', 'Can I bring my dogs?', 'Can I bring my dog?'],
  ['another order', 'Parking: how much?', 'How much is parking?'],
  ['words alone', 'opening hours', 'What are your opening hours?'],
  ['without accents', 'Ou se trouve le musee ?', 'Où se trouve le musée ?'],
  ['German', 'Darf ich meine Hunde mitbringen?', 'Darf ich einen Hund mitbringen?'],
  ['French', 'Quels sont les horaires ?', 'Les horaires'],
  ['Spanish', '¿Cuánto cuesta la entrada?', 'cuánto cuestan las entradas'],
  ['Russian', 'Где купить билет?', 'где купить билеты'],
  ['Polish', 'czy mogę zabrać psa', 'Czy mogę zabrać psa?'],
  ['Chinese', '可以带狗吗', '可以带狗吗？'],
  ['Japanese', '駐車場はありますか', '駐車場はありますか？'],
  ['Arabic', 'هل يوجد موقف سيارات', 'هل يوجد موقف سيارات؟'],
])('%s', (_case, asked, curated) => {
  expect(matches(asked, curated)).toBe(true);
});

test.each([
  ['more that changes the meaning', 'Can I bring my dog to the café?', 'Can I bring my dog?'],
  ['less', 'Can I bring my dog?', 'Can I bring my dog to the café?'],
  ['another thing', 'Can I bring my cat?', 'Can I bring my dog?'],
  ['a negation', 'Can I come without a ticket?', 'Can I come with a ticket?'],
  ['another side', 'Can I enter before the tour?', 'Can I enter after the tour?'],
  ['another question word', 'Where is the tour?', 'When is the tour?'],
  ['a word that begins alike', 'Is there a park?', 'Is there parking?'],
  ['a short word that begins alike', 'Can I pay by card?', 'Can I pay by car?'],
  ['another number', 'Is the tour at 10?', 'Is the tour at 100?'],
  ['question words only', 'Where is it?', 'What is it?'],
  ['German', 'Darf ich ohne Hund kommen?', 'Darf ich mit Hund kommen?'],
  ['French', 'Où sont les billets ?', 'Quand sont les billets ?'],
  ['Polish', 'czy mogę zabrać kota', 'Czy mogę zabrać psa?'],
  ['Chinese', '可以带狗进咖啡馆吗', '可以带狗吗？'],
  ['nothing', '???', '!!!'],
])('not %s', (_case, asked, curated) => {
  expect(matches(asked, curated)).toBe(false);
});

test('the owner’s synonyms mean the same, of several words too', () => {
  const synonyms = ['entry fee, admission, ticket price', 'pushchair, stroller'];
  expect(matches('How much is the admission?', 'How much is the entry fee?', synonyms)).toBe(true);
  expect(matches('Can I bring a stroller?', 'Can I bring a pushchair?', synonyms)).toBe(true);
  expect(matches('Can I bring a stroller?', 'Can I bring an admission?', synonyms)).toBe(false);
  expect(matches('How much is the admission?', 'How much is the entry fee?')).toBe(false);
});

test('the same words precede a similar question of an earlier entry', () => {
  const curated = [entry('Can I bring dogs?'), { ...entry('Can I bring a dog?'), answer: 'One.' }];
  expect(matchCurated('can i bring a dog', curated, [])?.answer).toBe('One.');
});

test('synonyms that have changed count at once', () => {
  const curated = [entry('Can I bring a pushchair?')];
  expect(matchCurated('Can I bring a stroller?', curated, [])).toBeNull();
  expect(matchCurated('Can I bring a stroller?', curated, ['stroller, pushchair'])).not.toBeNull();
});
