import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import type { Loaded } from '../server/ingestion/blocks.ts';
import { chunkBlocks } from '../server/ingestion/chunk.ts';
import { loadDocx } from '../server/ingestion/loaders/docx.ts';
import { loadPdf } from '../server/ingestion/loaders/pdf.ts';
import { loadPost } from '../server/ingestion/loaders/post.ts';
import { builtinEmbedder } from '../server/providers/embedders/builtin.ts';
import type { GroundingPassage } from '../server/providers/language-model.ts';
import { VectorIndex } from '../server/search/vector-index.ts';
import { mediaFolder, readContent, type Article } from '../tools/demo/content.ts';

export interface DemoSite {
  /** The passages that a question is answered from, as the defaults of the settings choose them. */
  retrieve(question: string): Promise<GroundingPassage[]>;
}

const signal = new AbortController().signal;

/** The demo site as the built-in providers see it, without WordPress and database. */
export async function demoSite(): Promise<DemoSite> {
  const chunks = (await readSources()).flatMap(passagesOf);
  const embedder = builtinEmbedder();
  const texts = chunks.map(({ title, headingPath, text }) =>
    [title, headingPath, text].filter((part) => part !== '').join('\n'),
  );
  const vectors = await embedder.embed(texts, { purpose: 'document', signal });
  const index = new VectorIndex(vectors[0]!.length);
  for (const [id, vector] of vectors.entries()) index.add(id, vector);

  return {
    async retrieve(question) {
      const [vector] = await embedder.embed([question], { purpose: 'query', signal });
      const { top_k, min_score } = settingsDefaults.chat;
      return index
        .nearest(vector!, top_k, min_score)
        .map(({ id }, rank) => ({ n: rank + 1, ...chunks[id]! }));
    },
  };
}

function passagesOf({ title, language, blocks }: Loaded): Omit<GroundingPassage, 'n'>[] {
  const { chunk_size, chunk_overlap, min_chunk_chars } = settingsDefaults.indexing;
  const options = { size: chunk_size, overlap: chunk_overlap, minimum: min_chunk_chars, language };
  return chunkBlocks(blocks, options).map(({ headingPath, content }) => ({
    title,
    headingPath,
    text: content,
  }));
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
