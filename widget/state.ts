import type {
  ChatEvent,
  ClosestPage,
  Feedback,
  Source,
  Statement,
  Turn,
} from '../server/contract/chat.ts';
import { back, isAway, isClosed, unanswered, type Failure } from './failure.ts';

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
  /** One for each mark of the text; an older server sends none. */
  statements: readonly Statement[];
  closest: readonly ClosestPage[];
  nextQuestions: readonly string[];
  /** The visitor can send the conversation to the owner. */
  offersMail: boolean;
  /** Which model has answered; empty while the answer is on its way. */
  model: string;
  /** The answer ended where it reached its limit. */
  isCut?: boolean;
  /** The site does not say it. */
  isRefused?: boolean;
  /** The work before the answer begins. */
  stage?: ChatEvent & { type: 'status' };
  status: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  failure?: Failure;
  feedback: Feedback | null;
}

export interface State {
  messages: readonly Message[];
  nextKey: number;
  history: 'idle' | 'loading' | Failure;
  /** Nobody answers at the moment: no question was asked yet, or the last one has failed by it. */
  isAway: boolean;
  maxChars: number;
}

export const initialState = (maxChars: number): State => ({
  messages: [],
  nextKey: 1,
  history: 'idle',
  isAway: false,
  maxChars,
});

const emptyMessage = (key: number, role: Message['role']): Message => ({
  key,
  role,
  id: 0,
  content: '',
  reasoning: '',
  tools: [],
  sources: [],
  statements: [],
  closest: [],
  nextQuestions: [],
  offersMail: false,
  model: '',
  status: 'waiting',
  feedback: null,
});

export const isActive = ({ status }: Message): boolean =>
  status === 'waiting' || status === 'streaming';

/** An answer is on its way. */
export function isBusy({ messages }: State): boolean {
  const last = messages.at(-1);
  return !!last && isActive(last);
}

/** Asks the last question once more. */
export const retry = (state: State): State =>
  replaceLast(state, ({ key, role }) => emptyMessage(key, role));

export const rate = (state: State, key: number, feedback: Feedback | null): State => ({
  ...state,
  messages: state.messages.map((message) =>
    message.key === key ? { ...message, feedback } : message,
  ),
});

/** Changes the answer that is on its way; one that is settled stays as it is. */
export const change = (state: State, changes: Partial<Message>): State =>
  isBusy(state) ? withAway(replaceLast(state, (last) => ({ ...last, ...changes }))) : state;

/** Takes an event of the answer that is on its way. */
export function withEvent(state: State, event: ChatEvent): State {
  const last = state.messages.at(-1);
  return last ? change(state, changesOf(last, event)) : state;
}

export const withHistory = (state: State, history: State['history']): State =>
  withAway({ ...state, history });

/** The parts of the state that have failed by it. */
const failureIn = ({ history, messages }: State): Failure | undefined =>
  messages.at(-1)?.failure ?? (typeof history === 'object' ? history : undefined);

/** A failure says whether it is by that; what has come of an answer says that it is not. */
function withAway(state: State): State {
  const failure = failureIn(state);
  const status = state.messages.at(-1)?.status;
  const answered = status === 'streaming' || status === 'done';
  return { ...state, isAway: failure ? isAway(failure) : state.isAway && !answered };
}

/** A question that has failed by it can be sent again. */
export function mend(state: State): State {
  const mended = ({ failure, ...message }: Message): Message =>
    failure
      ? { ...message, failure: isAway(failure) || isClosed(failure) ? back : failure }
      : message;
  return { ...replaceLast(state, mended), isAway: false };
}

