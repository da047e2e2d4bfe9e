import { describe, expect, test } from '@jest/globals';
import { dayOf, type Day } from '../../../server/question/dates-calendar.ts';
import { extract } from '../../../server/retrieval/extract/extract.ts';

const sunday: Day = { weekday: 0, month: 11, day: 22, year: 2026 };
const monday: Day = { weekday: 1, month: 11, day: 23, year: 2026 };
const question = 'When are you open?';

async function said(text: string, days: readonly Day[]) {
  const page = { n: 1, title: 'Opening hours', headingPath: '', language: 'en' };
  const source = { ...page, text, begins: true, weight: 1, prior: 1 };
  const { extracts } = await extract(question, [source], { days });
  return extracts[0]!.texts;
}

describe('the days that a question names', () => {
  const list = 'Mondays: open 8 to 12\nTuesday to Saturday: open 9 to 17\nSundays: open 11 to 16';

  test('choose the line about them', async () => {
    expect(await said(list, [sunday])).toEqual(['Sundays: open 11 to 16']);
    expect(await said(list, [monday])).toEqual(['Mondays: open 8 to 12']);
  });

  test('choose a range that has them', async () => {
    const thursday: Day = { weekday: 4, month: 11, day: 26, year: 2026 };
    expect(await said(list, [thursday])).toEqual(['Tuesday to Saturday: open 9 to 17']);
  });

  test('choose the line that names them before a range on a page that was found better', async () => {
    const thursday: Day = { weekday: 4, month: 11, day: 26, year: 2026 };
    const page = { title: 'Visit us', language: 'en', begins: false, prior: 1 };
    const usual =
      'The museum is open from ten in the morning to six in the evening, Tuesday to Sunday.';
    const late = 'On Thursdays we stay open until nine in the evening.';
    const { extracts } = await extract(
      'How late is it open on Thursdays?',
      [
        { ...page, n: 1, headingPath: 'Opening hours', text: usual, weight: 1 },
        { ...page, n: 2, headingPath: 'Late evenings', text: late, weight: 0.8 },
      ],
      { days: [thursday] },
    );
    expect(extracts[0]!.texts).toEqual([late]);
  });

  test('leave all lines when there are none', async () => {
    expect(await said(list, [])).toEqual(list.split('\n'));
  });

  test('choose the sentence about them', async () => {
    const text = 'On Mondays we are open from 8 to 12. On Sundays we are open from 11 to 16.';
    expect((await said(text, [sunday]))[0]).toMatch(/^On Sundays/);
    expect((await said(text, [monday]))[0]).toMatch(/^On Mondays/);
  });

  test('must all be in a line that is about them', async () => {
    const text = 'Mondays: open 8 to 12\nSunday and Monday: open 9 to 17';
    expect(await said(text, [sunday, monday])).toEqual(['Sunday and Monday: open 9 to 17']);
  });

  test('choose an exception on its date before what every week has', async () => {
    const christmas: Day = { weekday: 5, month: 12, day: 25, year: 2026 };
    const text = 'Tuesday to Sunday: open 9 to 17\n24 and 25 December: open 10 to 12';
    expect(await said(text, [christmas])).toEqual(['24 and 25 December: open 10 to 12']);
  });
});

describe('a public holiday', () => {
  const hours = 'Monday: 9:00 to 17:00\nFriday: 9:00 to 15:00';
  const friday: Day = { weekday: 5, month: 3, day: 26, year: 2027, namedBy: 'date' };
  const goodFriday: Day = { ...friday, isHoliday: true };

  test.each([
    ['We are closed on all bank holidays.', 'Are you open on Good Friday?'],
    ['Public holidays: closed', 'Are you open on Good Friday?'],
    ['Open every day except public holidays.', 'Are you open on Good Friday?'],
  ])('is told by what is said of all: %s', async (general, asked) => {
    const page = { n: 1, title: 'Opening hours', headingPath: '', language: 'en' };
    const text = `${hours}\n\n${general}`;
    const source = { ...page, text, begins: true, weight: 1, prior: 1 };
    const on = await extract(asked, [source], { days: [goodFriday] });
    expect(on.extracts[0]!.texts).toEqual([general]);
    const usual = await extract('Are you open on 26 March?', [source], { days: [friday] });
    expect(usual.extracts[0]!.texts).toEqual(['Friday: 9:00 to 15:00']);
    const dated = { ...source, text: `${text}\n\nGood Friday: open 10:00 to 12:00` };
    const its = await extract(asked, [dated], { days: [goodFriday] });
    expect(its.extracts[0]!.texts).toEqual(['Good Friday: open 10:00 to 12:00']);
  });
});

