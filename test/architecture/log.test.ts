import { execFileSync } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { AppError } from '../../server/errors/app-error.ts';
import { errorText, loggedError } from '../../server/runtime/logged-error.ts';
import { Chats } from '../../server/storage/chats.ts';
import { openMysql } from '../../server/storage/mysql.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const words = 'example-words-of-a-visitor';

/** All that a line of the log may be made of. */
const line = (error: unknown) => JSON.stringify(loggedError(error)) + errorText(error);

async function thrownBy(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It has not failed.');
}

/** One packet of MySQL's protocol. https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html */
function packet(number: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.length, 0, 3);
  head.writeUInt8(number, 3);
  return Buffer.concat([head, payload]);
}

const greeting = Buffer.concat([
  Buffer.from('\u000a8.0.0\0', 'latin1'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('12345678\0', 'latin1'),
  Buffer.from([0xff, 0xff, 0x2d, 2, 0, 0x08, 0, 21]),
  Buffer.alloc(10),
  Buffer.from('123456789012\0', 'latin1'),
]);
const ok = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

const refusal = (errno: number, sqlState: string, message: string) => {
  const head = Buffer.from([0xff, errno & 255, errno >> 8]);
  return Buffer.concat([head, Buffer.from(`#${sqlState}${message}`)]);
};

/** Lets everybody in, and refuses every statement. */
async function startRefusingServer(answer: Buffer): Promise<Server> {
  const serve = (socket: Socket) => {
    let isIn = false;
    socket.write(packet(0, greeting));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      socket.write(isIn ? packet(1, answer) : packet((data[3] ?? 0) + 1, ok));
      isIn = true;
    });
  };
  const server = createServer(serve).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

describe.each([
  ['a lock', 1205, 'HY000', 'Lock wait timeout exceeded; try restarting transaction'],
  ['a duplicate', 1062, '23000', `Duplicate entry 'it's\n    at ${words}' for key 'name'`],
  ['a value cut off', 1366, '22007', `Incorrect string value: '${words}`],
])('an error of MySQL: %s', (_name, errno, sqlState, message) => {
  let server: Server;
  let database: ReturnType<typeof openMysql>;
  beforeEach(async () => {
    server = await startRefusingServer(refusal(errno, sqlState, message));
    const { port } = server.address() as AddressInfo;
    database = openMysql({ host: '127.0.0.1', port, user: 'itih' }, 'wp_rag_');
  });
  afterEach(async () => {
    await database.close();
    server.close();
  });

  test('is logged by its numbers, without statement and values', async () => {
    const chats = new Chats(database, Date.now);
    const errors = await Promise.all([
      thrownBy(() => chats.open(words, words, words)),
      thrownBy(() => {
        const pageUrl = `https://site.example/?key=${words}`;
        return chats.addQuestion(1, { content: words, pageUrl, language: '' });
      }),
    ]);
    for (const error of errors) {
      const wrapped = new AppError('internal_error', { cause: error });
      expect(loggedError(wrapped).cause).toMatchObject({ errno, sqlState });
      expect(line(wrapped)).not.toContain(words);
      expect(line(wrapped)).not.toMatch(/insert into|select /i);
    }
  });
});

describe('the log is not told', () => {
  test('values by an error of SQLite', async () => {
    const database = await memoryDatabase();
    const bad = () => database.execute([`select 1 from "no_such" where x = '${words}' ${words}`]);
    expect(line(await thrownBy(bad))).not.toContain(words);
    await database.close();
  });

  test('what was not valid', () => {
    const schema = z.strictObject({ url: z.url(), mode: z.enum(['a']) });
    const given = { url: words, mode: words };
    expect(line(schema.safeParse(given).error)).not.toContain(words);
  });

  test('text that was not JSON', async () => {
    expect(line(await thrownBy(() => JSON.parse(`{"a":${words}`)))).not.toContain(words);
  });

  test('user, password and query of an address', async () => {
    const address = `http://${words}:${words}@site.example:1/path?token=${words}#${words}`;
    const failed = await thrownBy(() => fetch(address));
    expect(line(failed)).not.toContain(words);
    expect(line(new Error(`no answer from ${address}, again`))).toContain(
      'no answer from http://site.example:1/path',
    );
    expect(line(await thrownBy(() => new URL(`//${words}`)))).not.toContain(words);
  });

  test('what an error carries besides: a request, a command, a statement', () => {
    const carried = { headers: { 'x-api-key': words }, command: { args: [words] }, node: words };
    const cause = Object.assign(new Error('refused'), carried, { status: 401 });
    const error = new AggregateError([cause], 'all failed', { cause });
    expect(line(error)).not.toContain(words);
    expect(loggedError(error)).toMatchObject({
      type: 'AggregateError',
      cause: { message: 'refused', status: 401 },
      aggregateErrors: [{ message: 'refused' }],
    });
  });
});

test('where an error was thrown, and why, is logged', () => {
  const error = new TypeError('outer', { cause: new Error('inner') });
  const { stack } = loggedError(error);
  expect(stack).toMatch(/^TypeError: outer\n {4}at .*log\.test/);
  expect(errorText(error)).toMatch(/outer[^]*caused by: Error: inner/);
});

test('an error that is its own cause is logged, and so is what is none', () => {
  const error = new Error('round');
  error.cause = error;
  expect(line(error)).toContain('round');
  expect(loggedError('a sentence').message).toBe('a sentence');
  expect(loggedError({ secret: words }).message).toBe('');
});

test('a secret never reaches the log, however deep it stands, and an error comes with its cause', () => {
  const secret = 'example-secret-0123456789';
  const log = new URL('../../server/runtime/log.ts', import.meta.url).href;
  const program = `
    import { createLog } from '${log}';
    const [log, api_key] = [createLog('info'), '${secret}'];
    log.info({ api_key, secret: api_key, authorization: api_key, api_token: api_key });
    log.info({ openai: { api_key } });
    log.info({ llm: { openai: { api_key } }, vector_store: { api_token: api_key } });
    log.info({ settings: { llm: { openai: { api_key } } }, req: { headers: { authorization: api_key } } });
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'it failed');
  `;
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  // Another process, because pino bypasses the output of the runner.
  const lines = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(lines.match(/\[redacted\]/g)).toHaveLength(9);
  expect(lines).not.toContain(secret);
  expect(JSON.parse(lines.trim().split('\n').at(-1)!)).toMatchObject({
    msg: 'it failed',
    err: { message: 'outer', cause: { message: 'inner' } },
  });
});
