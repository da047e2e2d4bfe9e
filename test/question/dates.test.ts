import { describe, expect, test } from '@jest/globals';
import { dayOf, type Day } from '../../server/question/dates-calendar.ts';
import { datesIn, headingCovers, readDays } from '../../server/question/dates.ts';

const covers = (text: string, language: string, day: Day) =>
  readDays(text, language, [day])[0]!.covers;

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
    ['Are you open on Boxing Day?', 'en', ['26 December', 'public holiday']],
    ['Are you open on Good Friday?', 'en', ['26 March', 'public holiday']],
    ['Are you open on the May bank holiday?', 'en', ['3 May', 'public holiday']],
    ['Is there a shift on bank holiday Monday?', 'en', []],
    ['Êtes-vous ouverts le 11 novembre ?', 'fr', ['armistice', 'jours fériés']],
    ['Quand sont les vacances de la Toussaint ?', 'fr', []],
    ['Offen am Tag der Deutschen Einheit?', 'de', ['3. Oktober', 'feiertag']],
    ['Offen am 3.10.?', 'de', ['3. Oktober', 'tag der deutschen einheit', 'feiertag']],
    ['¿Abren el Viernes Santo?', 'es', ['26 de marzo', 'festivos']],
    ['Are you open on 24 December?', 'en', ['christmas eve']],
    ['Open on 12/25?', 'en', ['25 December', 'christmas day', 'public holiday']],
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
    ['明日は開いていますか？', 'ja', ['月曜日', '11月23日', '勤労感謝の日', '祝日']],
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
      { weekday: 6, month: 1, day: 2, year: 2027, namedBy: 'date' },
    ]);
    expect(daysIn('Open on Thursday, 24 December?', 'en')).toEqual(['24.12.']);
    expect(datesIn('Ανοιχτά το Πάσχα;', 'el', now, 'UTC').days).toEqual([
      { weekday: 0, month: 5, day: 2, year: 2027, namedBy: 'date' },
    ]);
  });

  test.each([
    ['Are you there this afternoon?', 'en', '22.11.'],
    ['What time do you shut tonight?', 'en', '22.11.'],
    ['Haben Sie heute Nachmittag offen?', 'de', '22.11.'],
    ['Ouvert cet après-midi ?', 'fr', '22.11.'],
    ['¿Abren esta tarde?', 'es', '22.11.'],
    ['¿Abren esta mañana?', 'es', '22.11.'],
    ['Siete aperti questo pomeriggio?', 'it', '22.11.'],
    ['Estão abertos esta tarde?', 'pt', '22.11.'],
    ['Har ni öppet i eftermiddag?', 'sv', '22.11.'],
    ['Onko auki tänä iltapäivänä?', 'fi', '22.11.'],
    ['Open this Sunday?', 'en', '22.11.'],
    ['Open next Sunday?', 'en', '29.11.'],
    ['Open next Friday?', 'en', '27.11.'],
    ['Offen am kommenden Sonntag?', 'de', '29.11.'],
    ['Ouvert dimanche prochain ?', 'fr', '29.11.'],
    ['¿Abren el próximo domingo?', 'es', '29.11.'],
    ['Open between the years?', 'en', '27.12. 28.12. 29.12. 30.12.'],
    ['Offen zwischen den Jahren?', 'de', '27.12. 28.12. 29.12. 30.12.'],
    ['Åpent i romjulen?', 'nb', '27.12. 28.12. 29.12. 30.12.'],
    ['Open over Christmas?', 'en', '24.12. 25.12. 26.12.'],
  ])('are told by other words: %s', (question, language, days) => {
    expect(daysIn(question, language).join(' ')).toBe(days);
  });

  test.each([
    ['Open on the first Saturday of December?', 'en', '5.12.'],
    ['Is there a market on the last Sunday of the month?', 'en', '29.11.'],
    ['What is on the second Sunday in January?', 'en', '10.1.'],
    ['What time do you close on Saturdays in December?', 'en', '5.12.'],
    ['Haben Sie am ersten Samstag im Dezember offen?', 'de', '5.12.'],
    ['Êtes-vous ouverts le premier samedi de décembre ?', 'fr', '5.12.'],
    ['¿Abren el primer sábado de diciembre?', 'es', '5.12.'],
  ])('are of a month: %s', (question, language, day) => {
    expect(daysIn(question, language)).toEqual([day]);
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
      { weekday: 0, month: 11, day: 22, year: 2026, namedBy: 'weekday' },
    ]);
  });
});

