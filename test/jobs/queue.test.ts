import { describeJobQueue } from '../conformance/job-queue.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

describeJobQueue('SQLite', () => memoryDatabase());
