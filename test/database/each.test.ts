import { describe, expect, test } from '@jest/globals';
import { createState } from '../../server/storage/state.ts';
import { databases } from './sidecar.ts';
import { openVectorStore } from './vector-store-harness.ts';

/** More than the connections of a pool: none may stay behind with a failed answer. */
const failures = 12;

describe.each(databases)('rows one by one on %s', (_name, databaseUrl) => {
  test('come all, in order; what goes wrong is thrown, and the next answer comes', async () => {
    const { database, close } = await openVectorStore(databaseUrl());
    const { query } = database;
    const state = createState(database);
    for (const name of ['a', 'b', 'c']) await state.writeMissing(`each ${name}`, name);
    const rows = query.selectFrom('state').select(['name', 'text']);
    const wanted = rows.where('name', 'like', 'each %').orderBy('name');
    const missing = query.selectFrom('nothing' as 'state').select('name');
    const broken = new Error('cannot take it');
    const refuse = () => {
      throw broken;
    };

    for (let n = 0; n < failures; n++) {
      await expect(database.each(missing, () => undefined)).rejects.toThrow('nothing');
      await expect(database.each(wanted, refuse)).rejects.toBe(broken);
    }
    const found: (string | null)[] = [];
    await database.each(wanted, ({ text }) => found.push(text));
    expect(found).toEqual(['a', 'b', 'c']);
    await close();
  });
});
