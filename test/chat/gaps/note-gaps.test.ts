import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createNoteGaps } from '../../../server/chat/gaps/note-gaps.ts';
import type { Outcome } from '../../../server/contract/chat.ts';
import type { Gap, GapsQuery } from '../../../server/contract/gaps.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import type { EmbeddingIndexes } from '../../../server/embedding/embedding-indexes.ts';
import type { createQueryEmbeddings } from '../../../server/embedding/query-embeddings.ts';
import { createLog } from '../../../server/runtime/log.ts';
import { insertTurn } from '../../../server/storage/chats.ts';
import type { Database } from '../../../server/storage/database.ts';
import { createGaps } from '../../../server/storage/gaps.ts';
import { createSessions } from '../../../server/storage/sessions.ts';
import { until } from '../../fakes/wait.ts';
import { memoryDatabase } from '../../storage/memory-database.ts';

const query: GapsQuery = {
  ...{ page: 1, per_page: 20, search: '', order: 'desc', orderby: 'count', state: 'open' },
};
const active = {
  choice: { provider: 'openai', model: 'x', base_url: '' },
  ...{ embedder: 'openai:x', dimensions: 2 },
};

let database: Database;
let embedQuery: jest.Mock<ReturnType<typeof createQueryEmbeddings>>;
let warned: jest.Mock;
let failed: jest.Mock;
let noteGaps: ReturnType<typeof createNoteGaps>;
beforeEach(async () => {
  database = await memoryDatabase();
  embedQuery = jest.fn(() => Promise.resolve(Float32Array.of(1, 0)));
  [warned, failed] = [jest.fn(), jest.fn()];
  noteGaps = createNoteGaps({
    gaps: createGaps(database, Date.now),
    settings: { get: () => Promise.resolve(settingsDefaults) },
    indexes: { known: () => Promise.resolve(active) } as unknown as EmbeddingIndexes,
    embedQuery,
    log: Object.assign(createLog('silent'), { warn: warned, error: failed }),
  });
});
afterEach(async () => {
  await noteGaps.stop();
  await database.close();
});

/** Stores a question with its answer, and returns the answer's id. */
async function answered(content: string, outcome: Outcome = 'refused'): Promise<number> {
  const { id: session_id } = await createSessions(database, Date.now).open('', '', '');
  const turn = { session_id, created_at: Date.now() };
  const asked = await insertTurn(database.query, {
    ...{ ...turn, role: 'user', content, language: 'en' },
  });
  return insertTurn(database.query, {
    ...{ ...turn, role: 'assistant', content: 'No.', outcome, question_id: asked },
  });
}

const list = async (): Promise<Gap[]> => (await createGaps(database, Date.now).list(query)).rows;
const vectors = () =>
  database.query.selectFrom('gaps').select(['question', 'embedder', 'dimensions']).execute();

test('a question is stored with its vector, as it was searched for', async () => {
  noteGaps.note(await answered('And on Sundays?'), 'Is there a pool? And on Sundays?');
  await until('the gap', async () => (await vectors()).length === 1);
  expect(await vectors()).toEqual([
    { question: 'Is there a pool? And on Sundays?', embedder: 'openai:x', dimensions: 2 },
  ]);
  expect(embedQuery.mock.calls[0]?.[1]).toBe('Is there a pool? And on Sundays?');
});

test('without its vector a question is compared by its words', async () => {
  embedQuery.mockImplementation(() => Promise.reject(new Error('The vendor is down.')));
  noteGaps.note(await answered('Is there a pool?', 'failed'));
  noteGaps.note(await answered('a pool?', 'closest'));
  await until('both', async () => (await list())[0]?.count === 2);
  expect(await list()).toMatchObject([{ question: 'a pool?', reasons: ['closest', 'failed'] }]);
  expect(await vectors()).toEqual([{ question: 'a pool?', embedder: '', dimensions: 0 }]);
});

test('good and stopped answers, small talk, and what is gone are no gaps', async () => {
  noteGaps.note(await answered('Is there a pool?', 'answered'));
  noteGaps.note(await answered('Is there a pool?', 'stopped'));
  noteGaps.note(await answered('Thank you!'));
  noteGaps.note(999);
  noteGaps.note(await answered('Is there a helipad?'));
  await until('the last', async () => (await list()).length > 0);
  expect((await list()).map(({ question }) => question)).toEqual(['Is there a helipad?']);
});

test('an error is logged, and the next question is added', async () => {
  const first = await answered('Is there a pool?');
  const second = await answered('Is there a helipad?');
  await database.execute([
    `CREATE TRIGGER broken BEFORE INSERT ON wp_rag_gaps WHEN NEW.question LIKE '%pool%'
     BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
  ]);
  noteGaps.note(first);
  noteGaps.note(second);
  await until('the second', async () => (await list()).length === 1);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('only so many wait', async () => {
  for (let id = 1; id <= 1002; id++) noteGaps.note(id);
  expect(warned).toHaveBeenCalled();
  await noteGaps.stop();
});
