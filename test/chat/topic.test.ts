import { expect, test } from '@jest/globals';
import { topicOf } from '../../server/chat/topic.ts';

test.each([
  ['Do you have lockers?', 'en', 'lockers'],
  ['What does a ticket for a child under six cost?', 'en', 'ticket for a child under six cost'],
  ['is there a café or a shop', 'en', 'café or a shop'],
  ['Gibt es hier Schließfächer?', 'de', 'Schließfächer'],
  ['¿Tienen taquillas?', 'es', 'taquillas'],
  ['寄存柜在哪里？', 'zh', '寄存柜在哪里'],
  ['コインロッカーはありますか？', 'ja', 'コインロッカーはありますか'],
])('%s (%s) is about %s', (text, language, topic) => {
  expect(topicOf({ text, language })).toBe(topic);
});

test.each([
  ['nothing but function words', 'what is it?'],
  ['no word', '???'],
  ['more than fits', `Do you have ${'large and '.repeat(7)}small lockers?`],
  ['two sentences', 'My dog is old. May he swim?'],
  ['a link', 'Is [this](http://a.example) right?'],
  ['an address', 'Do you know www.a.example?'],
  ['bold letters', 'Do you have **large** lockers?'],
])('%s is no topic', (_what, text) => {
  expect(topicOf({ text, language: 'en' })).toBe('');
});