describe('the days of a statement', () => {
  const days = {
    sunday: { weekday: 0, month: 11, day: 22 },
    monday: { weekday: 1, month: 11, day: 23 },
    tuesday: { weekday: 2, month: 11, day: 24 },
    eve: { weekday: 4, month: 12, day: 24 },
    newyear: { weekday: 5, month: 1, day: 1 },
    mayday: { weekday: 6, month: 5, day: 1 },
    july: { weekday: 1, month: 7, day: 6 },
    first: { weekday: 2, month: 12, day: 1 },
    d28: { weekday: 1, month: 12, day: 28 },
    d29: { weekday: 2, month: 12, day: 29 },
    d30: { weekday: 3, month: 12, day: 30 },
  };
  const signs = new Map([
    [true, '+'],
    [false, '-'],
    [null, '?'],
  ]);

  test.each([
    ['Open Tuesday to Sunday from 10:00 to 17:30.', 'en', 'sunday +, monday -'],
    ['Tue-Sun 10-5', 'en', 'sunday +, monday -'],
    ['Mon: closed', 'en', 'sunday -, monday +'],
    ['Monday–Friday', 'en', 'sunday -, monday +'],
    ['Saturday–Monday', 'en', 'sunday +, monday +, eve -'],
    ['The café opens daily.', 'en', 'sunday +, monday +'],
    ['Every day except Mondays and Thursdays', 'en', 'sunday +, monday -, eve -'],
    ['Closed on 24, 25 and 31 December.', 'en', 'sunday -, eve +'],
    ['Closed from 24 December to 2 January.', 'en', 'eve +, sunday -, newyear +'],
    ['Closed on December 24–26.', 'en', 'eve +, monday -'],
    ['Closed: 24 December 2026 to 2 January 2027', 'en', 'eve +, sunday -, newyear +'],
    ['Closed December 23, 2026 – January 2, 2027', 'en', 'eve +, sunday -, newyear +'],
    ['24. Dezember 2026 bis 6. Januar 2027: geschlossen', 'de', 'eve +, sunday -, newyear +'],
    ['Cerrado del 23 de diciembre de 2026 al 2 de enero de 2027', 'es', 'eve +, newyear +'],
    ['We close at noon on Christmas Eve.', 'en', 'eve +, monday -'],
    ['In July and August we open every day.', 'en', 'july +, monday -'],
    ['Open Tuesday to Sunday; in July and August every day.', 'en', 'july +, monday -, sunday +'],
    ['Open from April to October, Tuesday to Sunday', 'en', 'sunday -, mayday +'],
    ['Open Tuesday to Sunday in July', 'en', 'sunday -, tuesday -, july -'],
    ['Open Tuesdays. Daily in July.', 'en', 'tuesday +, july +, monday -'],
    ['Tours at weekends at 14:00.', 'en', 'sunday +, monday -'],
    ['The sun terrace sat twenty people.', 'en', 'sunday ?'],
    ['You may bring 2 dogs.', 'en', 'sunday ?'],
    ['Das Museum ist dienstags bis sonntags geöffnet.', 'de', 'sunday +, monday -'],
    ['Di–So 10–18 Uhr', 'de', 'sunday +, monday -'],
    ['Mo, Mi und Fr', 'de', 'sunday -, monday +'],
    ['So ist das.', 'de', 'sunday ?'],
    ['Geschlossen am 24., 25. und 31. Dezember', 'de', 'eve +, monday -'],
    ['Geschlossen 24.12. bis 2.1.', 'de', 'eve +, monday -, newyear +'],
    ['Täglich außer montags', 'de', 'sunday +, monday -'],
    ['Ouvert du mardi au dimanche', 'fr', 'sunday +, monday -'],
    ['La mer est à 5 km.', 'fr', 'sunday ?'],
    ['Abierto de martes a domingo', 'es', 'sunday +, monday -'],
    ['Aperto da martedì a domenica', 'it', 'sunday +, monday -'],
    ['Aberto de terça a domingo', 'pt', 'sunday +, monday -'],
    ['Open van dinsdag t/m zondag', 'nl', 'sunday +, monday -'],
    ['Otwarte od wtorku do niedzieli', 'pl', 'sunday +, monday -'],
    ['Открыто со вторника по воскресенье', 'ru', 'sunday +, monday -'],
    ['вт–вс 10:00–18:00', 'ru', 'sunday +, monday -'],
    ['Öppet tisdag–söndag', 'sv', 'sunday +, monday -'],
    ['Åbent tirsdag til søndag', 'da', 'sunday +, monday -'],
    ['Åpent tirsdag til søndag', 'nb', 'sunday +, monday -'],
    ['Avoinna tiistai–sunnuntai', 'fi', 'sunday +, monday -'],
    ['Otevřeno od úterý do neděle', 'cs', 'sunday +, monday -'],
    ['Deschis de marți până duminică', 'ro', 'sunday +, monday -'],
    ['Відчинено з вівторка до неділі', 'uk', 'sunday +, monday -'],
    ['Salı - Pazar açık', 'tr', 'sunday +, monday -'],
    ['Ανοιχτά Τρίτη έως Κυριακή', 'el', 'sunday +, monday -'],
    ['مفتوح من الثلاثاء إلى الأحد', 'ar', 'sunday +, monday -'],
    ['פתוח מיום שלישי עד יום ראשון', 'he', 'sunday +, monday -'],
    ['मंगलवार से रविवार तक खुला', 'hi', 'sunday +, monday -'],
    ['เปิดวันอังคารถึงวันอาทิตย์', 'th', 'sunday +, monday -'],
    ['ปิดทุกวันจันทร์', 'th', 'sunday -, monday +'],
    ['Mở cửa từ thứ ba đến chủ nhật', 'vi', 'sunday +, monday -'],
    ['周二至周日开放', 'zh', 'sunday +, monday -'],
    ['火曜日から日曜日まで開館', 'ja', 'sunday +, monday -'],
    ['12月24日、25日は休館', 'ja', 'eve +, monday -'],
    ['화요일부터 일요일까지', 'ko', 'sunday +, monday -'],
    ['Tuesday 29 and Wednesday 30 December', 'en', 'd29 +, d30 +, first -, tuesday -, d28 -'],
    ['Monday 28th to Wednesday 30th December', 'en', 'd28 +, d29 +, d30 +, first -'],
    ['Mondays 9 to 12, Tuesday 29 December', 'en', 'd28 +, monday +, d29 +, first -'],
    ['Mardi 29 et mercredi 30 décembre', 'fr', 'd29 +, d30 +, first -, d28 -'],
    ['Du lundi 28 au mercredi 30 décembre', 'fr', 'd28 +, d29 +, d30 +, first -'],
    ['Di 29. und Mi 30. Dezember', 'de', 'd29 +, d30 +, first -, d28 -'],
    ['am Dienstag, den 29., und Mittwoch, den 30. Dezember', 'de', 'd29 +, d30 +, first -'],
    ['Montag, 28. bis Mittwoch, 30. Dezember', 'de', 'd28 +, d29 +, d30 +, first -'],
    ['martes 29 y miércoles 30 de diciembre', 'es', 'd29 +, d30 +, first -, d28 -'],
    ['lunes 28 a miércoles 30 de diciembre', 'es', 'd28 +, d29 +, d30 +, first -'],
    ['martedì 29 e mercoledì 30 dicembre', 'it', 'd29 +, d30 +, first -'],
    ['terça-feira 29 e quarta-feira 30 de dezembro', 'pt', 'd29 +, d30 +, first -'],
    ['dinsdag 29 en woensdag 30 december', 'nl', 'd29 +, d30 +, first -'],
    ['wtorek 29 i środa 30 grudnia', 'pl', 'd29 +, d30 +, first -'],
    ['вторник 29 и среда 30 декабря', 'ru', 'd29 +, d30 +, first -'],
    ['29 Aralık Salı ve 30 Aralık Çarşamba', 'tr', 'd29 +, d30 +'],
    ['tisdag 29 och onsdag 30 december', 'sv', 'd29 +, d30 +, first -'],
    ['tirsdag 29. og onsdag 30. december', 'da', 'd29 +, d30 +, first -'],
    ['12月29日（火）と30日（水）は休館', 'ja', 'd29 +, d30 +, first -, d28 -'],
    ['12月29日星期二和30日星期三闭馆', 'zh', 'd29 +, d30 +'],
    ['The museum has four floors.', 'en', 'sunday ?'],
    ['', '', 'sunday ?'],
  ])('%s', (text, language, expected) => {
    const found = expected.split(', ').map((each) => {
      const name = each.split(' ')[0] as keyof typeof days;
      return `${name} ${signs.get(covers(text, language, days[name]))}`;
    });
    expect(found.join(', ')).toBe(expected);
  });

  test.each([
    ['We are closed on all bank holidays.', 'en', 'holiday'],
    ['Public holidays: closed', 'en', 'holiday'],
    ['Bank holiday Fridays: closed', 'en', 'holiday'],
    ['Bank holiday Mondays: closed', 'en', null],
    ['May and August bank holidays: 9:00–15:00', 'en', null],
    ['Closed on bank holidays and in August', 'en', 'holiday'],
    ['Good Friday and Easter Monday: 9:00–15:00', 'en', 'date'],
    ['Fridays: open', 'en', 'weekday'],
    ['Sundays: closed', 'en', null],
    ['Fermé les jours fériés', 'fr', 'holiday'],
    ['Dimanches et jours fériés : fermé', 'fr', 'holiday'],
    ['An Feiertagen geschlossen', 'de', 'holiday'],
    ['Sonn- und Feiertage: 11–16 Uhr', 'de', 'holiday'],
    ['Karfreitag bis Ostermontag geschlossen', 'de', 'date'],
    ['Cerrado domingos y festivos', 'es', 'holiday'],
    ['Chiuso nei giorni festivi', 'it', 'holiday'],
    ['Encerrado aos feriados', 'pt', 'holiday'],
    ['Gesloten op zon- en feestdagen', 'nl', 'holiday'],
    ['W niedziele i święta nieczynne', 'pl', 'holiday'],
    ['Выходной: праздничные дни', 'ru', 'holiday'],
    ['Resmi tatillerde kapalı', 'tr', 'holiday'],
    ['Sön- och helgdagar stängt', 'sv', 'holiday'],
    ['Lukket på helligdage', 'da', 'holiday'],
    ['Stengt på helligdager', 'nb', 'holiday'],
    ['Suljettu pyhäpäivinä', 'fi', 'holiday'],
    ['O svátcích zavřeno', 'cs', 'holiday'],
    ['Închis de sărbătorile legale', 'ro', 'holiday'],
    ['У святкові дні зачинено', 'uk', 'holiday'],
    ['Κλειστά τις αργίες', 'el', 'holiday'],
    ['مغلق في العطل الرسمية', 'ar', 'holiday'],
    ['סגור בחגים', 'he', 'holiday'],
    ['सार्वजनिक अवकाश पर बंद', 'hi', 'holiday'],
    ['ปิดวันหยุดนักขัตฤกษ์', 'th', 'holiday'],
    ['Đóng cửa vào ngày lễ', 'vi', 'holiday'],
    ['节假日休息', 'zh', 'holiday'],
    ['土日祝日は休み', 'ja', 'holiday'],
    ['공휴일 휴무', 'ko', 'holiday'],
  ])('name a public holiday: %s', (text, language, expected) => {
    const friday: Day = { weekday: 5, month: 3, day: 26, year: 2027, isHoliday: true };
    expect(readDays(text, language, [friday])[0]!.way).toBe(expected);
  });

  test.each([
    ['Zwischen den Jahren geschlossen', 'de'],
    ['Closed between Christmas and New Year', 'en'],
  ])('are those between the years: %s', (text, language) => {
    const day: Day = { weekday: 1, month: 12, day: 28 };
    expect(covers(text, language, day)).toBe(true);
    expect(covers(text, language, days.sunday)).toBe(false);
  });

  test.each([
    ['27 September 2026', 'en', true],
    ['27 September 2024', 'en', false],
    ['27/09/2024', 'en', false],
    ['27.9.2026', 'de', true],
    ['2024-09-27', 'en', false],
    ['20 September to 3 October 2024', 'en', false],
    ['20 September to 3 October 2026', 'en', true],
    ['1 September 2026 to 31 January 2027', 'en', true],
    ['1 September to 31 January 2027', 'en', true],
    ['1 September to 31 January 2026', 'en', false],
    ['1 September 2025 to 31 January 2027', 'en', true],
    ['27 September', 'en', true],
  ])('are of a year if they name one: %s', (text, language, expected) => {
    const day: Day = { weekday: 0, month: 9, day: 27, year: 2026 };
    expect(covers(text, language, day)).toBe(expected);
    expect(covers(text, language, { ...day, year: undefined })).toBe(true);
  });

  test('may except a public holiday', () => {
    const christmas: Day = { weekday: 5, month: 12, day: 25, year: 2026, isHoliday: true };
    const except = 'Open on public holidays except 25 December';
    expect(readDays(except, 'en', [christmas])).toEqual([{ covers: false, way: 'date' }]);
    const boxing: Day = { ...christmas, weekday: 6, day: 26 };
    expect(readDays(except, 'en', [boxing])).toEqual([{ covers: true, way: 'holiday' }]);
    const daily = 'Daily except on public holidays';
    expect(readDays(daily, 'en', [boxing])).toEqual([{ covers: false, way: 'holiday' }]);
    const tuesday: Day = { weekday: 2, month: 12, day: 1, year: 2026 };
    expect(readDays(daily, 'en', [tuesday])).toEqual([{ covers: true, way: 'weekday' }]);
    // It may be one at that place.
    expect(covers('Public holidays: closed', 'en', tuesday)).toBeNull();
  });

  test.each([
    ['the second Wednesday in March, June, September and December', 'en', '9.12.'],
    ['On the afternoon of the second Wednesday in December', 'en', '9.12.'],
    ['every second Wednesday of the month', 'en', '9.12.'],
    ['second Wed of each month', 'en', '9.12.'],
    ['Wednesday (first and third of the month)', 'en', '2.12., 16.12.'],
    ['1st and 3rd Wednesday of the month', 'en', '2.12., 16.12.'],
    ['every last Wednesday of the month', 'en', '30.12.'],
    ['the last Wednesday in November', 'en', ''],
    ['the first Tuesday and Wednesday of the month', 'en', '1.12., 2.12.'],
    [
      'the first Wednesday of the month and every Tuesday',
      'en',
      '1.12., 2.12., 8.12., 15.12., 22.12., 29.12.',
    ],
    ['every second Wednesday', 'en', '2.12., 9.12., 16.12., 23.12., 30.12.'],
    ['Wednesdays except the first Wednesday of the month', 'en', '9.12., 16.12., 23.12., 30.12.'],
    ['zweiter Mittwoch im Monat', 'de', '9.12.'],
    ['jeden 1. und 3. Mittwoch im Monat', 'de', '2.12., 16.12.'],
    ['am letzten Mittwoch des Monats', 'de', '30.12.'],
    ['jeden zweiten Mittwoch', 'de', '2.12., 9.12., 16.12., 23.12., 30.12.'],
    ['le premier mercredi du mois', 'fr', '2.12.'],
    ['le 1er et le 3e mercredi de chaque mois', 'fr', '2.12., 16.12.'],
    ['primer miércoles de cada mes', 'es', '2.12.'],
    ['el segundo y cuarto miércoles de mes', 'es', '9.12., 23.12.'],
    ['ogni primo mercoledì del mese', 'it', '2.12.'],
    ['a primeira quarta-feira do mês', 'pt', '2.12.'],
    ['elke eerste woensdag van de maand', 'nl', '2.12.'],
    ['w pierwszą środę miesiąca', 'pl', '2.12.'],
    ['в первую среду месяца', 'ru', '2.12.'],
    ['першої середи місяця', 'uk', '2.12.'],
    ['her ayın ilk çarşamba günü', 'tr', '2.12.'],
    ['första onsdagen i månaden', 'sv', '2.12.'],
    ['første onsdag i måneden', 'da', '2.12.'],
    ['siste onsdag i måneden', 'nb', '30.12.'],
    ['kuukauden ensimmäinen keskiviikko', 'fi', '2.12.'],
    ['první středa v měsíci', 'cs', '2.12.'],
    ['prima miercuri din lună', 'ro', '2.12.'],
    ['κάθε πρώτη Τετάρτη του μήνα', 'el', '2.12.'],
    ['الأربعاء الأول من كل شهر', 'ar', '2.12.'],
    ['יום רביעי הראשון בחודש', 'he', '2.12.'],
    ['महीने के पहले बुधवार', 'hi', '2.12.'],
    ['วันพุธแรกของเดือน', 'th', '2.12.'],
    ['thứ tư đầu tiên của tháng', 'vi', '2.12.'],
    ['每月第一个星期三', 'zh', '2.12.'],
    ['毎月第1・第3水曜日', 'ja', '2.12., 16.12.'],
    ['第2水曜日', 'ja', '9.12.'],
    ['매월 첫째 주 수요일', 'ko', '2.12.'],
  ])('name some of a month: %s', (text, language, expected) => {
    const december = Array.from({ length: 31 }, (_, at) =>
      dayOf(new Date(Date.UTC(2026, 11, at + 1))),
    );
    const readings = readDays(text, language, december);
    const covered = december.filter((_, at) => readings[at]!.covers === true);
    expect(covered.map(({ day, month }) => `${day}.${month}.`).join(', ')).toBe(expected);
  });

  test('name any such weekday that is asked for', () => {
    const saturday: Day = { weekday: 6, month: 11, day: 28, year: 2026 };
    const first = 'Saturday (first of the month)';
    expect(covers(first, 'en', saturday)).toBe(false);
    expect(covers(first, 'en', { ...saturday, namedBy: 'weekday' })).toBe(true);
  });

  test('include Easter in a year that is given', () => {
    const easter = { weekday: 0, month: 3, day: 28, year: 2027 };
    expect(covers('Closed at Easter.', 'en', easter)).toBe(true);
    expect(covers('Closed at Easter.', 'en', { ...easter, day: 21 })).toBe(false);
  });
});

describe('the heading of a table', () => {
  const day: Day = { weekday: 1, month: 7, day: 6, year: 2026 };
  test.each([
    ['Summer, April to October', 'en', true],
    ['November to March', 'en', false],
    ['Winter, 1 November to 31 March', 'en', false],
    ['Juli und August', 'de', true],
    ['Basse saison (novembre à mars)', 'fr', false],
    ['Prices', 'en', null],
  ])('%s', (heading, language, expected) => {
    expect(headingCovers(heading, language, day)).toBe(expected);
  });
});
