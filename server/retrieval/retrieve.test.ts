import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import type { SearchOutcome } from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { QueryEmbeddings } from '../embedding/query-embeddings.ts';
import { createLog } from '../runtime/log.ts';
import { Retriever, type RetrieveOptions } from './retrieve.ts';
import { understand } from '../question/understand.ts';
import type { HistoryTurn } from '../storage/chats.ts';
import type { Rewrite } from '../question/rewrite.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { Reranker } from '../providers/reranker.ts';
import type { VectorSearch } from './vector-search.ts';
import type { LexicalHit, LexicalSearch } from './lexical/lexical-index.ts';
import type { EmbeddingIndex } from '../embedding/index-state.ts';
import type { ScoredPassage } from './pack-context.ts';
import type { SiteTexts } from './context-filler.ts';
import { passage } from '../../test/retrieval/passage.ts';

const { signal } = new AbortController();
const log = createLog('silent');
const none = { prompt_tokens: 0, completion_tokens: 0 };

const index = (model: string, dimensions = 1) =>
  ({ choice: { model }, embedder: `fake:${model}`, dimensions }) as EmbeddingIndex;
const withoutVectors = index('', 0);

const { llm } = settingsDefaults;
const withModel: Settings = { ...settingsDefaults, llm: { ...llm, provider: 'openai' } };

let embed: jest.Mock<Embedder['embed']>;
/** Active spaces that the database answers with, one after the other; then always the last. */
let actives: EmbeddingIndex[];
/** Cosines of chunks, best first. */
let near: [chunkId: number, score: number][];
/** Chunks with the question's words, best first, with their coverage; for each text that is searched. */
let worded: Record<string, [chunkId: number, coverage: number][]>;
let query: jest.Mock<VectorSearch['nearest']>;
let lexical: jest.Mock<LexicalSearch>;
let rewrite: jest.Mock<Rewrite>;
const largeSite: Pick<SiteTexts, 'otherLanguage' | 'others' | 'whole'> = {
  otherLanguage: () => Promise.resolve(''),
  others: () => Promise.resolve([]),
  whole: () => Promise.resolve(null),
};
const siteTexts = { ...largeSite };
/** Passages of the page that the visitor is on. */
let here: ScoredPassage[];
/** The title of the page that the visitor is on. */
let pageTitle: string | null;
/** Documents of chunks that are not alone in theirs. */
let documentOf: Record<number, number>;
let gone: number[];
let hidden: number[];
/** Ids of chunks in each read. */
let read: number[][];
/** Ranks again if it is set. */
let rerank: jest.Mock<Reranker['rerank']> | null;
let retriever: Retriever;
beforeEach(() => {
  actives = [index('model')];
  near = [
    [7, 0.8],
    [3, 0.5],
    [9, 0.4],
    [5, 0.1],
  ];
  worded = {};
  here = [];
  pageTitle = null;
  documentOf = {};
  gone = [];
  hidden = [];
  read = [];
  embed = jest.fn<Embedder['embed']>((texts) =>
    Promise.resolve(texts.map(() => Float32Array.of(1))),
  );
  query = jest.fn<VectorSearch['nearest']>(({ minScore, topK }) =>
    Promise.resolve(
      near
        .map(([chunkId, score]) => ({ chunkId, score }))
        .filter(({ score }) => score >= minScore)
        .slice(0, topK),
    ),
  );
  lexical = jest.fn<LexicalSearch>((text) =>
    Promise.resolve(
      (worded[text] ?? []).map(([chunkId, coverage], at): LexicalHit => ({
        chunkId,
        score: 10 - at,
        coverage,
      })),
    ),
  );
  rewrite = jest.fn<Rewrite>(() => Promise.resolve({ text: null, usage: none }));
  Object.assign(siteTexts, largeSite);
  rerank = null;
  const indexes = {
    known: () => Promise.resolve(actives[0]),
    latest: () => {
      if (actives.length > 1) actives.shift();
      return Promise.resolve(actives[0]);
    },
    embedder: () => ({ id: 'fake:model', maxBatch: 8, embed }),
    requireDimensions: () => Promise.resolve(),
  } as unknown as EmbeddingIndexes;
  const queries = new QueryEmbeddings(indexes);
  retriever = new Retriever({
    readNearby: () => Promise.resolve([]),
    siteTexts,
    indexes,
    embedQuery: (...given) => queries.embed(...given),
    vectors: {
      nearest: query,
      compare: (_query, ids) =>
        Promise.resolve(
          near
            .filter(([chunkId]) => ids.includes(chunkId))
            .map(([chunkId, score]) => ({ chunkId, score })),
        ),
    },
    lexical,
    clock: () => 0,
    documents: {
      atAddress: () =>
        Promise.resolve(pageTitle === null ? undefined : ({ title: pageTitle } as never)),
    },
    chunks: {
      passagesOf: (documentIds) => Promise.resolve(documentIds.length > 0 ? here : []),
      passages: (ids) => {
        read.push([...ids]);
        const left = ids.filter((id) => !gone.includes(id));
        return Promise.resolve(left.map((id) => passage(id, { documentId: documentOf[id] ?? id })));
      },
    },
    visibility: {
      onlyPublic: (passages) =>
        Promise.resolve(passages.filter(({ chunkId }) => !hidden.includes(chunkId))),
    },
    rewrite,
    reranker: () => rerank && { id: 'fake:ranker', rerank },
  });
});

