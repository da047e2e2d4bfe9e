import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import type { Settings } from '../server/contract/settings.ts';
import type { ScoredPassage } from '../server/retrieval/pack-context.ts';
import type { AskedConversation, AskedSite } from './asked-sites.ts';
import { chatSite, type Answered, type ChatSite } from './chat-site.ts';
import { grade, type Expectation, type Outcome, type Seen } from './grade-answer.ts';

export interface Graded {
  conversation: AskedConversation;
  question: string;
  expected: Expectation;
  reply: Answered;
  outcome: Outcome;
  /** Whether the right statement is among the passages; null where the question alone does not say it. */
  found: boolean | null;
  /** Outcome of the baseline: the nearest passage's beginning, as in a list of search results. */
  baseline: Outcome;
}

/** Characters of the baseline. */
const excerptLength = 300;

const seenOf = ({ reply: text, citations, closest = [], finish }: Answered): Seen => ({
  text,
  sources: new Map(citations.map(({ n, title }) => [n, title])),
  refused: finish === 'refusal' || closest.length > 0,
  closest: closest.map(({ title, section, passage }) => [title, section, passage].join('\n')),
});

function baselineOf([first]: readonly ScoredPassage[]): Seen {
  if (!first) return { text: '', sources: new Map(), refused: true, closest: [] };
  const text = `${first.content.slice(0, excerptLength)} [1]`;
  return { text, sources: new Map([[1, first.title]]), refused: false, closest: [] };
}

async function askConversation(chat: ChatSite, conversation: AskedConversation): Promise<Graded[]> {
  const { turns, pageUrl, now } = conversation;
  const replies = await chat.converse(
    turns.map(({ question }) => question),
    { pageUrl, now },
  );
  const graded = turns.map(async ({ question, expected }, at): Promise<Graded> => {
    const reply = replies[at]!;
    const { passages } = await chat.site.retrieve(question);
    const { right, page } = expected;
    const says = ({ title, headingPath, content }: ScoredPassage) =>
      right!.test([title, headingPath, content].join('\n')) &&
      (page.length === 0 || page.includes(title));
    const isAlone = at === 0 && right !== undefined && expected.smallTalk === undefined;
    return {
      conversation,
      question,
      expected,
      reply,
      outcome: grade(expected, seenOf(reply)),
      found: isAlone && conversation.kind !== 'page' ? passages.some(says) : null,
      baseline: grade(expected, baselineOf(passages)),
    };
  });
  return Promise.all(graded);
}

/** Asks all questions of a site in the plugin's own chat and grades the answers. */
export async function askSite(
  { documents, conversations, title, locale, timeZone, contact }: AskedSite,
  embeddings: Settings['embeddings'] = settingsDefaults.embeddings,
): Promise<Graded[]> {
  const chatSettings = { ...settingsDefaults.chat, contact };
  const settings = { ...settingsDefaults, chat: chatSettings, embeddings };
  const chat = await chatSite(documents, { name: title, locale, timeZone, settings });
  try {
    const graded: Graded[] = [];
    for (const conversation of conversations) {
      graded.push(...(await askConversation(chat, conversation)));
    }
    return graded;
  } finally {
    await chat.site.close();
  }
}