test('a weekday of the month is told apart from the others of its name', async () => {
  const training = 'On the second Wednesday of the month we close at 13:00.';
  const text = `Tuesday: 9:00 to 17:00\nWednesday: 9:00 to 17:00\n\n${training}`;
  const page = { n: 1, title: 'Opening hours', headingPath: '', language: 'en' };
  const source = { ...page, text, begins: true, weight: 1, prior: 1 };
  const second: Day = { weekday: 3, month: 12, day: 9, year: 2026 };
  const on = await extract('Are you there this afternoon?', [source], { days: [second] });
  expect(on.extracts[0]!.texts).toEqual([training]);
  const third: Day = { ...second, day: 16 };
  const usual = await extract('Are you there this afternoon?', [source], { days: [third] });
  expect(usual.extracts[0]!.texts).toEqual(['Wednesday: 9:00 to 17:00']);
});

test('a weekday of some months is told instead of the usual one in these', async () => {
  const text = 'Monday: closed\nTuesday: 9:00 to 17:00\nMondays in December: 10:00 to 16:00';
  const page = { n: 1, title: 'Opening hours', headingPath: '', language: 'en' };
  const source = { ...page, text, begins: true, weight: 1, prior: 1 };
  const answer = async (month: number, day: number) => {
    const days: Day[] = [{ weekday: 1, month, day, year: 2026 }];
    const { extracts } = await extract('Is the shop open today?', [source], { days });
    return extracts[0]!.texts;
  };
  expect(await answer(12, 7)).toEqual(['Mondays in December: 10:00 to 16:00']);
  expect(await answer(11, 9)).toEqual(['Monday: closed']);
});

describe('a date under a heading of other days', () => {
  const text =
    'Christmas and New Year\n\nDate: Thursday 24 December; Hours: 8:15 to 12:00\nDate: Tuesday 29 and Wednesday 30 December; Hours: 9:00 to 13:00';
  const page = { n: 1, title: 'Opening hours', headingPath: '', language: 'en' };
  const source = { ...page, text, begins: true, weight: 1, prior: 1 };

  test('is still that date', async () => {
    const day: Day = { weekday: 2, month: 12, day: 29, year: 2026, namedBy: 'date' };
    const { extracts } = await extract('Can I come on 29 December?', [source], { days: [day] });
    expect(extracts[0]!.texts).toEqual([text.split('\n')[3]]);
  });
});

test('an exception is told apart from the season that it is in', async () => {
  const text =
    'We have summer times from 1 April to 31 October and winter times from 1 November to 31 March.\n\nExceptions\n\n25 December to 1 January: closed';
  const page = { n: 1, title: 'Opening times', headingPath: '', language: 'en' };
  const source = { ...page, text, begins: true, weight: 1, prior: 1 };
  const days = [27, 28].map((day) => dayOf(new Date(Date.UTC(2026, 11, day))));
  const { extracts } = await extract('Open between Christmas and New Year?', [source], { days });
  expect(extracts[0]!.texts).toEqual(['25 December to 1 January: closed']);
  const rows =
    'When: 1 April to 31 October; Hours: 9 to 18\nWhen: 1 November to 31 March; Hours: 10 to 16';
  const seasons = { ...source, text: rows };
  const january = [dayOf(new Date(Date.UTC(2027, 0, 5)))];
  const found = await extract('Are you open on 5 January?', [seasons], { days: january });
  expect(found.extracts[0]!.texts).toEqual([rows.split('\n')[1]]);
});

