import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Database } from '../../server/storage/database.ts';
import { describeJobQueue } from '../conformance/job-queue.ts';
import { emptied, mariadb, openTables } from './sidecar.ts';

describe('on its own', () => {
  let tables: Database;
  beforeAll(async () => {
    tables = await openTables(mariadb());
  });
  afterAll(() => tables.close());

  describeJobQueue('MariaDB', () => emptied(tables));
});
