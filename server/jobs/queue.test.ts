import { describeJobQueue } from '../../test/conformance/job-queue.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';

describeJobQueue('SQLite', () => memoryDatabase());
