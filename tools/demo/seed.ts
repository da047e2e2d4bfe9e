import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Content } from './content.ts';

export const plugin = { slug: 'itih-rag-chat', file: 'itih-rag-chat/itih-rag-chat.php' };

const resultFile = z.object({ fingerprint: z.string(), media: z.array(z.number().int()) });
export type Seeded = z.infer<typeof resultFile>;

/** Where PHP finds them: the folder of the site's own files, and this one. */
export interface PhpFolders {
  wordpress: string;
  site: string;
  demo: string;
}

/** Writes what `seed.php` is to do into `folder`, the site's own. */
export async function writePlan(
  folder: string,
  content: Content,
  adminPassword: string,
  php: PhpFolders,
): Promise<void> {
  const plan = {
    ...content,
    admin_password: adminPassword,
    plugin: plugin.file,
    media_folder: `${php.demo}/content/media`,
  };
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan), { mode: 0o600 });
}

/** PHP that carries the plan out; `url`: the site's, where no web server tells WordPress. */
export function seedingCode(php: PhpFolders, url: string): string {
  const { host } = new URL(url);
  return [
    `$_SERVER += array( 'HTTP_HOST' => '${host}', 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1' );`,
    `require '${php.wordpress}/wp-load.php';`,
    `require '${php.demo}/seed.php';`,
    `itih_demo_seed( '${php.site}/plan.json', '${php.site}/seeded.json' );`,
  ].join('\n');
}

/** Result of the last seeding; undefined if the site is empty or holds older content. */
export async function readSeeded(folder: string, content: Content): Promise<Seeded | undefined> {
  try {
    const text = await readFile(join(folder, 'seeded.json'), 'utf8');
    const seeded = resultFile.parse(JSON.parse(text));
    return seeded.fingerprint === content.fingerprint ? seeded : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function forgetSeeded(folder: string): Promise<void> {
  return rm(join(folder, 'seeded.json'), { force: true });
}
