import type {
  FinishReason,
  Outcome,
  ChatEvent,
  ChatReply,
  ToolCallSummary,
} from '../../contract/chat.ts';
import { AppError } from '../../errors/app-error.ts';
import { requestId } from '../../runtime/request-id.ts';
import { visitorSentence } from '../../text/language.ts';

/** @param pointsToPages Whether the answer names the closest pages. */
export function outcomeOf(finish: FinishReason, pointsToPages: boolean): Outcome {
  switch (finish) {
    case 'stop':
    case 'length':
      return 'answered';
    case 'refusal':
      return pointsToPages ? 'closest' : 'refused';
    case 'error':
      return 'failed';
    case 'aborted':
      return 'stopped';
    default:
      return finish satisfies never;
  }
}

/**
 * @param locale The page's: the visitor reads the error's sentence in its language.
 * @param contact How to reach a person where the chat is closed until there are tokens again, or empty.
 */
export function errorEvent(
  failure: AppError,
  locale: string,
  contact = '',
): ChatEvent & { type: 'error' } {
  const { code, retryable, retryAfter } = failure;
  return {
    type: 'error',
    code,
    message: visitorSentence(failure, locale),
    retryable,
    request_id: requestId(),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(code === 'budget_exhausted' && contact !== '' && { contact }),
  };
}

const toFailure = ({
  code,
  message,
  retryable,
  retry_after: retryAfter,
  contact,
}: ChatEvent & { type: 'error' }) =>
  new AppError(code, { message, retryable, retryAfter, contact });

/** Collects the events of an answer; one without `done` was stopped. @throws AppError of an `error` event */
export async function collectReply(events: AsyncIterable<ChatEvent>): Promise<ChatReply> {
  const reply: ChatReply = {
    reply: '',
    reasoning: '',
    citations: [],
    tool_calls: [],
    outcome: 'stopped',
    message_id: 0,
    session_id: '',
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    model: '',
    ms: 0,
  };
  const toolCalls = new Map<string, ToolCallSummary>();
  let failure: AppError | null = null;
  for await (const event of events) {
    switch (event.type) {
      case 'meta':
        reply.session_id = event.session_id;
        if (event.session_secret !== undefined) reply.session_secret = event.session_secret;
        break;
      case 'delta':
        reply.reply += event.content;
        break;
      case 'reasoning':
        reply.reasoning += event.content;
        break;
      case 'tool':
        if (event.state === 'end')
          toolCalls.set(event.id, { name: event.name, ok: event.ok ?? false });
        break;
      case 'citations':
        reply.citations = event.sources;
        if (event.statements) reply.statements = event.statements;
        break;
      case 'closest':
        reply.closest = event.pages;
        break;
      case 'offer_mail':
        reply.offer_mail = true;
        break;
      case 'next_questions':
        reply.next_questions = event.questions;
        break;
      case 'status':
        break;
      case 'error':
        failure = toFailure(event);
        break;
      case 'done':
        reply.outcome = outcomeOf(event.finish_reason, reply.closest !== undefined);
        if (event.finish_reason === 'length') reply.cut = true;
        reply.message_id = event.message_id;
        reply.usage = event.usage;
        if (event.cost_usd !== undefined) reply.cost_usd = event.cost_usd;
        reply.model = event.model;
        reply.ms = event.ms;
        break;
      default:
        event satisfies never;
    }
  }
  if (failure) throw failure;
  reply.tool_calls = [...toolCalls.values()];
  return reply;
}
