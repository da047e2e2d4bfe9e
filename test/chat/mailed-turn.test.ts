import { expect, test } from '@jest/globals';
import type { Turn } from '../../server/contract/chat.ts';
import { mailedTurn } from '../../server/chat/mailed-turn.ts';

const url = 'https://example.org/visit/';
const page = { title: 'Visit', url: `${url}#:~:text=Monday`, kind: 'post' as const };
const turn = (content: string, more: Partial<Turn>) =>
  ({ role: 'assistant', content, citations: [], ...more }) as unknown as Turn;

test('a mailed answer names its source and the pages below it, as they are opened by hand', () => {
  const quotation = '**Opening hours** says:\n\n> Open from ten. **Closed on Monday.** [1]';
  const source = { ...page, n: 1, url, section: 'Opening hours', excerpt: '' };
  const closest = [{ ...page, section: '', passage: 'At noon.', marks: [] }];
  expect(mailedTurn(turn(quotation, { citations: [source], closest })).content).toBe(
    `${quotation}\n\n[1] Visit › Opening hours ${url}\n\n- Visit ${url}`,
  );
});

test('a question and an answer without sources are mailed as they are', () => {
  expect(mailedTurn(turn('Hello!', {}))).toEqual({ role: 'assistant', content: 'Hello!' });
});
