import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import type { Loaded } from '../server/ingestion/read/blocks.ts';
import { chunkBlocks } from '../server/ingestion/chunk/chunk.ts';
import { loadDocx } from '../server/ingestion/read/docx.ts';
import { loadPdf } from '../server/ingestion/read/pdf.ts';
import { loadPost } from '../server/ingestion/read/post.ts';
import type { GroundingPassage } from '../server/providers/language-model.ts';
import { keylessSite, type KeylessDocument } from './keyless-site.ts';
import { mediaFolder, readContent, type Article } from '../tools/demo/content.ts';

export interface DemoSite {
  /** The passages that a question is answered from, as the defaults of the settings choose them. */
  retrieve(question: string): Promise<GroundingPassage[]>;
}

/** The demo site as it is searched without a key. */
export async function demoSite(): Promise<DemoSite> {
  const site = await keylessSite((await readSources()).map(documentOf));
  return {
    async retrieve(question) {
      const { passages } = await site.retrieve(question);
      return passages.map(({ title, headingPath, content }, rank) => ({
        n: rank + 1,
        title,
        headingPath,
        text: content,
      }));
    },
  };
}

function documentOf({ title, language, blocks }: Loaded): KeylessDocument {
  const { chunk_size, chunk_overlap, min_chunk_chars } = settingsDefaults.indexing;
  const options = { size: chunk_size, overlap: chunk_overlap, minimum: min_chunk_chars, language };
  return { title, chunks: chunkBlocks(blocks, options) };
}

async function readSources(): Promise<Loaded[]> {
  const file = (name: string) => readFileSync(join(mediaFolder, name));
  const guide = await loadPdf(file('visitor-guide.pdf'));
  const handbook = await loadDocx(file('school-programme-handbook.docx'));
  return [...readContent().articles.map((article) => loadPost(postOf(article))), guide, handbook];
}

function postOf(article: Article) {
  const named = (taxonomy: string, names: readonly string[]) =>
    names.map((name) => ({ taxonomy, name }));
  return {
    id: 1,
    post_type: article.type,
    title: article.title,
    excerpt: article.excerpt,
    html: article.content,
    terms: [...named('Categories', article.categories), ...named('Tags', article.tags)],
    fields: [],
    permalink: '',
    language: 'en',
    modified: '',
  };
}
