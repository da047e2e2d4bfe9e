import { createHash } from 'node:crypto';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { refusedFunction } from '../shared/tool-calls.ts';
import { VendorError, vendorErrorOf } from '../shared/vendor-error.ts';
import { type ReasoningFields, traitsOf, type PresetTraits } from './reasoning.ts';
import { AppError } from '../../errors/app-error.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { beginsInside } from '../shared/hidden-marks.ts';
import { Lessons } from '../shared/lessons.ts';
import { asStream, isWhole, streamAnswers } from '../shared/stream-answer.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { findPreset } from '../model-traits.ts';
import { completionReader } from './chat-reader.ts';
import { completionParams, optionalParameters, type Refusable } from './chat-request.ts';
import { askingTwice } from './second-try.ts';

/** Returns the name of a system prompt, for a server whose instances have caches of their own. */
function affinity({ affinityHeader }: PresetTraits, { messages }: ModelRequest) {
  const prompt = messages.find(({ role }) => role === 'system')?.content;
  if (affinityHeader === undefined || !prompt) return {};
  return { [affinityHeader]: createHash('sha256').update(prompt).digest('hex').slice(0, 32) };
}

/**
 * Workers AI says no more of tools that a model does not know; 5006 comes from the check of the schema, 8001 from the
 * model. https://github.com/cloudflare/ai/pull/454
 */
const isWrongInput = ({ code }: Pick<VendorError, 'code'>) => code === '5006' || code === '8001';

const refusal =
  /unsupported|not supported|does not support|unrecogni[sz]ed|unknown|unexpected|not permitted|extra_forbidden|not allowed|only the default|only 1 is allowed|must be one of/i;

/**
 * Ollama; vLLM without `--enable-auto-tool-choice`; OpenRouter; llama.cpp without `--jinja`, and of old.
 * https://github.com/ollama/ollama/issues/11131, https://github.com/vllm-project/vllm/issues/9986,
 * https://github.com/evalstate/fast-agent/issues/122, https://github.com/ggml-org/llama.cpp/issues/10920
 */
const noTools =
  /not support (tools|tool use|tool[ -]calling|function[ -]calling)|(tool|function)[ -](use|calls|calling) is not (supported|enabled)|--enable-auto-tool-choice|no endpoints found that support tool use|tools param requires|unsupported param: tools/i;

/**
 * Returns the parameter that a server refuses as such (not its value), if the server may answer without it.
 */
export function refusedOf(
  answer: Pick<VendorError, 'status' | 'param' | 'code' | 'message'>,
  sent: ChatCompletionCreateParamsStreaming,
): Refusable | undefined {
  const { status, message } = answer;
  const { tools } = sent;
  if (isTooLarge(answer)) return 'reserve';
  if (tools && (noTools.test(message) || isMiscalled(answer) || isWrongInput(answer)))
    return 'tools';
  if (status !== 400 && status !== 422) return undefined;
  if (tools && /tools with reasoning_effort/i.test(message)) return 'effort_with_tools';
  if (/reasoning_content.{0,100}must be passed back/i.test(message))
    return 'calls_without_reasoning';
  const offered = tools?.[refusedTool(`${answer.param ?? message}`) ?? -1];
  if (offered?.type === 'function') return `tool ${offered.function.name}`;
  const effort = refusedEffort(answer, sent);
  if (effort) return effort;
  if (!refusal.test(message)) return undefined;
  if (carries(sent) && /\breasoning(_content|_details)?\b|\bextra_content\b/.test(message)) {
    return 'carried';
  }
  const candidates = optionalParameters.filter((name) => sent[name] !== undefined);
  return (
    candidates.find((name) => name === answer.param) ??
    // eslint-disable-next-line no-restricted-syntax -- a name of `optionalParameters`, without quantifier
    candidates.find((name) => new RegExp(`\\b${name}\\b`).test(message))
  );
}

/**
 * Reads whether the effort is refused: one value, or any. Servers differ in the values that they know; xAI has its own
 * name for the parameter, and presets have other fields for the same.
 * https://github.com/earendil-works/pi/issues/8454
 */
function refusedEffort(
  { param, message }: Pick<VendorError, 'param' | 'message'>,
  sent: ChatCompletionCreateParamsStreaming & ReasoningFields,
): Refusable | undefined {
  const { reasoning, thinking, chat_template_kwargs: template, extra_body: extra } = sent;
  const level = extra?.google.thinking_config.thinking_level;
  if (extra && /thinking/i.test(message)) {
    return level && /level/i.test(message) ? `effort ${level}` : 'reasoning_effort';
  }
  const isOff =
    reasoning?.enabled === false ||
    thinking?.type === 'disabled' ||
    template?.enable_thinking === false;
  const effort = isOff ? 'none' : (sent.reasoning_effort ?? reasoning?.effort);
  if (effort === 'none' && /reasoning is mandatory|cannot be disabled/i.test(message)) {
    return 'effort none';
  }
  const said = `${param ?? ''} ${message}`;
  if (effort && /reasoning[_.]?effort/i.test(said)) {
    const isValue =
      /unsupported value/i.test(message) || (effort === 'none' && /\bnone\b/.test(said));
    return isValue ? `effort ${effort}` : 'reasoning_effort';
  }
  const others = { reasoning, thinking, chat_template_kwargs: template };
  const isRefused = Object.entries(others).some(([name, sent]) => sent && said.includes(name));
  return isRefused && refusal.test(message) ? 'reasoning_effort' : undefined;
}

