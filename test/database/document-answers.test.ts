import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocumentAnswers } from '../../server/storage/document-answers.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { oneDatabase, secret } from './sidecar.ts';

describe.each(oneDatabase)('on %s', (_name, databaseUrl) => {
  let database: Database;
  beforeEach(async () => {
    const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };
    database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
    await migrate(database);
  });
  afterEach(() => database.close());

  test('answers that end at the same time are all counted', async () => {
    const documents = createDocuments(database, Date.now);
    const ids: number[] = [];
    for (const postId of [12, 13, 14]) {
      const document = { kind: 'post', sourceKey: `post:${postId}`, postId } as const;
      ids.push((await documents.ensure(document)).id);
    }
    const answers = createDocumentAnswers(database, Date.now);
    const [first = 0, second = 0] = ids;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        answers.add(n % 3 === 0 ? [second, first, 999_999] : ids),
      ),
    );
    const posts = await answers.ofPosts([12, 13, 14, 15]);
    expect(Object.fromEntries(posts.map((post) => [post.post_id, post.answers]))).toEqual({
      12: 30,
      13: 30,
      14: 20,
    });
    await answers.forgetOld();
    await database.query.deleteFrom('documents').where('id', '=', first).execute();
    const kept = await database.query.selectFrom('document_answers').selectAll().execute();
    expect(kept).toHaveLength(2);
  });
});
