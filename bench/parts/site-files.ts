import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BridgePost } from '../../server/contract/bridge.ts';
import { toBlocks } from '../../tools/demo/blocks.ts';
import { conversation, type Conversation } from './site-questions.ts';

const folder = fileURLToPath(new URL('../sites/', import.meta.url));

const siteFile = z.strictObject({
  name: z.string(),
  home_url: z.url(),
  /** The owner's setting: where a person can be reached. */
  contact: z.string(),
  language: z.string(),
  locale: z.string(),
  time_zone: z.string(),
  /** When its questions are asked, unless a question says otherwise. */
  now: z.iso.datetime(),
  front_page: z.string(),
  /** Slugs in the menu. */
  navigation: z.array(z.string()),
});

export type SiteFacts = z.infer<typeof siteFile>;

/** A site as its questions find it: posts as the plugin sends them. */
export interface SampleSite extends SiteFacts {
  posts: BridgePost[];
  conversations: Conversation[];
}

const frontMatter = z.strictObject({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  date: z.iso.date(),
});

export const addressOf = (site: SiteFacts, slug: string) => `${site.home_url}/${slug}/`;

/** Markup of the editor or of a page builder stays as it is. */
const isMarkup = (body: string) => /^(?:<!-- wp:|<div)/.test(body);

function readPost(site: SiteFacts, type: 'page' | 'post', path: string, slug: string) {
  const match = /^---\n(.*?)\n---\n+(.*)$/s.exec(readFileSync(path, 'utf8'));
  if (!match) throw new Error(`${path} has no front matter.`);
  const [, head = '', body = ''] = match;
  const fields = head.split('\n').map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')] as const;
  });
  const { title, excerpt, date } = frontMatter.parse(Object.fromEntries(fields));
  const published = `${date}T08:00:00Z`;
  return {
    post_type: type,
    title,
    excerpt,
    html: isMarkup(body) ? body : toBlocks(body),
    terms: [],
    fields: [],
    permalink: addressOf(site, slug),
    language: site.language,
    modified: published,
    published,
    prominent: slug === site.front_page || site.navigation.includes(slug),
  };
}

/** Reads a site of `bench/sites/`. */
export function readSite(name: string): SampleSite {
  const json = (file: string): unknown =>
    JSON.parse(readFileSync(join(folder, name, file), 'utf8'));
  const site = siteFile.parse(json('site.json'));
  const conversations = z.array(conversation).parse(json('questions.json'));
  const posts = (['page', 'post'] as const).flatMap((type) => {
    const path = join(folder, name, `${type}s`);
    const files = readdirSync(path).sort();
    return files.map((file) => readPost(site, type, join(path, file), file.slice(0, -5)));
  });
  return { ...site, conversations, posts: posts.map((post, at) => ({ id: at + 1, ...post })) };
}

export const siteNames = (): string[] => readdirSync(folder).sort();
