import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '../../../test/fakes/wait.ts';
import { memoryDatabase } from '../../../test/storage/memory-database.ts';
import type { AskReply } from '../../contract/chats.ts';
import { commonQuestionNames, questionsOfKind } from '../../contract/common-questions.ts';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import { languageIn } from '../../language/languages.ts';
import { createLog } from '../../runtime/log.ts';
import { Chunks } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import { Documents } from '../../storage/documents.ts';
import { State } from '../../storage/state.ts';
import { CommonQuestions } from './common-questions.ts';
import { kindOf, listedLanguages } from './guess-site.ts';

const missing: AskReply = {
  ...{ reply: 'Nothing.', reasoning: '', citations: [], tool_calls: [], model: '', ms: 1 },
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  ...{ outcome: 'refused', confidence: null },
};
const own: AskReply = { ...missing, reply: 'Yes.', model: 'curated', outcome: 'answered' };

let database: Database;
let documents: Documents;
let ask: jest.Mock<(question: string, locale: string, signal: AbortSignal) => Promise<AskReply>>;
let busy: boolean;
const opened: CommonQuestions[] = [];

function sidecar() {
  const log = createLog('silent');
  const site = { name: '', home_url: '', locale: 'en_GB', time_zone: 'UTC' };
  const made = new CommonQuestions({
    ...{ database, log, ask, clock: Date.now, lease: 30_000, busy: () => busy },
    chunks: new Chunks(database),
    state: new State(database),
    settings: { get: () => Promise.resolve(settingsDefaults), site: () => site as never },
  });
  opened.push(made);
  return made;
}

async function read(title: string, content: string, language = 'en') {
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: `text:${title}`, title });
  const chunk = { content, headingPath: '', page: null, offset: 0 };
  await database.transaction(async (transaction) => {
    await new Chunks(database).replace(id, '', [chunk], transaction);
    const facts = { language, chunk_count: 1 };
    await transaction.updateTable('documents').set(facts).where('id', '=', id).execute();
  });
}

const allAsked = (questions: CommonQuestions) =>
  until('all are asked', async () => (await questions.read()).asked_at !== null);

beforeEach(async () => {
  database = await memoryDatabase();
  documents = new Documents(database, Date.now);
  busy = false;
  ask = jest.fn((question) => Promise.resolve(/dog/.test(question) ? own : missing));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
  await database.close();
});

test('all questions of the kind that the content suggests are asked in both wordings, and kept', async () => {
  await read('Menu', 'Our restaurant has a table for you, dishes and desserts.');
  const first = sidecar();
  const before = await first.read();
  expect(before).toMatchObject({ kind: 'restaurant', language: 'en', asked_at: null, waiting: 0 });
  expect(before.questions).toHaveLength(20);
  expect((await first.start({})).waiting).toBeGreaterThan(0);
  await allAsked(first);
  expect(ask).toHaveBeenCalledTimes(40);
  // Another sidecar knows them, too.
  const known = await sidecar().read();
  expect(known).toMatchObject({ waiting: 0, has_changed: false, error: null });
  expect(known.questions.find(({ name }) => name === 'dogs')).toMatchObject({
    ...{ text: 'Can I bring my dog?', verdict: 'answered', says: 'Yes.', is_own: true },
  });
  expect(known.questions.find(({ name }) => name === 'parking')?.verdict).toBe('missing');
});

test('a change of the content is told until they are asked again', async () => {
  await read('Page', 'Words.');
  const questions = sidecar();
  await questions.start({});
  await allAsked(questions);
  await read('Page', 'Other words.');
  expect((await questions.read()).has_changed).toBe(true);
  await questions.start({});
  await allAsked(questions);
  expect((await questions.read()).has_changed).toBe(false);
});

test('the owner’s choices stay: kind, language, what is left out, and which answer is right', async () => {
  const questions = sidecar();
  await questions.start({ kind: 'museum', language: 'de' });
  await allAsked(questions);
  await questions.change('wifi', { is_left_out: true });
  await questions.change('dogs', { is_right: true });
  ask.mockClear();
  await questions.start({});
  await allAsked(questions);
  expect(ask).toHaveBeenCalledTimes(38);
  const { kind, language, is_chosen, questions: all } = await questions.read();
  expect({ kind, language, is_chosen }).toEqual({
    kind: 'museum',
    language: 'de',
    is_chosen: true,
  });
  expect(all.find(({ name }) => name === 'wifi')).toMatchObject({ is_left_out: true });
  expect(all.find(({ name }) => name === 'dogs')).toMatchObject({ is_right: true });
  await expect(questions.change('menu', {})).rejects.toMatchObject({ code: 'not_found' });
});

test('an answer that has changed is no longer called right', async () => {
  const questions = sidecar();
  await questions.start({ kind: 'museum' });
  await allAsked(questions);
  await questions.change('dogs', { is_right: true });
  ask.mockResolvedValue({ ...own, reply: 'No.' });
  await questions.change('dogs', {});
  const dogs = async () => (await questions.read()).questions.find(({ name }) => name === 'dogs')!;
  await until('the new answer', async () => (await dogs()).says === 'No.');
  expect((await dogs()).is_right).toBe(false);
});

test('visitors come first', async () => {
  busy = true;
  const questions = sidecar();
  await questions.start({});
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(ask).not.toHaveBeenCalled();
  busy = false;
  await allAsked(questions);
});

test('a failure is told, and the rest is asked later', async () => {
  ask.mockRejectedValue(new Error('broken'));
  const questions = sidecar();
  await questions.start({});
  await until('the failure', async () => (await questions.read()).error !== null);
  expect(await questions.read()).toMatchObject({ waiting: 20, asked_at: null });
});

test('seven languages have all questions, in two different wordings', () => {
  expect(listedLanguages()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'ja']);
  for (const code of listedLanguages()) {
    const all = Object.values(languageIn(code).questions!);
    expect(all).toHaveLength(commonQuestionNames.length);
    expect(all.filter(([shown, other]) => shown === other)).toEqual([]);
    expect(new Set(all.map(([shown]) => shown)).size).toBe(all.length);
  }
  for (const names of Object.values(questionsOfKind)) expect(new Set(names).size).toBe(20);
});

test.each([
  ['practice', 'de', ['Die Praxis ist offen.', 'Für Patienten: die Behandlung.']],
  ['shop', 'ja', ['送料と返品', '商品の配送']],
  ['other', 'en', ['A menu of colours.', 'Words.']],
] as const)('a site is a %s by its words in %s', (kind, language, texts) => {
  expect(kindOf(texts, language)).toBe(kind);
});
