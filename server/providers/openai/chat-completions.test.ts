import { describe, expect, test } from '@jest/globals';
import type { PresetId } from '../../contract/presets.ts';
import type { ModelEvent, ModelRequest } from '../language-model.ts';
import { findPreset } from '../model-traits.ts';
import { type CompletionChunk, usageOf } from './chat-reader.ts';
import { azureAddress, hasResponses, isAzureAddress } from './connection.ts';
import { collect, reasoningOf, textOf } from '../../../test/conformance/language-model.ts';
import { caught, expectAppError } from '../../../test/conformance/vendor.ts';
import { type Answer, answer, apiError } from '../../../test/fakes/openai-behaviours.ts';
import { fakeApiKey } from '../../../test/fakes/openai-server.ts';
import { presetDialects } from '../../../test/fakes/preset-rules.ts';
import { rawEvents, rawJson } from '../../../test/fakes/vendor-server.ts';
import {
  calledBefore,
  request,
  useOpenAi,
  withTools,
} from '../../../test/providers/openai/fixture.ts';

const efforts: ModelRequest = { ...request, reasoningEffort: 'low' };

describe('chat completions', () => {
  const { server, restart, script, bodies, chat } = useOpenAi();
  const ask = (asked = request) => collect(chat(), asked);
  const endOf = (events: readonly ModelEvent[]) => {
    const last = events.at(-1);
    return last?.type === 'finish' ? last.reason : undefined;
  };

  test.each<[string, Omit<Answer, 'kind'>, reasoning: string, text: string, end: string]>([
    [
      'DeepSeek’s and vLLM’s reasoning',
      { reasoning: ['H', 'm.'], text: 'Yes.' },
      'Hm.',
      'Yes.',
      'stop',
    ],
    ['an answer that is too long', { text: 'This is', finish: 'length' }, '', 'This is', 'length'],
    ['that the model declines', { refusal: 'I cannot.' }, '', 'I cannot.', 'refusal'],
    ['a filtered answer', { text: 'Well,', finish: 'content_filter' }, '', 'Well,', 'refusal'],
    ['an answer without a word', { text: [], finish: 'length' }, '', '', 'length'],
    ['an unknown reason to stop', { text: 'Yes.', finish: 'eos' }, '', 'Yes.', 'stop'],
  ])('tells of %s', async (_name, said, reasoning, text, end) => {
    script(answer({ usage: 'none', ...said }));
    const events = await ask();
    expect([reasoningOf(events), textOf(events), endOf(events)]).toEqual([reasoning, text, end]);
  });

  test.each(['documented', 'every chunk', 'x_groq'] as const)(
    'tells the usage once, before the finish: %s',
    async (usage) => {
      script(answer({ text: ['12345678'], usage }));
      const [, counted, finish] = await ask();
      expect(counted).toMatchObject({ type: 'usage', usage: { completion_tokens: 2 } });
      expect(counted).not.toHaveProperty('usage.total_tokens');
      expect(finish).toEqual({ type: 'finish', reason: 'stop' });
    },
  );

  const counts = { prompt_tokens: 2_000, completion_tokens: 40 };
  const details = (prompt_tokens_details: object) => ({
    ...counts,
    prompt_tokens_details,
  });
  test.each<[string, CompletionChunk, object]>([
    [
      'written to it',
      { usage: details({ cached_tokens: 0, cache_write_tokens: 5 }) },
      { ...counts, cached_tokens: 0, cache_write_tokens: 5 },
    ],
    [
      'of DeepSeek',
      { usage: { ...counts, prompt_cache_hit_tokens: 9 } },
      { ...counts, cached_tokens: 9 },
    ],
    ['that are none', { usage: details({ cached_tokens: -3 }) }, { ...counts, cached_tokens: 0 }],
    [
      'of which some are missing',
      { usage: { prompt_tokens: 7, prompt_tokens_details: null } },
      { prompt_tokens: 7, completion_tokens: 0 },
    ],
  ])('the tokens of a completion %s', (_name, chunk, usage) => {
    expect(usageOf(chunk)).toEqual(usage);
  });

  test('takes an answer that comes as a whole although a stream was asked for', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'stock', arguments: '{}' } };
    const content = [{ type: 'text', text: 'I look.' }];
    const message = { role: 'assistant', content, reasoning_content: 'Hm.', tool_calls: [call] };
    const usage = { prompt_tokens: 9, completion_tokens: 3 };
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
    const whole = { object: 'chat.completion', choices, usage: { ...usage, total_tokens: 12 } };
    script(rawJson(whole, 'application/json; charset=utf-8'));
    expect(await ask()).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_call', call: { id: 'call_1', name: 'stock', input: {} } },
      expect.objectContaining({ type: 'carry' }),
      { type: 'usage', usage },
      { type: 'finish', reason: 'tool_calls' },
    ]);
  });

  test('ends with [DONE], also without a reason', async () => {
    const body = 'data: {"choices":[{"delta":{"content":"Yes."}}]}\n\ndata: [DONE]\n\n';
    script({ kind: 'raw', contentType: 'text/event-stream', body });
    expect(await ask()).toEqual([
      { type: 'text', text: 'Yes.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test.each(['data: 5\n\n', 'data: null\n\n', 'data: {"choices":null}\n\n', ': hello\n\n', ''])(
    'takes nonsense for an error: %j',
    async (body) => {
      script({ kind: 'raw', contentType: 'text/event-stream', body });
      expectAppError(await caught(ask()), { code: 'provider_error', retryable: true }, fakeApiKey);
    },
  );

  test.each([
    ['data: {"error":"The model has crashed."}', 'The model has crashed.'],
    ['event: error\ndata: {"message":"Overloaded.","type":"server_error"}', 'Overloaded.'],
    ['data: {"object":"error","message":"CUDA out of memory","code":500}', 'CUDA out of memory'],
    ['data: {"error":{"message":"Provider returned","code":502}}', 'Provider returned'],
    ['data: {"choices":[],"x_groq":{"error":"over capacity"}}', 'over capacity'],
  ])('tells of an error in the middle: %s', async (frame, words) => {
    const body = `data: {"choices":[{"delta":{"content":"Well, "}}]}\n\n${frame}\n\ndata: [DONE]\n\n`;
    const broken = { kind: 'raw', contentType: 'text/event-stream', body } as const;
    // One that may pass is tried again as long as nothing was told.
    script(broken, broken, broken);
    await expect(ask()).rejects.toMatchObject({
      code: 'provider_error',
      cause: { message: expect.stringContaining(words) },
    });
  });

  test("reads a list with Gemini's error", async () => {
    const message = 'API key not valid. Please pass a valid API key.';
    const error = { code: 400, message, status: 'INVALID_ARGUMENT' };
    script({ kind: 'error', status: 400, body: [{ error }] });
    await expect(ask()).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/refused the API key \(400\): API key not valid/) },
    });
  });

  test('does not ask again for what a server has refused', async () => {
    await restart({ refuses: ['stream_options', 'temperature', 'reasoning_effort', 'max_tokens'] });
    const local = chat();
    await collect(local, efforts);
    const { messages } = request;
    const left = { model: 'local', messages, stream: true, max_completion_tokens: 500 };
    expect(bodies().slice(4)).toEqual([left]);
    await collect(local, efforts);
    expect(bodies()).toHaveLength(6);
  });

  test('asks for no less when a value is refused', async () => {
    const message = 'max_tokens is too large: 900000. This model supports at most 16384.';
    script(apiError(400, { message, param: 'max_completion_tokens', code: 'invalid_value' }));
    const error = await caught(collect(chat('gpt-4o-mini', { provider: 'openai' }), request));
    expectAppError(error, { code: 'provider_error', retryable: false }, fakeApiKey);
    expect(bodies()).toHaveLength(1);
  });

  test.each([
    ['an API key without odd characters', 'not_configured', 'local', { apiKey: 'fake-key…' }],
    ['a base URL', 'not_configured', 'local', { baseUrl: '' }],
    ['a base URL that is one', 'provider_error', 'local', { baseUrl: 'http://' }],
    ['a model', 'not_configured', '', {}],
  ] as const)('needs %s', async (_what, code, model, over) => {
    const error = await caught(collect(chat(model, over), request));
    expectAppError(error, { code, retryable: code === 'provider_error' }, 'fake-key…');
    expect(bodies()).toEqual([]);
  });

  test('uses its connection again after a complete answer', async () => {
    const keeping = chat();
    for (let round = 0; round < 3; round++) {
      await collect(keeping, request);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(new Set(server().requests.map(({ connection }) => connection)).size).toBe(1);
  });
});

