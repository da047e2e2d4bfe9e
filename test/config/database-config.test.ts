import { expect, test } from '@jest/globals';
import { parseDatabaseHost } from '../../server/config/database-config.ts';

const usual = '/run/mysqld/mysqld.sock';
const tcp = (host: string, port = 3306) => ({ host, port });

const cases: [string, object][] = [
  ['localhost', { socketPath: usual }],
  ['', { socketPath: usual }],
  ['LOCALHOST', { socketPath: usual }],
  // PHP takes no notice of the port.
  ['localhost:3307', { socketPath: usual }],
  ['p:localhost', { socketPath: usual }],
  ['localhost:/srv/my.sock', { socketPath: '/srv/my.sock' }],
  [':/srv/my.sock', { socketPath: '/srv/my.sock' }],
  ['p:localhost:/srv/my.sock', { socketPath: '/srv/my.sock' }],
  ['db.example', tcp('db.example')],
  ['db.example:3307', tcp('db.example', 3307)],
  ['p:db.example:3307', tcp('db.example', 3307)],
  ['127.0.0.1', tcp('127.0.0.1')],
  ['127.0.0.1:3307', tcp('127.0.0.1', 3307)],
  ['[::1]', tcp('::1')],
  ['[::1]:3307', tcp('::1', 3307)],
  ['2001:db8::1', tcp('2001:db8::1')],
];

test.each(cases)('DB_HOST %j leads where PHP goes', (text, expected) => {
  expect(parseDatabaseHost(text, '', (file) => file === usual)).toEqual(expected);
});

test('the socket of PHP’s driver comes before the usual ones', () => {
  expect(parseDatabaseHost('localhost', '/srv/php.sock', () => true)).toEqual({
    socketPath: '/srv/php.sock',
  });
});

test('a socket that PHP names is waited for; without PHP and socket it is TCP', () => {
  const none = () => false;
  expect(parseDatabaseHost('localhost', '/srv/php.sock', none)).toEqual({
    socketPath: '/srv/php.sock',
  });
  expect(parseDatabaseHost('localhost', '', none)).toEqual(tcp('localhost'));
  expect(parseDatabaseHost('localhost:3307', '', none)).toEqual(tcp('localhost', 3307));
});
