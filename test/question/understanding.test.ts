import { expect, test, describe } from '@jest/globals';
import { understand } from '../../server/question/understand.ts';
import type { HistoryTurn } from '../../server/storage/chats.ts';
import { daysIn, fitOfDay, weekdayNames, type NamedDay } from '../../server/question/days.ts';
import { gistOf } from '../../server/text/shorten.ts';
import { cost } from '../linear.ts';
import { matchCurated } from '../../server/question/likeness.ts';

const said = (content: string): HistoryTurn[] => [
  { role: 'user', content: 'Tickets?', chunkIds: [] },
  { role: 'assistant', content, chunkIds: [] },
];

test('a greeting is not part of the question beside it', () => {
  const question = understand('Hallo! Wann haben Sie geöffnet?', { locale: 'en_US' });
  expect(question).toMatchObject({
    text: 'Wann haben Sie geöffnet?',
    language: 'de',
    greeting: null,
    isFollowUp: false,
  });
});

test('"yes" answers a question that a model asked', () => {
  const { greeting, isFollowUp } = understand('Yes', { history: said('Shall I list them all?') });
  expect([greeting, isFollowUp]).toEqual([null, true]);
});

test('"no" after a statement, or after the question of a courtesy, is small talk', () => {
  for (const content of ['They are €9.', 'Hello! What would you like to know?']) {
    expect(understand('No, thanks', { history: said(content) }).greeting).not.toBeNull();
    expect(understand('no', { history: said(content) }).greeting).toMatch(/^All right/);
  }
});

test('thanks are small talk also after a question', () => {
  expect(understand('Thank you!', { history: said('Anything else?') }).greeting).not.toBeNull();
});

test('names the contact and knows the name of the chat', () => {
  const options = { contact: 'Call 555-0100.', botName: 'Finn' };
  expect(understand('Finn, can I talk to a person?', options).greeting).toMatch(/555-0100/);
});

/** A Sunday, 23:30 in UTC. */
const now = Date.UTC(2026, 10, 22, 23, 30);
const shown = ({ weekday, month, day }: NamedDay) =>
  [weekday, month, day].map((each) => each ?? '-').join(' ');
const named = (text: string, language: string, timeZone = 'UTC') =>
  daysIn(text, language, now, timeZone).map(shown).join(', ');

test.each([
  ['Are you open tomorrow?', 'en', '1 11 23'],
  ['Do you open on Sundays?', 'en', '0 - -'],
  ['Open on 24 December?', 'en', '4 12 24'],
  ['Open on Thursday, 24 December?', 'en', '4 12 24'],
  ['What is on in July?', 'en', '- 7 -'],
  ['Is it open in May?', 'en', '- 5 -'],
  ['Open on Saturdays in December?', 'en', '6 12 -'],
  ['Open Monday and Friday?', 'en', '1 - -, 5 - -'],
  ['Is there a sun terrace where I sat?', 'en', ''],
  ['May I bring 2 dogs?', 'en', ''],
  ['Are you open 24/7?', 'en', ''],
  ['I lost my key, what do I do now?', 'en', ''],
  ['Est-ce que le vélo est pris ?', 'fr', ''],
  ['¿Tienen cena para niños?', 'es', ''],
  ['È già aperta la piscina?', 'it', ''],
  ['Com’è il Lago Maggiore?', 'it', ''],
  ['Como peço a segunda via do cartão?', 'pt', ''],
  ['Gibt es ein Programm für Kinder?', 'de', ''],
  ['Haben Sie morgen geöffnet?', 'de', '1 11 23'],
  ['und sonntags?', 'de', '0 - -'],
  ['Offen am 24. Dezember?', 'de', '4 12 24'],
  ['Êtes-vous ouverts demain ?', 'fr', '1 11 23'],
  ['Ouverts le 1er mai ?', 'fr', '6 5 1'],
  ['¿Abren pasado mañana?', 'es', '2 11 24'],
  ['Siete aperti domani?', 'it', '1 11 23'],
  ['Estão abertos aos domingos?', 'pt', '0 - -'],
  ['Zijn jullie morgen open?', 'nl', '1 11 23'],
  ['w niedzielę', 'pl', '0 - -'],
  ['v neděli', 'cs', '0 - -'],
  ['по воскресеньям', 'ru', '0 - -'],
  ['в середу', 'uk', '3 - -'],
  ['τις Κυριακές', 'el', '0 - -'],
  ['Yarın açık mısınız?', 'tr', '1 11 23'],
  ['Har ni öppet i morgon?', 'sv', '1 11 23'],
  ['sunnuntaisin', 'fi', '0 - -'],
  ['duminica', 'ro', '0 - -'],
  ['هل أنتم مفتوحون غدا؟', 'ar', '1 11 23'],
  ['אתם פתוחים מחר?', 'he', '1 11 23'],
  ['क्या आप कल खुले हैं?', 'hi', '1 11 23'],
  ['chủ nhật', 'vi', '0 - -'],
  ['12月24日は？', 'ja', '4 12 24'],
  ['Open on Monday?', '', '1 - -'],
  ['Open on Monday?', 'not a language', '1 - -'],
])('%s (%s) names %s', (question, language, days) => {
  expect(named(question, language)).toBe(days);
});

