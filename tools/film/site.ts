/** A WordPress of the sample site, with the release in its folder of plugins and not activated. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../demo/content.ts';
import { demoSources } from '../demo/paths.ts';
import { plugin, seedingCode } from '../demo/site.ts';
import { run } from '../stack/commands.ts';
import { giveTo, makeFolder, repository } from '../stack/folders.ts';
import { emptySite } from '../stack/further-site.ts';
import type { Stack } from '../stack/stack.ts';
import { runScript } from '../stack/wordpress.ts';

export interface FilmedSite {
  url: string;
  dir: string;
  debugLog: string;
  /** For what belongs to this site alone. */
  folder: string;
}

const release = join(repository, 'dist', plugin.slug);

export async function freshSite(stack: Stack, name: string, content: Content): Promise<FilmedSite> {
  if (!existsSync(join(release, 'sidecar'))) throw new Error('npm run package comes first.');
  const bed = await emptySite(stack, name);
  // As installed by hand: secret and address are made by the plugin.
  const config = join(bed.dir, 'wp-config.php');
  writeFileSync(config, readFileSync(config, 'utf8').replace(/^define\( 'ITIH_.*\n/gm, ''));
  await runScript(bed, 'install.php', { accounts: stack.accounts, plugins: [] });
  const folder = makeFolder(join(stack.folder, `${name}-files`), 'www-data');
  const demo = join(folder, 'demo');
  cpSync(demoSources, demo, { recursive: true });
  const plan = {
    ...content,
    admin_password: stack.adminPassword,
    plugin: '',
    media_folder: join(demo, 'content/media'),
  };
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan), { mode: 0o640 });
  giveTo('www-data', join(folder, 'plan.json'));
  const php = { wordpress: bed.dir, site: folder, demo };
  await run('php', ['-r', seedingCode(php, bed.url)], { as: 'www-data', cwd: folder });
  cpSync(release, join(bed.dir, 'wp-content/plugins', plugin.slug), { recursive: true });
  return { url: bed.url, dir: bed.dir, debugLog: bed.debugLog, folder };
}
