import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { start } from '../../server/main.ts';
import { listen } from '../fakes/listen.ts';
import { until } from '../fakes/wait.ts';
import { secret } from './app-server.ts';

/** A WordPress that takes every call and answers none. */
let site: Awaited<ReturnType<typeof listen>>;
let calls: number;
beforeEach(async () => {
  calls = 0;
  site = await listen(createServer(() => calls++));
});
afterEach(() => site.close());

test('a sidecar that is asked to stop does not wait for a site that hangs', async () => {
  const sidecar = await start(
    readConfig({
      ITIH_PORT: '0',
      ITIH_SECRET: secret,
      ITIH_SITE_URL: site.url,
      ITIH_DATABASE_URL: 'sqlite::memory:',
      ITIH_LOG_LEVEL: 'silent',
    }),
  );
  await until('the site is asked', () => calls > 0);
  const asked = performance.now();
  await sidecar.stop();
  expect(performance.now() - asked).toBeLessThan(3000);
  await expect(fetch(`http://127.0.0.1:${sidecar.port}/healthz`)).rejects.toThrow('fetch failed');
});
