import { expect, test } from '@jest/globals';
import { localDate, startOfDay } from './local-date.ts';

test.each([
  ['UTC', '2026-11-22', '2026-11-22T00:00:00Z'],
  ['Pacific/Auckland', '2026-11-22', '2026-11-21T11:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00Z'],
  ['Pacific/Pago_Pago', '2026-11-22', '2026-11-22T11:00:00Z'],
  ['+05:45', '2026-11-22', '2026-11-21T18:15:00Z'],
  // The clock goes from 0:00 to 1:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
  ['no such place', '2026-11-22', '2026-11-22T00:00:00Z'],
])('a day in %s begins when the one before it ends', (zone, day, start) => {
  const date = new Date(day);
  const begins = startOfDay(date, zone);
  expect(new Date(begins).toISOString()).toBe(new Date(start).toISOString());
  expect(localDate(begins, zone)).toEqual(date);
  expect(localDate(begins - 1, zone)).not.toEqual(date);
});
