import type { ChatEvent, Feedback, Source, Turn } from '../server/contract/chat.ts';
import type { Failure } from './failure.ts';
import { withoutSourceList } from './source-list.ts';

export interface ToolUse {
  id: string;
  label: string;
  state: 'running' | 'ok' | 'failed';
}

export interface Message {
  /** Unique in this page; a retried answer keeps it. */
  key: number;
  role: 'user' | 'assistant';
  /** The server's number; 0 while it has none. */
  id: number;
  content: string;
  reasoning: string;
  tools: readonly ToolUse[];
  sources: readonly Source[];
  status: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  failure?: Failure;
  feedback: Feedback | null;
}

export interface State {
  messages: readonly Message[];
  nextKey: number;
  history: 'unknown' | 'loading' | 'ready' | 'failed';
  maxChars: number;
}

export type Action =
  | { type: 'limit'; maxChars: number }
  | { type: 'history_started' }
  | { type: 'history_failed' }
  | { type: 'history_arrived'; turns: readonly Turn[] }
  | { type: 'asked'; question: string }
  | { type: 'retried' }
  | { type: 'event'; event: ChatEvent }
  /** The stream is over, with or without `done`. */
  | { type: 'ended' }
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure }
  | { type: 'rated'; key: number; feedback: Feedback | null }
  | { type: 'cleared' };

export const initialState = (maxChars: number): State => ({
  messages: [],
  nextKey: 1,
  history: 'unknown',
  maxChars,
});

const blank = {
  id: 0,
  content: '',
  reasoning: '',
  tools: [],
  sources: [],
  feedback: null,
} as const satisfies Partial<Message>;

const interrupted: Failure = { code: 'interrupted', message: '', retryable: true, retryAfter: 0 };

export const isActive = ({ status }: Message): boolean =>
  status === 'waiting' || status === 'streaming';

/** An answer is on its way. */
export function isBusy({ messages }: State): boolean {
  const last = messages.at(-1);
  return last !== undefined && isActive(last);
}

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'limit':
      return { ...state, maxChars: action.maxChars };
    case 'history_started':
      return { ...state, history: 'loading' };
    case 'history_failed':
      return { ...state, history: 'failed' };
    case 'history_arrived':
      return prependTurns(state, action.turns);
    case 'asked':
      return appendExchange(state, action.question);
    case 'retried':
      return updateLast(state, ({ key, role }) => ({ ...blank, key, role, status: 'waiting' }));
    case 'event':
      return updateActive(state, (message) => applyEvent(message, action.event));
    case 'ended':
      return updateActive(state, (message) => fail(message, interrupted));
    case 'stopped':
      return updateActive(state, (message) => settle(message, 'stopped'));
    case 'failed':
      return updateActive(state, (message) => fail(message, action.failure));
    case 'rated':
      return {
        ...state,
        messages: state.messages.map((message) =>
          message.key === action.key ? { ...message, feedback: action.feedback } : message,
        ),
      };
    case 'cleared':
      return { ...state, messages: [], history: 'ready' };
    default:
      return action satisfies never;
  }
}

function applyEvent(message: Message, event: ChatEvent): Message {
  switch (event.type) {
    case 'meta':
      return message;
    case 'reasoning':
      return { ...message, reasoning: message.reasoning + event.content };
    case 'delta':
      return { ...message, status: 'streaming', content: message.content + event.content };
    case 'tool':
      return { ...message, tools: withTool(message.tools, event) };
    case 'citations':
      return { ...message, sources: event.sources };
    case 'error':
      return fail(message, failureFrom(event));
    case 'done':
      return finish(message, event);
    default:
      // A newer server may send what this version does not know.
      event satisfies never;
      return message;
  }
}

function finish(message: Message, event: ChatEvent & { type: 'done' }): Message {
  if (event.finish_reason === 'error') return fail(message, interrupted);
  const status = event.finish_reason === 'aborted' ? 'stopped' : 'done';
  return { ...settle(message, status), id: event.message_id };
}

function settle(message: Message, status: Message['status']): Message {
  return {
    ...message,
    status,
    content: withoutSourceList(message.content, message.sources),
    tools: message.tools.map((tool) =>
      tool.state === 'running' ? { ...tool, state: 'ok' } : tool,
    ),
  };
}

const fail = (message: Message, failure: Failure): Message => ({
  ...settle(message, 'failed'),
  failure,
});

function failureFrom({ code, message, retryable }: ChatEvent & { type: 'error' }): Failure {
  return { code, message, retryable, retryAfter: 0 };
}

function withTool(tools: readonly ToolUse[], event: ChatEvent & { type: 'tool' }): ToolUse[] {
  const state = event.state === 'start' ? 'running' : event.ok === false ? 'failed' : 'ok';
  const next: ToolUse = { id: event.id, label: event.label || event.name, state };
  const known = tools.some(({ id }) => id === next.id);
  return known ? tools.map((tool) => (tool.id === next.id ? next : tool)) : [...tools, next];
}

function appendExchange(state: State, question: string): State {
  const key = state.nextKey;
  const asked: Message = { ...blank, key, role: 'user', content: question, status: 'done' };
  const answer: Message = { ...blank, key: key + 1, role: 'assistant', status: 'waiting' };
  return { ...state, nextKey: key + 2, messages: [...state.messages, asked, answer] };
}

/** What was asked while the history was on its way stays below it. */
function prependTurns(state: State, turns: readonly Turn[]): State {
  // A retried question is stored once per attempt; the visitor saw it once.
  const kept = turns.filter((turn, index) => {
    const next = turns[index + 1];
    return turn.role !== 'user' || next?.role !== 'user' || next.content !== turn.content;
  });
  const messages = kept.map((turn, index) => messageOf(turn, state.nextKey + index));
  let nextKey = state.nextKey + kept.length;
  if (kept.at(-1)?.role === 'user' && state.messages.length === 0) {
    // The page was left before the answer came: offer to ask again.
    const lost: Message = { ...blank, key: nextKey++, role: 'assistant', status: 'waiting' };
    messages.push(fail(lost, interrupted));
  }
  return { ...state, history: 'ready', nextKey, messages: [...messages, ...state.messages] };
}

function messageOf(turn: Turn, key: number): Message {
  const { id, role, content, citations, reasoning, feedback } = turn;
  const isAnswer = role === 'assistant';
  return {
    ...blank,
    key,
    id,
    role,
    content: isAnswer ? withoutSourceList(content, citations) : content,
    reasoning,
    sources: citations,
    feedback,
    status: isAnswer && !content ? 'stopped' : 'done',
  };
}

function updateLast(state: State, change: (message: Message) => Message): State {
  const last = state.messages.at(-1);
  if (last?.role !== 'assistant') return state;
  const next = change(last);
  return next === last ? state : { ...state, messages: [...state.messages.slice(0, -1), next] };
}

/** Late events of an answer that is settled change nothing. */
const updateActive = (state: State, change: (message: Message) => Message): State =>
  updateLast(state, (message) => (isActive(message) ? change(message) : message));
