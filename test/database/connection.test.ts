import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../server/composition/services.ts';
import { parseDatabaseUrl } from '../../server/config/database-config.ts';
import { isDenied } from '../../server/errors/plain-reason.ts';
import type { Database } from '../../server/storage/database.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { selfSigned } from '../fakes/self-signed.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { databaseStack } from '../stack.ts';
import { freePort, spawnSidecar } from './process.ts';
import { mariadb, secret, startSidecar, type Sidecar } from './sidecar.ts';

let administrator: Connection;
beforeAll(async () => {
  const { dbHost: host, dbPort: port, dbUser: user, dbPassword: password } = databaseStack();
  administrator = await createConnection({ host, port, user, password });
});
afterAll(() => administrator.end());

const open = (url: string, ssl?: string) => openDatabase({ database: parseDatabaseUrl(url, ssl) });

async function using<Result>(database: Database, work: (it: Database) => Promise<Result>) {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

describe.each(['NO_BACKSLASH_ESCAPES', 'ORACLE'])('on a server with the mode "%s"', (mode) => {
  const titles = [`It's "50 %" \\ back\\slash 😀`, `\\' or 1=1 -- `, `nothing' or 1=1 -- `, `\\`];

  test('values are values', async () => {
    const [rows] = await administrator.query('select @@global.sql_mode as mode');
    await administrator.query('set global sql_mode = ?', [mode]);
    try {
      await using(open(mariadb()), async (database) => {
        await migrate(database);
        const times = { source_url: '', created_at: 0, updated_at: 0 };
        const of = (title: string) =>
          database.query.selectFrom('documents').select('title').where('title', '=', title);
        for (const title of titles) {
          expect(await of(title).execute()).toEqual([]);
          await database.query
            .insertInto('documents')
            .values({ kind: 'txt', source_key: title, status: 'pending', title, ...times })
            .execute();
          expect(await of(title).execute()).toEqual([{ title }]);
        }
      });
    } finally {
      const [{ mode: before }] = rows as [{ mode: string }];
      await administrator.query('set global sql_mode = ?', [before]);
    }
  });
});

describe('TLS', () => {
  const user = `tls_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  const account = `${user}@'127.0.0.1'`;
  const certificate = () => join(databaseStack().folder, 'mariadb/certificate.pem');
  const scratch = mkdtempSync(join(tmpdir(), 'itih-tls-'));
  const otherCertificate = join(scratch, 'certificate.pem');
  const address = (host = 'localhost', secret = password) => {
    return `mysql://${user}:${secret}@${host}:${databaseStack().dbPort}/information_schema`;
  };

  beforeAll(async () => {
    writeFileSync(otherCertificate, selfSigned('localhost').cert);
    await administrator.query(`create user ${account} identified by '${password}' require ssl`);
  });
  afterAll(async () => {
    rmSync(scratch, { recursive: true });
    await administrator.query(`drop user ${account}`);
  });

  const cipher = async (database: Database) => {
    const { rows } = await sql<{ Value: string }>`show status like 'Ssl_cipher'`.execute(
      database.query,
    );
    return rows[0]?.Value;
  };

  test.each([
    ['no choice', () => ''],
    ['no check', () => 'unverified'],
    ['its own certificate', certificate],
  ])('is used with %s where the account requires it', async (_choice, ssl) => {
    await using(open(address(), ssl()), async (database) => {
      const ciphers = await Promise.all([1, 2, 3].map(() => cipher(database)));
      for (const one of ciphers) expect(one).not.toBe('');
    });
  });

  test('is used where it is chosen, and else only where it is required', async () => {
    expect(await using(open(mariadb()), cipher)).toBe('');
    expect(await using(open(mariadb(), 'unverified'), cipher)).not.toBe('');
  });

  test.each([
    ['a certificate that nobody signed', () => address(), () => 'verified'],
    // Another name of 127.0.0.1.
    ['the certificate of another host', () => address('127.1'), certificate],
    ['a certificate that another signed', () => address(), () => otherCertificate],
  ])('refuses %s', async (_certificate, url, ssl) => {
    await expect(using(open(url(), ssl()), cipher)).rejects.toThrow(/certificate|altnames/i);
  });

  test('does not hide that the password is wrong', async () => {
    const failure = await using(open(address('localhost', 'wrong')), cipher).catch(
      (error: unknown) => error,
    );
    expect(isDenied(failure)).toBe(true);
  });
});

