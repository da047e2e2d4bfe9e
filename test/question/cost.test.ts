import { expect, test } from '@jest/globals';
import { gistOf } from '../../server/question/gist.ts';
import { understand } from '../../server/question/understand.ts';
import { cost } from '../linear.ts';
import { costlyMessages, mixed } from './costly-messages.ts';

const asked = { now: Date.UTC(2026, 10, 26), timeZone: 'Europe/Berlin', page: '' };
const history = ['Tickets?', 'Which ones?'].map((content, index) => ({
  role: index === 0 ? ('user' as const) : ('assistant' as const),
  content,
  chunkIds: [],
}));
/** Milliseconds of processor; the best of two, because the first of a language reads its lists. */
const costOf = (text: string) => {
  const once = () => cost(() => void understand(text, { asked, history, botName: 'Finn' }));
  return Math.min(once(), once());
};
const plain = 'When does the harbour open on public holidays, and what do tickets cost? ';

test.each([4000, 100_000])('no message of %d characters takes long to understand', (length) => {
  const units = ['ok. ', 'a.', 'today.', 'Christmas\n', '1.', '\ufdfa', 'http://a.bc/ ', '你好，'];
  const messages = [
    ...units.map((unit) => ({ unit, text: unit.repeat(length / unit.length) })),
    ...costlyMessages(length).filter((_, index) => index % 400 === 0),
    ...mixed(units.slice(0, 4), length),
  ];
  const usual = Math.max(8, costOf(plain.repeat(14)));
  const costs = messages.map(({ unit, text }) => ({ unit, ms: costOf(text) }));
  expect(costs.filter(({ ms }) => ms > 8 * usual)).toEqual([]);
});

test('a long message is read at its beginning and at its end; the model gets all of it', () => {
  const story = 'We walked along the quay for a while. '.repeat(100);
  const message = `Hello! Do you rent out kayaks? ${story}May dogs come along? Thanks!`;
  const { text, gist } = understand(message);
  expect(text).toBe(message);
  expect(gist).toMatch(/^Do you rent out kayaks\? We walked.*May dogs come along\?$/s);
  expect(gist.length).toBeLessThanOrEqual(1001);
  expect(gistOf('\ufdfa'.repeat(1000)).length).toBeLessThanOrEqual(1001);
});
