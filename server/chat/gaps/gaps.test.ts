import {
  expect,
  jest,
  test,
  afterAll,
  beforeAll,
  describe,
  afterEach,
  beforeEach,
} from '@jest/globals';
import { GapCandidates, nearestGap, type Compared, NoteGaps } from './gaps.ts';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import { type ComparedQuestion, Gaps } from '../../storage/gaps.ts';
import { AddressGuard, parseAllowed } from '../../net/address-guard.ts';
import { LocalModels } from '../../providers/local/local-models.ts';
import { wordingOf } from '../../question/likeness.ts';
import type { Outcome } from '../../contract/chat.ts';
import type { Gap, GapsQuery } from '../../contract/gaps.ts';
import type { EmbeddingIndexes } from '../../embedding/embedding-indexes.ts';
import type { EmbedQuery } from '../../embedding/query-embeddings.ts';
import { createLog } from '../../runtime/log.ts';
import { Chats, insertTurn } from '../../storage/chats.ts';
import type { Database } from '../../storage/database.ts';
import { until } from '../../../test/fakes/wait.ts';
import { memoryDatabase } from '../../../test/storage/memory-database.ts';

describe('the nearest gap', () => {
  // The words of five hundred questions are understood, which a busy machine takes long for.
  jest.setTimeout(60_000);

  /** Languages with so many gaps each. */
  function site(count: number) {
    const languages = ['en', 'de', 'fr'];
    const read = jest.fn((ids: readonly number[]) =>
      Promise.resolve(
        new Map(
          ids.map((id): [number, ComparedQuestion] => [
            id,
            { text: `Where is pond ${id}, and may I swim in it?`, space: null, vector: null },
          ]),
        ),
      ),
    );
    const candidates = new GapCandidates({
      latest: (language, limit) => {
        const ids = Array.from({ length: count }, (_, n) => languages.indexOf(language) * 1000 + n);
        return Promise.resolve(ids.slice(0, limit).map((id) => ({ id, questionId: id })));
      },
      compared: read,
    });
    return {
      candidates: (language: string, synonyms: string[] = []) =>
        candidates.of(language, {
          ...settingsDefaults,
          chat: { ...settingsDefaults.chat, synonyms },
        }),
      read,
    };
  }

  test('the latest gaps of a language stay in memory', async () => {
    const { candidates, read } = site(600);
    expect(await candidates('en')).toHaveLength(500);
    read.mockClear();
    expect(await candidates('en')).toHaveLength(500);
    expect(read.mock.calls.flat(2)).toEqual([]);
  });

  test('a question is compared with all gaps of its language, however many others have', async () => {
    const { candidates } = site(400);
    for (const language of ['en', 'de', 'fr', 'en', 'de'])
      expect((await candidates(language)).map(([id]) => id % 1000)).toEqual(
        Array.from({ length: 400 }, (_, n) => n),
      );
  });

  test('the owner’s synonyms count from the next question on', async () => {
    const { candidates } = site(1);
    const meant = async (synonyms: string[]) =>
      (await candidates('en', synonyms))[0]![1].wording.synonyms.hasWord('mere');
    expect(await meant([])).toBe(false);
    expect(await meant(['pond, mere'])).toBe(true);
    expect(await meant([])).toBe(false);
  });

  /** Each line: ways to ask for one thing. */
  const asked = `Do you have a swimming pool? | Is there a pool to swim in? | swimming pool?
Who is the mayor of the town? | who's the mayor of the town | Name of the mayor of the town?
What is the phone number of the police? | What's the police phone number? | How can I call the police?
Where can I see the old map? | where is the old map
Can I do a helicopter tour over the bay? | Are there helicopter tours over the bay?
Can I bring a stroller? | Can I bring a buggy for my baby?
Do you exhibit dinosaurs? | Are there any dinosaurs in the exhibition?
Does the museum accept credit cards? | Do you take credit cards?
Where are the toilets? | Are there toilets?
Can I get a meal there? | Is there a café? | Do you have a restaurant?
Is there parking? | Where can I park my car?
Can I rent a kayak?
Can I rent a wheelchair?
Can I bring my dog?
Are you open on Christmas Eve?
Do you open on Mondays?
What time does the café close on Thursday?
Can I buy a present card for a friend?
Is there a guided tour in Spanish?
Is there a discount for students?
Is there a loo for the disabled?`
    .split('\n')
    .map((line) => line.split(' | '));

  /** Near by meaning, and with some words in common. */
  const onlyWithVectors = [
    ['Where is the ancient map displayed?', 'Where can I see the old map?'],
  ] as const;

  const plain = (text: string, language = 'en', synonyms: string[] = []): Compared => ({
    wording: wordingOf(text, { language, synonyms }),
    space: null,
    vector: null,
  });

  /** Opens a gap for each question that none has, as the chat does, and returns what is in each. */
  function grouped(questions: readonly (readonly [string, Compared])[]): string[][] {
    const groups: string[][] = [];
    const latest: [number, Compared][] = [];
    for (const [text, question] of questions) {
      const found = nearestGap(question, latest) ?? groups.push([]) - 1;
      groups[found]!.push(text);
      latest[found] = [found, question];
    }
    return groups;
  }

  describe('by words alone', () => {
    test('paraphrases join, and questions for other things stay apart', () => {
      // The first of each line comes before the others, so that all are there to be mistaken for.
      const order = [0, 1, 2].flatMap((place) => asked.flatMap((line) => line[place] ?? []));
      const groups = grouped(order.map((text) => [text, plain(text)]));
      expect(groups.map((group) => group.join(' | '))).toEqual(
        asked.map((line) => line.join(' | ')),
      );
    });

    test.each([
      ['When is the tower open?', 'Where is the tower?'],
      ['Can I come with a dog?', 'Can I come without a dog?'],
      ['Tickets for 2026', 'Tickets for 2027'],
      ['?!', '…'],
    ])('“%s” and “%s” are two gaps', (one, other) => {
      expect(nearestGap(plain(other), [[1, plain(one)]])).toBeNull();
    });

    test.each([
      ['de', 'Kann man hier Kajaks leihen?', 'Kajak leihen'],
      ['ja', '駐車場はありますか?', '駐車場はどこですか'],
      ['ar', 'هل يوجد موقف سيارات؟', 'أين موقف السيارات؟'],
    ])('in %s, “%s” and “%s” are one', (language, one, other) => {
      expect(nearestGap(plain(other, language), [[1, plain(one, language)]])).toBe(1);
    });

    test('words that the owner has joined mean the same', () => {
      const [one, other] = ['Where do I get a lanyard?', 'Where do I get a badge strap?'];
      expect(nearestGap(plain(other), [[1, plain(one)]])).toBeNull();
      const own = ['lanyard, badge strap'];
      expect(nearestGap(plain(other, 'en', own), [[1, plain(one, 'en', own)]])).toBe(1);
    });
  });

  describe('with vectors', () => {
    const { signal } = new AbortController();
    const space = { embedder: 'local:all-minilm-l6-v2', dimensions: 384 };
    let models: LocalModels;
    const known = new Map<string, Compared>();
    beforeAll(async () => {
      const guard = new AddressGuard(parseAllowed(''));
      models = new LocalModels({ folder: null, guard });
      const texts = [...asked.flat(), ...onlyWithVectors.map(([question]) => question)];
      const vectors = await models.embedder('').embed(texts, { purpose: 'query', signal });
      texts.forEach((text, index) => {
        known.set(text, { ...plain(text), space, vector: vectors[index]! });
      });
    });
    afterAll(() => models.close());

    const others = () => asked.map(([text], index) => [index, known.get(text!)!] as const);
    const placeOf = (text: string) => asked.findIndex(([first]) => first === text);

    test.each(onlyWithVectors)('“%s” joins “%s”', (question, gap) => {
      expect(nearestGap(plain(question), others())).toBeNull();
      expect(nearestGap(known.get(question)!, others())).toBe(placeOf(gap));
    });

    test('what is one by words stays so, and nothing else joins', () => {
      const order = [0, 1, 2].flatMap((place) => asked.flatMap((line) => line[place] ?? []));
      const groups = grouped(order.map((text) => [text, known.get(text)!]));
      expect(groups.map((group) => group.join(' | '))).toEqual(
        asked.map((line) => line.join(' | ')),
      );
    });

    test('vectors of another space, or of too few gaps, say nothing', () => {
      const [question, gap] = onlyWithVectors[0];
      const elsewhere = others().map(([id, each]) => {
        return [id, { ...each, space: { ...space, embedder: 'other' } }] as const;
      });
      expect(nearestGap(known.get(question)!, elsewhere)).toBeNull();
      expect(nearestGap(known.get(question)!, [[1, known.get(gap)!]])).toBeNull();
    });
  });
});

