import {
  askAsOwner,
  Turns,
  type TurnsDependencies,
  AnswerStore,
} from '../../server/chat/answer/turns.ts';
import {
  lateLimits,
  AnswerWriter,
  type AnswerWriterDependencies,
} from '../../server/chat/answer/answer-writer.ts';
import { SlowModels } from '../../server/providers/slow-models.ts';
import { collectReply } from '../../server/chat/answer/reply.ts';
import type { ChatEvent, ChatReply, FinishReason } from '../../server/contract/chat.ts';
import { Metrics } from '../../server/runtime/metrics.ts';
import { Chats } from '../../server/storage/chats.ts';
import type { Visibility } from '../../server/ingestion/visibility.ts';
import { Chunks } from '../../server/storage/chunks.ts';
import { keylessSite, type KeylessDocument, type KeylessOptions } from './keyless-site.ts';

export interface Answered extends ChatReply {
  finish: FinishReason;
}

export interface ChatSiteOptions extends KeylessOptions {
  locale: string;
}

interface Asked {
  /** Address of the page on which the conversation takes place. */
  pageUrl: string | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** Asks the sidecar's own chat, whose site, database and clock are in memory. */
export async function chatSite(documents: readonly KeylessDocument[], options: ChatSiteOptions) {
  let now = 0;
  const clock = () => now;
  const site = await keylessSite(documents, { ...options, clock });
  const { database, providers, withinBudget, store, log, retriever } = site.parts;
  const chats = new Chats(database, clock);
  // There is no site that could be asked what is public.
  const visibility: Pick<Visibility, 'onlyPublic'> = {
    onlyPublic: (passages) => Promise.resolve([...passages]),
  };
  const dependencies: Omit<TurnsDependencies, 'answerWriter'> & AnswerWriterDependencies = {
    settings: store,
    documents: site.parts.documents,
    chats,
    answerStore: new AnswerStore(chats, clock),
    providers,
    retriever,
    visibility,
    lateModels: new SlowModels(clock, lateLimits),
    withinBudget,
    tools: { offered: () => Promise.resolve([]) },
    readNearby: (...given) => new Chunks(database).nearby(...given),
    metrics: new Metrics({
      version: '',
      documents: () => Promise.resolve({ queued: 0, failed: 0, waitingMs: 0 }),
      databaseErrors: () => ({}),
      bridgeErrors: () => 0,
    }),
    clock,
  };
  const answerWriter = new AnswerWriter(dependencies);
  const turns = new Turns({ ...dependencies, answerWriter });

  async function ask(message: string, session: { id: string; secret: string }, asked: Asked) {
    let finish: FinishReason = 'error';
    const { signal } = new AbortController();
    async function* events(): AsyncGenerator<ChatEvent> {
      const { id: sessionId, secret: sessionSecret } = session;
      const request = { message, sessionId, sessionSecret, ipHash: '', locale: options.locale };
      const events = turns.answer({ ...request, pageUrl: asked.pageUrl }, { signal, log });
      for await (const event of events) {
        if (event.type === 'done') finish = event.finish_reason;
        yield event;
      }
    }
    const reply = await collectReply(events());
    session.id = reply.session_id;
    session.secret = reply.session_secret ?? session.secret;
    return { ...reply, finish };
  }

  return {
    site,
    /** Asks one question as the owner does. */
    askAlone(message: string, locale: string, at: number) {
      now = at;
      const { signal } = new AbortController();
      return askAsOwner({ settings: store, answerWriter, clock }, { message }, locale, {
        signal,
        log,
      });
    },
    /** Asks the questions of a conversation one after the other. */
    async converse(questions: readonly string[], asked: Asked): Promise<Answered[]> {
      const session = { id: '', secret: '' };
      const answers: Answered[] = [];
      for (const question of questions) {
        now = asked.now + answers.length * 30_000;
        answers.push(await ask(question, session, asked));
      }
      return answers;
    },
  };
}
