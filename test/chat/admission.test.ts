import { beforeEach, describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Identity } from '../../server/contract/bridge.ts';
import { Admission } from '../../server/chat/admission.ts';

const limits = { ...settingsDefaults.limits, answers_per_ip: 4 };
const any = {
  ...limits,
  answers_per_session: 0,
  answers_per_ip: 0,
  answers_total: 0,
  answers_relayed: 10_000,
};
const edge = (ip = '192.0.2.1'): Identity => ({ role: 'visitor', user_id: 0, ip, locale: '' });
const ignore = () => undefined;
const relayed = (workers: number, ip?: string): Identity => ({ ...edge(ip), workers });

let now: number;
let admission: Admission;
beforeEach(() => {
  now = 1_700_000_000_000;
  admission = new Admission(() => now);
});

const refused = (turnedAway: string) =>
  expect.objectContaining({
    code: 'overloaded',
    status: 503,
    retryAfter: expect.any(Number),
    turnedAway: turnedAway || expect.any(String),
  });

/** How many of a hundred requests, from as many addresses, may wait for an answer. */
function reading(workers: number, given = limits): number {
  let count = 0;
  try {
    for (; count < 100; count++)
      admission.reader(relayed(workers, `198.51.100.${count}`), given, ignore);
  } catch (error) {
    expect(error).toEqual(refused('relayed'));
  }
  return count;
}

/** How many of a hundred are admitted, from as many addresses unless one is given. */
function admitted(identity: (ip: string) => Identity, given = limits): number {
  let count = 0;
  for (let n = 0; n < 100; n++) {
    try {
      admission.answer(identity(`198.51.100.${n}`), '', given);
      count++;
    } catch (error) {
      expect(error).toEqual(refused(''));
    }
  }
  return count;
}

describe('of one session', () => {
  test('there is one answer at a time, from wherever it is asked', () => {
    const slot = admission.answer(edge('192.0.2.1'), 'secret', limits);
    const again = () => admission.answer(edge('192.0.2.2'), 'secret', limits);
    expect(again).toThrow(refused('session'));
    slot.leave();
    again();
  });

  test('that begins with its answer, likewise', () => {
    const slot = admission.answer(edge(), '', limits);
    slot.join('secret');
    expect(() => admission.answer(edge(), 'secret', limits)).toThrow(refused('session'));
    slot.leave();
    admission.answer(edge(), 'secret', limits);
  });

  test('others do not know', () => {
    admission.answer(edge(), 'secret', limits);
    admission.answer(edge(), 'other', limits);
    admission.answer(edge(), '', limits);
  });
});

describe('of one address', () => {
  test('there are four answers at a time', () => {
    expect(admitted(() => edge())).toBe(4);
    expect(() => admission.answer(edge(), '', limits)).toThrow(refused('address'));
    admission.answer(edge('192.0.2.2'), '', limits);
  });

  test('an IPv6 subscriber has one, too', () => {
    let host = 0;
    expect(admitted(() => edge(`2001:db8:1:2::${(++host).toString(16)}`))).toBe(4);
    admission.answer(edge('2001:db8:1:3::1'), '', limits);
  });
});

describe('in all', () => {
  const seven = { ...limits, answers_total: 7 };
  const asked = (n: number) => admission.answer(edge(`198.51.100.${n}`), '', seven);

  test('as many answers begin as the owner says, and those that wait do not count', () => {
    const slots = Array.from({ length: 20 }, (_, n) => asked(n));
    const begun = slots.map((slot) => slot.begin());
    expect(begun.filter(Boolean)).toHaveLength(7);
    // One that waits leaves no place, one that has begun does.
    slots[19]?.leave();
    expect(slots[7]?.begin()).toBe(false);
    slots[0]?.leave();
    expect([slots[7]?.begin(), slots[8]?.begin()]).toEqual([true, false]);
  });

  test('any number begins, where there is no limit', () => {
    const slots = Array.from({ length: 500 }, () => admission.answer(edge(), 'secret', any));
    expect(slots.every(({ begin }) => begin())).toBe(true);
  });
});

describe('relayed by PHP', () => {
  test.each([
    [4, 2],
    [5, 2],
    [20, 10],
    [2, 1],
    [1, 1],
    // PHP does not tell.
    [0, 2],
  ])('of %i workers are at most %i held', (workers, most) => {
    expect(reading(workers)).toBe(most);
    // Where no worker waits there is room.
    admission.reader(edge(), limits, ignore);
  });

  test('there are as many as the owner says', () => {
    expect(reading(4, { ...limits, answers_relayed: 7 })).toBe(7);
  });
});

test('of one address there are as many readers as its answers may have, also without PHP', () => {
  for (let n = 0; n < 3 * limits.answers_per_ip; n++) admission.reader(edge(), limits, ignore);
  expect(() => admission.reader(edge(), limits, ignore)).toThrow(refused('address'));
  admission.reader(edge('192.0.2.2'), limits, ignore);
});

test('one that is refused takes no place of any kind', () => {
  admission.answer(edge('192.0.2.9'), 'secret', limits);
  for (let n = 0; n < 20; n++) {
    expect(() => admission.answer(edge(), 'secret', limits)).toThrow(refused('session'));
  }
  expect(admitted(() => edge())).toBe(4);
});

test('a place that is left twice is one place', () => {
  const [first] = [1, 2, 3, 4].map(() => admission.answer(edge(), '', limits));
  first?.leave();
  first?.leave();
  expect(admitted(() => edge())).toBe(1);
});

test('work that can wait knows of answers until a moment after the last', () => {
  expect(admission.any()).toBe(false);
  const [one, other] = [1, 2].map(() => admission.answer(edge(), '', limits));
  one?.leave();
  now += 600_000;
  expect(admission.any()).toBe(true);
  other?.leave();
  expect(admission.any()).toBe(true);
  now += 2000;
  expect(admission.any()).toBe(false);
});
