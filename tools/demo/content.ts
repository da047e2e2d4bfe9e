import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toBlocks } from './blocks.ts';
import { demoSources } from './paths.ts';

const contentFolder = join(demoSources, 'content');
export const mediaFolder = join(contentFolder, 'media');

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((name) => name.trim()))
  .transform((names) => names.filter((name) => name !== ''));

const frontMatter = z.strictObject({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  /** `YYYY-MM-DD`; pages may go without. */
  date: z.iso.date().optional(),
  categories: list,
  tags: list,
});

export interface Article extends z.infer<typeof frontMatter> {
  type: 'post' | 'page';
  /** The file's name. */
  slug: string;
  /** Gutenberg markup. */
  content: string;
}

const siteFile = z.strictObject({
  name: z.string(),
  tagline: z.string(),
  /** Slugs. */
  front_page: z.string(),
  posts_page: z.string(),
  navigation: z.array(z.string()),
  footer: z.array(z.string()),
  css: z.array(z.string()),
  media: z.array(z.strictObject({ file: z.string(), title: z.string() })),
  /** Also the chat's starters. */
  questions: z.array(z.string()).length(3),
  bot_name: z.string(),
  welcome: z.string(),
});

/** Reads a file with front matter. @throws Error without */
export function readArticle(path: string): { head: Record<string, string>; body: string } {
  const match = /^---\n(.*?)\n---\n+(.*)$/s.exec(readFileSync(path, 'utf8'));
  if (!match) throw new Error(`${path} has no front matter.`);
  const [, head = '', body = ''] = match;
  const fields = head.split('\n').map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')] as const;
  });
  return { head: Object.fromEntries(fields), body };
}

function articleOf(type: Article['type'], path: string, slug: string): Article {
  const { head, body } = readArticle(path);
  try {
    return { ...frontMatter.parse(head), type, slug, content: toBlocks(body) };
  } catch (error) {
    throw new Error(`${path} is not a valid article.`, { cause: error });
  }
}

function readFolder(type: Article['type'], name: string): Article[] {
  const folder = join(contentFolder, name);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => articleOf(type, join(folder, file), file.slice(0, -'.html'.length)));
}

function fingerprint(site: z.infer<typeof siteFile>, articles: Article[]): string {
  const hash = createHash('sha256').update(JSON.stringify({ site, articles }));
  for (const { file } of site.media) hash.update(readFileSync(join(mediaFolder, file)));
  hash.update(readFileSync(join(demoSources, 'seed.php')));
  return hash.digest('hex');
}

/** The sample site as its files describe it. */
export function readContent() {
  const site = siteFile.parse(
    JSON.parse(readFileSync(join(contentFolder, 'site.json'), 'utf8')) as unknown,
  );
  const articles = [...readFolder('page', 'pages'), ...readFolder('post', 'posts')];
  return { site, articles, fingerprint: fingerprint(site, articles) };
}

export type Content = ReturnType<typeof readContent>;