type SearchOptions = Partial<RetrieveOptions> & { history?: HistoryTurn[] };

const search = (text = 'When?', { history, ...over }: SearchOptions = {}) =>
  retriever.retrieve(understand(text, { history }), {
    settings: settingsDefaults,
    signal,
    log,
    ...over,
  });
const ids = async (found: ReturnType<typeof search>) =>
  (await found).passages.map(({ chunkId, score }) => [chunkId, score]);
const outcomes = async (found: ReturnType<typeof search>) =>
  Object.fromEntries(
    (await found).candidates.map(({ chunk_id, outcome }) => [chunk_id, outcome]),
  ) as Record<number, SearchOutcome>;

describe('by vectors', () => {
  test('a chunk that is gone by now keeps the others’ scores', async () => {
    gone = [3];
    expect(await ids(search())).toEqual([
      [7, 0.8],
      [9, 0.4],
    ]);
    expect(await outcomes(search())).toMatchObject({ 3: 'gone' });
  });

  test('a text that is no longer public is not found, and nothing of it is shown', async () => {
    hidden = [7];
    const found = await search('When?', { explain: true });
    expect(found.passages.map(({ chunkId }) => chunkId)).toEqual([3, 9]);
    expect(found.candidates.find(({ chunk_id }) => chunk_id === 7)).toMatchObject({
      outcome: 'not_public',
      title: '',
      url: '',
      excerpt: '',
      document_id: null,
    });
  });

  test('the settings say how many and how good, unless the caller does', async () => {
    expect(await ids(search())).toHaveLength(3);
    expect(await ids(search('When?', { topK: 1 }))).toEqual([[7, 0.8]]);
    expect(await ids(search('When?', { minScore: 0.45 }))).toHaveLength(2);
    expect(await ids(search('When?', { minScore: 0 }))).toHaveLength(4);
  });

  test('a question is asked again when another index has taken over meanwhile', async () => {
    actives = [index('old'), index('new')];
    await search();
    expect(query.mock.calls.map(([asked]) => asked.embedder)).toEqual(['fake:old', 'fake:new']);
    expect(embed).toHaveBeenCalledTimes(2);
  });
});

