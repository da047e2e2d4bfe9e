import type { AssistantTurn } from '../../server/storage/chats.ts';

/** An answer without sources, as the chat stores it. */
export const answerTurn = (over: Partial<AssistantTurn> = {}): AssistantTurn => ({
  content: 'At noon.',
  citations: [],
  extras: { statements: [], closest: [], next_questions: [] },
  reasoning: '',
  toolCalls: [],
  model: 'fake:model',
  finishReason: 'stop',
  outcome: 'answered',
  confidence: null,
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  responseTime: 42,
  requestId: '',
  ...over,
});
