import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { takeTurns } from '../../server/http/base-app.ts';

test('a crowd of requests is begun in its order, with turns for others in between', async () => {
  const handler = takeTurns();
  const begun: number[] = [];
  const arrive = (n: number) =>
    handler({} as Request, {} as Response, () => {
      begun.push(n);
      const until = performance.now() + 2;
      while (performance.now() < until);
    });
  for (let n = 0; n < 20; n++) void arrive(n);
  expect(begun).toEqual([]);
  const seen: number[] = [];
  while (begun.length < 20) {
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(begun.length);
  }
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(seen[0]).toBeLessThan(20);
});
