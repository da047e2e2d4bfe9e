import { beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../errors/app-error.ts';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import type { Identity } from '../../contract/bridge.ts';
import { Admission, RelayPlaces } from './admission.ts';

const limits = { ...settingsDefaults.limits, answers_per_ip: 4 };
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
});

describe('relayed by PHP', () => {
  test.each([
    [4, 2],
    [20, 10],
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

describe('by the AI of WordPress, for which another worker waits', () => {
  const llm = { ...settingsDefaults.llm, provider: 'wordpress' as const };

  test.each([
    [20, 5],
    [8, 2],
    [4, 1],
    [1, 1],
    // PHP does not tell.
    [0, 1],
  ])('of %i workers at most %i answers hold two', (workers, most) => {
    const site = { ...settingsDefaults, llm };
    admission = new Admission(
      () => now,
      () => site,
    );
    expect(reading(workers)).toBe(most);
    const begun = [1, 2, 3, 4, 5, 6].map((n) =>
      admission.answer(edge(`198.51.100.${n}`), '', limits).begin(),
    );
    expect(begun.filter(Boolean)).toHaveLength(most);
    // Also by those whose visitors have left, and by the owner's tests.
    const calls = Array.from({ length: most }, () => admission.askSite());
    expect(() => admission.askSite()).toThrow(refused('relayed'));
    calls[0]?.();
    admission.askSite();
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

const [a, b, c, d] = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];

let places: RelayPlaces;
let ended: string[];
beforeEach(() => {
  places = new RelayPlaces(() => now);
  ended = [];
});

/** Asks for a place of two; returns how to leave it, or after how many seconds to ask again. */
function ask(network: string, max = 2): (() => void) | number {
  try {
    return places.enter(network, max, () => ended.push(network));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect([error.code, error.turnedAway]).toEqual(['overloaded', 'relayed']);
    return error.retryAfter!;
  }
}

/** After how many seconds. */
const later = expect.any(Number);
const given = expect.any(Function);
const leave = (place: (() => void) | number | undefined) => (place as () => void)();

describe('one network', () => {
  test('may take all places while there is no other', () => {
    expect([ask(a), ask(a), ask(a)]).toEqual([given, given, later]);
  });

  test('does not keep a newcomer waiting with two connections', () => {
    ask(a);
    ask(a);
    expect(ask(b)).toEqual(given);
    expect(ended).toEqual([a]);
  });

  test('leaves the last place to newcomers for a while after there was another', () => {
    leave(ask(b));
    const first = ask(a);
    expect([first, ask(a)]).toEqual([given, later]);
    expect(ask(c)).toEqual(given);
    expect(ended).toEqual([]);
    leave(first);
    now += 600_000;
    expect(ask(c)).toEqual(given);
  });

  test('gives its oldest to one that has two less', () => {
    const slots = [1, 2, 3, 4].map(() => ask(a, 4));
    expect([ask(b, 4), ask(c, 4)]).toEqual([given, given]);
    expect(ended).toEqual([a, a]);
    for (const network of [a, b, c]) expect(ask(network, 4)).toEqual(later);
    // Those that were ended have left; leaving again frees no place.
    leave(slots[0]);
    leave(slots[1]);
    expect(ask(c, 4)).toEqual(later);
    expect(ask(d, 4)).toEqual(given);
    expect(ended).toEqual([a, a, a]);
  });
});

describe('of several networks', () => {
  test('the first to be refused is the first to get a place, when it has asked again', () => {
    const slots = [ask(a), ask(b)];
    expect([ask(c), ask(d)]).toEqual([later, later]);
    now += 1000;
    expect([ask(c), ask(d)]).toEqual([later, later]);
    leave(slots[0]);
    // Neither one that had a place, nor the second in the line.
    expect([ask(a), ask(d), ask(c)]).toEqual([later, later, given]);
    leave(slots[1]);
    expect([ask(a), ask(b), ask(d)]).toEqual([later, later, given]);
  });

  test('no place is kept for one that never comes back', () => {
    const slots = [ask(a), ask(b)];
    expect(ask(c)).toEqual(later);
    leave(slots[0]);
    expect(ask(d)).toEqual(given);
  });

  test('no place is kept for one that has come back and then stays away', () => {
    const slots = [ask(a), ask(b)];
    ask(c);
    now += 1000;
    expect(ask(c)).toBe(1);
    leave(slots[0]);
    now += 3400;
    expect(ask(d)).toEqual(later);
    now += 200;
    expect(ask(d)).toEqual(given);
  });

  test('two do not keep a third out for good: the oldest long answer gives way', () => {
    ask(a);
    now += 1000;
    ask(b);
    for (let seconds = 0; seconds < 10; seconds++, now += 1000) expect(ask(c)).toEqual(later);
    expect(ask(c)).toEqual(given);
    expect(ended).toEqual([a]);
    // It waits for its turn like others, and for as long.
    for (let seconds = 0; seconds < 10; seconds++, now += 1000) expect(ask(a)).toEqual(later);
    expect(ask(a)).toEqual(given);
    expect(ended).toEqual([a, b]);
  });
});

/** Seconds that visitors of as many networks wait for each of their answers, which take five seconds. */
function simulate(visitors: number, max: number, hours: number): number[] {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const waits: number[] = [];
  const next: [number, () => void][] = [];
  const later = (seconds: number, run: () => void) => next.push([now + seconds * 1000, run]);
  const question = (network: string, since: number) => () => {
    const place = ask(network, max);
    if (typeof place === 'number') {
      later(place * (1 + random() / 2), question(network, since));
      return;
    }
    waits.push((now - since) / 1000);
    later(5, () => {
      place();
      later(8 + 12 * random(), () => question(network, now)());
    });
  };
  for (let n = 0; n < visitors; n++) later(10 * random(), () => question(`203.0.113.${n}`, now)());
  for (const end = now + hours * 3_600_000; now < end;) {
    next.sort(([x], [y]) => x - y);
    const [at, run] = next.shift()!;
    now = at;
    run();
  }
  return waits.sort((x, y) => x - y);
}

test('ten visitors at two places all get their answers while their widgets ask again', () => {
  const waits = simulate(10, 2, 2);
  expect(waits.length).toBeGreaterThan(2000);
  expect(waits.at(-1)).toBeLessThan(30);
});
