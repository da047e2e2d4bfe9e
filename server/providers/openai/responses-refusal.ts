import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import type { VendorError } from '../shared/vendor-error.ts';

/** All that a request can leave out or change. */
export type ResponseLesson =
  | 'temperature'
  | 'reasoning_effort'
  /** One value, such as `effort none`. */
  | `effort ${string}`
  /** The summary of the reasoning. */
  | 'summary'
  /** Encrypted reasoning. */
  | 'include'
  /** Reasoning of earlier turns that is sent again. */
  | 'carried'
  | 'tools'
  /** One tool, whose schema is refused. */
  | `tool ${string}`
  /** The model has reasoned, although nobody asked and its name does not tell. */
  | 'reasons';

type Refused = Pick<VendorError, 'status' | 'param' | 'code' | 'message'>;

/**
 * Returns the part of a request that is refused, if there may be an answer without it.
 * https://github.com/pydantic/pydantic-ai/issues/2865 (`include`), https://github.com/anomalyco/opencode/issues/4451
 * (a value of the effort), https://github.com/continuedev/continue/issues/8933 (reasoning without its item)
 */
export function refusedOfResponse(
  { status, param = '', code, message }: Refused,
  sent: ResponseCreateParamsStreaming,
): ResponseLesson | undefined {
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  if (sent.tools && /not support (tools|tool use|function calling)/i.test(message)) return 'tools';
  const tool = /^tools\[(\d+)\]/.exec(param);
  const offered = sent.tools?.[Number(tool?.[1])];
  if (offered?.type === 'function') return `tool ${offered.name}`;
  if (/encrypted content is not supported/i.test(message)) return 'include';
  if (carries(sent) && (code === 'invalid_encrypted_content' || isUnpaired(message))) {
    return 'carried';
  }
  const isAbout = (name: string) => param === name || message.includes(name);
  if (sent.reasoning?.summary && isAbout('reasoning.summary')) return 'summary';
  if (sent.reasoning?.summary && /reasoning summar/i.test(message)) return 'summary';
  if (sent.reasoning?.effort && (isAbout('reasoning.effort') || param.endsWith('.effort'))) {
    const isValue = code === 'unsupported_value' || /unsupported value/i.test(message);
    return isValue ? `effort ${sent.reasoning.effort}` : 'reasoning_effort';
  }
  if (sent.reasoning && isAbout("'reasoning'")) return 'reasoning_effort';
  return sent.temperature != null && isAbout('temperature') ? 'temperature' : undefined;
}

const isUnpaired = (message: string) =>
  /without its required|encrypted content.{0,80}could not be|items are not persisted/i.test(
    message,
  );

const carries = ({ input }: ResponseCreateParamsStreaming): boolean =>
  Array.isArray(input) && input.some((item) => item.type === 'reasoning');
