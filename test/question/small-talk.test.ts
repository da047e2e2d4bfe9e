import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import {
  intents,
  languageCodes,
  languageIn,
  type Intent,
} from '../../server/language/languages.ts';
import {
  intentOf,
  isReply,
  replyTo,
  withoutSmallTalk,
  createNearestIntent,
  type NearestIntent,
} from '../../server/question/intents.ts';
import { languageOf } from '../../server/text/language.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { EmbeddingIndex } from '../../server/embedding/index-state.ts';
import type { EmbedQuery } from '../../server/embedding/query-embeddings.ts';
import { AddressGuard, parseAllowed } from '../../server/net/address-guard.ts';
import { LocalModels } from '../../server/providers/local/local-models.ts';
import type { Embedder } from '../../server/providers/embedder.ts';
import { asSmallTalk, understand } from '../../server/question/understand.ts';
import { tokenize } from '../../server/text/tokenize.ts';
import { createLog } from '../../server/runtime/log.ts';
import { sampled } from '../full-runs.ts';
import { asksAboutTheSite, messages, rewordedTalk } from './small-talk-messages.ts';

const spoken = (text: string, locale: string) => ({ language: languageOf(text, locale), locale });
const found = (text: string, locale = '') => intentOf(text, spoken(text, locale), 'Anna Bell');

/** Returns the reply to a message; undefined: it asks about the site. */
function replied(text: string, locale = '', contact = '') {
  const talk = found(text, locale);
  return talk ? replyTo(talk, contact) : undefined;
}

const english: [string, Intent][] = [
  ['Hello!! 👋', 'greeting'],
  ['hi there, can I ask something?', 'greeting'],
  ['thanks, that was great!', 'thanks'],
  ['thats great', 'thanks'],
  ['ok thanks bye', 'bye'],
  ['👍', 'ok'],
  ['hello, are you a bot', 'who'],
  ['I want to talk to a human!', 'human'],
  ['Can I speak with a real person, please?', 'human'],
  ['thnaks', 'thanks'],
  ['helllooooo', 'greeting'],
  ['Good mornig', 'greeting'],
  ['Hi Anna!', 'greeting'],
  ['Thank you, Anna Bell', 'thanks'],
];

test.each(english)('%s is %s', (message, intent) => {
  expect(found(message)?.intent).toBe(intent);
});

describe.each(languageCodes)('in %s', (language) => {
  const { intents: given } = languageIn(language);

  test.each(intents)('each phrase of %s is found, also in capitals and with a mark', (intent) => {
    for (const phrase of given[intent].phrases) {
      expect([phrase, found(phrase, language)]).toEqual([phrase, { intent, language }]);
      const loud = found(`${phrase.toLocaleUpperCase(language)}!`, language);
      expect([phrase, loud?.intent]).toEqual([phrase, intent]);
    }
  });

  test('a visitor who greets or thanks on an English page is answered', () => {
    for (const intent of ['greeting', 'thanks'] as const) {
      for (const phrase of given[intent].phrases) {
        expect([phrase, found(phrase, 'en_US')?.intent]).toEqual([phrase, intent]);
      }
    }
  });
});

test.each(
  Object.entries(messages).flatMap(([language, all]) =>
    all.map((each) => [language, ...each] as const),
  ),
)('in %s, %s: %s', (language, intent, message) => {
  expect(found(message, language)).toEqual({ intent, language });
});

test.each(asksAboutTheSite)('%s is no small talk', (message) => {
  expect(found(message)).toBeNull();
});

describe('the reply', () => {
  test('is in the language of the message, also on a page in another', () => {
    expect(replied('Vielen Dank!', 'en_US')).toMatch(/^Gern geschehen/);
    expect(replied('thank you', 'de_DE')).toMatch(/^You are welcome/);
  });

  test('is in the language of the page if the message is of both', () => {
    expect(replied('ok', 'de_DE')).toMatch(/^In Ordnung/);
    expect(replied('hallo', 'de_DE')).toMatch(/^Hallo! Was/);
    expect(replied('hallo', 'nl_NL')).toMatch(/^Hallo! Wat/);
    expect(replied('👍', 'fr_FR')).toMatch(/^D’accord/);
    expect(replied('ok')).toMatch(/^All right/);
  });

  test('names the owner’s contact to those who ask for a person', () => {
    expect(replied('Can I talk to a human?', '', 'Call 555-0100 for $& or $1.')).toBe(
      'You can reach a person here: Call 555-0100 for $& or $1.',
    );
    expect(replied('Can I talk to a human?')).toMatch(/cannot connect you .* contact page/);
  });

  test('is known as such', () => {
    expect(isReply(replied('Merci beaucoup') ?? '')).toBe(true);
    expect(isReply('Which day?')).toBe(false);
  });
});

test.each([
  ['thanks, and when do you open?', 'and when do you open?'],
  ['Hi! Do you have lockers? Thanks!', 'Do you have lockers?'],
  ['hi do you have lockers', 'do you have lockers'],
  ['Guten Tag, gibt es Schließfächer?', 'gibt es Schließfächer?'],
  ['谢谢，你们几点开门？', '你们几点开门？'],
  ['Hello Kitty exhibition opening times', 'Hello Kitty exhibition opening times'],
  ['great hall opening hours', 'great hall opening hours'],
  ['Is it open on 3.10. at 9:30?', 'Is it open on 3.10. at 9:30?'],
  ['Thanks!', 'Thanks!'],
  ['???', '???'],
])('%s is searched for as %s', (message, searched) => {
  expect(withoutSmallTalk(message, spoken(message, ''))).toBe(searched);
});

test('a long message takes no long time', () => {
  const started = performance.now();
  for (const word of ['hi ', 'hallo, ', '你好', 'ขอบคุณ', 'a'.repeat(50), 'thankss ']) {
    const text = word.repeat(Math.floor(4000 / word.length));
    withoutSmallTalk(text, { language: '', locale: '' });
  }
  expect(performance.now() - started).toBeLessThan(2000);
});

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
        known: () => Promise.resolve(active),
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
  const models = new LocalModels({
    folder: null,
    guard: new AddressGuard(parseAllowed('')),
  });
  afterAll(() => models.close());
  const embedder = models.embedder('');
  const reworded = intents.flatMap((intent) =>
    rewordedTalk[intent].map((text) => ({ intent, text })),
  );
  const asked = sampled(siteQuestions());
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
        known: () => Promise.resolve(index(embedder.id)),
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
    expect(siteQuestions().length).toBeGreaterThan(300);
    const found = await Promise.all(asked.map(async (text) => ({ text, as: await find(text) })));
    expect(found.filter(({ as }) => as !== undefined)).toEqual([]);
  });
});