describe('locks', () => {
  let sidecar: Sidecar;
  let other: Connection;
  const url = mariadb();
  const prefix = `${new URL(url).searchParams.get('prefix')}rag_`;

  beforeAll(async () => {
    sidecar = await startSidecar(url);
    await sidecar.shim.admin('PUT', '/settings', {
      body: { limits: { per_ip_max: 0, answers_per_ip: 0, answers_total: 0 } },
    });
    await sidecar.publish(1, 'Swans', '<p>The swans are fed at noon.</p>');
    const { hostname, port, username, password, pathname } = new URL(url);
    other = await createConnection({
      ...{ host: hostname, port: Number(port), user: username, password },
      database: pathname.slice(1),
    });
  });
  afterAll(async () => {
    await other.end();
    await sidecar.stop();
  });

  const question = 'When are the swans fed?';

  async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
    const started = performance.now();
    return { value: await work, ms: performance.now() - started };
  }

  test('a dump that locks the tables lets questions fail in five seconds and holds up no read', async () => {
    const tables = ['chats', 'chat_sessions', 'state'].map((name) => `\`${prefix}${name}\` read`);
    await other.query(`lock tables ${tables.join(', ')}`);
    try {
      const asked = Array.from({ length: 12 }, (_, at) =>
        timed(
          sidecar.shim.call('POST', '/chat/sync', {
            ip: `192.0.2.${at}`,
            body: { message: question },
          }),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      const read = await timed(sidecar.shim.admin('GET', '/documents'));
      expect(read.value.status).toBe(200);
      expect(read.ms).toBeLessThan(1000);
      for (const { value, ms } of await Promise.all(asked)) {
        expect([value.status, value.body['code']]).toEqual([
          503,
          expect.stringMatching(/^(overloaded|sidecar_unavailable)$/),
        ]);
        // Five seconds for a lock, two for a question that waited to be started.
        const wait = value.headers.get('retry-after');
        if (value.body['code'] === 'overloaded') expect(['5', '2']).toContain(wait);
        expect(ms).toBeLessThan(5000);
      }
    } finally {
      await other.query('unlock tables');
    }
    expect((await sidecar.shim.chat(question)).text).toContain('noon');
  });

  test('a row that a frozen connection holds lets the next question of its conversation fail in five seconds', async () => {
    const { session } = await sidecar.shim.chat(question);
    await other.beginTransaction();
    await other.query(`select * from \`${prefix}chat_sessions\` for update`);
    const [followUp, read] = await Promise.all([
      timed(sidecar.shim.chat('When?', { session: session! })),
      timed(sidecar.shim.admin('GET', '/documents')),
    ]);
    await other.rollback();
    expect(followUp.value.status).toBe(503);
    expect(followUp.ms).toBeLessThan(5000);
    expect(read.value.status).toBe(200);
    expect((await sidecar.shim.chat(question)).text).toContain('noon');
  });

  test('an answer that ends while the table is locked is stored once when it is free', async () => {
    const { session } = await sidecar.shim.chat(question);
    const { url: address, ...init } = sidecar.shim.signed('POST', '/chat', {
      body: { message: question, session_id: session!.id },
      headers: { 'x-itih-secret': session!.secret },
    });
    await other.query(`lock tables \`${prefix}chat_figures\` read`);
    const response = await fetch(address, init);
    const text = response.text();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await other.query('unlock tables');
    expect(await text).toMatch(/event: done\ndata: \{"type":"done","message_id":[1-9]/);
    const { body } = await sidecar.shim.call('GET', '/history', {
      query: { session_id: session!.id },
      headers: { 'x-itih-secret': session!.secret },
    });
    expect((body['turns'] as { content: string }[]).map(({ content }) => content)).toEqual([
      question,
      expect.stringContaining('noon'),
      question,
      expect.stringContaining('noon'),
    ]);
  });
});

/** The way to MariaDB, which can be cut and mended. */
async function startWay(port: number) {
  const { dbHost, dbPort } = databaseStack();
  const sockets = new Set<Socket>();
  const open = async () => {
    const server = createServer((inner) => {
      const outer = connect(dbPort, dbHost);
      for (const socket of [inner, outer]) {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      }
      inner.pipe(outer).pipe(inner);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await open();
  const cut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return {
    cut,
    mend: async () => {
      server = await open();
    },
  };
}

test('with the database gone the chat says so, the log says why, and all is well when it is back', async () => {
  const site = await startWordPressSite(secret);
  site.put({ id: 1, title: 'Swans', html: '<p>The swans are fed at noon.</p>' });
  const wayPort = await freePort();
  const way = await startWay(wayPort);
  const url = new URL(mariadb());
  url.host = `127.0.0.1:${wayPort}`;
  const sidecar = await spawnSidecar({
    ITIH_PORT: String(await freePort()),
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: url.href,
  });
  const shim = shimFor(sidecar.url, secret);
  const ask = () => shim.chat('When are the swans fed?').then(({ text }) => text);
  await until('the first answer', async () => (await ask()).includes('noon'));

  await way.cut();
  for (const path of ['/chat', '/chat/sync']) {
    const { status, body } = await shim.call('POST', path, { body: { message: 'Hello' } });
    expect([status, body['code']]).toEqual([503, 'sidecar_unavailable']);
  }
  const { status } = await shim.admin('GET', '/dashboard');
  expect(status).toBe(503);
  expect(sidecar.log()).toContain('ECONNREFUSED');
  expect(sidecar.child.exitCode).toBeNull();

  await way.mend();
  await until('an answer', async () => (await ask()).includes('noon'));
  sidecar.child.kill('SIGTERM');
  await once(sidecar.child, 'exit');
  await way.cut();
  await site.close();
});
