import { AppError, toAppError } from '../errors/app-error.ts';
import type { TestReply } from '../contract/admin.ts';
import type { SettingsPatch, Settings } from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { groupOf as purposes, type Providers } from '../providers/registry.ts';
import { VendorError, vendorErrorOf } from '../providers/shared/vendor-error.ts';
import type { VectorIndex } from '../retrieval/vector-index.ts';
import type { Vectorize } from '../retrieval/vectorize/vectorize.ts';
import { FittingRequest } from '../chat/answer/fitting-request.ts';
import type { LanguageModel, ModelRequest } from '../providers/language-model.ts';
import { understand } from '../question/understand.ts';
import type { ScoredPassage } from '../retrieval/pack-context.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

const question = understand('Hello');
/** Tokens of the answer: a model may think before it greets. */
const maxTokens = 1000;
/** Characters of the answer that are shown. */
const maxReply = 300;
/** Milliseconds: visitors do not wait for a first word as long as this without wondering. */
const slow = 20_000;

const sentence =
  'The museum is open from nine to five, and guided tours begin at the gate at ten and at two. ';

/** As many passages as a question has, of the size that they have. */
function passages({ chat, indexing }: Settings): ScoredPassage[] {
  const content = sentence
    .repeat(Math.ceil(indexing.chunk_size / sentence.length))
    .slice(0, indexing.chunk_size);
  const length = Math.max(1, Math.floor(chat.context_tokens / estimateTokens(content)));
  return Array.from({ length }, (_, n) => ({
    ...{ chunkId: n, documentId: n, position: 0, kind: 'post', postId: n, attachmentId: null },
    ...{ title: `Page ${n + 1}`, url: '', headingPath: '', page: null, content, published: 0 },
    ...{ prominent: false, postType: 'page', language: 'en', chunkIds: [n], score: 1 },
  }));
}

/** Visitors would be shown nothing of such a model. */
const wordless = (declined: boolean) =>
  new AppError('provider_error', {
    message: declined
      ? 'The model declined to answer a greeting, without a word. Choose another model.'
      : 'The model answered without a word. Choose another model, or let it think less.',
  });

const howToEnlarge = 'Start its server with a larger context, as llama.cpp with -c 8192';

const tooSmall = (limit: number | undefined, cause: unknown) =>
  new AppError('provider_error', {
    retryable: false,
    cause: new VendorError(
      `The model has room for ${limit ?? 'fewer'} tokens: too few for a question with a passage. ${howToEnlarge}, or choose another model.`,
      { failure: 'request', code: vendorErrorOf(cause)?.code },
    ),
  });

interface Greeted {
  reply: string;
  declined: boolean;
  /** The name by which the server answers. */
  name: string | undefined;
  /** Milliseconds until the first word. */
  firstWord: number;
}

/** Reads as much of an answer as is shown. */
async function greet(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Greeted> {
  const began = performance.now();
  const greeted: Greeted = { reply: '', declined: false, name: undefined, firstWord: 0 };
  const named = (name: string) => (greeted.name = name);
  for await (const event of model.stream(request, { signal, named })) {
    if (event.type === 'text') {
      greeted.firstWord ||= performance.now() - began;
      greeted.reply += event.text;
    }
    if (event.type === 'finish') greeted.declined = event.reason === 'refusal';
    if (greeted.reply.length > maxReply) break;
  }
  return greeted;
}

/** Whether a server answers with another model than it is asked for; a version, a path or a host may differ. */
function isOther(id: string, name: string | undefined): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .split(/[\\/]/)
      .at(-1)!
      .replace(/\.gguf$/, '');
  const [asked, said] = [bare(id.slice(id.indexOf(':') + 1)), bare(name ?? '')];
  return said !== '' && !said.startsWith(asked) && !asked.startsWith(said);
}

/**
 * Greets a model with a prompt of the size of a question, shortened as one would be.
 *
 * @returns the reply, and sentences for the owner about what is not as it should be
 * @throws AppError of the model; `provider_error` if it has no room for a question, or writes no word
 */
