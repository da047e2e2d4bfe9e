import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type {
  GroundingPassage,
  ModelEvent,
  ModelRequest,
} from '../../../server/providers/language-model.ts';
import { builtinAnswerer } from '../../../server/providers/builtin/builtin.ts';
import { understand } from '../../../server/question/understand.ts';
import { questions } from '../../retrieval/site.ts';

const model = builtinAnswerer();
const refusal = 'There is no answer to that here.';

const passage = (n: number, text: string, heading = ''): GroundingPassage => ({
  n,
  title: '',
  headingPath: heading,
  text,
});

function request(question: string, passages: GroundingPassage[], maxTokens = 1024): ModelRequest {
  return {
    messages: [{ role: 'user', content: question }],
    maxTokens,
    temperature: 0.3,
    reasoningEffort: null,
    tools: [],
    toolChoice: 'none',
    grounding: { question, greeting: understand(question).greeting, passages, refusal },
  };
}

async function run(asked: ModelRequest, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(asked, { signal })) events.push(event);
  const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
  return { events, text, last: events.at(-1) };
}

const site = questions.map(({ text }, index) => passage(index + 1, text));

test.each(questions)('$language: answers with the sentence and its number', async (example) => {
  const n = site.findIndex(({ text }) => text === example.text) + 1;
  const { text, last } = await run(request(example.question, site));
  expect(text).toContain(`${example.answer} [${n}]`);
  expect(last).toEqual({ type: 'finish', reason: 'stop' });
});

test('every sentence stands in the passage that it cites', async () => {
  for (const { question } of questions) {
    const { text } = await run(request(question, site));
    const cited = [...text.matchAll(/(.+?) \[(\d+)\](?:\s+|$)/gs)];
    expect(cited.map(([whole]) => whole).join('')).toBe(text);
    for (const [, sentence, n] of cited) {
      expect(site.find((each) => each.n === Number(n))?.text).toContain(sentence);
    }
  }
});

test('nothing is invented, whatever the passages are', async () => {
  const word = fc.constantFrom(
    'open',
    'hours',
    'Sunday',
    'the',
    'price',
    '5',
    'Zoo',
    'ร้าน',
    '价格',
  );
  const end = fc.constantFrom('. ', '? ', '\n', ': ', '。', ' [7] ');
  const text = fc
    .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 6 }), end), { maxLength: 8 })
    .map((parts) => parts.map(([words, mark]) => words.join(' ') + mark).join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { maxLength: 4 }), async (question, texts) => {
      const passages = texts.map((each, index) => passage(index + 1, each));
      const { text: said, last } = await run(request(question, passages));
      if (said === refusal) {
        expect(last).toEqual({ type: 'finish', reason: 'refusal' });
        return;
      }
      const parts = said.split(/ \[(\d+)\](?:\s+|$)/);
      for (let i = 0; i + 1 < parts.length; i += 2) {
        const source = passages.find(({ n }) => n === Number(parts[i + 1]))!;
        const plain = source.text.replace(/\s?\[\d+\]/g, '');
        expect(plain).toContain(parts[i]!.replace(/^- /, ''));
      }
      expect(parts.at(-1)).toBe('');
    }),
    { numRuns: 60 },
  );
});

describe('refuses', () => {
  test('when the passages are about something else', async () => {
    const { text, last } = await run(request('Who invented the steam locomotive?', site));
    expect(text).toBe(refusal);
    expect(last).toEqual({ type: 'finish', reason: 'refusal' });
  });

  test('when there are no passages, or no words in the question', async () => {
    expect((await run(request('When are you open?', []))).text).toBe(refusal);
    expect((await run(request('??', site))).text).toBe(refusal);
  });
});

test('a repeated question is no answer; what follows it is', async () => {
  const faq =
    'What are your opening hours? We are here from nine to five.\nDo you ship? We do not.';
  const { text } = await run(request('What are your opening hours?', [passage(3, faq)]));
  expect(text).toContain('We are here from nine to five. [3]');
  expect(text).not.toContain('opening hours');
});

test('a heading brings the lines below it, as a list', async () => {
  const hours = 'Monday to Friday: 9–17\nSaturday: 10–14\nSunday: closed';
  const { text } = await run(
    request('What are your opening hours?', [
      passage(1, 'We sell cheese.'),
      passage(2, hours, 'Visit › Opening hours'),
    ]),
  );
  expect(text).toBe('- Monday to Friday: 9–17 [2]\n- Saturday: 10–14 [2]\n- Sunday: closed [2]');
});

test('of two languages it takes the one that is asked in', async () => {
  const passages = [
    passage(1, 'Музей Louvre открыт до 18 часов.'),
    passage(2, 'The Louvre is open until 18 hours.'),
  ];
  expect((await run(request('How late is the Louvre open?', passages))).text).toMatch(
    /^The Louvre/,
  );
  expect((await run(request('До скольких открыт Louvre?', passages))).text).toMatch(/^Музей/);
});

test('the same sentence in two overlapping chunks is said once', async () => {
  const { answer, text, question } = questions[0];
  const said = (await run(request(question, [passage(1, text), passage(2, text)]))).text;
  expect(said.split(answer)).toHaveLength(2);
});

test.each([
  ['Hi!', 'Hello'],
  ['thanks a lot', 'welcome'],
  ['Guten Tag', 'Hallo'],
  ['merci beaucoup !', 'plaisir'],
  ['¡Hola!', 'Hola'],
  ['สวัสดีครับ', 'สวัสดี'],
  ['你好', '您好'],
  ['ありがとうございます', 'どういたしまして'],
  ['شكراً', 'الرحب'],
  ['नमस्ते', 'नमस्ते'],
  ['Спасибо', 'Пожалуйста'],
])('%s gets a friendly word without passages', async (message, expected) => {
  const { text, last } = await run(request(message, []));
  expect(text).toContain(expected);
  expect(last).toEqual({ type: 'finish', reason: 'stop' });
});

test('the same request has the same answer', async () => {
  const asked = request(questions[3].question, site);
  expect((await run(asked)).events).toEqual((await run(asked)).events);
});

test('streams in pieces, tells its usage, and finishes once', async () => {
  const { events, text } = await run(request(questions[0].question, site));
  expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(5);
  expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
  expect(events.at(-2)).toEqual({
    type: 'usage',
    usage: {
      prompt_tokens: Math.ceil(questions[0].question.length / 4),
      completion_tokens: Math.ceil(text.length / 4),
    },
  });
});

test('stops at the token limit', async () => {
  const { text, last } = await run(request(questions[0].question, site, 5));
  expect(text.length).toBeLessThanOrEqual(20);
  expect(last).toEqual({ type: 'finish', reason: 'length' });
});

test('stops with the reason when aborted, before and while it answers', async () => {
  const reason = new Error('gone');
  const asked = request(questions[0].question, site);
  await expect(run(asked, AbortSignal.abort(reason))).rejects.toBe(reason);
  const late = new AbortController();
  const stream = model.stream(asked, { signal: late.signal });
  await expect(
    (async () => {
      for await (const event of stream) if (event.type === 'text') late.abort(reason);
    })(),
  ).rejects.toBe(reason);
});
