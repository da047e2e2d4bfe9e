import { expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';

const timeouts = (env: Record<string, string> = {}) =>
  readConfig({ ITIH_SECRET: 's'.repeat(32), ITIH_SITE_URL: 'https://site.example', ...env })
    .timeouts;

test('a server of one’s own has a minute for the first token, a vendor a third of it', () => {
  expect(timeouts()).toMatchObject({ firstToken: 20_000, ownFirstToken: 60_000 });
});

test('a number that is set is for both', () => {
  const set = timeouts({ ITIH_FIRST_TOKEN_SECONDS: '90' });
  expect(set).toMatchObject({ firstToken: 90_000, ownFirstToken: 90_000 });
});
