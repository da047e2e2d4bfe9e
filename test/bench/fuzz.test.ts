import { expect, test } from '@jest/globals';
import { fuzz } from '../../bench/fuzz.ts';

const requests = process.env['ITIH_TEST_FULL'] ? 10_000 : 1500;

test(`${requests} fuzzed requests are answered as the contract says`, async () => {
  const { answers, violations } = await fuzz({ seed: 2, requests, only: -1, verbose: false });
  // Beside other suites the processor is busy: time is measured by the benchmark.
  expect(violations.filter((one) => !/: took \d+ ms/.test(one))).toEqual([]);
  for (const answer of ['200', '202', '400 invalid_request', '401 invalid_signature'])
    expect(answers.get(answer)).toBeGreaterThan(0);
}, 180_000);