test('today is that of the site’s place, and none without a time', () => {
  expect(named('Open today?', 'en', 'Europe/Berlin')).toBe('1 11 23');
  expect(named('Open today?', 'en', '-11:00')).toBe('0 11 22');
  expect(named('Open today?', 'en', 'Mars/Olympus')).toBe('0 11 22');
  expect(daysIn('Open today?', 'en')).toEqual([]);
  expect(daysIn('24 December', 'en').map(shown)).toEqual(['- 12 24']);
});

test('days in full have a weekday for the search', () => {
  expect(weekdayNames(daysIn('Offen morgen oder freitags?', 'de', now), 'de')).toEqual(['Montag']);
  expect(weekdayNames(daysIn('Open in July?', 'en', now), 'en')).toEqual([]);
});

const days = {
  sun: { weekday: 0, month: 11, day: 22 },
  mon: { weekday: 1, month: 11, day: 23 },
  mondays: { weekday: 1, month: null, day: null },
  eve: { weekday: 4, month: 12, day: 24 },
  newyear: { weekday: 5, month: 1, day: 1 },
  may: { weekday: 6, month: 5, day: 1 },
  july: { weekday: null, month: 7, day: null },
  d29: { weekday: 2, month: 12, day: 29 },
};

test.each([
  ['Open Tuesday to Sunday from 10:00 to 17:30.', 'en', 'sun 1, mon -1, mondays -1, july 0'],
  ['| Tue–Sun | 10–5 |', 'en', 'sun 1, mon -1'],
  ['Mon: closed', 'en', 'mon 2, sun -1'],
  ['Saturday–Monday', 'en', 'sun 1, mon 1, eve -1'],
  ['Mondays and Thursdays', 'en', 'mon 2, eve 2, d29 -1'],
  ['Closed on 24, 25 and 31 December.', 'en', 'eve 3, sun -1, mondays -1, july -1'],
  ['Closed from 24 December 2026 to 2 January 2027.', 'en', 'eve 1, newyear 1, sun -1, mondays 0'],
  ['Tuesday 29 and Wednesday 30 December', 'en', 'd29 3, eve -1'],
  ['Winter (1 November to 31 March)', 'en', 'newyear 1, sun 1, may -1, july -1, mondays 0'],
  ['April–October', 'en', 'may 1, july 1, eve -1'],
  ['In July and August we open every day.', 'en', 'july 2, mon -1'],
  ['The sun terrace sat twenty people.', 'en', 'sun 0'],
  ['Das Museum ist dienstags bis sonntags geöffnet.', 'de', 'sun 1, mon -1'],
  ['Di–So 10–18 Uhr', 'de', 'sun 1, mon -1'],
  ['Mo, Mi und Fr', 'de', 'mon 2, sun -1'],
  ['So ist das.', 'de', 'sun 0'],
  ['Geschlossen am 24., 25. und 31. Dezember', 'de', 'eve 3, mon -1'],
  ['Ouvert du mardi au dimanche', 'fr', 'sun 1, mon -1'],
  ['La mer est à 5 km.', 'fr', 'sun 0'],
  ['Cerrado del 23 de diciembre al 2 de enero', 'es', 'eve 1, newyear 1, mon -1'],
  ['Aperto da martedì a domenica', 'it', 'sun 1, mon -1'],
  ['Aberto de terça a domingo', 'pt', 'sun 1, mon -1'],
  ['Open van dinsdag t/m zondag', 'nl', 'sun 1, mon -1'],
  ['Otwarte od wtorku do niedzieli', 'pl', 'sun 1, mon -1'],
  ['Открыто со вторника по воскресенье', 'ru', 'sun 1, mon -1'],
  ['Відчинено з вівторка до неділі', 'uk', 'sun 1, mon -1'],
  ['Öppet tisdag–söndag', 'sv', 'sun 1, mon -1'],
  ['Otevřeno od úterý do neděle', 'cs', 'sun 1, mon -1'],
  ['Deschis de marți până duminică', 'ro', 'sun 1, mon -1'],
  ['keddtől vasárnapig', 'hu', 'sun 1, mon -1'],
  ['Salı - Pazar açık', 'tr', 'sun 1, mon -1'],
  ['Ανοιχτά Τρίτη έως Κυριακή', 'el', 'sun 1, mon -1'],
  ['مفتوح من الثلاثاء إلى الأحد', 'ar', 'sun 1, mon -1'],
  ['פתוח מיום שלישי עד יום ראשון', 'he', 'sun 1, mon -1'],
  ['मंगलवार से रविवार तक खुला', 'hi', 'sun 1, mon -1'],
  ['เปิดวันอังคารถึงวันอาทิตย์', 'th', 'sun 1, mon -1'],
  ['周二至周日开放', 'zh', 'sun 1, mon -1'],
  ['火曜日から日曜日まで開館', 'ja', 'sun 1, mon -1'],
  ['12月24日、25日は休館', 'ja', 'eve 3, mon -1'],
  ['화요일부터 일요일까지', 'ko', 'sun 1, mon -1'],
])('“%s” (%s) fits: %s', (text, language, expected) => {
  const fits = expected.split(', ').map((each) => {
    const name = each.split(' ')[0] as keyof typeof days;
    return `${name} ${fitOfDay(text, language, days[name])}`;
  });
  expect(fits.join(', ')).toBe(expected);
});

