import { askReply, type AskReply, type AskRequest } from '../contract/chats.ts';
import type { ChatEvent } from '../contract/chat.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { costOf } from '../providers/model-price.ts';
import { checkMessage } from '../question/understand.ts';
import { Draft } from './draft.ts';
import { askedOn, siteOf, understandAsked } from './open-turn.ts';
import { collectReply } from './reply.ts';
import type { WriteAnswer, WriteAnswerOptions } from './write-answer.ts';

export interface AskDependencies {
  settings: Pick<SettingsStore, 'patched' | 'site'>;
  writeAnswer: WriteAnswer;
  clock: () => number;
}

/** Answers an owner's question as a visitor's, with unsaved settings. Stores and counts nothing but paid tokens. */
export function createAsk({ settings: store, writeAnswer, clock }: AskDependencies) {
  /**
   * @throws AppError of the answer; `empty_message`, `message_too_long`; the signal's reason
   */
  return async function ask(
    { message, page_url, settings: unsaved = {} }: AskRequest,
    locale: string,
    options: WriteAnswerOptions,
  ): Promise<AskReply> {
    const started = clock();
    const pageUrl = page_url ?? null;
    const elapsed = () => clock() - started;
    const settings = await store.patched(unsaved);
    const text = checkMessage(message, settings.chat.max_message_chars);
    const question = understandAsked(text, settings, {
      locale,
      history: [],
      asked: askedOn(store, pageUrl, started),
    });
    const draft = new Draft(elapsed);
    async function* events(): AsyncGenerator<ChatEvent> {
      const asked = { settings, question, locale, pageUrl, ...siteOf(store) };
      const isWhole = yield* writeAnswer(asked, draft, options);
      if (!isWhole) throw options.signal.reason as Error;
    }
    const reply = await collectReply(events());
    const { usage, model, outcome, retrieval } = draft;
    const cost = costOf(model, usage, settings.llm, started);
    return {
      ...askReply.omit({ confidence: true }).parse(reply),
      usage,
      ...(cost !== undefined && { cost_usd: cost }),
      model,
      ms: elapsed(),
      outcome,
      confidence: retrieval?.confidence ?? null,
    };
  };
}
