import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { AppError } from '../../server/errors/app-error.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { Database } from '../../server/storage/database.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import { createVisibility, type Visibility } from '../../server/ingestion/visibility.ts';
import { passage } from '../retrieval/passage.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const minute = 60_000;

let now: number;
/** Ids that the site reports as public. */
let site: Set<number>;
let indexing: typeof settingsDefaults.indexing;
let standing: jest.Mock<Bridge['standing']>;
let removed: number[];
let database: Database;
beforeEach(async () => {
  now = 1_000_000;
  site = new Set([1, 2, 3]);
  indexing = { ...settingsDefaults.indexing };
  removed = [];
  database = await memoryDatabase();
  standing = jest.fn<Bridge['standing']>((ids) =>
    Promise.resolve(
      ids.filter((id) => site.has(id)).map((id) => ({ id, modified: '', permalink: '' })),
    ),
  );
});
afterEach(() => database.close());

const visibilityOn = (on: Database) =>
  createVisibility({
    database: on,
    bridge: { standing } as unknown as Bridge,
    removeDocument: (id) => Promise.resolve(removed.push(id) > 0),
    clock: () => now,
    log: createLog('silent'),
  });
const compare = (visibility: Visibility, work: () => Promise<void> = () => Promise.resolve()) =>
  visibility.trustAfter(work)();
const text = { ...passage(9), kind: 'txt' as const, postId: null };
const shown = async (visibility: Visibility, passages = [1, 2, 4].map((id) => passage(id))) =>
  (await visibility.onlyPublic(passages, { indexing })).map(({ chunkId }) => chunkId);

describe('before the first reconcile', () => {
  test('the site is asked; hidden passages are left out and their documents removed', async () => {
    const passages = [passage(1), passage(4, { documentId: 40 }), passage(4, { documentId: 40 })];
    expect(await shown(visibilityOn(database), passages)).toEqual([1]);
    expect(standing.mock.calls).toEqual([[[1, 4]]]);
    expect(removed).toEqual([40]);
  });

  test('files of the media library are checked like posts', async () => {
    const file = passage(4, { kind: 'pdf', postId: null, attachmentId: 4 });
    expect(await shown(visibilityOn(database), [file, passage(2)])).toEqual([2]);
  });

  test('other sources are not checked', async () => {
    expect(await shown(visibilityOn(database), [text])).toEqual([9]);
    expect(standing).not.toHaveBeenCalled();
  });

  test('without an answer of the site nothing is shown and nothing removed', async () => {
    standing.mockRejectedValue(new AppError('sidecar_unavailable'));
    const visibility = visibilityOn(database);
    expect(await shown(visibility, [passage(1), text])).toEqual([9]);
    await expect(shown(visibility)).rejects.toMatchObject({ code: 'sidecar_unavailable' });
    expect(removed).toEqual([]);
  });

  test('many ids are sent in batches', async () => {
    const many = Array.from({ length: 130 }, (_, index) => passage(index + 1));
    expect(await shown(visibilityOn(database), many)).toEqual([1, 2, 3]);
    expect(standing.mock.calls.map(([ids]) => ids.length)).toEqual([100, 30]);
  });
});

describe('after a reconcile', () => {
  const asked = async (visibility: Visibility) => {
    standing.mockClear();
    await shown(visibility, [passage(1)]);
    return standing.mock.calls.length > 0;
  };

  test('the site is not asked for fifteen minutes', async () => {
    const visibility = visibilityOn(database);
    await compare(visibility);
    now += 15 * minute - 1;
    expect(await asked(visibility)).toBe(false);
    now += 1;
    expect(await asked(visibility)).toBe(true);
  });

  test('a failed reconcile does not count', async () => {
    const visibility = visibilityOn(database);
    await expect(compare(visibility, () => Promise.reject(new Error('down')))).rejects.toThrow();
    expect(await asked(visibility)).toBe(true);
  });

  test('it is asked again after a change of settings, until a later reconcile', async () => {
    const visibility = visibilityOn(database);
    await compare(visibility, async () => {
      now += minute;
      visibility.distrust();
      await Promise.resolve();
    });
    expect(await asked(visibility)).toBe(true);
    await compare(visibility);
    expect(await asked(visibility)).toBe(false);
  });
});

describe('with wp_posts in the same database', () => {
  let visibility: Visibility;
  const write = (id: number, type: string, status: string, password = '') =>
    sql`insert or replace into wp_posts values (${id}, ${type}, ${status}, ${password})`.execute(
      database.query,
    );
  beforeEach(async () => {
    await sql`create table wp_posts (ID integer primary key, post_type, post_status, post_password)`.execute(
      database.query,
    );
    await write(1, 'post', 'publish');
    await write(2, 'page', 'publish');
    await write(3, 'attachment', 'inherit');
    visibility = visibilityOn({ ...database, dialect: 'mysql' });
    await compare(visibility);
  });

  const passages = [
    passage(1),
    passage(2),
    passage(3, { kind: 'pdf', postId: null, attachmentId: 3 }),
    text,
  ];

  test('public posts are used without asking the site', async () => {
    expect(await shown(visibility, passages)).toEqual([1, 2, 3, 9]);
    expect(standing).not.toHaveBeenCalled();
  });

  const changes: [string, () => Promise<unknown> | void][] = [
    ['private', () => write(1, 'post', 'private')],
    ['behind a password', () => write(1, 'post', 'publish', 'sesame')],
    ['of another type', () => write(1, 'product', 'publish')],
    ['deleted', () => sql`delete from wp_posts where ID = 1`.execute(database.query)],
    ['excluded', () => void (indexing.exclude_ids = [1])],
    ['of a type that is not selected', () => void (indexing.post_types = ['page'])],
  ];
  test.each(changes)('a post that is now %s is left out at once', async (_case, change) => {
    await change();
    site.delete(1);
    expect(await shown(visibility, passages)).toEqual([2, 3, 9]);
    expect(standing.mock.calls).toEqual([[[1]]]);
    expect(removed).toEqual([1]);
  });

  test('a file in the trash is hidden', async () => {
    await write(3, 'attachment', 'trash');
    site.delete(3);
    expect(await shown(visibility, passages)).toEqual([1, 2, 9]);
  });

  test('the site decides, because the table may belong to another site', async () => {
    await write(1, 'post', 'draft');
    expect(await shown(visibility, passages)).toEqual([1, 2, 3, 9]);
    expect(removed).toEqual([]);
  });

  test('suspicious passages are left out while the site does not answer', async () => {
    await write(1, 'post', 'private');
    standing.mockRejectedValue(new AppError('sidecar_unavailable'));
    expect(await shown(visibility, passages)).toEqual([2, 3, 9]);
  });
});

test('a database without wp_posts is queried for it once', async () => {
  const execute = jest.spyOn(database.query.getExecutor(), 'executeQuery');
  const noTable = Object.assign(new Error('No such table'), { errno: 1146 });
  execute.mockRejectedValue(noTable);
  const visibility = visibilityOn({ ...database, dialect: 'mysql' });
  await compare(visibility);
  expect([await shown(visibility), await shown(visibility)]).toEqual([
    [1, 2, 4],
    [1, 2, 4],
  ]);
  expect(execute).toHaveBeenCalledTimes(1);
});
