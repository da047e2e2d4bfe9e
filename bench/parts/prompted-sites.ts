import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { BridgePost } from '../../server/contract/bridge.ts';
import { documentOfPost } from './demo-site.ts';
import { givenSites } from './given-sites.ts';
import { addressOf, readSite, siteNames } from './site-files.ts';

interface PromptedTurn {
  question: string;
  /** The form that stands alone, in the site's language, as a good model writes it. */
  standalone?: string | undefined;
  /** Patterns that the answer has, all of them; empty: there is no answer to be found. */
  expected: readonly RegExp[];
  /** Addresses of the pages that say it; empty: any page. */
  pages: readonly string[];
  /** The site does not say it. */
  isAbsent: boolean;
}

interface PromptedConversation {
  set: 'tune' | 'judge';
  kind: string;
  /** Address of the page on which it takes place. */
  pageUrl: string | null;
  turns: readonly PromptedTurn[];
}

/** A site as the plugin sends it, with questions that a language model is asked. */
export interface PromptedSite {
  name: string;
  title: string;
  home: string;
  /** BCP 47, without a region. */
  language: string;
  locale: string;
  timeZone: string;
  /** When it is asked, Unix milliseconds. */
  now: number;
  contact: string;
  posts: readonly BridgePost[];
  conversations: readonly PromptedConversation[];
}

function sampleSite(name: string): PromptedSite {
  const site = readSite(name);
  const addresses = new Map(site.posts.map(({ title, permalink }) => [title, permalink]));
  const conversations = site.conversations.map(({ set, kind, on, turns }) => ({
    set,
    kind,
    pageUrl: on === undefined ? null : addressOf(site, on),
    turns: turns.map(({ question, standalone, right, parts = [], page, absent = false }) => ({
      question,
      standalone,
      expected: right ? [right, ...parts] : [],
      pages: page.map((title) => addresses.get(title) ?? ''),
      isAbsent: absent,
    })),
  }));
  const { name: title, home_url: home, language, locale, time_zone: timeZone, contact } = site;
  const now = Date.parse(site.now);
  const { posts } = site;
  return { name, title, home, language, locale, timeZone, now, contact, posts, conversations };
}

/** The sample sites, and those in the folder given by `--data`, if any. */
export const promptedSites = (data: string): PromptedSite[] => [
  ...siteNames().map(sampleSite),
  ...(data ? givenSites(data) : []),
];

/** Pairs of sites of one trade: a page of one answers questions about the other. */
const alike = [
  ['buecherei-de', 'bibliothek'],
  ['outdoor-en', 'cycles'],
];
/** Tokens. A prompt takes 4,000 tokens of sources; a site of the second number cannot be whole in it. */
const padded = 6000;
const tooLong = 5000;

const tokensOf = (posts: readonly BridgePost[]) =>
  posts.reduce((sum, post) => {
    const texts = documentOfPost(post).chunks.map(({ content }) => content);
    return sum + encode([post.title, ...texts].join('\n')).length;
  }, 0);

/** Posts first, then pages outside of the menu: a page such as the opening hours of another site competes. */
const weightOf = ({ post_type, prominent }: BridgePost) =>
  (post_type === 'page' ? 1 : 0) + (prominent ? 1 : 0);

/**
 * Returns the site with so much of other sites in its language that it is longer than a prompt may be; null if there
 * is not enough.
 */
export function paddedSite(site: PromptedSite, all: readonly PromptedSite[]): PromptedSite | null {
  const { name, home, language, posts: own } = site;
  const isAlike = (other: PromptedSite) =>
    alike.some((pair) => pair.includes(name) && pair.includes(other.name));
  const others = all
    .filter((other) => other !== site && other.language === language && !isAlike(other))
    .flatMap((other) => other.posts)
    .sort((a, b) => weightOf(a) - weightOf(b));
  const posts = [...own];
  let missing = padded - tokensOf(own);
  for (const post of others) {
    if (missing <= 0) break;
    const id = posts.length + 1;
    posts.push({ ...post, id, permalink: `${home}/more/${id}/` });
    missing -= tokensOf([post]);
  }
  return tokensOf(posts) < tooLong ? null : { ...site, posts };
}
