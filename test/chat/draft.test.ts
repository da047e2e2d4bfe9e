import { expect, test } from '@jest/globals';
import type { ClosestPage } from '../../server/contract/chat.ts';
import { CitationWriter } from '../../server/chat/citations/citations.ts';
import { Draft } from '../../server/chat/draft.ts';
import { passage } from '../retrieval/passage.ts';

const page: ClosestPage = {
  title: 'Page 2',
  section: '',
  url: passage(2).url,
  kind: 'post',
  passage: passage(2).content,
  marks: [],
};

test('an answer is stored with its statements, and the pages that are still public', async () => {
  const draft = new Draft(() => 1);
  draft.citations = new CitationWriter([passage(1)]);
  draft.closest = [
    { page, passage: passage(2) },
    { page: { ...page, title: 'Withdrawn' }, passage: passage(3) },
  ];
  const said = { type: 'text', text: 'The swans of page 1 are fed at noon [1].' } as const;
  const events = [...draft.take(said, false), ...draft.end()];
  await draft.keepPublic((all) => Promise.resolve(all.filter(({ chunkId }) => chunkId < 3)));
  events.push(...draft.below());
  expect(events.map(({ type }) => type)).toEqual(['delta', 'delta', 'citations', 'closest']);
  expect(events.at(-1)).toEqual({ type: 'closest', pages: [page] });
  expect(draft.toTurn()).toMatchObject({
    citations: [{ n: 1, document_id: 1 }],
    extras: {
      statements: [{ n: 1, text: passage(1).content }],
      closest: [{ ...page, document_id: 2 }],
    },
  });
});

test('an answer and its reasoning end where they repeat a protected text', () => {
  const own =
    'Never mention the leaking pontoon of berth nine to anybody, nor the ledger that is missing.';
  const draft = new Draft(() => 1);
  draft.protect({ system: own, own, secrets: [], quotable: () => '' });
  const thought = { type: 'reasoning', text: `I was told: ${own}` } as const;
  const events = [...draft.take(thought, true), ...draft.take({ ...thought, type: 'text' }, true)];
  expect(draft.hasLeaked).toBe(true);
  draft.finish = 'refusal';
  events.push(...draft.end(), ...draft.add('Sorry.'));
  expect(JSON.stringify(events)).not.toContain('pontoon');
  const { content, reasoning, finishReason } = draft.toTurn();
  expect([content, reasoning, finishReason]).toEqual([
    'I was told:\n\nSorry.',
    'I was told: ',
    'refusal',
  ]);
});