/**
 * Whether a request asks for more tokens than there are: Groq counts them against the minute, vLLM and others against
 * the context, DeepSeek has a limit of its own. https://console.groq.com/docs/rate-limits
 */
const isTooLarge = ({ status, message }: Pick<VendorError, 'status' | 'message'>) =>
  (status === 413 && /tokens per minute/i.test(message)) ||
  (status === 400 &&
    /maximum context length|valid range of max_|maxOutputTokens value|max_(completion_)?tokens.{0,20} too large/i.test(
      message,
    ));

/** Whether a refusal is about one question and not about the server. */
const isOfOneAnswer = (name: Refusable, error: Pick<VendorError, 'code' | 'message'>) =>
  isMiscalled(error) || (name === 'reserve' && !/valid range|too large: /i.test(error.message));

/** Reads the number of the tool that is refused. */
function refusedTool(said: string): number | undefined {
  const found = /^tools[.[](\d+)\b|\btools\[(\d+)\]\.function\b/.exec(said);
  const number = refusedFunction(said) ?? found?.[1] ?? found?.[2];
  return number === undefined ? undefined : Number(number);
}

/**
 * Groq refuses a request in whose answer the model has called a tool wrongly; the next answer may be right. https://console.groq.com/docs/tool-use
 */
const isMiscalled = ({ code }: Pick<VendorError, 'code'>) => code === 'tool_use_failed';

function carries({ messages }: ChatCompletionCreateParamsStreaming): boolean {
  const calls = (message: object) =>
    'tool_calls' in message ? (message.tool_calls as object[]) : [];
  return messages.some(
    (message) =>
      'reasoning_content' in message ||
      'reasoning' in message ||
      'reasoning_details' in message ||
      calls(message).some((call) => 'extra_content' in call),
  );
}

/** A model of OpenAI, of Groq, or of another server that speaks OpenAI's chat completions. */
export function chatCompletions(options: OpenAiConnection & { model: string }): LanguageModel {
  const { provider, model } = options;
  const api = openAiApi(options);
  const id = `${provider}:${model}`;
  const known = new Lessons<Refusable>(options.clock);
  const { preset = findPreset(options.baseUrl) } = options;
  const traits = traitsOf(provider, preset);

  /** For one answer: a miscalled tool is no reason to offer none the next time. */
  function forOneAnswer(refused: Set<Refusable>): LanguageModel {
    const open = (request: ModelRequest, signal: AbortSignal): Promise<Response> =>
      known.ask(
        {
          request: (refused) => completionParams(provider, model, request, refused, traits),
          async send(params) {
            const headers = affinity(traits, request);
            const response = await api.call((client) =>
              client.chat.completions.create(params, { signal, headers }).asResponse(),
            );
            return isWhole(response) ? asStream(await response.json()) : response;
          },
          lessonOf(refusal, params) {
            const name = refusedOf(refusal, params);
            return name === 'reserve' && !hasReserve(params, request) ? undefined : name;
          },
          isKept: (name, refusal) => !isOfOneAnswer(name, refusal),
        },
        refused,
      );

    /** Groq reports some miscalled tools only in the stream: tried again without tools if nothing was said. */
    function streamedError(said: unknown): AppError {
      const error = api.refused(said);
      const cause = vendorErrorOf(error);
      if (!cause || !isMiscalled(cause) || refused.has('tools')) return error;
      refused.add('tools');
      const { message, code } = cause;
      return new AppError(error.code, {
        cause: new VendorError(message, { code, failure: cause.failure, transient: true }),
      });
    }

    const onReasoning = () => known.add('reasons');
    return streamAnswers({
      model,
      api,
      framing: 'server_sent_events',
      open,
      createReader: (_request, { named }) =>
        completionReader(id, api.label, { streamedError, onReasoning, named }),
      thoughts: {
        isInside: () => refused.has('unopened_thoughts') || beginsInside(model),
        onUnopened: () => known.add('unopened_thoughts'),
      },
    });
  }

  return askingTwice({ id, model, known, forOneAnswer });
}

/** Whether a request has room for reasoning, which it can do without. */
const hasReserve = (sent: ChatCompletionCreateParamsStreaming, { maxTokens }: ModelRequest) =>
  (sent.max_completion_tokens ?? sent.max_tokens ?? 0) > maxTokens;
