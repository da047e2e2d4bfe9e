import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { demoSources } from './paths.ts';
import { readSeeded, seedingCode, writePlan } from './seed.ts';
import type { Road, Serving } from './serving.ts';
import { startBeside } from './sidecar.ts';

const seedFiles = ['seed.php', 'content/media'];

/** PHP-FPM, nginx and MariaDB, installed by apt where they are missing. A new site every time. */
export async function serveNative({ content, children, say }: Road): Promise<Serving> {
  if (!existsSync('/etc/debian_version')) {
    throw new Error('--native needs Debian. Without it the demo runs on WordPress Playground.');
  }
  // Only here: they look at the machine when they are loaded.
  const stacks = await import('../stack/stack.ts');
  const { run } = await import('../stack/commands.ts');
  const { giveTo } = await import('../stack/folders.ts');

  say('starting MariaDB, PHP-FPM and nginx');
  const stack = stacks.readStack((await stacks.up({ name: 'demo', part: 'wordpress' })).file);

  say('filling WordPress with the sample site');
  // PHP runs as a user who may not be able to read the checkout.
  const folder = join(stack.folder, 'demo');
  await mkdir(folder);
  for (const name of seedFiles) {
    await cp(join(demoSources, name), join(folder, name), { recursive: true });
  }
  const php = { wordpress: stack.wpDir, site: folder, demo: folder };
  await writePlan(folder, content, stack.adminPassword, php);
  giveTo('www-data', folder, join(folder, 'plan.json'));
  await run('php', ['-r', seedingCode(php, stack.url)], { as: 'www-data', cwd: folder });
  const seeded = await readSeeded(folder, content);
  if (!seeded) throw new Error(`The sample site is incomplete; see ${stack.logs}.`);

  say('starting the sidecar');
  const log = join(stack.logs, 'sidecar.log');
  startBeside(stack.wpDir, stack.sidecarPort, log, children);
  const { url, adminPassword, logs } = stack;
  const sidecar = {
    url: `http://127.0.0.1:${stack.sidecarPort}`,
    secret: stack.secret,
    wordpress: url,
  };
  return { url, adminPassword, sidecar, media: seeded.media, logs };
}