describe('a post about the day that is asked for', () => {
  const day: Day = { weekday: 0, month: 9, day: 27, year: 2026, namedBy: 'date' };
  const page = { headingPath: '', language: 'en', begins: true };
  const hours = {
    ...page,
    ...{ n: 1, title: 'Opening hours', weight: 0.6, prior: 1 },
    text: 'Saturday; Office: 9:00 to 13:00\nSunday; Office: closed\n\nForms are taken from 14 September to 9 October.',
  };
  const post = (year: number) => ({
    ...page,
    ...{ n: 2, title: 'Flea market', weight: 1, prior: 0.85 },
    text: `On 27 September ${year} there is a flea market in the yard, from 10:30 to 14:00.`,
  });
  const asked = (question: string, year: number) =>
    extract(question, [hours, post(year)], { days: [day] });

  test('wins over the weekday, and over what lasts longer', async () => {
    const { extracts } = await asked('What is there on 27 September?', 2026);
    expect(extracts[0]).toMatchObject({ lead: 'Flea market', texts: [post(2026).text] });
  });

  test('does not when it is about another year', async () => {
    const { extracts } = await asked('What is there on 27 September?', 2024);
    expect(extracts[0]!.n).toBe(1);
  });

  test('does not when hours are asked for', async () => {
    const { extracts } = await asked('When is the office open on 27 September?', 2026);
    expect(extracts[0]!.texts).toEqual(['Sunday; Office: closed']);
  });
});

describe('two tables in one passage', () => {
  const table = (desk: string) => `Monday; Desk: closed\nSunday; Desk: ${desk}`;
  const text = [
    'Summer, April to October',
    table('9:00 to 18:00'),
    'Winter, November to March',
    table('11:00 to 16:00'),
  ].join('\n\n');
  const page = { n: 1, title: 'Opening hours', headingPath: '', language: 'en' };
  const source = { ...page, text, begins: true, weight: 1, prior: 1 };

  test('of seasons: the row of the day is from its season, under its heading', async () => {
    const { extracts } = await extract(question, [source], { days: [sunday] });
    expect(extracts[0]).toMatchObject({
      lead: 'Winter, November to March',
      texts: ['Sunday; Desk: 11:00 to 16:00'],
    });
    const july: Day = { weekday: 0, month: 7, day: 5, year: 2026 };
    const summer = await extract(question, [source], { days: [july] });
    expect(summer.extracts[0]).toMatchObject({
      lead: 'Summer, April to October',
      texts: ['Sunday; Desk: 9:00 to 18:00'],
    });
  });
});

test('a question for how long on a day asks for the hours of that day', async () => {
  const text = 'Mondays: 8 to 12 Uhr\nSundays: 11:00 to 16:00\nAllow two hours.';
  const page = { n: 1, title: 'Desk', headingPath: '', language: 'en', begins: true };
  const source = { ...page, text, weight: 1, prior: 1 };
  const on = await extract('How long is the desk open today?', [source], { days: [sunday] });
  expect(on.extracts[0]!.texts).toEqual(['Sundays: 11:00 to 16:00']);
  const any = await extract('How long does a visit take?', [source]);
  expect(any.extracts[0]!.texts).toEqual(['Allow two hours.']);
});

describe('the age that a question names', () => {
  const rows = [
    'Ticket: Adult; Price: €12.00; For: from 18 to 64 years',
    'Ticket: Concession; Price: €9.00; For: students, 65 years and over',
    'Ticket: Child; Price: €5.00; For: 6 to 17 years',
  ].join('\n');
  const page = {
    n: 1,
    title: 'Prices',
    headingPath: '',
    language: 'en',
    begins: true,
    weight: 1,
    prior: 1,
  };

  test('chooses the row that has it', async () => {
    const asked = 'How much is a ticket for a 70 year old?';
    const { extracts } = await extract(asked, [{ ...page, text: rows }]);
    expect(extracts[0]!.texts).toEqual([rows.split('\n')[1]]);
  });
});

