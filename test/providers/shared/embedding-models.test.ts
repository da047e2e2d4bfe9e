import { expect, test } from '@jest/globals';
import { withPurpose } from '../../../server/providers/shared/embedding-models.ts';

const task = 'Given a web search query, retrieve relevant passages that answer the query';
const represent = 'Represent this sentence for searching relevant passages: ';

test.each([
  ['intfloat/multilingual-e5-large', 'query: ', 'passage: '],
  ['text-embedding-e5-base-v2', 'query: ', 'passage: '],
  ['intfloat/multilingual-e5-large-instruct', `Instruct: ${task}\nQuery: `, ''],
  ['intfloat/e5-mistral-7b-instruct', `Instruct: ${task}\nQuery: `, ''],
  ['Qwen/Qwen3-Embedding-0.6B', `Instruct: ${task}\nQuery:`, ''],
  ['@cf/qwen/qwen3-embedding-0.6b', `Instruct: ${task}\nQuery:`, ''],
  ['nomic-embed-text:latest', 'search_query: ', 'search_document: '],
  ['text-embedding-nomic-embed-text-v1.5', 'search_query: ', 'search_document: '],
  ['@cf/google/embeddinggemma-300m', 'task: search result | query: ', 'title: none | text: '],
  ['mxbai-embed-large', represent, ''],
  ['mixedbread-ai/deepset-mxbai-embed-de-large-v1', 'query: ', 'passage: '],
  ['snowflake-arctic-embed2', 'query: ', ''],
  ['Snowflake/snowflake-arctic-embed-m-v2.0', 'query: ', ''],
  ['Snowflake/snowflake-arctic-embed-m-v1.5', represent, ''],
  ['snowflake-arctic-embed:335m', represent, ''],
  ['@cf/baai/bge-small-en-v1.5', represent, ''],
  ['bge-large:335m', represent, ''],
  ['BAAI/bge-base-zh-v1.5', '为这个句子生成表示以用于检索相关文章:', ''],
])('%s is told what a text is for', (model, query, document) => {
  expect(withPurpose(model, ['a', 'b'], 'query')).toEqual([`${query}a`, `${query}b`]);
  expect(withPurpose(model, ['a'], 'document')).toEqual([`${document}a`]);
});

test.each(['@cf/baai/bge-m3', 'all-minilm', 'text-embedding-3-small', 'granite-embedding:30m', ''])(
  '%s reads texts as they are',
  (model) => {
    expect(withPurpose(model, ['a'], 'query')).toEqual(['a']);
    expect(withPurpose(model, ['a'], 'document')).toEqual(['a']);
  },
);
