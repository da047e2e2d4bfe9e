import type { ChatSummary, OwnerTurn } from '../../../server/contract/chats.ts';

export const chatOf = (chat: Partial<ChatSummary> = {}): ChatSummary => ({
  session: 'one',
  first_question: 'When does the museum open?',
  turns: 1,
  up: 0,
  down: 0,
  outcome: 'answered',
  language: 'en',
  page_url: 'http://site.test/visit/',
  created_at: '2026-01-02T10:00:00Z',
  last_at: '2026-01-02T10:05:00Z',
  ...chat,
});

export const questionOf = (turn: Partial<OwnerTurn> = {}): OwnerTurn => ({
  id: 1,
  role: 'user',
  content: 'When does the museum open?',
  citations: [],
  reasoning: '',
  model: '',
  feedback: null,
  createdAt: '2026-01-02T10:00:00Z',
  finishReason: null,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  responseTimeMs: 0,
  outcome: null,
  confidence: null,
  comment: '',
  tools: [],
  pageUrl: 'http://site.test/visit/',
  cacheWriteTokens: 0,
  gap: null,
  requestId: '',
  ...turn,
});

export const answerOf = (turn: Partial<OwnerTurn> = {}): OwnerTurn =>
  questionOf({
    id: 2,
    role: 'assistant',
    finishReason: 'stop',
    content: 'At **ten** [1].',
    citations: [
      {
        n: 1,
        title: 'Opening hours',
        url: 'http://site.test/hours/',
        kind: 'post',
        excerpt: 'The museum opens at ten.',
        section: 'In winter',
      },
    ],
    outcome: 'answered',
    confidence: 0.93,
    model: 'openai:gpt-5-mini',
    promptTokens: 1200,
    completionTokens: 34,
    cachedTokens: 900,
    costUsd: 0.00042,
    responseTimeMs: 1240,
    pageUrl: '',
    ...turn,
  });
