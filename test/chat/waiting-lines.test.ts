import { expect, test } from '@jest/globals';
import { WaitingLines } from '../../server/chat/waiting-lines.ts';

function lines(text: string) {
  const all = new WaitingLines<string>();
  // The network, and which of it.
  for (const item of text.split(' ')) all.add(item[0]!, item);
  return all;
}

function taken(all: WaitingLines<string>): string {
  const items = [];
  for (let first = all.first(); first; first = all.first()) {
    items.push(first);
    all.shift();
  }
  return items.join(' ');
}

test('networks take turns, and each keeps its order', () => {
  expect(taken(lines('a1 a2 a3 b1 c1 b2'))).toBe('a1 b1 c1 a2 b2 a3');
});

test('knows how many are taken before one more', () => {
  const all = lines('a1 a2 a3 b1');
  expect([all.ahead('a'), all.ahead('b'), all.ahead('c')]).toEqual([4, 3, 2]);
});

test('one that leaves is not taken, nor counted', () => {
  const all = lines('a1 a2 b1');
  all.remove('a', 'a1');
  all.remove('a', 'a1');
  all.remove('c', 'c1');
  expect([all.size, taken(all)]).toEqual([2, 'a2 b1']);
  expect(all.size).toBe(0);
});

test('room is made by the last of the longest line alone', () => {
  const all = lines('a1 a2 a3 b1 b2');
  expect(all.surplus('c')).toBe('a3');
  expect(all.surplus('b')).toBeUndefined();
  expect(lines('a1 b1').surplus('c')).toBeUndefined();
});
