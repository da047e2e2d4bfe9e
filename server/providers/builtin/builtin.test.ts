import { describe, expect, test } from '@jest/globals';
import { builtinAnswerer } from './builtin.ts';
import { describeLanguageModel } from '../../../test/conformance/language-model.ts';
import type { Grounding, ModelEvent, ModelRequest } from '../language-model.ts';

describe('the port', () => {
  describeLanguageModel('builtin', () => ({ model: builtinAnswerer() }));
});

describe('the built-in model', () => {
  const model = builtinAnswerer();
  const question = 'When is the museum open on Sunday?';
  const text = 'On Sunday the museum is open from 10 a.m. to 4 p.m.';

  const quotation = `**Hours** says:\n\n> **${text}** [1]`;

  function request(
    quoted: string,
    over: Partial<Grounding> & { maxTokens?: number } = {},
  ): ModelRequest {
    const { maxTokens = 1024, ...grounding } = over;
    return {
      messages: [{ role: 'user', content: question }],
      maxTokens,
      temperature: 0.3,
      reasoningEffort: null,
      tools: [],
      toolChoice: 'none',
      grounding: {
        greeting: null,
        quote: () => Promise.resolve(quoted),
        ...grounding,
      },
    };
  }

  async function run(asked: ModelRequest) {
    const { signal } = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.stream(asked, { signal })) events.push(event);
    const said = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
    return { events, said, last: events.at(-1) };
  }

  test('says the quotation that it is given', async () => {
    const { said, last } = await run(request(quotation));
    expect(said).toBe(quotation);
    expect(last).toEqual({ type: 'finish', reason: 'stop' });
  });

  test.each([
    ['no quotation', request('')],
    ['nothing to answer from', { ...request(quotation), grounding: undefined as never }],
  ])('refuses without a word with %s', async (_case, asked) => {
    const { said, last } = await run(asked);
    expect(said).toBe('');
    expect(last).toEqual({ type: 'finish', reason: 'refusal' });
  });

  test('returns a greeting', async () => {
    const { said, last } = await run(request('', { greeting: 'Hello!' }));
    expect(said).toBe('Hello!');
    expect(last).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('stops at the token limit', async () => {
    const { said, last } = await run(request(quotation, { maxTokens: 5 }));
    expect(said.length).toBeLessThanOrEqual(20);
    expect(quotation.startsWith(said)).toBe(true);
    expect(last).toEqual({ type: 'finish', reason: 'length' });
  });
});
