import { expect, test } from '@jest/globals';
import type { CallResult } from '../../server/mcp/connection.ts';
import { toOutcome } from '../../server/mcp/tool-result.ts';

const text = (words: string) => ({ type: 'text', text: words }) as const;

const cases: [string, CallResult, string][] = [
  ['texts', { content: [text('One.'), text('Two.')] }, 'One.\n\nTwo.'],
  [
    'a summary beside structure',
    { content: [text('2 projects.')], structuredContent: { projects: ['Mill', 'Barn'] } },
    '2 projects.\n\n{"projects":["Mill","Barn"]}',
  ],
  [
    'structure, and the same as text',
    { content: [text('{ "b": [1], "a": 3 }')], structuredContent: { a: 3, b: [1] } },
    '{ "b": [1], "a": 3 }',
  ],
  ['structure alone', { content: [], structuredContent: { stock: 3 } }, '{"stock":3}'],
  [
    'a picture with its structure',
    {
      content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
      structuredContent: [1, 2],
    },
    '[1,2]\n\n[An image (image/png), not shown]',
  ],
  [
    'a sound',
    { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] },
    '[A sound (audio/wav), not played]',
  ],
  [
    'resources',
    {
      content: [
        { type: 'resource_link', name: 'menu', title: 'The menu', uri: 'shop://menu' },
        { type: 'resource', resource: { uri: 'shop://a', text: 'Soup' } },
        { type: 'resource', resource: { uri: 'shop://b', blob: 'AAAA' } },
      ],
    },
    '[A resource: The menu, shop://menu]\n\nSoup\n\n[A file: shop://b, not shown]',
  ],
  ['nothing', { content: [] }, 'The tool said nothing.'],
];

test.each(cases)('%s', (_what, result, content) => {
  expect(toOutcome(result, 1000)).toEqual({ ok: true, content });
});

test('an error is one, also without words', () => {
  expect(toOutcome({ isError: true, content: [text('No such article.')] }, 1000)).toEqual({
    ok: false,
    content: 'No such article.',
  });
  const { ok, content } = toOutcome({ isError: true, content: [] }, 1000);
  expect([ok, content]).toEqual([false, 'The tool failed and did not say why.']);
});

test('too much is cut, never within a character, and the model is told', () => {
  for (let length = 100; length < 104; length++) {
    const { content } = toOutcome({ content: [text('🦢'.repeat(500))] }, length);
    expect(content.length).toBeLessThanOrEqual(length);
    expect(content).toMatch(/^🦢+\n\n\[Cut: this is the beginning of 1000 characters\.\]$/u);
  }
});