describe('lessons', () => {
  const { script, bodies, passDay, chat } = useOpenAi({
    models: { local: 0, 'openai/gpt-oss-120b': 0 },
    dialect: { messageFields: ['reasoning_content'] },
  });
  const room = () => bodies().map(({ max_tokens }) => Number(max_tokens) - 500);

  test('GPT-6 Astra answers a question with tools, without them', async () => {
    const astra = chat('gpt-6-astra');
    expect(textOf(await collect(astra, withTools))).toContain('seven');
    await collect(astra, withTools);
    passDay();
    await collect(astra, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, false, true, false]);
  });

  test('a model that reasons although nobody asked gets room the next time', async () => {
    const local = chat();
    script(answer({ reasoning: ['Hm.'], text: 'Yes.' }));
    await collect(local, request);
    await collect(local, request);
    expect(room()).toEqual([0, 4096]);
  });

  test('one that says so by its tokens alone, and has no word left, gets room at once', async () => {
    const usage = { completion_tokens: 500, completion_tokens_details: { reasoning_tokens: 500 } };
    script(
      rawEvents(
        { choices: [{ delta: {}, finish_reason: 'length' }] },
        { choices: [], usage: { prompt_tokens: 9, ...usage } },
      ),
    );
    const events = await collect(chat(), request);
    expect(textOf(events)).toContain('seven');
    expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
    expect(room()).toEqual([0, 4096]);
  });

  test('a model that calls although it may not answers in prose', async () => {
    const toolCalls = [{ name: 'find_stock', input: {} }];
    script(answer({ text: [], toolCalls }), answer({ text: 'Three.' }));
    const messages = [...request.messages, ...calledBefore];
    const events = await collect(chat(), { ...withTools, toolChoice: 'none', messages });
    expect(textOf(events)).toBe('Three.');
    expect(events.some(({ type }) => type === 'tool_call')).toBe(false);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false]);
  });

  test('Groq is asked for fewer tokens when the account has too few, and not again', async () => {
    const message =
      'Request too large for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Requested 9000, please reduce your message size and try again.';
    const tooLarge = apiError(413, { message, type: 'tokens', code: 'rate_limit_exceeded' });
    const groq = chat('openai/gpt-oss-120b', { provider: 'groq' });
    const ask = () => collect(groq, { ...request, reasoningEffort: 'high' });
    script(tooLarge);
    expect(textOf(await ask())).toContain('seven');
    expect(bodies()).toMatchObject([
      { max_completion_tokens: 4596, reasoning_effort: 'high' },
      { max_completion_tokens: 500, reasoning_effort: 'low' },
    ]);
    script(tooLarge, tooLarge, tooLarge);
    await expect(ask()).rejects.toMatchObject({
      retryable: false,
      cause: { message: expect.stringMatching(/^Groq says that the request is too large/) },
    });
    expect(bodies()).toHaveLength(4);
  });

  test('thoughts without an opening tag are noticed, and read as such the next time', async () => {
    const local = chat();
    const unopened = answer({ text: ['Hm.\n', '</think>\n\n', 'Yes.'] });
    script(unopened, unopened);
    await collect(local, request);
    expect(textOf(await collect(local, request))).toBe('Yes.');
  });
});