describe('the number that a question asks for', () => {
  test('is preferred to a sentence without one', async () => {
    const text = 'The steps of the tower are of granite.\n\nThe tower has 64 steps.';
    const page = {
      n: 1,
      title: 'Tower',
      headingPath: '',
      language: 'en',
      begins: true,
      weight: 1,
      prior: 1,
    };
    const { extracts } = await extract('How many steps has the tower?', [{ ...page, text }]);
    expect(extracts[0]!.texts[0]).toBe('The tower has 64 steps.');
  });
});

test('a question for a place prefers the sentence that says where', async () => {
  const text =
    'The library has the same hours as the town hall. The library is on the second floor.';
  const page = {
    n: 1,
    title: 'Town hall',
    headingPath: '',
    language: 'en',
    begins: true,
    weight: 1,
    prior: 1,
  };
  const { extracts } = await extract('Where is the library?', [{ ...page, text }]);
  expect(extracts[0]!.texts[0]).toBe('The library is on the second floor.');
});

test('a part that is about the day has the words that name it', async () => {
  const page = {
    n: 1,
    title: 'Rowing club',
    headingPath: '',
    language: 'en',
    begins: true,
    weight: 1,
    prior: 1,
  };
  const source = { ...page, text: 'Mondays: 8 to 12\nSundays: 11 to 16' };
  const asked = async (days: readonly Day[]) =>
    (await extract('rowing tomorrow', [source], { days })).coverage;
  expect(await asked([monday])).toBeGreaterThan(await asked([]));
});

/** Returns the passage whose statement is the best one. */
async function found(asked: string, ...texts: string[]) {
  const page = { title: 'Courses', headingPath: '', language: 'en', begins: false };
  const passages = texts.map((text, at) => ({ ...page, n: at + 1, text, weight: 1, prior: 1 }));
  return (await extract(asked, passages)).extracts[0]!.n;
}

test('a row with a price says "price", so that the asked thing decides', async () => {
  const anyLessons = 'How much does it cost?\n\nTen single lessons cost £260, at any time.';
  const rows = 'Course: Ukulele; When: Thursday, 20:30; Residents: £24; Others: £36';
  expect(await found('price ukulele', anyLessons, rows)).toBe(2);
});

test('who is asked for is told by a name', async () => {
  const room = 'Piano lessons are given in room four.';
  const teacher = 'Piano lessons are with Ada Quill.';
  expect(await found('Who gives piano lessons?', room, teacher)).toBe(2);
});

test('an exception on the same page is told before the usual hours', async () => {
  const asked = async (notice: string) => {
    const text = `Day: Monday; Office: 10am – 4pm\nDay: Tuesday; Office: 9am – 5pm\n\n${notice}`;
    const page = { n: 1, title: 'Office', headingPath: '', language: 'en', begins: true };
    const source = { ...page, text, weight: 1, prior: 1 };
    const { extracts } = await extract('When is the office open on Monday?', [source], {
      days: [monday],
    });
    return extracts.map(({ texts }) => texts.join(' '));
  };
  const exception = 'On 23 November nobody is here before 1pm.';
  expect(await asked(exception)).toEqual([exception, 'Day: Monday; Office: 10am – 4pm']);
  expect(await asked('From 14 to 30 November forms are taken.')).toHaveLength(1);
});

test('a page that only names the day is behind the page about the subject', async () => {
  const page = { headingPath: '', language: 'en', begins: true, weight: 1, prior: 1 };
  const { extracts } = await extract(
    'When does the sauna open on Monday?',
    [
      { ...page, n: 1, title: 'Restaurant', text: 'Monday: 12.30 – 14.15\nDinner: 19.00 – 21.30' },
      { ...page, n: 2, title: 'Sauna', text: 'The sauna opens at 14.00.' },
    ],
    { days: [monday] },
  );
  expect(extracts[0]!.n).toBe(2);
});
