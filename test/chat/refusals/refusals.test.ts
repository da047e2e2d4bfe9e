import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CitationWriter } from '../../../server/chat/citations/citations.ts';
import { Draft } from '../../../server/chat/draft.ts';
import { isRefusal } from '../../../server/chat/refusal.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import { languageCodes, languageIn } from '../../../server/language/languages.ts';
import { understand } from '../../../server/question/understand.ts';
import { passage } from '../../retrieval/passage.ts';

interface Written {
  text: string;
  form: string;
  sources?: number;
  tool?: boolean;
}

const all = JSON.parse(readFileSync(new URL('refusals.json', import.meta.url), 'utf8')) as Record<
  'refusals' | 'answers',
  Written[]
>;

/** Reads an answer as the chat does, in pieces of so many characters. */
function read({ text, sources = 5, tool = false }: Written, size: number) {
  const draft = new Draft(() => 1);
  draft.citations = new CitationWriter(Array.from({ length: sources }, (_, n) => passage(n + 1)));
  const events = [];
  for (let at = 0; at < text.length; at += size) {
    events.push(...draft.take({ type: 'text', text: text.slice(at, at + size) }, false));
  }
  events.push(...draft.end());
  const shown = events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
  const said = {
    text: draft.text,
    hasNone: draft.hasNone,
    isCited: draft.citations.passages.length > 0,
    hasTool: tool,
  };
  return { shown, isRefused: isRefusal(said, understand('When?'), settingsDefaults) };
}

test.each(['refusals', 'answers'] as const)('%s are told apart, however they come', (kind) => {
  expect(all[kind].length).toBeGreaterThanOrEqual(100);
  const wrong = all[kind].filter((written) =>
    [1, 7, 10_000].some((size) => read(written, size).isRefused !== (kind === 'refusals')),
  );
  expect(wrong).toEqual([]);
});

test('nobody reads the mark', () => {
  for (const written of all.refusals) expect(read(written, 3).shown).not.toMatch(/[[【]\s*none/i);
});

describe('where the model may answer without sources', () => {
  const settings = { ...settingsDefaults, chat: { ...settingsDefaults.chat, strict: false } };
  const isRefused = (text: string, isCited = false) =>
    isRefusal({ text, isCited, hasNone: false, hasTool: false }, { isSmallTalk: false }, settings);

  test.each(languageCodes)('our own sentences in %s are no answer', (code) => {
    const { nothing, refusal, nearest } = languageIn(code).sentences;
    const topical = nothing.replace('{topic}', 'Boat 2');
    for (const text of [topical, refusal, nearest]) {
      expect(isRefused(`**${text}**\n\nhttps://harbour.example/?s=Boat`)).toBe(true);
    }
    for (const text of [topical, refusal]) expect(isRefused(`${text} [1]`, true)).toBe(true);
  });

  test.each([
    'I found nothing about lockers, but the desk keeps bags.',
    'Zu Fuß sind es zehn Minuten.',
    'O lodích: půjčovna je otevřena denně.',
  ])('%s is one', (text) => {
    expect(isRefused(text)).toBe(false);
  });

  test('and so is our sentence with more behind it that is cited', () => {
    expect(
      isRefused('I found nothing about “bags” on this site. The desk keeps them [1].', true),
    ).toBe(false);
  });
});
