import { describe, expect, test } from '@jest/globals';
import { csvField, exportTurns } from '../../server/chat/export-turns.ts';
import type { ExportedTurn } from '../../server/storage/conversations.ts';

const turn: ExportedTurn = {
  at: Date.UTC(2026, 4, 17, 12),
  session: 's-1',
  question: 'When, "exactly"?',
  pageUrl: 'https://site.example/visit/',
  language: 'en',
  answer: {
    content: 'At noon [1].\nOr later.',
    outcome: 'answered',
    feedback: 'down',
    comment: '=HYPERLINK("http://evil.example")',
    urls: ['https://site.example/a/', 'https://site.example/b/'],
    model: 'fake:model',
    tokens: 13,
    cachedTokens: 4,
    ms: 42,
  },
};

describe('a field', () => {
  test.each([
    ['words', 'At noon.', 'At noon.'],
    ['a number', 13, '13'],
    ['a comma', 'At noon, or later', '"At noon, or later"'],
    ['a quote', 'the "swan"', '"the ""swan"""'],
    ['lines', 'a\r\nb', '"a\r\nb"'],
    ['=', '=1+1', "'=1+1"],
    ['+', '+49 30', "'+49 30"],
    ['-', '-1', "'-1"],
    ['@', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', '"\'\t\'=1"'],
    ['a carriage return', '\r=1', "'=1"],
    ['controls of a terminal', 'a\u001b[2J\u0007\u007f\u009b31mb\rc', 'a[2J31mbc'],
    ['a full-width sign', '＝1+1', "'＝1+1"],
    ['a quote before the sign', '"=1+1', '"\'""=1+1"'],
    ['a formula behind a semicolon', 'x;=cmd()', '"x;\'=cmd()"'],
    ['a formula behind a comma', 'x,=cmd()', '"x,\'=cmd()"'],
    ['a formula in a new line', 'x\n=cmd()', '"x\n\'=cmd()"'],
    ['a formula behind a separator and a quote', 'x;"=cmd()"', '"x;\'""=cmd()"""'],
    ['a sign within words', '1+1=2, a-b', '"1+1=2, a-b"'],
  ])('with %s', (_what, value, field) => {
    expect(csvField(value)).toBe(field);
  });

  test('of many quotes is written in no time', () => {
    const started = performance.now();
    csvField(';"'.repeat(200_000) + '"'.repeat(400_000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

async function all(texts: AsyncIterable<string>): Promise<string[]> {
  const found = [];
  for await (const text of texts) found.push(text);
  return found;
}

/** Yields batches of ids and counts how many were asked for. */
function source(batches: number, read = () => Promise.resolve([turn])) {
  const asked = { batches: 0 };
  return {
    asked,
    async *all() {
      for (let id = 1; id <= batches; id++) {
        asked.batches = id;
        yield await Promise.resolve([id]);
      }
    },
    async *exported() {
      yield await read();
    },
  };
}

test('a file begins with the mark of UTF-8 and the names of the columns', async () => {
  const texts = await all(exportTurns(source(2), { search: '' }));
  expect(texts[0]).toBe(
    '\ufefftime,session,question,answer,outcome,rating,comment,sources,page,language,model,tokens,cached_tokens,ms\r\n',
  );
  const row = [
    '2026-05-17T12:00:00.000Z',
    's-1',
    '"When, ""exactly""?"',
    '"At noon [1].\nOr later."',
    'answered',
    'down',
    '"\'=HYPERLINK(""http://evil.example"")"',
    '"https://site.example/a/\nhttps://site.example/b/"',
    'https://site.example/visit/,en,fake:model,13,4,42\r\n',
  ].join(',');
  expect(texts.slice(1)).toEqual([row, row]);
});

test('nothing but the next batch is read before the last one is taken', async () => {
  const from = source(10);
  const texts = exportTurns(from, { search: '' });
  await texts.next();
  await texts.next();
  expect(from.asked.batches).toBe(2);
  await texts.return(undefined);
});

test('a failure to read is thrown', async () => {
  const from = source(2, () => Promise.reject(new Error('The database is gone.')));
  await expect(all(exportTurns(from, { search: '' }))).rejects.toThrow('gone');
});
