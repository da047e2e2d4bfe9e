import { expect, test } from '@jest/globals';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { cardLines } from './business-card.ts';

const { business } = settingsDefaults;

test('says each fact on a line, and days with the same hours together', () => {
  const card = {
    ...business,
    name: 'Bakery Corn',
    address: 'Mill Lane 5\n12345 Exampletown',
    ...{ monday: 'closed', tuesday: '7:00–18:00', wednesday: '7:00–18:00', thursday: '7:00–18:00' },
    sunday: '8:00–11:00',
    exceptions: ['24 December: 7:00–12:00'],
  };
  expect(cardLines(card, 'en')).toEqual([
    'Name: Bakery Corn',
    'Address: Mill Lane 5, 12345 Exampletown',
    'Opening hours: Monday closed; Tuesday–Thursday 7:00–18:00; Sunday 8:00–11:00; 24 December: 7:00–12:00',
  ]);
  const german = cardLines(card, 'de-DE');
  expect(german[1]).toBe('Adresse: Mill Lane 5, 12345 Exampletown');
  expect(german.at(-1)).toMatch(/^Öffnungszeiten: .*; Dienstag–Donnerstag 7:00–18:00/);
});

test('of an empty card says nothing', () => {
  expect(cardLines(business, '')).toEqual([]);
});
