import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { baseApp, listenerOf } from '../../server/http/base-app.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { noReadings } from '../runtime/no-readings.ts';

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
