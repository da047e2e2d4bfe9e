/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { RemoteSidecar } from '../../../admin/setup/connect-step.tsx';
import { fakeServer } from '../fake-server.ts';
import { click, fill, get, show, text, toggle } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const site = siteOf({ homeUrl: 'http://site.test/', sidecarUrl: 'https://chat.test' });
const open = async () => {
  let told = 0;
  await show(<RemoteSidecar site={site} onDisconnected={() => told++} />);
  await click('The sidecar is on another machine, or in a container');
  return () => told;
};
const methods = () => server.calls.map(({ method, path }) => `${method} ${path}`);

test('says the command for this site, and fetches a code only when asked', async () => {
  server.on('POST /connection', { connect: 'itih2.abc.def', sidecar_url: '' });
  await open();
  expect(get('.itih-command code').textContent).toBe(
    'itih connect http://site.test --address https://chat.test',
  );
  await fill('input[type=url]', 'https://other.test');
  expect(get('.itih-command code').textContent).toContain('--address https://other.test');
  expect(methods()).toEqual([]);
  await fill('input[type=password]', 'of the account');
  await click('Show the connection code');
  expect(text()).toContain('ITIH_CONNECT=itih2.abc.def');
  expect(text()).toContain('It works once, for 15 minutes');
  expect(methods()).toEqual(['POST /connection']);
  expect(server.calls[0]?.body).toEqual({
    sidecar_url: 'https://other.test',
    password: 'of the account',
    lasting: false,
  });
});

test('a host that keeps no files gets the secret itself, when that is chosen', async () => {
  server.on('POST /connection', { connect: 'itih1.abc.def', sidecar_url: '' });
  await open();
  await fill('input[type=password]', 'of the account');
  await toggle('My host keeps no files');
  await click('Show the connection code');
  expect(server.calls[0]?.body).toMatchObject({ lasting: true });
  expect(text()).toContain('It holds the secret of this site');
});

test('a refusal says why', async () => {
  server.fail('POST /connection', 'rate_limited');
  await open();
  await fill('input[type=password]', 'of the account');
  await click('Show the connection code');
  expect(text()).toContain('Too many messages');
});

test('disconnecting asks first, and says what it did', async () => {
  server.on('DELETE /connection', { sidecar_url: '' });
  const told = await open();
  await click('Disconnect');
  expect(methods()).toEqual([]);
  await click('Disconnect', '.itih-dialog');
  expect(methods()).toEqual(['DELETE /connection']);
  expect(text()).toContain('Disconnected. The old code does not work any more.');
  expect(told()).toBe(1);
});
