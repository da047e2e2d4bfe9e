import { expect, test } from '@jest/globals';
import { hasClockTime } from '../../server/text/clock-time.ts';

test.each([
  'We open at 9:30.',
  'Lessons begin at 6pm.',
  'Closed at noon.',
  'ab 15 Uhr',
  'de 9 à 12 heures',
  'Il check-in si fa fino alle 20.',
  'La reception è aperta dalle 7 alle 23.',
  'La cena è servita alle otto.',
  'Le camere si liberano entro le 10.',
  'Abrimos a las 9.',
  'hasta las ocho de la tarde',
  'aberto até às 15',
  'tot 20 uur',
  'kl. 9',
  'saat 9',
  'στις 9',
  'до 20 часов',
  'الساعة 9',
  '9時から',
  '오전 9시',
  'सुबह 9 बजे',
])('%s names a time of the day', (text) => {
  expect(hasClockTime(text)).toBe(true);
});

test.each([
  'for children from 3',
  'dal 15 giugno al 10 luglio',
  'Abbiamo 22 camere.',
  'una carpeta de 9 a 14 años',
  'a las 20 % más caras',
  'um 12 % teurer',
  'alle 20,50 €',
  'open 24 hours',
  'Seite 9',
])('%s names none', (text) => {
  expect(hasClockTime(text)).toBe(false);
});
