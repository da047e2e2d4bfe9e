/** Questions on the tables of `test/ingestion/read/written-tables.ts`: the section is quoted, mostly with the row marked. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtInAnswer } from '../../bench/parts/built-in-answer.ts';
import { keylessSite, type KeylessSite } from '../../bench/parts/keyless-site.ts';
import { chunkBlocks } from '../../server/ingestion/chunk.ts';
import { htmlBlocks } from '../../server/ingestion/read/html-blocks.ts';
import { htmlOf, writtenTables } from '../ingestion/read/written-tables.ts';

/** Titles of the pages on which the tables stand. */
const titles: Record<string, string> = {
  tickets: 'Tickets of the lighthouse',
  'a season over two rows': 'Hours of the mini golf',
  'seasons above prices': 'Sledge hire',
  'boats of two kinds': 'Boat hire',
  'an empty corner': 'Tickets of the ice rink',
  'an empty corner over two rows': 'The building in figures',
  'a value for two columns': 'Rooms of the arts centre',
  'a fee for two rows': 'Craft courses',
  'three rows of heads': 'Visitors by year',
  'a group with one column': 'Our team',
  'German hours': 'Öffnungszeiten des Bürgerbüros',
  'French menus': 'La carte',
  'a timetable': 'Tram line 4',
  'long heads': 'Become a member',
  'two nested rows': 'Branches',
  'a group of years': 'Fees of the bath',
  'units below names': 'Sailing boats for sale',
  'a wide group': 'Bus fares',
  allergens: 'Allergens of our dishes',
  'a price list with a note': 'Prices of the barber',
};

let site: KeylessSite;
beforeAll(async () => {
  const sizes = { size: 1000, overlap: 0, minimum: 40, language: 'en' };
  const pages = Object.entries(writtenTables).map(([name, given]) => ({
    title: titles[name] ?? name,
    chunks: chunkBlocks(htmlBlocks(htmlOf(given)), sizes),
  }));
  site = await keylessSite(pages);
});
afterAll(() => site.close());

test.each([
  ['How much is a lighthouse ticket for a child?', '| **Child** | **6 €** | **one day** [1] |'],
  ['When is the mini golf open on Sunday in summer?', '| **Summer** | **Sun** | **11–15** [1] |'],
  [
    'What does sledge hire cost for a child on Saturday in winter?',
    '| Day | Summer Adult | Summer Child | Winter Adult | Winter Child |\n> | --- | --- | --- | --- | --- |\n> | Sat | 12 | 6 | 8 | 4 |',
  ],
  [
    'How much is a kayak for a day at the weekend?',
    '| **Kayak** | **15 €** | **50 €** | **18 €** | **60 €** [1] |',
  ],
  [
    'What is the price of a year ticket of the ice rink for children?',
    '| **Year ticket** | **60** | **30** [1] |',
  ],
  [
    'How many seats does the café on the first floor have?',
    '| **Seats** | **120** | **4** | **36** [1] |',
  ],
  ['When is the library open in the evening?', '| **Library** | **9–18** | **9–18** [1] |'],
  ['How much does the yawl weigh?', '| **Yawl** | **7.5** | **900** [1] |'],
  ['How much is the weaving course?', '| **Weaving** | **Tuesday** | **80 €** [1] |'],
  [
    'How many adults visited in winter 2025?',
    '| **2025** | **455** | **240** | **150** | **75** [1] |',
  ],
  [
    'What is the phone number of Mr Bow?',
    '| **Mr Bow** | **211** | **bow@a.example** | **15** [1] |',
  ],
  [
    'Hat das Bürgerbüro am Dienstag Nachmittag offen?',
    '| **Dienstag** | **9–12** | **14–18** [1] |',
  ],
  ['Combien coûte la tarte le soir ?', '| **Tarte** | **5 €** | **8 €** | **9 €** [1] |'],
  ['When does the last tram leave Mill?', '| **Mill** | **6:12** | **23:42** | **10 min** [1] |'],
  ['How many guests may a patron bring?', '| **Patron** | **150 €** | **4** [1] |'],
  ['When is the post office in Bree open?', '| **North** | **Bree** | **Post** | **10–14** [1] |'],
  [
    'What does the sauna cost for a guest in 2026?',
    '| **Sauna** | **6 €** | **9 €** | **7 €** | **10 €** [1] |',
  ],
  [
    'How much is a child ticket in zone B?',
    '| Zone | Single ticket Adult | Single ticket Child | Single ticket Dog |\n> | --- | --- | --- | --- |\n> | A | 2.40 | 1.20 | 1.20 |\n> | B | 3.10 | 1.60 | 1.20 |',
  ],
  [
    'Is there milk in the porridge?',
    '| **Porridge** | **no** | **yes** | **no** [1] |\n> | Cake | yes | yes | yes |\n> | Soup | no | no | no |',
  ],
  [
    'How much is a beard trim at the barber?',
    '| **Beard** | **15 €** | **by appointment only** [1] |',
  ],
])('%s', async (question, value) => {
  const answer = await builtInAnswer(question, await site.retrieve(question));
  expect(answer).toContain(value);
});
