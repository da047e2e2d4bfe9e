import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BridgePost } from '../../server/contract/bridge.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Loaded } from '../../server/ingestion/read/blocks.ts';
import { chunkBlocks } from '../../server/ingestion/chunk/chunk.ts';
import { loadDocx } from '../../server/ingestion/read/docx.ts';
import { loadPdf } from '../../server/ingestion/read/pdf.ts';
import { loadPost } from '../../server/ingestion/read/post.ts';
import type { Retrieval } from '../../server/retrieval/retrieve.ts';
import { keylessSite, type KeylessDocument } from './keyless-site.ts';
import { mediaFolder, readContent } from '../../tools/demo/content.ts';

export interface DemoSite {
  /** Finds passages and statements with the defaults of the settings. */
  retrieve(question: string): Promise<Retrieval>;
}

/** The demo site as it is searched without a key. */
export async function demoSite(): Promise<DemoSite> {
  const site = await keylessSite(await demoDocuments());
  return { retrieve: (question) => site.retrieve(question) };
}

/** Pages, posts and files of the demo site, divided as the defaults of the settings say. */
export async function demoDocuments(): Promise<KeylessDocument[]> {
  const file = (name: string) => readFileSync(join(mediaFolder, name));
  const guide = await loadPdf(file('visitor-guide.pdf'));
  const handbook = await loadDocx(file('school-programme-handbook.docx'));
  return [...demoPosts().map(documentOfPost), documentOf(guide), documentOf(handbook)];
}

export const demoAddress = 'https://quillmouth-museum.example';

function demoPosts(): BridgePost[] {
  const { site, articles } = readContent();
  const menu = [site.front_page, site.posts_page, ...site.navigation];
  const named = (taxonomy: string, names: readonly string[]) =>
    names.map((name) => ({ taxonomy, name }));
  return articles.map((article, at) => ({
    id: at + 1,
    post_type: article.type,
    title: article.title,
    excerpt: article.excerpt,
    html: article.content,
    terms: [...named('Categories', article.categories), ...named('Tags', article.tags)],
    fields: [],
    permalink: `${demoAddress}/${article.slug}/`,
    language: 'en',
    modified: '',
    ...(article.date && { published: `${article.date}T08:00:00Z` }),
    prominent: menu.includes(article.slug),
  }));
}

/** Reads a post as the sidecar does. */
export const documentOfPost = (post: BridgePost): KeylessDocument => ({
  ...documentOf(loadPost(post)),
  post,
});

function documentOf({ title, language, blocks }: Loaded): KeylessDocument {
  const { chunk_size, chunk_overlap, min_chunk_chars } = settingsDefaults.indexing;
  const options = { size: chunk_size, overlap: chunk_overlap, minimum: min_chunk_chars, language };
  return { title, chunks: chunkBlocks(blocks, options) };
}
