import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { databases, secret } from '../database/sidecar.ts';
import { engines } from '../stack.ts';

const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

describe('database servers', () => {
  test.each(databases)('%s is what it is called', async (name, url) => {
    const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: url() }));
    expect(await database.version()).toContain(name);
    await database.close();
  });

  for (const [name, reason] of Object.entries(engines().missing)) {
    test.skip(`${name} cannot be had here: ${reason}`, () => undefined);
  }
});
