import { expect, test } from '@jest/globals';
import { answerTypeOf, hasAnswerType } from '../../server/text/answer-type.ts';

test.each([
  ['How much is a ticket?', 'price'],
  ['When do you close?', 'time'],
  ['How many rooms are there?', 'number'],
  ['What is your phone number?', 'phone'],
  ['telefonnummer', 'phone'],
  ['Quel est votre numéro de téléphone ?', 'phone'],
  ['電話は？', 'phone'],
  ['Do you have an email address?', 'email'],
  ['How long does a lesson take?', 'duration'],
  ['How far is the station?', 'duration'],
  ['Combien de temps dure la visite ?', 'duration'],
  ['Combien de salles y a-t-il ?', 'number'],
  ['Combien coûte la visite ?', 'price'],
  ['Who teaches the piano?', 'person'],
  ['Wer leitet den Kurs?', 'person'],
  ['a page for people who swim', null],
  ['Is breakfast included in the price?', null],
  ['La colazione è compresa nel prezzo?', null],
  ['What is the main pool?', null],
])('%s asks for: %s', (question, type) => {
  expect(answerTypeOf(question)).toBe(type);
});

test.each([
  ['A ticket costs seven crowns.', 'price', true],
  ['Entry is free.', 'price', true],
  ['शुल्क पाँच सौ रुपये है।', 'price', true],
  ['A ticket for seven people.', 'price', false],
  ['Bilet 12 zł', 'price', true],
  ['Dospělí 120 Kč', 'price', true],
  ['Öğrencilere ücretsiz', 'price', true],
  ['Детям бесплатно', 'price', true],
  ['Lundi fermé', 'time', true],
  ['Poniedziałek zamknięte', 'time', true],
  ['une ferme', 'time', false],
  ['Telephone (0555) 73 40', 'phone', true],
  ['Call +49 30 1234567.', 'phone', true],
  ['Visits: (555) 0140', 'phone', true],
  ['extension 14', 'phone', false],
  ['on 12.03.2026 at 10:30', 'phone', false],
  ['Allow two hours.', 'duration', true],
  ['A 45-minute lesson', 'duration', true],
  ['ouvert pendant 2h', 'duration', true],
  ['Die Mitgliedschaft gilt ein Jahr.', 'duration', true],
  ['所要時間は30分です', 'duration', true],
  ['300 m from the station', 'duration', true],
  ['Vouchers from £10 to £500', 'duration', false],
  ['Ada Quill teaches the piano.', 'person', true],
  ['Lessons with Ada M. Quill', 'person', true],
  ['The piano is in room four.', 'person', false],
  ['desk@museum.example', 'email', true],
  ['Meet us @ the museum', 'email', false],
] as const)('%s has a %s: %s', (text, type, has) => {
  expect(hasAnswerType(text, type)).toBe(has);
});