describe('presets', () => {
  const { restart, script, bodies, passDay, chat } = useOpenAi();
  const start = async (preset: PresetId, model: string) => {
    await restart({ models: { [model]: 0 }, dialect: presetDialects[preset] });
    const made = chat(model, { preset });
    return (asked = request) => collect(made, asked);
  };
  const names = ['reasoning', 'reasoning_effort', 'thinking', 'chat_template_kwargs'];
  const said = () =>
    bodies().map((body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name))),
    );
  const effort = (reasoning_effort: string) => ({ reasoning_effort });
  const template = (enable_thinking: boolean) => ({ chat_template_kwargs: { enable_thinking } });

  /** Each preset with a model that reasons unless it is told not to. */
  test.each<[PresetId, string, off: object, on: object]>([
    [
      'openrouter',
      'z-ai/glm-5.1',
      { reasoning: { effort: 'none' } },
      { reasoning: { effort: 'low' } },
    ],
    ['mistral', 'mistral-small-latest', {}, effort('high')],
    ['mistral', 'mistral-large-4-0', effort('low'), effort('low')],
    [
      'deepseek',
      'deepseek-flash',
      { thinking: { type: 'disabled' } },
      { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
    ],
    ['xai', 'grok-4.3', effort('none'), effort('low')],
    [
      'together',
      'zai-org/GLM-5.1',
      { reasoning: { enabled: false } },
      { reasoning: { enabled: true } },
    ],
    ['together', 'openai/gpt-oss-20b', effort('low'), effort('low')],
    ['lm_studio', 'qwen/qwen3.5-9b', {}, effort('low')],
    ['llama_cpp', 'qwen3.5-9b', template(false), template(true)],
    ['vllm', 'Qwen/Qwen3.5-9B', template(false), template(true)],
  ])('%s says on its wire how much %s is to reason', async (preset, model, off, on) => {
    const ask = await start(preset, model);
    await ask();
    await ask(efforts);
    expect(said()).toEqual([off, on]);
  });

  test.each([
    ['openrouter', 'stealth/mandatory', { reasoning: { effort: 'minimal' } }],
    ['xai', 'grok-4.5', effort('low')],
  ] as const)(
    '%s’s %s cannot be kept from reasoning: it is told little',
    async (...[preset, model, least]) => {
      const ask = await start(preset, model);
      expect(textOf(await ask())).not.toBe('');
      const asked = bodies().length;
      await ask();
      expect(said().slice(asked - 1)).toEqual([least, least]);
    },
  );

  test('a model without reasoning is not told of it again, until a day has passed', async () => {
    const ask = await start('xai', 'grok-3');
    await ask();
    await ask();
    passDay();
    await ask();
    expect(said()).toEqual([effort('none'), {}, {}, effort('none'), {}]);
  });

  test('Mistral is asked to stop once its model has reasoned', async () => {
    const ask = await start('mistral', 'mistral-small-latest');
    script(answer({ text: ['Yes.'], reasoning: ['Hm.'] }));
    await ask();
    await ask();
    expect(said()).toEqual([{}, effort('none')]);
  });

  test.each([
    ['mistral-large-4', [effort('medium')]],
    ['mistral-medium-3-5', [effort('high')]],
    // It knows no reasoning, which its refusal tells.
    ['ministral-8b-latest', [effort('high'), {}]],
  ])('Mistral’s %s is told the effort that it takes', async (model, sent) => {
    const ask = await start('mistral', model);
    expect(textOf(await ask({ ...request, reasoningEffort: 'medium' }))).not.toBe('');
    expect(said()).toEqual(sent);
  });

  test('a model that reasons although it was told not to gets room for it', async () => {
    const ask = await start('vllm', 'deepseek-r1');
    script(answer({ text: [], reasoning: ['Hm, '], finish: 'length' }));
    expect(textOf(await ask())).not.toBe('');
    expect(bodies().map(({ max_tokens }) => max_tokens)).toEqual([500, 4596]);
  });

  test.each([
    ['https://openrouter.ai/api/v1/chat/completions', 'openrouter'],
    ['https://api.deepseek.com/v1', 'deepseek'],
    ['https://openrouter.ai.example.org/api/v1', undefined],
    ['http://127.0.0.1:1234/v1', 'lm_studio'],
    ['http://gpu.example.org:8000/v1', 'vllm'],
    ['https://gpu.example.org:8000/v1', undefined],
    ['', undefined],
  ])('%s is the preset %s', (url, preset) => {
    expect(findPreset(url)).toBe(preset);
  });
});

