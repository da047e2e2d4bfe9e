import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { baseApp, listenerOf, matchesAddress, takeTurns } from '../../server/http/base-app.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { noReadings } from '../runtime/no-readings.ts';

test('a crowd of requests is begun in its order, with turns for others in between', async () => {
  const handler = takeTurns();
  const begun: number[] = [];
  const arrive = (n: number) =>
    handler({} as Request, {} as Response, () => {
      begun.push(n);
      const until = performance.now() + 2;
      while (performance.now() < until);
    });
  for (let n = 0; n < 20; n++) void arrive(n);
  expect(begun).toEqual([]);
  const seen: number[] = [];
  while (begun.length < 20) {
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(begun.length);
  }
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(seen[0]).toBeLessThan(20);
});

const settings = { known: () => null } as unknown as SettingsStore;

test.each(['http://[/itih/v1/ping', 'http://%zz:x/'])(
  'an address that cannot be read, %s, is answered as the contract says',
  async (address) => {
    const metrics = createMetrics(noReadings);
    const app = baseApp({ log: createLog('silent'), settings, metrics }, () => undefined);
    const server = createServer(listenerOf(app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.slice(answer.indexOf('{'))).toMatch(/^\{"code":"(invalid_request|not_found)"/);
    server.close();
  },
);

const cases: [string, string, string[], boolean][] = [
  ['nobody is listed', '192.0.2.1', [], false],
  ['the address itself', '192.0.2.1', ['192.0.2.1'], true],
  ['another address', '192.0.2.2', ['192.0.2.1'], false],
  ['an address of a block', '192.0.2.200', ['192.0.2.0/24'], true],
  ['an address beside a block', '192.0.3.1', ['192.0.2.0/24'], false],
  ['the second entry', '10.1.2.3', ['192.0.2.1', '10.0.0.0/8'], true],
  ['spaces around an entry', '10.1.2.3', [' 10.0.0.0/8 '], true],
  ['IPv6', '2001:db8::9', ['2001:db8::/32'], true],
  ['IPv6, otherwise written', '2001:DB8:0:0::9', ['2001:db8::9'], true],
  ['IPv6 that is IPv4', '::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['IPv6 is not IPv4', '::a01:203', ['10.0.0.0/8'], false],
  ['everybody, said so', '203.0.113.9', ['0.0.0.0/0'], true],
  // An entry that is wrong must not open what it was meant to guard.
  ['a block without length', '203.0.113.9', ['10.0.0.0/'], false],
  ['a length of spaces', '203.0.113.9', ['10.0.0.0/ '], false],
  ['a length too long', '10.0.0.0', ['10.0.0.0/33'], false],
  ['a negative length', '10.0.0.0', ['10.0.0.0/-1'], false],
  ['a length that is half a number', '10.0.0.0', ['10.0.0.0/7.5'], false],
  ['a length in another notation', '10.9.9.9', ['10.0.0.0/0x8'], false],
  ['two lengths', '10.9.9.9', ['10.0.0.0/8/8'], false],
  ['a name', '127.0.0.1', ['localhost'], false],
  ['nothing', '127.0.0.1', [''], false],
  ['no address', 'unknown', ['0.0.0.0/0'], false],
  ['an empty address', '', ['0.0.0.0/0'], false],
];

test.each(cases)('a trusted proxy: %s', (_case, address, list, expected) => {
  expect(matchesAddress(address, list)).toBe(expected);
});
