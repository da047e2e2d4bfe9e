import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { openSignedIn } from '../mcp/with-oauth.ts';
import { openMcp, patient } from '../mcp/open-mcp.ts';
import { oneDatabase, secret } from './sidecar.ts';

describe.each(oneDatabase)('tokens of MCP servers on %s', (_name, databaseUrl) => {
  test('are refreshed once by several sidecars, each time', async () => {
    const config = readConfig({
      ITIH_SECRET: secret,
      ITIH_SITE_URL: 'http://site.test',
      ITIH_DATABASE_URL: databaseUrl(),
    });
    const database = openDatabase(config);
    await migrate(database);
    const bed = await openSignedIn({ database });
    const others = await Promise.all([1, 2, 3].map(() => openMcp({ database })));
    for (let round = 1; round <= 5; round++) {
      bed.oauth.expireAccess();
      const results = await Promise.all(
        [bed.mcp, ...others, ...others].map(async (mcp) =>
          (await mcp.offered('sum')).call({ a: 40, b: 2 }, { signal: patient }),
        ),
      );
      expect(results).toEqual(results.map(() => ({ ok: true, content: '42' })));
      expect(bed.oauth.forms('/token')).toHaveLength(1 + round);
    }
    expect(bed.oauth.refusals).toEqual([]);
    expect(await bed.mcp.oauth.signOut(bed.id)).toBe(true);
    expect(await others[0]?.signInState(bed.id)).toBe('needed');
    for (const { connections } of others) await connections.close();
    await bed.close();
  });
});
