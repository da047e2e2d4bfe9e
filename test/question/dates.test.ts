import { describe, expect, test } from '@jest/globals';
import { covers, datesIn } from '../../server/question/dates.ts';

/** A Sunday, 23:30 in UTC. */
const now = Date.UTC(2026, 10, 22, 23, 30);
const wordsIn = (question: string, language: string, timeZone = 'UTC') =>
  datesIn(question, language, now, timeZone).words;
const daysIn = (question: string, language: string, timeZone = 'UTC') =>
  datesIn(question, language, now, timeZone).days.map(({ month, day }) => `${day}.${month}.`);

describe('days that a question names', () => {
  test.each([
    ['Are you open tomorrow?', 'en', ['Monday', '23 November']],
    ['Is the shop open now?', 'en', ['Sunday', '22 November']],
    ['What is on this weekend?', 'en', ['Saturday', 'Sunday']],
    ['Are you open on Christmas Eve?', 'en', ['24 December']],
    ['Are you open on 24 December?', 'en', ['christmas eve']],
    ['Open on 12/25?', 'en', ['25 December', 'christmas day']],
    ['Are you open on Easter Sunday?', 'en', ['28 March']],
    ['Do you open on Sundays?', 'en', ['Sunday']],
    ['Haben Sie morgen geöffnet?', 'de', ['Montag', '23. November']],
    ['Ist an Heiligabend offen?', 'de', ['24. Dezember']],
    ['Offen am 24.12.?', 'de', ['24. Dezember', 'heiligabend']],
    ['und sonntags?', 'de', ['Sonntag']],
    ['Was kostet das am Morgen?', 'de', []],
    ['Êtes-vous ouverts demain ?', 'fr', ['lundi', '23 novembre']],
    ['¿Abren mañana por la mañana?', 'es', ['lunes', '23 de noviembre']],
    ['Siete aperti alla vigilia di Natale?', 'it', ['24 dicembre']],
    ['Estão abertos na véspera de Ano Novo?', 'pt', ['31 de dezembro']],
    ['Zijn jullie morgen open?', 'nl', ['maandag', '23 november']],
    ['Czy jutro jest otwarte?', 'pl', ['poniedziałek', '23 listopada']],
    ['Вы открыты завтра?', 'ru', ['понедельник', '23 ноября']],
    ['Yarın açık mısınız?', 'tr', ['Pazartesi', '23 Kasım']],
    ['Har ni öppet i morgon?', 'sv', ['måndag', '23 november']],
    ['Har I åbent juleaften?', 'da', ['24. december']],
    ['Er dere åpne i morgen?', 'nb', ['mandag', '23. november']],
    ['Oletteko auki huomenna?', 'fi', ['maanantai', '23. marraskuuta']],
    ['Máte zítra otevřeno?', 'cs', ['pondělí', '23. listopadu']],
    ['Sunteți deschis mâine?', 'ro', ['luni', '23 noiembrie']],
    ['Ви відчинені завтра?', 'uk', ['понеділок', '23 листопада']],
    ['Είστε ανοιχτά αύριο;', 'el', ['Δευτέρα', '23 Νοεμβρίου']],
    ['هل أنتم مفتوحون غدا؟', 'ar', ['الاثنين', '23 نوفمبر']],
    ['אתם פתוחים מחר?', 'he', ['יום שני', '23 בנובמבר']],
    ['क्या आप कल खुले हैं?', 'hi', ['सोमवार', '23 नवंबर']],
    ['พรุ่งนี้เปิดไหม', 'th', ['วันจันทร์', '23 พฤศจิกายน']],
    ['Ngày mai có mở cửa không?', 'vi', ['Thứ Hai', '23 tháng 11']],
    ['明天开门吗？', 'zh', ['星期一', '11月23日']],
    ['明日は開いていますか？', 'ja', ['月曜日', '11月23日']],
    ['내일 문을 여나요?', 'ko', ['월요일', '11월 23일']],
    ['How much is a ticket?', 'en', []],
    ['Is there a sun terrace where I sat?', 'en', []],
    ['Are you open 24/7?', 'en', []],
    ['May I bring 2 dogs in march boots?', 'en', []],
  ])('%s', (question, language, words) => {
    expect(wordsIn(question, language)).toEqual(words);
  });

  test('are those of the site’s place', () => {
    expect(wordsIn('Open today?', 'en', 'Europe/Berlin')).toEqual(['Monday', '23 November']);
    expect(wordsIn('Open today?', 'en', '-11:00')).toEqual(['Sunday', '22 November']);
    expect(wordsIn('Open today?', 'en', 'Mars/Olympus')).toEqual(['Sunday', '22 November']);
  });

  test('are the next of their name', () => {
    expect(daysIn('Open on Sunday?', 'en')).toEqual(['22.11.']);
    expect(daysIn('Open on Saturday?', 'en')).toEqual(['28.11.']);
    expect(datesIn('Open on 2 January?', 'en', now, 'UTC').days).toEqual([
      { weekday: 6, month: 1, day: 2, year: 2027 },
    ]);
    expect(daysIn('Open on Thursday, 24 December?', 'en')).toEqual(['24.12.']);
    expect(datesIn('Ανοιχτά το Πάσχα;', 'el', now, 'UTC').days).toEqual([
      { weekday: 0, month: 5, day: 2, year: 2027 },
    ]);
  });

  test.each([
    ['в воскресенье', 'ru'],
    ['по воскресеньям', 'ru'],
    ['w niedzielę', 'pl'],
    ['v neděli', 'cs'],
    ['sunnuntaisin', 'fi'],
    ['τις Κυριακές', 'el'],
    ['ביום ראשון', 'he'],
    ['والأحد', 'ar'],
    ['aos domingos', 'pt'],
    ['Pazar günü', 'tr'],
    ['日曜日は', 'ja'],
    ['일요일에', 'ko'],
    ['周日呢', 'zh'],
    ['วันอาทิตย์', 'th'],
    ['chủ nhật', 'vi'],
    ['duminica', 'ro'],
    ['på söndagar', 'sv'],
  ])('are found in inflected forms: %s', (question, language) => {
    expect(datesIn(question, language, now, 'UTC').days).toEqual([
      { weekday: 0, month: 11, day: 22, year: 2026 },
    ]);
  });
});

