import { expect, jest, test } from '@jest/globals';
import { createCandidates } from '../../../server/chat/gaps/gap-candidates.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import type { ComparedQuestion } from '../../../server/storage/gaps.ts';

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
  const candidates = createCandidates({
    latest: (language, limit) => {
      const ids = Array.from({ length: count }, (_, n) => languages.indexOf(language) * 1000 + n);
      return Promise.resolve(ids.slice(0, limit).map((id) => ({ id, questionId: id })));
    },
    compared: read,
  });
  return {
    candidates: (language: string, synonyms: string[] = []) =>
      candidates(language, { ...settingsDefaults, chat: { ...settingsDefaults.chat, synonyms } }),
    read,
  };
}

test('the latest gaps of a language stay in memory', async () => {
  const { candidates, read } = site(600);
  expect(await candidates('en')).toHaveLength(500);
  read.mockClear();
  expect(await candidates('en')).toHaveLength(500);
  expect(read).not.toHaveBeenCalled();
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
    (await candidates('en', synonyms))[0]![1].wording.meant.hasWord('mere');
  expect(await meant([])).toBe(false);
  expect(await meant(['pond, mere'])).toBe(true);
  expect(await meant([])).toBe(false);
});