describe('by vectors and words', () => {
  test('what both find comes before what one finds', async () => {
    worded = { 'When?': [[9, 1]] };
    expect((await ids(search()))[0]).toEqual([9, 0.4]);
  });

  test('a chunk that only the words find has a floor of its own', async () => {
    worded = {
      'XJ-900?': [
        [20, 0.95],
        [21, 0.1],
      ],
    };
    const found = await search('XJ-900?', { explain: true });
    expect(found.passages.map(({ chunkId }) => chunkId)).toContain(20);
    expect(found.candidates.find(({ chunk_id }) => chunk_id === 21)).toMatchObject({
      outcome: 'below_min_score',
      vector: null,
      lexical: { rank: 2, score: 9, coverage: 0.1 },
    });
  });

  test('a chunk that has no vector yet is neither the last for it nor the first', async () => {
    near = [
      [7, 0.8],
      [9, 0.1],
    ];
    worded = {
      'When?': [
        [9, 0.7],
        [20, 0.7],
        [7, 0.7],
      ],
    };
    expect((await search()).candidates.map(({ chunk_id }) => chunk_id)).toEqual([7, 20, 9]);
  });
});

describe('by words alone', () => {
  beforeEach(() => {
    worded = {
      'When?': [
        [4, 0.9],
        [6, 0.35],
        [8, 0.02],
      ],
    };
  });

  test('no embedder is asked, and the coverage has a floor of its own', async () => {
    actives = [withoutVectors];
    const found = await search();
    expect(found).toMatchObject({ wordsOnly: true, embedder: '', warnings: [] });
    expect(await ids(search())).toEqual([
      [4, 0.9],
      [6, 0.35],
    ]);
    expect(embed).not.toHaveBeenCalled();
    expect(query).not.toHaveBeenCalled();
  });

  test.each([
    ['the embedder', () => embed.mockRejectedValue(new AppError('provider_error'))],
    ['the vector store', () => query.mockRejectedValue(new AppError('provider_timeout'))],
  ])('it is answered, with a warning, when %s fails', async (_case, fail) => {
    fail();
    const found = await search();
    expect(found.passages.map(({ chunkId }) => chunkId)).toEqual([4, 6]);
    expect(found).toMatchObject({ wordsOnly: true, warnings: [expect.any(String)] });
  });

  test('it is answered when the vector is late, which the next question has', async () => {
    const { promise, resolve } = Promise.withResolvers<Float32Array[]>();
    embed.mockReturnValueOnce(promise);
    const late = await search();
    expect(late).toMatchObject({ wordsOnly: true, isLate: true, warnings: [] });
    expect(late.passages.map(({ chunkId }) => chunkId)).toEqual([4, 6]);
    const explained = search('When?', { explain: true });
    resolve([Float32Array.of(1)]);
    expect(await explained).toMatchObject({ wordsOnly: false, isLate: false });
    expect(await search()).toMatchObject({ wordsOnly: false, isLate: false });
    expect(embed).toHaveBeenCalledTimes(1);
  });

  test('who leaves is not searched for', async () => {
    const controller = new AbortController();
    const reason = new Error('gone');
    embed.mockImplementation(() => {
      controller.abort(reason);
      return Promise.reject(reason);
    });
    await expect(search('When?', { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe('a question that refers back', () => {
  const history = [
    { role: 'user' as const, content: 'When is the mill museum open?', chunkIds: [] },
    { role: 'assistant' as const, content: 'Daily from nine.', chunkIds: [30] },
  ];
  const follow = 'and on Sundays?';

  test('is rewritten, and both forms are searched', async () => {
    rewrite.mockResolvedValue({ text: 'Is the mill museum open on Sundays?', usage: none });
    const { queries } = await search(follow, { history, settings: withModel });
    expect(queries).toEqual([
      { text: follow, why: 'question' },
      { text: 'Is the mill museum open on Sundays?', why: 'rewritten' },
    ]);
    expect(lexical.mock.calls.map(([text]) => text)).toEqual(queries.map(({ text }) => text));
    expect(embed.mock.calls.map(([texts]) => texts[0])).toEqual(queries.map(({ text }) => text));
  });

  test('may be about what the last answer cited', async () => {
    near = [];
    const found = await search(follow, { history, explain: true });
    expect(found.passages.map(({ chunkId }) => chunkId)).toEqual([30]);
    expect(found.candidates[0]).toMatchObject({ chunk_id: 30, cited: true, outcome: 'used' });
  });

  test('prefers the page that the last answer cites', async () => {
    near = [
      [40, 0.9],
      [31, 0.85],
      ...Array.from({ length: 12 }, (_, n): [number, number] => [50 + n, 0.1]),
    ];
    documentOf = { 31: 30 };
    const order = async (turns: HistoryTurn[]) =>
      (await search(follow, { history: turns })).passages.map(({ chunkId }) => chunkId);
    expect(await order(history)).toEqual([31, 40, 30]);
    const uncited = history.map((turn) => ({ ...turn, chunkIds: [] }));
    expect(await order(uncited)).toEqual([40, 31]);
  });

  test('does not find any chunk by the few words it has', async () => {
    near = [];
    worded = { [follow]: [[40, 1]], [`${follow} When is the mill museum open?`]: [[41, 0.9]] };
    const found = await search(follow, { history: history.slice(0, 1) });
    expect(found.passages.map(({ chunkId }) => chunkId)).toEqual([41]);
  });

  test('is written in the site’s language, and what that cost is told', async () => {
    const usage = { prompt_tokens: 200, completion_tokens: 9 };
    siteTexts.otherLanguage = () => Promise.resolve('de');
    rewrite.mockResolvedValue({ text: 'Wo kann ich parken?', usage });
    const found = await search('Where can I park?', { settings: withModel });
    expect(rewrite.mock.calls[0]?.[1]).toBe('de');
    expect(found.queries.map(({ text }) => text)).toEqual([
      'Where can I park?',
      'Wo kann ich parken?',
    ]);
    expect(found.usage).toEqual(usage);
  });
});

describe('a language model is given', () => {
  const given = async (budget: number, options: SearchOptions = {}) => {
    const found = await search('When?', { budget, ...options });
    return found.passages.map(({ chunkId }) => chunkId);
  };

  test('what is too far to be found, too, where there is room, and nothing that is hidden', async () => {
    pageTitle = 'Here';
    here = [passage(50)];
    const history = [{ role: 'assistant' as const, content: 'Yes.', chunkIds: [40] }];
    const options = { topK: 1, history, pageUrl: 'https://site.example/here/' };
    expect(await given(4000, options)).toEqual([7, 40, 50, 3, 9, 5]);
    hidden = [40, 50, 5];
    expect(await given(4000, options)).toEqual([7, 3, 9]);
    expect(await given(30, options)).toEqual([7]);
  });
});

describe('a reranker', () => {
  /** The last one found is the best. */
  const backwards: Reranker['rerank'] = (_query, passages) =>
    Promise.resolve(passages.map((_text, at) => ({ index: at, score: at })).toReversed());

  test('orders what was found, before the cut, and decides nothing', async () => {
    const before = await search();
    rerank = jest.fn(backwards);
    const found = await search('When?', { topK: 2 });
    expect(found.passages.map(({ chunkId, score }) => [chunkId, score])).toEqual([
      [9, 0.4],
      [3, 0.5],
    ]);
    expect(found).toMatchObject({ reranker: 'fake:ranker', warnings: [] });
    expect(found.confidence).toEqual(before.confidence);
    expect(found.candidates.map(({ chunk_id, reranked }) => [chunk_id, reranked?.rank])).toEqual([
      [9, 1],
      [3, 2],
      [7, 3],
      [5, undefined],
    ]);
    // The floor holds as before: what is too far from the question is not sent.
    expect(rerank.mock.calls[0]?.[1]).toHaveLength(3);
  });

  test('sees only what is public', async () => {
    hidden = [7];
    rerank = jest.fn(backwards);
    await search('When?', { explain: true });
    const [, passages] = rerank.mock.calls[0]!;
    expect(passages.join()).not.toContain('Page 7');
  });
});
