import { createDatabaseQueue } from '../../server/jobs/database-queue.ts';
import { describeJobQueue, lease } from '../conformance/job-queue.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

describeJobQueue('the documents table, on SQLite', async (clock) => {
  const database = await memoryDatabase();
  const queue = createDatabaseQueue(database, { lease, clock });
  return { database, queue, other: createDatabaseQueue(database, { lease, clock }) };
});