describe('the days of a statement', () => {
  const sunday = { weekday: 0, month: 11, day: 22, year: 2026 };
  const monday = { weekday: 1, month: 11, day: 23, year: 2026 };
  const eve = { weekday: 4, month: 12, day: 24, year: 2026 };
  const july = { weekday: 1, month: 7, day: 6, year: 2026 };
  type Days = [typeof sunday, boolean | null][];

  test.each<[string, string, Days]>([
    [
      'Open Tuesday to Sunday from 10:00 to 17:30.',
      'en',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Tue-Sun 10-5',
      'en',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Mon: closed',
      'en',
      [
        [sunday, false],
        [monday, true],
      ],
    ],
    [
      'Monday–Friday',
      'en',
      [
        [sunday, false],
        [monday, true],
      ],
    ],
    [
      'Saturday–Monday',
      'en',
      [
        [sunday, true],
        [monday, true],
        [eve, false],
      ],
    ],
    [
      'The café opens daily.',
      'en',
      [
        [sunday, true],
        [monday, true],
      ],
    ],
    [
      'Every day except Mondays and Thursdays',
      'en',
      [
        [sunday, true],
        [monday, false],
        [eve, false],
      ],
    ],
    [
      'Closed on 24, 25 and 31 December.',
      'en',
      [
        [sunday, false],
        [eve, true],
      ],
    ],
    [
      'Closed from 24 December to 2 January.',
      'en',
      [
        [eve, true],
        [sunday, false],
        [{ ...monday, month: 1, day: 1 }, true],
      ],
    ],
    [
      'Closed on December 24–26.',
      'en',
      [
        [eve, true],
        [monday, false],
      ],
    ],
    [
      'We close at noon on Christmas Eve.',
      'en',
      [
        [eve, true],
        [monday, false],
      ],
    ],
    [
      'In July and August we open every day.',
      'en',
      [
        [july, true],
        [monday, false],
      ],
    ],
    [
      'Open Tuesday to Sunday; in July and August every day.',
      'en',
      [
        [july, true],
        [monday, false],
        [sunday, true],
      ],
    ],
    [
      'Tours at weekends at 14:00.',
      'en',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    ['The sun terrace sat twenty people.', 'en', [[sunday, null]]],
    ['You may bring 2 dogs.', 'en', [[sunday, null]]],
    [
      'Das Museum ist dienstags bis sonntags geöffnet.',
      'de',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Di–So 10–18 Uhr',
      'de',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Mo, Mi und Fr',
      'de',
      [
        [sunday, false],
        [monday, true],
      ],
    ],
    ['So ist das.', 'de', [[sunday, null]]],
    [
      'Geschlossen am 24., 25. und 31. Dezember',
      'de',
      [
        [eve, true],
        [monday, false],
      ],
    ],
    [
      'Geschlossen 24.12. bis 2.1.',
      'de',
      [
        [eve, true],
        [monday, false],
      ],
    ],
    [
      'Täglich außer montags',
      'de',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Ouvert du mardi au dimanche',
      'fr',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    ['La mer est à 5 km.', 'fr', [[sunday, null]]],
    [
      'Abierto de martes a domingo',
      'es',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Aperto da martedì a domenica',
      'it',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Aberto de terça a domingo',
      'pt',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Open van dinsdag t/m zondag',
      'nl',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Otwarte od wtorku do niedzieli',
      'pl',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Открыто со вторника по воскресенье',
      'ru',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'вт–вс 10:00–18:00',
      'ru',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Öppet tisdag–söndag',
      'sv',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Avoinna tiistaista sunnuntaihin tiistai–sunnuntai',
      'fi',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Otevřeno od úterý do neděle',
      'cs',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'Ανοιχτά Τρίτη έως Κυριακή',
      'el',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'مفتوح من الثلاثاء إلى الأحد',
      'ar',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'פתוח מיום שלישי עד יום ראשון',
      'he',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'मंगलवार से रविवार तक खुला',
      'hi',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'เปิดวันอังคารถึงวันอาทิตย์',
      'th',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      'ปิดทุกวันจันทร์',
      'th',
      [
        [sunday, false],
        [monday, true],
      ],
    ],
    [
      'Mở cửa từ thứ ba đến chủ nhật',
      'vi',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      '周二至周日开放',
      'zh',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      '火曜日から日曜日まで開館',
      'ja',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    [
      '12月24日、25日は休館',
      'ja',
      [
        [eve, true],
        [monday, false],
      ],
    ],
    [
      '화요일부터 일요일까지',
      'ko',
      [
        [sunday, true],
        [monday, false],
      ],
    ],
    ['The museum has four floors.', 'en', [[sunday, null]]],
    ['', '', [[sunday, null]]],
  ])('%s', (text, language, days) => {
    expect(days.map(([day]) => covers(text, language, day))).toEqual(
      days.map(([, expected]) => expected),
    );
  });
});
