/** `npm run screenshots`: takes the pictures of the plugin directory from the sample site. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles } from './demo/bundles.ts';
import { createChildren } from './demo/children.ts';
import { readContent } from './demo/content.ts';
import { cache, repository } from './demo/paths.ts';
import { serveNative } from './demo/serving.ts';
import { addMedia, applySettings, callSidecar, indexed, sidecarReady } from './demo/sidecar.ts';
import { takePictures } from './screenshots/pictures.ts';
import { visit } from './screenshots/visitors.ts';
import { findChromium } from './stack/packages.ts';
import { prepare } from './stack/stack.ts';

const folder = join(repository, '.wordpress-org');
const say = (line: string) => console.log(line);
const children = createChildren();

async function main(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const content = readContent();
  await buildBundles(say);
  await prepare('browser');
  const options = { fresh: true, native: true, help: false };
  const serving = await serveNative({ options, content, children, say });
  const { sidecar, media } = serving;
  await sidecarReady(sidecar);
  await applySettings(sidecar, content);
  // All visitors come from here.
  await callSidecar(sidecar, 'PUT', '/settings', { limits: { per_ip_max: 0 } });
  await addMedia(sidecar, media);
  await indexed(sidecar, content.articles.length + media.length, say);
  say('holding conversations');
  await visit(serving.url);
  say('taking pictures');
  await takePictures(serving, content.site.questions[0]!, folder, findChromium() ?? '');
}

try {
  await Promise.race([main(), children.died]);
} finally {
  await children.stop();
}
process.exit();