async function testLanguageModel(
  model: LanguageModel,
  settings: Settings,
  signal: AbortSignal,
): Promise<{ reply: string; notes: string[]; name: string | undefined }> {
  const asked = { ...settings, chat: { ...settings.chat, max_tokens: maxTokens } };
  const grounding = { greeting: question.greeting, quote: () => Promise.resolve('') };
  const site = { siteName: '', isWholeSite: false, passages: passages(settings) };
  const input = { settings: asked, question, tools: [], grounding, ...site };
  const fitting = new FittingRequest(input, undefined);
  let request: ModelRequest | null = fitting.request;
  let limit: number | undefined;
  let refused: unknown;
  while (request) {
    try {
      const plain = { ...request, temperature: 0, reasoningEffort: null };
      const { reply, declined, name, firstWord } = await greet(model, plain, signal);
      if (reply.trim() === '') throw wordless(declined);
      const fewer = `The model has room for ${limit ?? 'few'} tokens, so that it is sent fewer passages. ${howToEnlarge}.`;
      const other = `The server answers with ${name}, and not with the model that is chosen.`;
      const late = `The first word came after ${Math.round(firstWord / 1000)} seconds: visitors wait as long.`;
      const notes = [
        ...(refused ? [fewer] : []),
        ...(isOther(model.id, name) ? [other] : []),
        ...(firstWord > slow ? [late] : []),
      ];
      return { reply: reply.trim().slice(0, maxReply), notes, name };
    } catch (error) {
      const tooLong = vendorErrorOf(error)?.tooLong;
      if (!tooLong) throw error;
      refused = error;
      limit = tooLong.limit ?? limit;
      request = fitting.shorten(tooLong);
    }
  }
  throw tooSmall(limit, refused);
}

/** The settings that name the provider of what is tested. */
export const groupOf = {
  ...purposes,
  // It is asked with the vector of a text.
  vector_store: 'embeddings',
} as const;
type Scope = keyof typeof groupOf;

interface Testable {
  settings: SettingsStore;
  providers: Providers;
  local: Pick<VectorIndex, 'search'>;
  vectorize: Pick<Vectorize, 'test'>;
}

/** `POST /admin/test`: makes one real call with the stored settings and unsaved values over them. */
export async function testConnection(
  parts: Testable & { log: Log },
  scope: Scope,
  patch: SettingsPatch,
  signal: AbortSignal,
): Promise<TestReply> {
  const started = performance.now();
  try {
    const result = await call(parts, scope, patch, signal);
    return { ok: true, latency_ms: Math.round(performance.now() - started), ...result };
  } catch (error) {
    parts.log.info({ err: error, scope }, 'connection test failed');
    const { code, message, cause } = toAppError(error);
    // The vendor's message is shown to owners only.
    if (!(cause instanceof VendorError)) return { ok: false, code, message };
    return { ok: false, code, message: cause.message, failure: cause.failure };
  }
}

async function call(
  { settings, providers, local, vectorize }: Testable,
  scope: Scope,
  patch: SettingsPatch,
  signal: AbortSignal,
) {
  const patched = await settings.patched(patch);
  const { provider } = patched[groupOf[scope]];
  // Otherwise the model that answers in its place would be tested.
  if (provider) providers.requireAllowed(provider);
  switch (scope) {
    case 'llm': {
      const model = providers.languageModel(patched);
      const { reply, notes, name = '' } = await testLanguageModel(model, patched, signal);
      // WordPress chooses the model.
      const id = provider === 'wordpress' ? model.id + name : model.id;
      return { model: id, reply, ...(notes.length > 0 && { notes }) };
    }
    case 'embedding': {
      const { id, vector } = await embed(providers, patched, signal);
      return { model: id, dimensions: vector.length };
    }
    case 'rerank': {
      const reranker = providers.reranker(patched);
      if (!reranker) throw new AppError('not_configured');
      await reranker.rerank('Hello', ['Hello', 'Goodbye'], { signal, topN: 1 });
      return { model: reranker.id };
    }
    case 'vector_store': {
      const { id, vector } = await embed(providers, patched, signal);
      if (patched.vector_store.engine === 'vectorize') {
        const model = await vectorize.test(patched, vector, signal);
        return { model, dimensions: vector.length };
      }
      await local.search({ embedder: id, vector, topK: 1, minScore: -1 });
      return { model: 'relational', dimensions: vector.length };
    }
    default:
      return scope satisfies never;
  }
}

/** Without an embedder, search is lexical and needs no call. */
async function embed(providers: Providers, patched: Settings, signal: AbortSignal) {
  if (patched.embeddings.provider === 'builtin') {
    return { id: 'builtin', vector: new Float32Array() };
  }
  const embedder = providers.embedder(patched);
  const [vector] = await embedder.embed(['Hello'], { purpose: 'query', signal });
  return { id: embedder.id, vector: vector ?? new Float32Array() };
}
