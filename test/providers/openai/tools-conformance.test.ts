import { beforeAll } from '@jest/globals';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import type { OpenAiVendor } from '../../../server/providers/openai/connection.ts';
import { patient } from '../../conformance/patience.ts';
import { describeToolUse, type ScriptedAnswer } from '../../conformance/tool-use.ts';
import { answer, type Answer } from '../../fakes/openai-behaviours.ts';
import type { Dialect } from '../../fakes/openai-rules.ts';
import { startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

interface Variant {
  provider?: OpenAiVendor;
  model?: string;
  dialect?: Dialect;
  refuses?: string[];
  /** Differences of this server from OpenAI. */
  style?: Partial<Answer>;
}

function describeVariant(special: string, variant: Variant) {
  const { provider = 'openai_compatible', model = 'local', dialect = {}, refuses = [] } = variant;
  describeToolUse(`${provider}, ${special}`, async () => {
    const server = await startOpenAiServer({
      apiKey: null,
      models: { [model]: 0 },
      dialect,
      refuses,
    });
    const script = ({ usage, ...said }: ScriptedAnswer) =>
      server.script(
        answer({ text: [], ...said, ...variant.style, ...(usage && { counted: usage }) }),
      );
    const connection = { provider, apiKey: 'any-key', baseUrl: server.url, timeouts: patient };
    return {
      model: chatCompletions({ ...connection, model }),
      answerWith: (...answers) => answers.forEach(script),
      close: server.close,
    };
  });
}

describeVariant('chat completions', { provider: 'openai', model: 'gpt-4o-mini' });
describeVariant('a reasoning model', { provider: 'openai', model: 'gpt-5-mini' });
describeVariant('a reasoning model that does not reason with tools', {
  provider: 'openai',
  model: 'gpt-5.6',
});
describeVariant('reasoning of its own', {
  provider: 'groq',
  model: 'openai/gpt-oss-20b',
  dialect: { messageFields: ['reasoning'] },
  style: { reasoningField: 'reasoning', usage: 'x_groq' },
});
describeVariant('DeepSeek', {
  model: 'deepseek-chat',
  dialect: { messageFields: ['reasoning_content'], wantsReasoningBack: true },
  refuses: ['max_completion_tokens'],
});
describeVariant('OpenRouter', {
  dialect: { messageFields: ['reasoning', 'reasoning_details'] },
  style: { reasoningField: 'reasoning_details', comments: true },
});
describeVariant('Mistral', { model: 'magistral-medium', style: { reasoningField: 'parts' } });
describeVariant('thoughts in the text', { style: { reasoningField: 'think' } });
describeVariant('calls without index', { style: { callStyle: { index: 'none' } } });
describeVariant('all calls with index 0', {
  style: { callStyle: { index: 'zero', id: 'every piece', name: 'every piece' } },
});
describeVariant('whole calls without ids and index', {
  style: { callStyle: { index: 'none', id: 'none', pieces: 'whole' }, finish: 'stop' },
});
describeVariant('whole calls with index 0 and no ids', {
  style: { callStyle: { index: 'zero', id: 'none', pieces: 'whole' } },
});
describeVariant('all calls in one chunk', {
  style: { callStyle: { index: 'none', pieces: 'one chunk' }, usage: 'every chunk' },
});
describeVariant('arguments that are no string, and one id for all', {
  style: { callStyle: { id: 'same', pieces: 'object' } },
});
describeVariant('no tool_choice, no stream_options', {
  refuses: ['tool_choice', 'stream_options'],
  style: { usage: 'every chunk' },
});
