/** Two sidecars on one database behind nginx, with the configuration of docs/hosting.md. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isRoot, must, run } from '../../../../tools/stack/commands.ts';
import { repository } from '../../../../tools/stack/folders.ts';
import { freePort } from '../../../../tools/stack/ports.ts';
import { spawnSidecar } from '../../../database/process.ts';
import { mariadb, secret } from '../../../database/sidecar.ts';
import { shimFor } from '../../../fakes/shim.ts';
import { until } from '../../../fakes/wait.ts';
import { startWordPressSite } from '../../../fakes/wordpress-site.ts';
import { stack } from '../../../stack.ts';

const visitors = Array.from({ length: 24 }, (_none, index) => `198.51.100.${index + 1}`);

let folder: string;
let site: Awaited<ReturnType<typeof startWordPressSite>>;
let sidecars: Awaited<ReturnType<typeof spawnSidecar>>[];
let shim: ReturnType<typeof shimFor>;
const nginx = (...args: string[]) =>
  run(must('nginx'), ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log'), ...args]);

/** The block of the guide, with the addresses of this test. */
function configuration(port: number, ports: readonly number[]): string {
  const guide = readFileSync(join(repository, 'docs/hosting.md'), 'utf8');
  const [, block = ''] = /```nginx\n(upstream[\s\S]*?)```/.exec(guide) ?? [];
  expect(block).toContain('hash $http_x_itih_identity');
  let next = 0;
  const here = block
    .replace(/server 10\.0\.0\.\d+:8790/g, () => `server 127.0.0.1:${ports[next++]}`)
    .replace('listen 8790', `listen 127.0.0.1:${port}`);
  expect(next).toBe(2);
  return `${isRoot ? 'user www-data;' : ''}
pid ${join(folder, 'nginx.pid')};
events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
${here} }`;
}

/** Number of questions that each has answered, as their logs say. */
const asked = () =>
  sidecars.map(
    ({ log }) => log().match(/"path":"\/itih\/v1\/chat\/sync".*request ended/g)?.length ?? 0,
  );
const untilLogged = (count: number) =>
  until('the logs are written', () => asked().reduce((all, one) => all + one, 0) === count);
const message = 'When does the harbour open?';
const ask = (ip: string) => shim.call('POST', '/chat/sync', { ip, body: { message } });

beforeAll(async () => {
  folder = mkdtempSync(join(stack().folder, 'balancer-'));
  site = await startWordPressSite(secret);
  site.put({ id: 1, title: 'Harbour', html: '<p>The harbour opens at nine.</p>' });
  const env = {
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: mariadb(),
    ITIH_LOG_LEVEL: 'debug',
  };
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
  sidecars = await Promise.all(
    ports.map((own) => spawnSidecar({ ...env, ITIH_PORT: String(own) })),
  );
  writeFileSync(join(folder, 'nginx.conf'), configuration(port, ports));
  await nginx();
  shim = shimFor(`http://127.0.0.1:${port}`, secret);
  await until('the post is read', async () => {
    const { body } = await shim.admin<{ documents: { total: number } }>('GET', '/dashboard');
    return body.documents?.total === 1;
  });
}, 60_000);
afterAll(async () => {
  await nginx('-s', 'stop').catch(() => undefined);
  for (const { child } of sidecars ?? []) child.kill('SIGKILL');
  await site.close();
  rmSync(folder, { recursive: true });
});

test('visitors are spread, each comes to the same sidecar again, and the other answers all when one is killed', async () => {
  for (const ip of visitors) expect((await ask(ip)).status).toBe(200);
  await untilLogged(visitors.length);
  const first = asked();
  expect(Math.min(...first)).toBeGreaterThan(visitors.length / 6);
  for (const ip of visitors) await ask(ip);
  await untilLogged(2 * visitors.length);
  expect(asked()).toEqual(first.map((count) => 2 * count));
  // An answer is streamed through, and read again by another connection.
  for (const ip of visitors.slice(0, 6)) {
    const { frames } = await shim.chat(message, { ip });
    const [meta] = frames.map(({ data }) => data);
    if (meta?.type !== 'meta') throw new Error('An answer begins with its session.');
    const { status } = await shim.call('GET', `/chat/${meta.message_id}/events`, {
      ip,
      query: { session_id: meta.session_id },
      headers: { 'x-itih-secret': meta.session_secret ?? '', 'last-event-id': '0' },
    });
    expect([ip, status]).toEqual([ip, 200]);
  }
  const { child } = sidecars[0]!;
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (const ip of visitors) expect([ip, (await ask(ip)).status]).toEqual([ip, 200]);
});
