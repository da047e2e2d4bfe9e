// Loaded as soon as the panel is open: the views of questions and answers, for which an empty panel has no use.
import { answerStyle } from './style-answer.ts';
import { messageView } from './view/message.ts';
import { announcementOf, newsOf } from './view/spoken-text.ts';
import { tipFor } from './view/tip.ts';

const answering = { answerStyle, announcementOf, messageView, newsOf, tipFor };

export type Answering = typeof answering;

declare global {
  interface Window {
    itihChatAnswers?: Answering;
  }
}

// An optimiser may run the script twice.
window.itihChatAnswers ??= answering;
