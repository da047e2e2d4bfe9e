import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { hashedEmbedding } from '../fakes/hashed-embedding.ts';
import { until } from '../fakes/wait.ts';
import type { Found, Order } from './search-process.ts';
import { databases, secret } from './sidecar.ts';
import { inFullRuns } from '../full-runs.ts';

jest.setTimeout(300_000);

const operations = 1000;
const dimensions = 48;
const nearest = 20;

/** One process that searches and changes what is searched. */
async function startProcess(env: Record<string, string>) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'search-process.ts'), {
    env: { PATH: process.env['PATH'], ...env },
    // Jest's own flags are not for it.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  interface Reply {
    number: number;
    found?: Found | null;
    error?: string;
  }
  const ready = new Promise<Reply>((resolve) => waiting.set(0, resolve));
  child.on('message', (reply: Reply) => waiting.get(reply.number)?.(reply));
  // A call to a process that was killed ends with an error.
  const gone = once(child, 'exit').then((): Reply => ({ number: -1, error: 'killed' }));
  let last = 0;
  const started = await Promise.race([ready, gone]);
  if (started.error) throw new Error('The process ended before it was ready');

  async function tell(order: Order): Promise<Found | null> {
    const number = ++last;
    const answered = new Promise<Reply>((resolve) => waiting.set(number, resolve));
    child.send({ number, order });
    const { error, found = null } = await Promise.race([answered, gone]);
    waiting.delete(number);
    if (error) throw new Error(error);
    return found;
  }

  return {
    tell,
    search: async (question: string, limit = nearest) =>
      (await tell({ does: 'search', question, limit }))!,
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const words = [
  ...'harbour lantern copper meadow violin granite orchard saddle winter compass'.split(' '),
  ...'pepper glacier ribbon anchor thistle marble beacon walnut ferry cotton'.split(' '),
];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 3, maxLength: 9 })
  .map((words) => words.join(' '));
const change: fc.Arbitrary<Order> = fc
  .tuple(fc.nat(79), fc.nat(9), fc.array(text, { minLength: 1, maxLength: 5 }))
  .map(([number, die, texts]) => {
    const document = `document ${number}`;
    return die < 3 ? { does: 'remove', document } : { does: 'put', document, texts };
  });
const step = fc.record({ change, by: fc.nat(1), together: fc.boolean() });

/** The same in every run. */
const steps = fc.sample(step, { numRuns: operations, seed: 17 });
const questions = fc.sample(text, { numRuns: 50, seed: 18 });

const documentOf = (order: Order) => ('document' in order ? order.document : '');

inFullRuns.each(databases)(
  'two processes on %s (only with ITIH_TEST_FULL=1)',
  (name, databaseUrl) => {
    test(`find the same after ${operations} changes by both, one of them killed on the way`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'itih-processes-'));
      const url = name === 'SQLite' ? `sqlite:${join(folder, 'itih.sqlite')}` : databaseUrl();
      const env = {
        ITIH_SECRET: secret,
        ITIH_SITE_URL: 'http://site.test',
        ITIH_DATABASE_URL: url,
      };
      const database = openDatabase(readConfig(env));
      const processes = [await startProcess(env), await startProcess(env)];
      let seen = 0;

      /** Both processes find what one has written. */
      async function expectSeen(number: number, by: number): Promise<void> {
        const text = `unheard${number} of`;
        await processes[by]!.tell({ does: 'put', document: `news ${number}`, texts: [text] });
        const other = processes[1 - by]!;
        await until(`change ${number} is seen`, async () => {
          const { vectors, words } = await other.search(text);
          const [vector, coverage] = [vectors[0]?.score ?? 0, words[0]?.coverage ?? 0];
          return vector > 0.9999 && coverage > 0.99;
        });
        seen++;
      }

      try {
        for (const process of processes) await process.search('nothing yet');
        for (let at = 0; at < steps.length; at++) {
          const { change, by, together } = steps[at]!;
          const doing = [processes[by]!.tell(change)];
          const next = steps[at + 1];
          if (together && next && documentOf(next.change) !== documentOf(change)) {
            doing.push(processes[1 - by]!.tell(next.change));
            at++;
          }
          if (at >= operations / 2 && at < operations / 2 + 2) {
            await processes[1]!.kill();
            await Promise.allSettled(doing);
            processes[1] = await startProcess(env);
          } else await Promise.all(doing);
          if (at % (operations / 10) < 2) await expectSeen(at, by);
        }
        expect(seen).toBeGreaterThan(8);

        const rows = await database.query.selectFrom('chunks').select(['id', 'content']).execute();
        const stored = rows.map(({ id, content }) => ({
          chunkId: id,
          vector: hashedEmbedding(content, dimensions),
        }));
        expect(stored.length).toBeGreaterThan(50);
        for (const question of questions) {
          const expected = bruteForce(stored, hashedEmbedding(question, dimensions));
          let found: Found[] = [];
          // Changes of the other process are seen in their own time.
          await until('both processes have all changes', async () => {
            found = await Promise.all(processes.map((process) => process.search(question)));
            return found.every(({ vectors }) => same(vectors, expected));
          }).catch(() => undefined);
          for (const { vectors } of found) {
            expect(vectors.map(({ chunkId }) => chunkId)).toEqual(
              expected.map(({ chunkId }) => chunkId),
            );
          }
          expect(found[1]!.vectors).toEqual(found[0]!.vectors);
        }
        for (const word of words) {
          const having = rows.filter(({ content }) => content.split(' ').includes(word));
          for (const process of processes) {
            const { words } = await process.search(word, rows.length);
            // Others have a word like it, or part of it.
            const exact = words.filter(({ coverage }) => coverage > 0.9999);
            expect(exact.map(({ chunkId }) => chunkId).sort((a, b) => a - b)).toEqual(
              having.map(({ id }) => id).sort((a, b) => a - b),
            );
          }
        }
      } finally {
        await Promise.all(processes.map((process) => process.kill()));
        await database.close();
        rmSync(folder, { recursive: true });
      }
    });
  },
);

const same = (a: readonly { chunkId: number }[], b: readonly { chunkId: number }[]) =>
  a.length === b.length && a.every(({ chunkId }, index) => chunkId === b[index]!.chunkId);

function bruteForce(
  stored: readonly { chunkId: number; vector: Float32Array }[],
  question: Float32Array,
) {
  return stored
    .map(({ chunkId, vector }) => ({
      chunkId,
      score: vector.reduce((sum, value, index) => sum + value * question[index]!, 0),
    }))
    .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
    .slice(0, nearest);
}
