import { beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { RelayPlaces } from '../../server/chat/relay-places.ts';

const [a, b, c, d] = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];

let now: number;
let places: RelayPlaces;
let ended: string[];
beforeEach(() => {
  now = 1_700_000_000_000;
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

const refused = expect.any(Number);
const admitted = expect.any(Function);
const leave = (place: (() => void) | number | undefined) => (place as () => void)();

describe('one network', () => {
  test('may take all places while there is no other', () => {
    expect([ask(a), ask(a), ask(a)]).toEqual([admitted, admitted, refused]);
  });

  test('does not keep a newcomer waiting with two connections', () => {
    ask(a);
    ask(a);
    expect(ask(b)).toEqual(admitted);
    expect(ended).toEqual([a]);
  });

  test('leaves the last place to newcomers for a while after there was another', () => {
    leave(ask(b));
    const first = ask(a);
    expect([first, ask(a)]).toEqual([admitted, refused]);
    expect(ask(c)).toEqual(admitted);
    expect(ended).toEqual([]);
    leave(first);
    now += 600_000;
    expect(ask(c)).toEqual(admitted);
  });

  test('of one place there is none to leave', () => {
    leave(ask(b, 1));
    expect([ask(a, 1), ask(a, 1)]).toEqual([admitted, refused]);
  });

  test('gives its oldest to one that has two less', () => {
    const slots = [1, 2, 3, 4].map(() => ask(a, 4));
    expect([ask(b, 4), ask(c, 4)]).toEqual([admitted, admitted]);
    expect(ended).toEqual([a, a]);
    for (const network of [a, b, c]) expect(ask(network, 4)).toEqual(refused);
    // Those that were ended have left; leaving again frees no place.
    leave(slots[0]);
    leave(slots[1]);
    expect(ask(c, 4)).toEqual(refused);
    expect(ask(d, 4)).toEqual(admitted);
    expect(ended).toEqual([a, a, a]);
  });
});

describe('of several networks', () => {
  test('the first to be refused is the first to get a place, when it has asked again', () => {
    const slots = [ask(a), ask(b)];
    expect([ask(c), ask(d)]).toEqual([refused, refused]);
    now += 1000;
    expect([ask(c), ask(d)]).toEqual([refused, refused]);
    leave(slots[0]);
    // Neither one that had a place, nor the second in the line.
    expect([ask(a), ask(d), ask(c)]).toEqual([refused, refused, admitted]);
    leave(slots[1]);
    expect([ask(a), ask(b), ask(d)]).toEqual([refused, refused, admitted]);
  });

  test('no place is kept for one that never comes back', () => {
    const slots = [ask(a), ask(b)];
    expect(ask(c)).toEqual(refused);
    leave(slots[0]);
    expect(ask(d)).toEqual(admitted);
  });

  test('no place is kept for one that has come back and then stays away', () => {
    const slots = [ask(a), ask(b)];
    ask(c);
    now += 1000;
    expect(ask(c)).toBe(1);
    leave(slots[0]);
    now += 3400;
    expect(ask(d)).toEqual(refused);
    now += 200;
    expect(ask(d)).toEqual(admitted);
  });

  test('two do not keep a third out for good: the oldest long answer gives way', () => {
    ask(a);
    now += 1000;
    ask(b);
    for (let seconds = 0; seconds < 10; seconds++, now += 1000) expect(ask(c)).toEqual(refused);
    expect(ask(c)).toEqual(admitted);
    expect(ended).toEqual([a]);
    // It waits for its turn like others, and for as long.
    for (let seconds = 0; seconds < 10; seconds++, now += 1000) expect(ask(a)).toEqual(refused);
    expect(ask(a)).toEqual(admitted);
    expect(ended).toEqual([a, b]);
  });

  test('those further back are told to come back later', () => {
    ask(a);
    ask(b);
    const told = Array.from({ length: 8 }, (_, n) => ask(`198.51.100.${n}`));
    expect(told).toEqual([1, 2, 5, 7, 8, 8, 8, 8]);
  });

  test('by how long places are held', () => {
    for (let n = 0; n < 50; n++) {
      const place = ask(a);
      now += 1000;
      leave(place);
    }
    ask(a);
    ask(b);
    const told = Array.from({ length: 8 }, (_, n) => ask(`198.51.100.${n}`));
    expect(told).toEqual([1, 1, 1, 1, 2, 2, 3, 3]);
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