function changesOf(message: Message, event: ChatEvent): Partial<Message> {
  switch (event.type) {
    case 'reasoning':
      return { reasoning: message.reasoning + event.content };
    case 'status':
      return { stage: event };
    case 'delta':
      return { status: 'streaming', content: message.content + event.content };
    case 'tool':
      return { tools: withTool(message.tools, event) };
    case 'citations':
      return { sources: event.sources, statements: event.statements ?? [] };
    case 'closest':
      return { closest: event.pages };
    case 'next_questions':
      return { nextQuestions: event.questions };
    case 'offer_mail':
      return { offersMail: true };
    case 'error':
      return { status: 'failed', failure: { ...event, pause: event.retry_after ?? 0 } };
    case 'done':
      if (event.finish_reason === 'error') return { status: 'failed', failure: unanswered };
      return {
        status: event.finish_reason === 'aborted' ? 'stopped' : 'done',
        isCut: event.finish_reason === 'length',
        isRefused: event.finish_reason === 'refusal',
        id: event.message_id,
        model: event.model,
      };
    case 'meta':
      return {};
    default:
      // A newer server may send what this version does not know.
      event satisfies never;
      return {};
  }
}

function withTool(tools: readonly ToolUse[], event: ChatEvent & { type: 'tool' }): ToolUse[] {
  const { id, label, ok } = event;
  const state = event.state === 'start' ? 'running' : ok === false ? 'failed' : 'ok';
  const known = tools.findIndex((tool) => tool.id === id);
  const next = [...tools];
  next[known < 0 ? tools.length : known] = { id, label, state };
  return next;
}

export function append(state: State, question: string): State {
  const { messages, nextKey } = state;
  const asked: Message = { ...emptyMessage(nextKey, 'user'), content: question, status: 'done' };
  const answer = emptyMessage(nextKey + 1, 'assistant');
  return { ...state, nextKey: nextKey + 2, messages: [...messages, asked, answer] };
}

/** The last question, which another page or tab has asked, is being answered. */
export function follow(state: State): State {
  const { messages, nextKey } = state;
  const answer = emptyMessage(nextKey, 'assistant');
  const kept = messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages;
  return { ...state, nextKey: nextKey + 1, messages: [...kept, answer] };
}

/** A question that is asked again is stored once for each attempt; the visitor sees it once, with its last answer. */
function isRetried(turns: readonly Turn[], index: number): boolean {
  const { role, content } = turns[index]!;
  if (role === 'assistant') {
    const before = turns[index - 1];
    return before?.role === 'user' && turns[index + 1]?.content === before.content;
  }
  const after = turns.slice(index + 1, index + 3);
  const next = after.find((turn) => turn.role === 'user');
  return next?.content === content;
}

/** Turns asked while the history was loading stay below it. */
export function prepend(state: State, turns: readonly Turn[]): State {
  let { nextKey } = state;
  const messages = turns
    .filter((_, index) => !isRetried(turns, index))
    .map((turn) => restored(turn, nextKey++));
  if (messages.at(-1)?.role === 'user' && state.messages.length === 0) {
    // The page was left before the answer came: offer to ask again.
    messages.push({
      ...emptyMessage(nextKey++, 'assistant'),
      status: 'failed',
      failure: unanswered,
    });
  }
  return {
    ...state,
    history: 'idle',
    isAway: false,
    nextKey,
    messages: [...messages, ...state.messages],
  };
}

function statusOf({ role, content, finishReason }: Turn): Message['status'] {
  if (role === 'user') return 'done';
  if (finishReason === 'error') return 'failed';
  return finishReason === 'aborted' || !content ? 'stopped' : 'done';
}

function restored(turn: Turn, key: number): Message {
  const status = statusOf(turn);
  // JSON leaves out what a turn does not have, and that stays empty.
  return {
    ...emptyMessage(key, turn.role),
    ...turn,
    sources: turn.citations,
    isCut: turn.finishReason === 'length',
    isRefused: turn.finishReason === 'refusal',
    status,
    ...(status === 'failed' && { failure: unanswered }),
  } as Message;
}

function replaceLast(state: State, change: (message: Message) => Message): State {
  const last = state.messages.at(-1);
  return last ? { ...state, messages: [...state.messages.slice(0, -1), change(last)] } : state;
}
