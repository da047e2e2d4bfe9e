import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
} from 'openai/resources/chat/completions';
import type { ModelRequest, ToolDefinition } from '../language-model.ts';
import type { OpenAiVendor } from './connection.ts';
import { completionMessages } from './messages.ts';
import type { Refusable } from './refusal.ts';

/**
 * o-series and GPT-5 and later, also fine-tuned or behind a gateway's prefix.
 * https://developers.openai.com/api/docs/guides/reasoning
 */
function reasons(model: string): boolean {
  return /(^|[/:])(o[1-9]|gpt-([5-9]|1\d))(?!\d)(?![\w.-]*chat)/.test(model);
}

/**
 * Tokens for reasoning, which count as part of the answer: the guide advises to reserve 25,000, or the answer
 * may be empty. Only used tokens are paid for.
 */
const reserve = { low: 4_096, medium: 16_384, high: 25_000 };

/** @param refused Parameters that this server is known to refuse. */
export function completionParams(
  provider: OpenAiVendor,
  model: string,
  request: ModelRequest,
  refused: ReadonlySet<Refusable>,
): ChatCompletionCreateParamsStreaming {
  const reasoning = provider !== 'groq' && reasons(model);
  const limit = request.maxTokens + (reasoning ? reserve[request.reasoningEffort ?? 'medium'] : 0);
  const { tools, toolChoice } = toolsFor(request, refused);
  const effort =
    tools.length > 0 && refused.has('effort_with_tools')
      ? 'none'
      : effortParameter(provider, model, reasoning, request.reasoningEffort);
  const messages = completionMessages(request.messages, {
    provider,
    model,
    inProse: tools.length === 0,
    carries: !refused.has('carried'),
    alwaysReasoning: refused.has('calls_without_reasoning'),
  });
  return {
    model,
    messages,
    stream: true,
    ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...limitParameter(provider, reasoning, refused, limit),
    ...(!reasoning && !refused.has('temperature') && { temperature: request.temperature }),
    ...(effort && !refused.has('reasoning_effort') && { reasoning_effort: effort }),
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
    // `auto` is the default, and some servers do not know it.
    ...(tools.length > 0 && toolChoice === 'none' && { tool_choice: toolChoice }),
  };
}

/** An answer without calls needs the tools only if there are earlier calls. */
function toolsFor({ tools, toolChoice, messages }: ModelRequest, refused: ReadonlySet<Refusable>) {
  const called = messages.some((message) => message.role === 'tool');
  const useless = toolChoice === 'none' && (!called || refused.has('tool_choice'));
  const offered =
    useless || refused.has('tools') ? [] : tools.filter(({ name }) => !refused.has(`tool ${name}`));
  return { tools: offered, toolChoice };
}

/** https://developers.openai.com/api/docs/guides/function-calling */
function toTool({ name, description, inputSchema }: ToolDefinition): ChatCompletionFunctionTool {
  return {
    type: 'function',
    function: {
      name,
      // https://github.com/nanbingxyz/5ire/issues/33
      description: description.slice(0, 1024).toWellFormed(),
      parameters: toSchema(inputSchema),
    },
  };
}

/**
 * MCP leaves out the properties of a tool without parameters, which OpenAI, Groq and LM Studio refuse, and
 * allows alternatives for the whole object, which OpenAI refuses.
 * https://github.com/openai/openai-agents-python/issues/449, https://github.com/langchain-ai/langchainjs/issues/9804
 */
function toSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(schema).filter(([name]) => !notOfObjects.has(name));
  return { properties: {}, ...Object.fromEntries(fields), type: 'object' };
}
const notOfObjects: ReadonlySet<string> = new Set([
  '$schema',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'enum',
]);

type Effort = ChatCompletionCreateParamsStreaming['reasoning_effort'];

/**
 * OpenAI's reasoning models take low, medium and high; so do Groq's GPT-OSS, while its Qwen only knows
 * whether to reason at all. https://console.groq.com/docs/reasoning
 */
function effortParameter(
  provider: OpenAiVendor,
  model: string,
  reasoning: boolean,
  effort: ModelRequest['reasoningEffort'],
): Effort {
  switch (provider) {
    case 'openai':
      return reasoning ? effort : null;
    case 'groq':
      if (/qwen-?3/i.test(model)) return effort ? ('default' as Effort) : 'none';
      return /gpt-oss/i.test(model) ? effort : null;
    case 'openai_compatible':
      return effort;
    default:
      return provider satisfies never;
  }
}

/** `max_tokens` is deprecated at OpenAI and Groq, and the only name that older servers know. */
function limitParameter(
  provider: OpenAiVendor,
  reasoning: boolean,
  refused: ReadonlySet<Refusable>,
  limit: number,
) {
  const modern = provider !== 'openai_compatible' || reasoning;
  const usesModern = modern ? !refused.has('max_completion_tokens') : refused.has('max_tokens');
  const name = usesModern ? 'max_completion_tokens' : 'max_tokens';
  return refused.has(name) ? {} : { [name]: limit };
}
