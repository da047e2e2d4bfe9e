import { describe, expect, test } from '@jest/globals';
import type { BridgePost } from '../../server/contract/bridge.ts';
import { createPostLoader } from '../../server/wordpress/bridge.ts';

const post = (id: number) => ({ id }) as BridgePost;

/** A site that answers when the test says so; odd posts are public. */
function slowSite() {
  const calls: number[][] = [];
  const answers: ((fail?: Error) => void)[] = [];
  const fetchPosts = (ids: readonly number[]) => {
    calls.push([...ids]);
    return new Promise<BridgePost[]>((resolve, reject) => {
      answers.push((fail) => (fail ? reject(fail) : resolve(ids.filter((id) => id % 2).map(post))));
    });
  };
  return {
    calls,
    answer: (fail?: Error) => answers.shift()?.(fail),
    load: createPostLoader(fetchPosts),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is asked for during a call goes into the next one, each id once', async () => {
  const { calls, answer, load } = slowSite();
  const first = [load(1), load(2)];
  await turn();
  const second = [load(3), load(5), load(3)];
  await turn();
  expect(calls).toEqual([[1, 2]]);
  answer();
  expect(await Promise.all(first)).toEqual([post(1), null]);
  await turn();
  expect(calls).toEqual([
    [1, 2],
    [3, 5],
  ]);
  answer();
  expect(await Promise.all(second)).toEqual([post(3), post(5), post(3)]);
});

describe('a call that fails', () => {
  test('is made again for each post alone, while others are asked for', async () => {
    const { calls, answer, load } = slowSite();
    const together = Promise.allSettled([load(1), load(3), load(3)]);
    await turn();
    answer(new Error('PHP has ended'));
    await turn();
    const later = load(5);
    await turn();
    expect(calls).toEqual([[1, 3], [1], [3], [5]]);
    answer(new Error('PHP has ended'));
    answer();
    answer();
    expect((await together).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await later).toEqual(post(5));
  });

  test('fails the post that was alone in it, and the next is made', async () => {
    const { answer, load } = slowSite();
    const failing = load(1);
    await turn();
    const later = load(3);
    answer(new Error('no answer'));
    await expect(failing).rejects.toThrow('no answer');
    await turn();
    answer();
    expect(await later).toEqual(post(3));
  });
});

test('no more than a hundred at once', async () => {
  const { calls, answer, load } = slowSite();
  const all = Promise.all(Array.from({ length: 130 }, (_, index) => load(2 * index + 1)));
  for (let call = 0; call < 2; call++) {
    await turn();
    answer();
  }
  expect(await all).toHaveLength(130);
  expect(calls.map(({ length }) => length)).toEqual([100, 30]);
});