const circumstances = { now: Date.UTC(2026, 10, 26), timeZone: 'Europe/Berlin', page: '' };
const history = ['Tickets?', 'Which ones?'].map((content, index) => ({
  role: index === 0 ? ('user' as const) : ('assistant' as const),
  content,
  chunkIds: [],
}));
/** Milliseconds of processor; the best of two, because the first of a language reads its lists. */
const costOf = (text: string) => {
  const once = () => cost(() => void understand(text, { circumstances, history, botName: 'Finn' }));
  return Math.min(once(), once());
};
const plain = 'When does the harbour open on public holidays, and what do tickets cost? ';
const units = [
  'ok. ',
  'a.',
  'today.',
  'Christmas\n',
  '1.',
  '\ufdfa',
  'http://a.bc/ ',
  '你好，',
  'thnaks ',
];

test.each([4000, 100_000])('no message of %d characters takes long to understand', (length) => {
  // Two in turn, and words that differ, so that none is read once for all.
  const pairs = units.slice(0, 4).flatMap((one) => units.slice(0, 4).map((other) => one + other));
  const varied = ['aN.bc/ ', '一N', 'กN '].map((unit) =>
    Array.from({ length: length / 4 }, (_, n) => unit.replace('N', String(n))).join(''),
  );
  const repeated = [...units, ...pairs].map((unit) => unit.repeat(length / unit.length));
  const usual = Math.max(8, costOf(plain.repeat(14)));
  const costs = [...repeated, ...varied].map((text) => {
    const message = text.slice(0, length);
    return { message: message.slice(0, 20), ms: costOf(message) };
  });
  expect(costs.filter(({ ms }) => ms > 8 * usual)).toEqual([]);
});

test('a long message is read at its beginning and at its end; the model gets all of it', () => {
  const story = 'We walked along the quay for a while. '.repeat(100);
  const message = `Hello! Do you rent out kayaks? ${story}May dogs come along? Thanks!`;
  const { text, gist } = understand(message);
  expect(text).toBe(message);
  expect(gist).toMatch(/^Do you rent out kayaks\? We walked.*May dogs come along\?$/s);
  expect(gist.length).toBeLessThanOrEqual(1001);
  expect(gistOf('\ufdfa'.repeat(1000)).length).toBeLessThanOrEqual(1001);
});

describe('the owner’s own questions', () => {
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
    ['Russian', 'Где купить билет?', 'где купить билеты'],
    ['Chinese', '可以带狗吗', '可以带狗吗？'],
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
    ['Chinese', '可以带狗进咖啡馆吗', '可以带狗吗？'],
    ['nothing', '???', '!!!'],
  ])('not %s', (_case, asked, curated) => {
    expect(matches(asked, curated)).toBe(false);
  });

  test('the owner’s synonyms mean the same, of several words too', () => {
    const synonyms = ['entry fee, admission, ticket price', 'pushchair, stroller'];
    expect(matches('How much is the admission?', 'How much is the entry fee?', synonyms)).toBe(
      true,
    );
    expect(matches('Can I bring a stroller?', 'Can I bring a pushchair?', synonyms)).toBe(true);
    expect(matches('Can I bring a stroller?', 'Can I bring an admission?', synonyms)).toBe(false);
    expect(matches('How much is the admission?', 'How much is the entry fee?')).toBe(false);
  });

  test('the same words precede a similar question of an earlier entry', () => {
    const curated = [
      entry('Can I bring dogs?'),
      { ...entry('Can I bring a dog?'), answer: 'One.' },
    ];
    expect(matchCurated('can i bring a dog', curated, [])?.answer).toBe('One.');
  });

  test('synonyms that have changed count at once', () => {
    const curated = [entry('Can I bring a pushchair?')];
    expect(matchCurated('Can I bring a stroller?', curated, [])).toBeNull();
    expect(
      matchCurated('Can I bring a stroller?', curated, ['stroller, pushchair']),
    ).not.toBeNull();
  });
});
