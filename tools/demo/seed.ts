import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Content } from './content.ts';
import type { Site } from './site.ts';

export const plugin = { slug: 'itih-rag-chat', file: 'itih-rag-chat/itih-rag-chat.php' };

const resultFile = z.object({ fingerprint: z.string(), media: z.array(z.number().int()) });
export type Seeded = z.infer<typeof resultFile>;

/** Where PHP finds the same folders. */
interface Folders {
  site: string;
  demo: string;
}

/** Writes what `seed.php` is to do. */
export async function writePlan(content: Content, site: Site, php: Folders): Promise<void> {
  const plan = {
    ...content,
    admin_password: site.adminPassword,
    plugin: plugin.file,
    media_folder: `${php.demo}/content/media`,
  };
  await writeFile(join(site.folder, 'plan.json'), JSON.stringify(plan), { mode: 0o600 });
}

/** PHP that carries the plan out; `wordpress` is the folder of WordPress as PHP sees it. */
export function seedingCode(wordpress: string, php: Folders): string {
  return [
    '<?php',
    `require '${wordpress}/wp-load.php';`,
    `require '${php.demo}/seed.php';`,
    `itih_demo_seed( '${php.site}/plan.json', '${php.site}/seeded.json' );`,
  ].join('\n');
}

/** What the last seeding left behind; undefined: the site is empty or holds older content. */
export async function readSeeded(content: Content, site: Site): Promise<Seeded | undefined> {
  try {
    const text = await readFile(join(site.folder, 'seeded.json'), 'utf8');
    const seeded = resultFile.parse(JSON.parse(text));
    return seeded.fingerprint === content.fingerprint ? seeded : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function forgetSeeded(site: Site): Promise<void> {
  return rm(join(site.folder, 'seeded.json'), { force: true });
}
