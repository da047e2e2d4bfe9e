import {
  commonFaults,
  type Misbehaviour,
  type ScriptedAnswer,
  type StreamFault,
} from './vendor-server.ts';

/** How the fake answers one request. */
export type Behaviour = Answer | Misbehaviour;

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
export interface Answer extends ScriptedAnswer {
  kind: 'answer';
  /** Thought between what is said and what is called. */
  secondThought?: string[];
  /** The thinking is only there encrypted. */
  redacted?: boolean;
  /** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
  stop?: string;
  /** The fault after all blocks, instead of the end. */
  then?: Exclude<StreamFault, 'error frame'> | { error: string };
}

export const answer = (options: Omit<Answer, 'kind'> = {}): Answer => ({
  kind: 'answer',
  ...options,
});

export const errorBody = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_fake',
});

/** https://platform.claude.com/docs/en/api/errors */
export function apiError(
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): Behaviour {
  return { kind: 'error', status, body: errorBody(type, message), headers };
}

const begun = ['This ', 'answer '];

/** Faults as Anthropic reports them. */
export const faults = {
  unauthorised: apiError(401, 'authentication_error', 'invalid x-api-key'),
  'unknown-model': apiError(404, 'not_found_error', 'model: claude-none'),
  'bad-request': apiError(
    400,
    'invalid_request_error',
    'prompt is too long: 210000 tokens > 200000 maximum',
  ),
  'out-of-credit': apiError(402, 'billing_error', 'Billing error'),
  'rate-limited': apiError(
    429,
    'rate_limit_error',
    'This request would exceed the rate limit for your organization of 50 requests per minute.',
    { 'retry-after': '20' },
  ),
  'server-error': apiError(500, 'api_error', 'Internal server error'),
  'gateway-timeout': apiError(504, 'timeout_error', 'Request timeout'),
  overloaded: apiError(529, 'overloaded_error', 'Overloaded'),
  ...commonFaults,
  garbage: {
    kind: 'raw',
    contentType: 'text/event-stream',
    body: 'event: message_start\ndata: {"type":"message_start",}\n\n',
  },
  stall: answer({ text: begun, then: 'stall' }),
  cut: answer({ text: begun, then: 'cut' }),
  'error-frame': answer({ text: begun, then: { error: 'api_error' } }),
} satisfies Record<string, Behaviour>;
