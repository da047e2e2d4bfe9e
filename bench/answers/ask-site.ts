import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import type { AskedConversation, AskedSite } from '../parts/asked-sites.ts';
import { chatSite, type Answered } from '../parts/chat-site.ts';
import { grade, isShown, type Expectation, type Outcome, type Seen } from './grade-answer.ts';

export interface Graded {
  site: AskedSite;
  conversation: AskedConversation;
  question: string;
  expected: Expectation;
  reply: Answered;
  outcome: Outcome;
  /** The quotation, or what is shown of a further page, answers. */
  isShown: boolean;
}

const seenOf = ({ reply: text, citations, closest = [], finish }: Answered): Seen => {
  const [source] = citations;
  return {
    text,
    source: source
      ? { title: source.title, text: `${source.title}\n${source.section ?? ''}` }
      : null,
    refused: finish === 'refusal',
    pages: closest.map(({ title, section, passage }) => ({
      title,
      text: [title, section, passage].join('\n'),
    })),
  };
};

/**
 * Asks all questions of a site in the plugin's own chat and grades the answers.
 *
 * @param models Folder of further local models; null: none.
 */
export async function askSite(
  site: AskedSite,
  embeddings: Settings['embeddings'],
  models: string | null,
): Promise<Graded[]> {
  const { documents, title, locale, timeZone, contact } = site;
  const chatSettings = { ...settingsDefaults.chat, contact };
  const settings = { ...settingsDefaults, chat: chatSettings, embeddings };
  const chat = await chatSite(documents, { name: title, locale, timeZone, settings, models });
  try {
    const graded: Graded[] = [];
    for (const conversation of site.conversations) {
      const { turns, pageUrl, now } = conversation;
      const questions = turns.map(({ question }) => question);
      const replies = await chat.converse(questions, { pageUrl, now });
      turns.forEach(({ question, expected, isLed = false }, at) => {
        if (isLed) return;
        const reply = replies[at]!;
        const seen = seenOf(reply);
        const outcome = grade(expected, seen);
        graded.push({
          ...{ site, conversation, question, expected, reply, outcome },
          isShown: isShown(expected, seen),
        });
      });
    }
    return graded;
  } finally {
    await chat.site.close();
  }
}
