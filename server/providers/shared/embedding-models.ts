import type { EmbedOptions } from '../embedder.ts';

type Purpose = EmbedOptions['purpose'];

interface Prefixes {
  /** Matches the model's name in lower case, as hubs, Ollama, LM Studio and Workers AI write it. */
  name: RegExp;
  query: string;
  document: string;
}

const task = 'Given a web search query, retrieve relevant passages that answer the query';
const represent = 'Represent this sentence for searching relevant passages: ';

/** Prefixes from the model cards. The first row that matches counts. */
const models: readonly Prefixes[] = [
  // https://huggingface.co/intfloat/multilingual-e5-large-instruct
  // eslint-disable-next-line redos/no-vulnerable -- a name has at most 500 characters
  { name: /\be5-.*instruct/, query: `Instruct: ${task}\nQuery: `, document: '' },
  // https://huggingface.co/intfloat/multilingual-e5-large
  { name: /\be5-/, query: 'query: ', document: 'passage: ' },
  // https://huggingface.co/Qwen/Qwen3-Embedding-0.6B
  { name: /qwen3-embedding/, query: `Instruct: ${task}\nQuery:`, document: '' },
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
  { name: /nomic-embed-text/, query: 'search_query: ', document: 'search_document: ' },
  // https://huggingface.co/google/embeddinggemma-300m
  {
    name: /embeddinggemma|embedding-gemma/,
    query: 'task: search result | query: ',
    document: 'title: none | text: ',
  },
  // https://ai.google.dev/gemini-api/docs/embeddings#task-types; the first one has a field for it.
  {
    name: /gemini-embedding-(?!00)/,
    query: 'task: search result | query: ',
    document: 'title: none | text: ',
  },
  // https://huggingface.co/mixedbread-ai/deepset-mxbai-embed-de-large-v1
  { name: /mxbai-embed-de/, query: 'query: ', document: 'passage: ' },
  // https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1
  { name: /mxbai-embed/, query: represent, document: '' },
  // https://huggingface.co/Snowflake/snowflake-arctic-embed-l-v2.0
  // eslint-disable-next-line redos/no-vulnerable -- a name has at most 500 characters
  { name: /arctic-embed(2|.*-v2)/, query: 'query: ', document: '' },
  // https://huggingface.co/Snowflake/snowflake-arctic-embed-m-v1.5
  { name: /arctic-embed/, query: represent, document: '' },
  // https://huggingface.co/BAAI/bge-large-zh-v1.5
  // eslint-disable-next-line redos/no-vulnerable -- a name has at most 500 characters
  { name: /\bbge-.*-zh/, query: '为这个句子生成表示以用于检索相关文章:', document: '' },
  // https://huggingface.co/BAAI/bge-large-en-v1.5; Ollama has it as bge-large. BGE-M3 wants none.
  { name: /\bbge-(small|base|large)/, query: represent, document: '' },
];

/**
 * Adds the prefix by which many open models tell questions from passages. For APIs without a field for the
 * purpose, whose servers cannot add the prefix themselves.
 */
export function withPurpose(model: string, texts: readonly string[], purpose: Purpose): string[] {
  const name = model.toLowerCase();
  const prefix = models.find((row) => row.name.test(name))?.[purpose] ?? '';
  return texts.map((text) => prefix + text);
}
