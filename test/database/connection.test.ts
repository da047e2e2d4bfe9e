import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { databaseStack } from '../stack.ts';
import { mariadb } from './sidecar.ts';

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
