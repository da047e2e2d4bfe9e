import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort } from '../../tools/stack/ports.ts';

test('a free port can be listened on, and lies below those for outgoing connections', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(1024);
  expect(port).toBeLessThan(32_768);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
});
