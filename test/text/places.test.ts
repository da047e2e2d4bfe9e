import { expect, test } from '@jest/globals';
import { asksPlace, saysPlace } from '../../server/text/places.ts';

test.each([
  'Where is the library?',
  'How do I get there?',
  'Wie komme ich zum Rathaus?',
  'Où se trouve la gare ?',
  '¿Dónde puedo aparcar?',
  'Dove si trova il museo?',
  '図書館はどこですか？',
  'أين المتحف؟',
  '博物馆在哪里？',
])('%s asks for a place', (question) => {
  expect(asksPlace(question)).toBe(true);
});

test.each(['How much is a ticket?', 'Was kostet der Eintritt?', 'Blanc ou noir ?', '', '???'])(
  '"%s" does not ask for a place',
  (question) => {
    expect(asksPlace(question)).toBe(false);
  },
);

test.each([
  'The reading room is on the second floor.',
  'We are 400 m from the station.',
  'Die Toiletten sind im Erdgeschoss.',
  'Lindenstraße 7',
  'Le guichet est au deuxième étage.',
  'La consigna está junto a la entrada.',
  '売店は入口の隣です。',
])('"%s" says where', (text) => {
  expect(saysPlace(text)).toBe(true);
});

test.each(['It has the same hours as the shop.', 'Der Eintritt ist frei.', ''])(
  '"%s" does not say where',
  (text) => {
    expect(saysPlace(text)).toBe(false);
  },
);