describe('Azure', () => {
  const { server, script, passDay, model } = useOpenAi({
    azure: true,
    models: { 'DeepSeek-V3': 0 },
  });
  const site = 'https://our.openai.azure.com';
  const version = '?api-version=2024-10-21';
  const foundry = 'https://our.services.ai.azure.com';

  test.each([
    [site, `${site}/openai/v1`],
    [`${site}/openai/v1/?api-version=preview`, `${site}/openai/v1`],
    [`${site}/openai/v1/chat/completions`, `${site}/openai/v1`],
    [`${site}/openai/deployments/chat`, `${site}/openai/v1`],
    [`${foundry}/api/projects/p`, `${foundry}/openai/v1`],
    ['https://gate.example.com/team/openai/v1', 'https://gate.example.com/team/openai/v1'],
    [`${site}/openai/${version}`, `${site}/openai/deployments/our%20model`],
    [`${site}/openai/deployments/chat/embeddings${version}`, `${site}/openai/deployments/chat`],
    ['', ''],
  ])('%s is %s', (baseUrl, root) => {
    expect(azureAddress(baseUrl).root('our model')).toBe(root);
  });

  test.each([
    ['openai', '', true],
    ['openai', 'https://eu.api.openai.com/v1', true],
    ['openai', `${site}/openai/v1`, true],
    ['openai', `${site}${version}`, false],
    ['openai', 'https://api.openai.com.example.com/v1', false],
    ['azure', 'https://gate.example.com', true],
    ['azure', `${site}${version}`, false],
    ['openai_compatible', 'https://api.openai.com/v1', false],
    ['groq', '', false],
  ] as const)('%s at %s has responses: %s', (provider, baseUrl, expected) => {
    expect(hasResponses({ provider, baseUrl, apiKey: '' })).toBe(expected);
  });

  test('is known by its hosts', () => {
    expect(isAzureAddress('https://our.cognitiveservices.azure.com/')).toBe(true);
    expect(isAzureAddress('https://openai.azure.com.example.com/')).toBe(false);
  });

  test('is asked by chat completions for a deployment without responses, for a day', async () => {
    const azure = model('DeepSeek-V3', { provider: 'azure', path: '' });
    script(apiError(400, { message: 'The requested operation is unsupported.' }));
    expect(textOf(await collect(azure, request))).toContain('seven');
    await collect(azure, request);
    passDay();
    await collect(azure, request);
    await collect(model('DeepSeek-V3', { provider: 'azure', path: version }), request);
    const [responses, chat] = ['/openai/v1/responses', '/openai/v1/chat/completions'];
    const old = '/openai/deployments/DeepSeek-V3/chat/completions';
    const paths = server().requests.map(({ path }) => path);
    expect(paths).toEqual([responses, chat, chat, responses, old]);
  });
});
