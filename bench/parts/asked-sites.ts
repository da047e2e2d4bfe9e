import { askedQuestions } from './answer-questions.ts';
import { demoAddress, demoDocuments, documentOfPost } from './demo-site.ts';
import type { KeylessDocument } from './keyless-site.ts';
import { expectationOf, type Given } from './given-grades.ts';
import type { Expectation } from '../answers/grade-answer.ts';
import { givenSites } from './given-sites.ts';
import { addressOf, readSite } from './site-files.ts';

interface AskedTurn {
  question: string;
  expected: Expectation;
  /** It only leads to the next one, and is not graded. */
  isLed?: boolean;
}

export interface AskedConversation {
  /** `tune`: may be looked at while the engine is changed. `judge`: only to judge it. */
  set: 'tune' | 'judge';
  kind: string;
  pageUrl: string | null;
  /** Milliseconds since 1970. */
  now: number;
  turns: readonly AskedTurn[];
}

export interface AskedSite {
  name: string;
  /** As its visitors know it. */
  title: string;
  locale: string;
  timeZone: string;
  /** The owner's setting. */
  contact: string;
  documents: readonly KeylessDocument[];
  conversations: readonly AskedConversation[];
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** A person can be reached where the owner says. */
const contactExpected = (contact: string): Pick<Expectation, 'right'> => ({
  right: new RegExp(escaped(contact)),
});

/** A site of `bench/sites/` with its questions. */
export function sampleSite(name: string): AskedSite {
  const site = readSite(name);
  const { contact, locale, time_zone: timeZone } = site;
  const conversations = site.conversations.map(({ set, kind, on, now, turns }) => ({
    set,
    kind,
    pageUrl: on === undefined ? null : addressOf(site, on),
    now: Date.parse(now ?? site.now),
    turns: turns.map(({ question, ...expected }) => ({
      question,
      expected:
        expected.smallTalk === 'human' ? { ...expected, ...contactExpected(contact) } : expected,
    })),
  }));
  return {
    name,
    title: site.name,
    locale,
    timeZone,
    contact,
    documents: site.posts.map(documentOfPost),
    conversations,
  };
}

const demo = {
  title: 'Quillmouth Museum of Tides and Time',
  locale: 'en',
  timeZone: 'Europe/London',
  contact: 'desk@quillmouth-museum.example',
  now: Date.parse('2026-06-10T09:00:00Z'),
};

const asked = (kind: string, turns: AskedTurn[]): AskedConversation => ({
  set: 'tune',
  kind,
  pageUrl: `${demoAddress}/`,
  now: demo.now,
  turns,
});

/** The demo site with the questions of this bench. */
export async function askedDemoSite(): Promise<AskedSite> {
  const conversations = askedQuestions.map(({ language, question, expected }) => {
    const all = expected?.map((fragment) => `(?=.*${escaped(fragment)})`).join('');
    return asked(language, [
      {
        question,
        expected:
          all === undefined
            ? { absent: true, page: [] }
            : { right: new RegExp(all, 's'), page: [] },
      },
    ]);
  });
  return { ...demo, name: 'demo', documents: await demoDocuments(), conversations };
}

/** The sites of the folder given by `--data`. */
export const askedGivenSites = (data: string): AskedSite[] =>
  givenSites(data).map(({ conversations, posts, ...site }) => {
    const titles = new Map(posts.map(({ permalink, title }) => [permalink, title]));
    const expectationOf = (turn: (typeof conversations)[number]['turns'][number], kind: string) => {
      const [right, ...parts] = turn.expected;
      const page = turn.pages.map((url) => titles.get(url) ?? url);
      if (turn.isAbsent) return { absent: true as const, page };
      if (kind === 'smalltalk') return { right, smallTalk: 'given', page: [] };
      return { right, parts, page };
    };
    return {
      ...site,
      documents: posts.map(documentOfPost),
      conversations: conversations.map(({ set, kind, pageUrl, turns }) => ({
        ...{ set, kind, pageUrl, now: site.now },
        turns: turns.map((turn, at) => ({
          question: turn.question,
          expected: expectationOf(turn, kind),
          isLed: at < turns.length - 1,
        })),
      })),
    };
  });

/** The demo site with the questions that a person has graded. */
export async function givenSite(given: Given): Promise<AskedSite> {
  const one = (kind: string) => (question: string, expected: Expectation) =>
    asked(kind, [{ question, expected }]);
  const says = (kind: string, list: Given['paraphrases']) =>
    list.map(({ question, expected }) => one(kind)(question, { right: expected, page: [] }));
  const conversations = [
    ...given.conversations.map(({ turns }) =>
      asked(
        'graded',
        turns.map(({ question }) => ({ question, expected: expectationOf(question) })),
      ),
    ),
    ...says('paraphrase', given.paraphrases),
    ...given.absent.map((question) => one('absent')(question, { absent: true, page: [] })),
    ...says('other_language', given.other_language),
  ];
  return { ...demo, name: 'given', documents: await demoDocuments(), conversations };
}
