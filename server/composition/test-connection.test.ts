import { describe, expect, test } from '@jest/globals';
import { testConnection } from './test-connection.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { AppError } from '../errors/app-error.ts';
import type { LanguageModel, ModelEvent } from '../providers/language-model.ts';
import { vendorRefused } from '../providers/shared/vendor-error.ts';
import { createLog } from '../runtime/log.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

const answering = (events: ModelEvent[], name?: string): LanguageModel => ({
  id: 'fake:model',
  async *stream(_request, { named }) {
    if (name !== undefined) named?.(name);
    yield* await Promise.resolve(events);
  },
});

const tested = (
  events: ModelEvent[] | LanguageModel,
  requireAllowed: (provider: string) => void = () => undefined,
) => {
  const model = Array.isArray(events) ? answering(events) : events;
  const parts = {
    settings: { patched: () => Promise.resolve(settingsDefaults) },
    providers: { languageModel: () => model, requireAllowed },
    log: createLog('silent'),
  } as unknown as Parameters<typeof testConnection>[0];
  return testConnection(parts, 'llm', {}, new AbortController().signal);
};

test('a provider that the site does not let be called is not tested by another', async () => {
  const reply = await tested([{ type: 'text', text: 'Hello!' }], (provider) => {
    throw new AppError('not_configured', { message: `${provider} is off.` });
  });
  expect(reply).toMatchObject({ ok: false, code: 'not_configured', message: 'builtin is off.' });
});

const hello: ModelEvent[] = [
  { type: 'text', text: 'Hello!' },
  { type: 'finish', reason: 'stop' },
];

test('a model that answers is shown with its answer', async () => {
  expect(await tested(hello)).toMatchObject({ ok: true, model: 'fake:model', reply: 'Hello!' });
});

test.each<[string, ModelEvent[], string]>([
  ['only thinks', [{ type: 'reasoning', text: 'Hm.' }], 'let it think less'],
  ['says only blanks', [{ type: 'text', text: ' \n' }], 'without a word'],
  ['declines', [{ type: 'finish', reason: 'refusal' }], 'declined'],
])('a model that %s fails the test', async (_name, events, words) => {
  expect(await tested(events)).toMatchObject({
    ok: false,
    message: expect.stringContaining(words),
  });
});

describe('the test of a language model', () => {
  /** A model that has room for so many tokens of a prompt. */
  function small(room: number, sizes: number[] = []): LanguageModel {
    return {
      id: 'openai_compatible:tiny',
      async *stream({ messages }) {
        const tokens = estimateTokens(messages.map(({ content }) => content).join('\n'));
        sizes.push(tokens);
        if (tokens > room) {
          const message = `request (${tokens} tokens) exceeds the available context size (${room} tokens)`;
          throw vendorRefused('The server', { status: 400, message, context: room }, []);
        }
        yield* await Promise.resolve(hello);
      },
    };
  }

  test('asks as much as a question does', async () => {
    const sizes: number[] = [];
    expect(await tested(small(100_000, sizes))).toEqual(
      expect.not.objectContaining({ notes: expect.anything() }),
    );
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeGreaterThan(1200);
  });

  test('says of a small context that passages are left out', async () => {
    const reply = await tested(small(1024));
    expect(reply).toMatchObject({
      ok: true,
      notes: [expect.stringMatching(/room for 1024 tokens.*fewer passages.*-c 8192/)],
    });
  });

  test('fails for a context that holds no question', async () => {
    expect(await tested(small(300))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/room for 300 tokens: too few/),
      failure: 'request',
    });
  });

  test('ends an answer that it has seen enough of', async () => {
    let pieces = 0;
    const endless: LanguageModel = {
      id: 'fake:model',
      async *stream() {
        for (; pieces < 10_000; pieces++)
          yield await Promise.resolve({ type: 'text', text: 'Hi ' });
      },
    };
    expect(await tested(endless)).toMatchObject({ ok: true });
    expect(pieces).toBeLessThan(200);
  });

  test.each(['big', 'no-such-tiny'])('says that another model answers than %s', async (name) => {
    const other = { ...answering(hello, '/models/Tiny.gguf'), id: `openai_compatible:${name}` };
    expect(await tested(other)).toMatchObject({
      ok: true,
      notes: [expect.stringContaining('answers with /models/Tiny.gguf')],
    });
  });

  test.each([
    ['/models/Tiny.gguf', 'Tiny'],
    ['gpt-4o', 'gpt-4o-2024-08-06'],
    ['tiny', undefined],
  ])('says nothing where %s answers as %s', async (model, name) => {
    const same = { ...answering(hello, name), id: `openai_compatible:${model}` };
    expect(await tested(same)).toEqual(expect.not.objectContaining({ notes: expect.anything() }));
  });
});
