import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { EmbeddingIndex } from '../../server/embedding/index-state.ts';
import type { EmbedQuery } from '../../server/embedding/query-embeddings.ts';
import { intents, languageIn } from '../../server/language/languages.ts';
import { createAddressGuard, parseAllowed } from '../../server/net/address-guard.ts';
import { createLocalModels } from '../../server/providers/local/local-models.ts';
import type { Embedder } from '../../server/providers/embedder.ts';
import { createNearestIntent, type NearestIntent } from '../../server/question/nearest-intent.ts';
import { asSmallTalk, understand } from '../../server/question/understand.ts';
import { tokenize } from '../../server/text/tokenize.ts';
import { createLog } from '../../server/runtime/log.ts';
import { rewordedTalk } from './reworded-talk.ts';

const { signal } = new AbortController();
const settings = settingsDefaults;

/** Lets the background work begin and end. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

const index = (embedder: string): EmbeddingIndex => ({
  choice: { provider: 'local', model: '', base_url: '', dimensions: 0 },
  embedder,
  dimensions: 2,
});

describe('with an embedder', () => {
  let active: EmbeddingIndex;
  let embed: jest.Mock<Embedder['embed']>;
  let embedQuery: jest.Mock<EmbedQuery>;
  let nearest: NearestIntent;
  beforeEach(() => {
    active = index('local:all-minilm-l6-v2');
    embed = jest.fn<Embedder['embed']>((texts) =>
      Promise.resolve(texts.map((text) => Float32Array.of(...(text === 'help' ? [0, 1] : [1, 0])))),
    );
    embedQuery = jest.fn<EmbedQuery>(() => Promise.resolve(Float32Array.of(0, 1)));
    nearest = createNearestIntent({
      indexes: {
        known: () => Promise.resolve({ active, next: null }),
        embedder: () => ({ id: active.embedder, maxBatch: 8, embed }),
      },
      embedQuery,
      log: createLog('silent'),
    });
  });
  const ask = (text: string, given = understand(text, { locale: 'en_US' })) =>
    nearest(given, { settings, locale: 'en_US', signal });

  test('the first question does not wait for the phrases, later ones find the nearest', async () => {
    expect(await ask('Could you give me a hand?')).toBeNull();
    expect(embedQuery).not.toHaveBeenCalled();
    await settle();
    expect(await ask('Could you give me a hand?')).toMatchObject({
      intent: 'help',
      language: 'en',
    });
    expect(embedQuery).toHaveBeenCalledTimes(1);
    const phrases = intents.flatMap((intent) => languageIn('en').intents[intent].phrases);
    expect(embed.mock.calls.map(([texts]) => texts)).toEqual(phrases.map((phrase) => [phrase]));
  });

  test('a vector that is late, far from all phrases or not made is none', async () => {
    await ask('Warm up?');
    await settle();
    for (const vector of [null, Float32Array.of(0.5, 0.5), new Float32Array(0)]) {
      embedQuery.mockResolvedValueOnce(vector);
      expect(await ask('Could you give me a hand?')).toBeNull();
    }
    embedQuery.mockRejectedValueOnce(new Error('away'));
    expect(await ask('Could you give me a hand?')).toBeNull();
  });

  test('long questions, those that refer to others and known small talk are not compared', async () => {
    await ask('Warm up?');
    await settle();
    const history = [{ role: 'assistant' as const, content: 'It opens at ten.', chunkIds: [] }];
    await ask('Could you give me a hand with the large boat tomorrow?');
    await ask('And on Sundays?', understand('And on Sundays?', { history }));
    await ask('Thank you!');
    expect(embedQuery).not.toHaveBeenCalled();
  });

  test('an embedder that nobody has measured is not asked', async () => {
    active = index('openai:small');
    await ask('Could you give me a hand?');
    await settle();
    expect(embed).not.toHaveBeenCalled();
  });

  test('phrases that could not be embedded are tried again', async () => {
    embed.mockRejectedValueOnce(new Error('busy'));
    await ask('Could you give me a hand?');
    await settle();
    await ask('Could you give me a hand?');
    await settle();
    expect(await ask('Could you give me a hand?')).toMatchObject({ intent: 'help' });
  });
});

test('a question that was found to be small talk has its reply', () => {
  const question = understand('Could you give me a hand?');
  const found = { intent: 'human', language: 'en' } as const;
  expect(asSmallTalk(question, found, 'Call 555-0100.')).toMatchObject({
    greeting: 'You can reach a person here: Call 555-0100.',
    isSmallTalk: true,
    asksForPerson: true,
  });
});

interface Conversation {
  turns: { question: string; smallTalk?: string }[];
}

/** Short first questions of the English sample sites that ask about the site. */
function siteQuestions(): string[] {
  const folder = new URL('../../bench/sites/', import.meta.url);
  return readdirSync(folder).flatMap((name) => {
    const read = (file: string): unknown =>
      JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), 'utf8'));
    if (!(read('site.json') as { locale: string }).locale.startsWith('en')) return [];
    return (read('questions.json') as Conversation[]).flatMap(({ turns: [first] }) =>
      first && !first.smallTalk && tokenize(first.question).length <= 8 ? [first.question] : [],
    );
  });
}

describe('with the English model', () => {
  const models = createLocalModels({
    folder: null,
    guard: createAddressGuard(parseAllowed('')),
  });
  afterAll(() => models.close());
  const embedder = models.embedder('');
  const reworded = intents.flatMap((intent) =>
    rewordedTalk[intent].map((text) => ({ intent, text })),
  );
  const asked = siteQuestions();
  const vectors = new Map<string, Float32Array>();
  let nearest: NearestIntent;
  beforeAll(async () => {
    const phrases = intents.flatMap((intent) => languageIn('en').intents[intent].phrases);
    // Alone, as in the chat: beside others a text has a slightly different vector.
    for (const text of new Set([...phrases, ...reworded.map(({ text }) => text), ...asked])) {
      const [vector] = await embedder.embed([text], { purpose: 'query', signal });
      vectors.set(text, vector!);
    }
    const known = (text: string) => vectors.get(text) ?? new Float32Array(0);
    nearest = createNearestIntent({
      indexes: {
        known: () => Promise.resolve({ active: index(embedder.id), next: null }),
        embedder: () => ({ ...embedder, embed: (of) => Promise.resolve(of.map(known)) }),
      },
      embedQuery: (_index, text) => Promise.resolve(known(text)),
      log: createLog('silent'),
    });
    await find('Warm up?');
    await settle();
  }, 120_000);

  const find = async (text: string) =>
    (await nearest(understand(text), { settings, locale: 'en_GB', signal }))?.intent;

  test('four of ten reworded messages are found, most with the right intent', async () => {
    const found = await Promise.all(
      reworded.map(async ({ text, intent }) => ({ text, intent, as: await find(text) })),
    );
    const known = found.filter(({ as }) => as !== undefined);
    expect(known.length / found.length).toBeGreaterThan(0.4);
    expect(known.filter(({ as, intent }) => as !== intent).length).toBeLessThanOrEqual(2);
  });

  test('no question about a site is small talk', async () => {
    expect(asked.length).toBeGreaterThan(300);
    const found = await Promise.all(asked.map(async (text) => ({ text, as: await find(text) })));
    expect(found.filter(({ as }) => as !== undefined)).toEqual([]);
  });
});