describe('an answer that was not good enough', () => {
  const query: GapsQuery = {
    ...{ page: 1, per_page: 20, search: '', order: 'desc', orderby: 'count', state: 'open' },
  };
  const active = {
    choice: { provider: 'openai', model: 'x', base_url: '' },
    ...{ embedder: 'openai:x', dimensions: 2 },
  };

  let database: Database;
  let embedQuery: jest.Mock<EmbedQuery>;
  let warned: jest.Mock;
  let failed: jest.Mock;
  let noteGaps: NoteGaps;
  beforeEach(async () => {
    database = await memoryDatabase();
    embedQuery = jest.fn(() => Promise.resolve(Float32Array.of(1, 0)));
    [warned, failed] = [jest.fn(), jest.fn()];
    noteGaps = new NoteGaps({
      gaps: new Gaps(database, Date.now),
      settings: { get: () => Promise.resolve(settingsDefaults) },
      indexes: { known: () => Promise.resolve(active) } as unknown as EmbeddingIndexes,
      embedQuery,
      log: Object.assign(createLog('silent'), { warn: warned, error: failed }),
    });
  });
  afterEach(async () => {
    await noteGaps.stop();
    await database.close();
  });

  /** Stores a question with its answer, and returns the answer's id. */
  async function answered(content: string, outcome: Outcome = 'refused'): Promise<number> {
    const { id: session_id } = await new Chats(database, Date.now).open('', '', '');
    const turn = { session_id, created_at: Date.now() };
    const asked = await insertTurn(database.query, {
      ...{ ...turn, role: 'user', content, language: 'en' },
    });
    return insertTurn(database.query, {
      ...{ ...turn, role: 'assistant', content: 'No.', outcome, question_id: asked },
    });
  }

  const list = async (): Promise<Gap[]> => (await new Gaps(database, Date.now).list(query)).rows;
  const vectors = () =>
    database.query.selectFrom('gaps').select(['question', 'embedder', 'dimensions']).execute();

  test('a question is stored with its vector, as it was searched for', async () => {
    noteGaps.note(await answered('And on Sundays?'), 'Is there a pool? And on Sundays?');
    await until('the gap', async () => (await vectors()).length === 1);
    expect(await vectors()).toEqual([
      { question: 'Is there a pool? And on Sundays?', embedder: 'openai:x', dimensions: 2 },
    ]);
    expect(embedQuery.mock.calls[0]?.[1]).toBe('Is there a pool? And on Sundays?');
  });

  test('without its vector a question is compared by its words', async () => {
    embedQuery.mockImplementation(() => Promise.reject(new Error('The vendor is down.')));
    noteGaps.note(await answered('Is there a pool?', 'failed'));
    noteGaps.note(await answered('a pool?', 'closest'));
    await until('both', async () => (await list())[0]?.count === 2);
    expect(await list()).toMatchObject([{ question: 'a pool?', reasons: ['closest', 'failed'] }]);
    expect(await vectors()).toEqual([{ question: 'a pool?', embedder: '', dimensions: 0 }]);
  });

  test('an error is logged, and the next question is added', async () => {
    const first = await answered('Is there a pool?');
    const second = await answered('Is there a helipad?');
    await database.execute([
      `CREATE TRIGGER broken BEFORE INSERT ON wp_rag_gaps WHEN NEW.question LIKE '%pool%'
     BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    ]);
    noteGaps.note(first);
    noteGaps.note(second);
    await until('the second', async () => (await list()).length === 1);
    expect(failed).toHaveBeenCalledTimes(1);
  });

  test('only so many wait', async () => {
    for (let id = 1; id <= 1002; id++) noteGaps.note(id);
    expect(warned).toHaveBeenCalled();
    await noteGaps.stop();
  });
});
