import { beforeAll } from '@jest/globals';
import { openAiVendors, type Provider, providers } from '../../../server/contract/providers.ts';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import { openaiEmbedder } from '../../../server/providers/openai/embedder.ts';
import { openAiModel } from '../../../server/providers/openai/language-model.ts';
import { responsesModel } from '../../../server/providers/openai/responses.ts';
import { describeEmbedder } from '../../conformance/embedder.ts';
import {
  describeToolUse,
  describeVendorModel,
  type FakeModelVendor,
} from '../../conformance/language-model.ts';
import { type StreamFault, type VendorFault } from '../../conformance/vendor.ts';
import { sampleOf } from '../../full-runs.ts';
import {
  type Answer,
  type Behaviour,
  namedBehaviours,
  scripted,
} from '../../fakes/openai-behaviours.ts';
import {
  fakeApiKey,
  type OpenAiServerOptions,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

/** @param style Differences of this server's answers from OpenAI's. */
const fakeOf = (
  options: OpenAiServerOptions = {},
  style: Partial<Answer> = {},
  path = '/v1',
): FakeModelVendor<Behaviour> => ({
  start: async (more) => {
    const server = await startOpenAiServer({ ...options, ...more });
    return { ...server, url: server.origin + path };
  },
  apiKey: fakeApiKey,
  isKeyless: options.apiKey === null,
  faults: namedBehaviours as Record<VendorFault | StreamFault, Behaviour>,
  answer: (said) => scripted(said, style),
});

/** Reads the effort of either wire. */
const effortOf = ({ reasoning, reasoning_effort }: Record<string, unknown>) =>
  reasoning_effort ?? (reasoning as { effort?: string } | undefined)?.effort;

const openai = { provider: 'openai' } as const;

describeVendorModel(
  'openai, responses',
  fakeOf(),
  (at) => responsesModel({ ...openai, ...at }),
  'gpt-4o-mini',
  {
    // Takes no tools with reasoning elsewhere, always reasons, may stop, reasons little.
    tools: sampleOf(['gpt-6-astra', 'gpt-6-luna', 'gpt-5.1', 'gpt-5-mini', 'o3-mini']),
    reasoning: [
      ['gpt-6-astra', 'low', 'low'],
      ['gpt-5.1', 'none', 'low'],
      ['gpt-5-mini', 'minimal', 'low'],
    ],
    said: effortOf,
    tellsCache: true,
  },
);

const local = { apiKey: null, models: { local: 0 } };

/** Vendors without a rule of their own. */
const own = ['openai', 'azure', 'gemini', 'groq', 'workers_ai', 'openai_compatible'];
const others = openAiVendors.filter((id) => !own.includes(id));

/** The same wire of several vendors. */
for (const [provider, options, model, effort] of sampleOf([
  ['openai', {}, 'gpt-4o-mini', ['gpt-5-mini', 'minimal', 'low']],
  [
    'groq',
    { models: { 'qwen/qwen3-32b': 0 } },
    'gpt-4o-mini',
    ['qwen/qwen3-32b', 'none', 'default'],
  ],
  ['openai_compatible', local, 'local', ['local', undefined, 'low']],
  ...others.map((id) => [id, {}, 'gpt-4o-mini', ['gpt-5-mini', 'minimal', 'low']] as const),
] as const)) {
  describeVendorModel(
    `${provider}, chat completions`,
    fakeOf(options),
    (at) => chatCompletions({ provider, ...at }),
    model,
    { reasoning: [effort], said: effortOf, tellsCache: true },
  );
}

/** The resource's address, and that of a deployment as its page shows it. Both repeat the wire of OpenAI. */
for (const [name, path] of sampleOf(
  [
    ['new', ''],
    ['of old', '/openai/deployments/MODEL/chat/completions?api-version=2024-10-21'],
  ] as const,
  0,
)) {
  const at = (baseUrl: string, model: string) => baseUrl.replace('MODEL', model);
  describeVendorModel(
    `azure, ${name}`,
    fakeOf({ azure: true }, {}, path),
    ({ baseUrl, ...given }) =>
      openAiModel({ ...given, provider: 'azure', baseUrl: at(baseUrl, given.model) }),
    'gpt-4o-mini',
    {
      tools: ['gpt-5-mini'],
      reasoning: [['gpt-5-mini', 'minimal', 'low']],
      said: effortOf,
      tellsCache: true,
    },
  );
}

/** Differences from OpenAI's chat completions. */
interface Variant {
  provider?: 'openai' | 'groq';
  model?: string;
  options?: OpenAiServerOptions;
  style?: Partial<Answer>;
}

/** The first two: OpenAI’s own, and the server that differs most from it. */
const variants: readonly [special: string, variant: Variant][] = [
  ['a reasoning model', { provider: 'openai', model: 'gpt-5-mini' }],
  [
    'reasoning of its own',
    {
      provider: 'groq',
      model: 'openai/gpt-oss-20b',
      options: { dialect: { messageFields: ['reasoning'] } },
      style: { reasoningField: 'reasoning', usage: 'x_groq' },
    },
  ],
  [
    'DeepSeek',
    {
      model: 'deepseek-chat',
      options: {
        dialect: { messageFields: ['reasoning_content'], wantsReasoningBack: true },
        refuses: ['max_completion_tokens'],
      },
    },
  ],
  ['chat completions', { provider: 'openai', model: 'gpt-4o-mini' }],
  ['a reasoning model that does not reason with tools', { provider: 'openai', model: 'gpt-5.6' }],
  [
    'OpenRouter',
    {
      options: { dialect: { messageFields: ['reasoning', 'reasoning_details'] } },
      style: { reasoningField: 'reasoning_details', comments: true },
    },
  ],
  ['Mistral', { model: 'magistral-medium', style: { reasoningField: 'parts' } }],
  ['thoughts in the text', { style: { reasoningField: 'think' } }],
  ['calls without index', { style: { callStyle: { index: 'none' } } }],
  [
    'all calls with index 0',
    { style: { callStyle: { index: 'zero', id: 'every piece', name: 'every piece' } } },
  ],
  [
    'whole calls without ids and index',
    { style: { callStyle: { index: 'none', id: 'none', pieces: 'whole' }, finish: 'stop' } },
  ],
  [
    'whole calls with index 0 and no ids',
    { style: { callStyle: { index: 'zero', id: 'none', pieces: 'whole' } } },
  ],
  [
    'all calls in one chunk',
    { style: { callStyle: { index: 'none', pieces: 'one chunk' }, usage: 'every chunk' } },
  ],
  [
    'arguments that are no string, and one id for all',
    { style: { callStyle: { id: 'same', pieces: 'object' } } },
  ],
  [
    'no tool_choice, no stream_options',
    {
      options: { refuses: ['tool_choice', 'stream_options'] },
      style: { usage: 'every chunk' },
    },
  ],
];

for (const [special, variant] of sampleOf(variants, 2)) {
  const { provider = 'openai_compatible', model = 'local', options, style } = variant;
  const fake = fakeOf({ models: { [model]: 0 }, ...options }, style);
  describeToolUse(`${provider}, ${special}`, fake, (at) =>
    chatCompletions({ provider, model, ...at }),
  );
}

describeEmbedder('openai', fakeOf(), (at) =>
  openaiEmbedder({ ...openai, ...at, model: 'text-embedding-3-small', dimensions: 256 }),
);

for (const provider of others) {
  if (!(providers[provider] as Provider).embeddings) continue;
  describeEmbedder(provider, fakeOf(), (at) =>
    openaiEmbedder({ provider, ...at, model: 'text-embedding-3-small', dimensions: 256 }),
  );
}

describeEmbedder('openai_compatible', fakeOf({ apiKey: null, models: { local: 64 } }), (at) =>
  openaiEmbedder({ provider: 'openai_compatible', ...at, model: 'local', dimensions: 0 }),
);

for (const [name, path] of sampleOf(
  [
    ['new', '/openai/v1/'],
    ['of old', '?api-version=2024-10-21'],
  ] as const,
  0,
)) {
  describeEmbedder(`azure, ${name}`, fakeOf({ azure: true }, {}, path), (at) =>
    openaiEmbedder({ provider: 'azure', ...at, model: 'text-embedding-3-small', dimensions: 256 }),
  );
}
