/** Sites with questions: those of `bench/sites/`, the demo, and those of the folder given by `--data`. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BridgePost } from '../../server/contract/bridge.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { chunkBlocks } from '../../server/ingestion/chunk.ts';
import type { Loaded } from '../../server/ingestion/read/blocks.ts';
import { loadDocx } from '../../server/ingestion/read/docx.ts';
import { loadPdf } from '../../server/ingestion/read/pdf.ts';
import { loadPost } from '../../server/ingestion/read/post.ts';
import { toBlocks } from '../../tools/demo/blocks.ts';
import { mediaFolder, readArticle, readContent } from '../../tools/demo/content.ts';
import type { KeylessDocument } from './keyless-site.ts';

/** A reader's expectation of an answer. */
export interface Expectation {
  /** Matches an answer. */
  right?: RegExp | undefined;
  /** Match what the answer to a question with several parts has to say. */
  parts?: readonly RegExp[] | undefined;
  /** Matches what misleads where it is marked, such as the times of another season. */
  wrong?: RegExp | undefined;
  /** Titles of the pages that say it; empty: any page. */
  page: readonly string[];
  absent?: true | undefined;
  smallTalk?: string | undefined;
}

export interface Turn {
  question: string;
  /** The form that stands alone, in the site's language, as a good model writes it. */
  standalone?: string | undefined;
  expected: Expectation;
  /** Match the section that answers, all of them; empty: there is none to be found. */
  patterns: readonly RegExp[];
  /** Addresses of the pages that say it; empty: any page. */
  pages: readonly string[];
  /** It only leads to the next one, and is not graded. */
  isLed: boolean;
}

export interface Conversation {
  /** `tune`: may be looked at while the engine is changed. `judge`: only to judge it. */
  set: 'tune' | 'judge';
  kind: string;
  /** Address of the page on which it takes place. */
  pageUrl: string | null;
  /** When it takes place, Unix milliseconds. */
  now: number;
  turns: readonly Turn[];
}

export interface Site {
  name: string;
  /** As its visitors know it. */
  title: string;
  home: string;
  /** BCP 47, without a region. */
  language: string;
  locale: string;
  timeZone: string;
  /** Unix milliseconds. */
  now: number;
  /** The owner's setting. */
  contact: string;
  /** As the plugin sends them. */
  posts: readonly BridgePost[];
  /** Instead of the posts. */
  documents?: readonly KeylessDocument[];
  conversations: readonly Conversation[];
}

export const multilingual = 'multilingual-e5-small';

/** Returns the embedder by meaning that a site would have with the models of a folder; null: none. */
export function embedderFor({ language }: Site, models: string): string | null {
  if (language === 'en') return 'local';
  return existsSync(join(models, multilingual, 'config.json')) ? `local:${multilingual}` : null;
}

function documentOf({ title, language, blocks }: Loaded): KeylessDocument {
  const { chunk_size, chunk_overlap, min_chunk_chars } = settingsDefaults.indexing;
  const options = { size: chunk_size, overlap: chunk_overlap, minimum: min_chunk_chars, language };
  return { title, chunks: chunkBlocks(blocks, options) };
}

/** Reads a post as the sidecar does. */
export const documentOfPost = (post: BridgePost): KeylessDocument => ({
  ...documentOf(loadPost(post)),
  post,
});

export const documentsOf = ({ posts, documents }: Site): readonly KeylessDocument[] =>
  documents ?? posts.map(documentOfPost);

export const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const sitesFolder = join(import.meta.dirname, '../sites');

const siteFile = z.strictObject({
  name: z.string(),
  home_url: z.url(),
  /** The owner's setting: where a person can be reached. */
  contact: z.string(),
  language: z.string(),
  locale: z.string(),
  time_zone: z.string(),
  /** When its questions are asked, unless a question says otherwise. */
  now: z.iso.datetime(),
  front_page: z.string(),
  /** Slugs in the menu. */
  navigation: z.array(z.string()),
});
type SiteFile = z.infer<typeof siteFile>;

/** Matches in any case, over lines, by code point. @throws SyntaxError */
const pattern = z.string().transform((source) => new RegExp(source, 'isu'));

const sampleTurn = z
  .strictObject({
    question: z.string().min(1),
    standalone: z.string().optional(),
    right: pattern.optional(),
    parts: z.array(pattern).optional(),
    wrong: pattern.optional(),
    page: z.array(z.string()).default([]),
    absent: z.literal(true).optional(),
    smallTalk: z.enum(['greeting', 'thanks', 'bye', 'ok', 'help', 'who', 'human']).optional(),
  })
  .refine(
    ({ right, absent, smallTalk }) =>
      [right, absent, smallTalk].filter((each) => each !== undefined).length === 1,
    'A question needs one of right, absent and smallTalk.',
  );

const sampleConversation = z.strictObject({
  set: z.enum(['tune', 'judge']),
  /** A group of the figures. */
  kind: z.string(),
  /** Slug of the page on which it is asked. */
  on: z.string().optional(),
  /** Instead of the site's. */
  now: z.iso.datetime().optional(),
  turns: z.array(sampleTurn).min(1),
});

const frontMatter = z.strictObject({
  title: z.string().min(1),
  excerpt: z.string().min(1),
  date: z.iso.date(),
});

/** Markup of the editor or of a page builder stays as it is. */
const isMarkup = (body: string) => /^(?:<!-- wp:|<div)/.test(body);

function readPost(site: SiteFile, type: 'page' | 'post', path: string, slug: string) {
  const { head, body } = readArticle(path);
  const { title, excerpt, date } = frontMatter.parse(head);
  const published = `${date}T08:00:00Z`;
  return {
    post_type: type,
    title,
    excerpt,
    html: isMarkup(body) ? body : toBlocks(body),
    terms: [],
    fields: [],
    permalink: `${site.home_url}/${slug}/`,
    language: site.language,
    modified: published,
    published,
    prominent: slug === site.front_page || site.navigation.includes(slug),
  };
}

export const siteNames = (): string[] => readdirSync(sitesFolder).sort();

/** Reads a site of `bench/sites/`. */
export function sampleSite(name: string): Site {
  const json = (file: string): unknown =>
    JSON.parse(readFileSync(join(sitesFolder, name, file), 'utf8'));
  const site = siteFile.parse(json('site.json'));
  const posts = (['page', 'post'] as const).flatMap((type) => {
    const path = join(sitesFolder, name, `${type}s`);
    const files = readdirSync(path).sort();
    return files.map((file) => readPost(site, type, join(path, file), file.slice(0, -5)));
  });
  const addresses = new Map(posts.map(({ title, permalink }) => [title, permalink]));
  const { home_url: home, language, locale, contact } = site;
  const conversations = z
    .array(sampleConversation)
    .parse(json('questions.json'))
    .map(({ set, kind, on, now = site.now, turns }) => ({
      set,
      kind,
      pageUrl: on === undefined ? null : `${home}/${on}/`,
      now: Date.parse(now),
      turns: turns.map(({ question, standalone, ...expected }) => ({
        question,
        standalone,
        // A person can be reached where the owner says.
        expected:
          expected.smallTalk === 'human'
            ? { ...expected, right: new RegExp(escaped(contact)) }
            : expected,
        patterns: expected.right ? [expected.right, ...(expected.parts ?? [])] : [],
        pages: expected.page.map((title) => addresses.get(title) ?? ''),
        isLed: false,
      })),
    }));
  return {
    ...{ name, title: site.name, home, language, locale, timeZone: site.time_zone, contact },
    now: Date.parse(site.now),
    posts: posts.map((post, at) => ({ id: at + 1, ...post })),
    conversations,
  };
}

const givenPattern = z.string().transform((source) => new RegExp(source, 'su'));

const givenQuestion = z.object({
  kind: z.string(),
  q: z.string(),
  before: z.array(z.string()).default([]),
  page_url: z.string().optional(),
  absent: z.boolean().default(false),
  expect: z.array(givenPattern),
  page: z.array(z.string()),
});

const standaloneForms = z.record(z.string(), z.record(z.string(), z.string()));
const givenNow = Date.parse('2026-11-26T10:00:00Z');
const givenTimeZones: Record<string, string> = { en: 'Europe/London', de: 'Europe/Berlin' };

function givenPosts(text: string, home: string, language: string): BridgePost[] {
  const [, ...pages] = text.split(/^=== /m);
  return pages.map((page, at) => {
    const end = page.indexOf('\n');
    const parts = page.slice(0, end).split('|');
    const [path = '', type = '', modified = '', title = '', categories = ''] = parts.map((part) =>
      part.trim(),
    );
    const names = categories.split(',').map((name) => name.trim());
    const time = `${modified}T08:00:00Z`;
    return {
      id: at + 1,
      post_type: type,
      title,
      excerpt: '',
      html: page.slice(end + 1),
      terms: names.filter(Boolean).map((name) => ({ taxonomy: 'Categories', name })),
      fields: [],
      permalink: home + path,
      language,
      modified: time,
      published: time,
      prominent: path === '/',
    };
  });
}

function givenExpectation(
  { kind, absent, expect: [right, ...parts] }: z.infer<typeof givenQuestion>,
  page: readonly string[],
): Expectation {
  if (absent) return { absent: true, page };
  if (kind === 'smalltalk') return { right, smallTalk: 'given', page: [] };
  return { right, parts, page };
}

/** Reads a site that is one text: lines such as `site: NAME`, then pages, each below its line `=== path | type | …`. */
export function readGivenSite(text: string) {
  const facts = new Map(
    Array.from(text.split('===')[0]!.matchAll(/^(\w+): (.*)$/gm), ([, key, value]) => [key, value]),
  );
  const [title = '', home = '', locale = ''] = ['site', 'home', 'locale'].map((key) =>
    facts.get(key),
  );
  const language = locale.slice(0, 2);
  const timeZone = givenTimeZones[language] ?? 'UTC';
  const posts = givenPosts(text, home, language);
  const about = { name: title, title, home, language, locale, timeZone, now: givenNow };
  return { ...about, contact: '', posts, conversations: [] };
}

/** Returns the sites with questions in `sites/` of the given folder; see its README. */
function givenSites(data: string): Site[] {
  const folder = join(data, 'sites');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const forms = standaloneForms.parse(JSON.parse(read('standalone.json')));
  const names = readdirSync(folder).flatMap(
    (file) => /^(.+)\.questions\.json$/.exec(file)?.[1] ?? [],
  );
  return names.map((name) => {
    const site = readGivenSite(read(`${name}.md`));
    const { home, posts } = site;
    const titles = new Map(posts.map((post) => [post.permalink, post.title]));
    const lead = { expected: { page: [] }, patterns: [], pages: [], isLed: true };
    const questions = z.array(givenQuestion).parse(JSON.parse(read(`${name}.questions.json`)));
    const conversations = questions.map((question) => {
      const { kind, q, before, page_url, absent, expect } = question;
      const pages = question.page.map((path) => home + path);
      const turn: Turn = {
        question: q,
        standalone: forms[name]?.[q],
        expected: givenExpectation(
          question,
          pages.map((url) => titles.get(url) ?? url),
        ),
        patterns: absent ? [] : expect,
        pages,
        isLed: false,
      };
      return {
        set: 'tune' as const,
        kind,
        pageUrl: page_url === undefined ? null : home + page_url,
        now: givenNow,
        turns: [...before.map((earlier) => ({ ...lead, question: earlier })), turn],
      };
    });
    return { ...site, name, conversations };
  });
}

/** The sample sites, and those in the folder given by `--data`, if any. */
export const allSites = (data: string): Site[] => [
  ...siteNames().map(sampleSite),
  ...(data ? givenSites(data) : []),
];

const demo = {
  title: 'Quillmouth Museum of Tides and Time',
  home: 'https://quillmouth-museum.example',
  language: 'en',
  locale: 'en',
  timeZone: 'Europe/London',
  contact: 'desk@quillmouth-museum.example',
  now: Date.parse('2026-06-10T09:00:00Z'),
  posts: [],
};

function demoPosts(): BridgePost[] {
  const { site, articles } = readContent();
  const menu = [site.front_page, site.posts_page, ...site.navigation];
  const named = (taxonomy: string, names: readonly string[]) =>
    names.map((name) => ({ taxonomy, name }));
  return articles.map((article, at) => ({
    id: at + 1,
    post_type: article.type,
    title: article.title,
    excerpt: article.excerpt,
    html: article.content,
    terms: [...named('Categories', article.categories), ...named('Tags', article.tags)],
    fields: [],
    permalink: `${demo.home}/${article.slug}/`,
    language: 'en',
    modified: '',
    ...(article.date && { published: `${article.date}T08:00:00Z` }),
    prominent: menu.includes(article.slug),
  }));
}

/** Pages, posts and files of the demo site, divided as the defaults of the settings say. */
export async function demoDocuments(): Promise<KeylessDocument[]> {
  const file = (name: string) => readFileSync(join(mediaFolder, name));
  const guide = await loadPdf(file('visitor-guide.pdf'));
  const handbook = await loadDocx(file('school-programme-handbook.docx'));
  return [...demoPosts().map(documentOfPost), documentOf(guide), documentOf(handbook)];
}

const onDemo = (
  kind: string,
  ...turns: { question: string; expected: Expectation }[]
): Conversation => ({
  set: 'tune',
  kind,
  pageUrl: `${demo.home}/`,
  now: demo.now,
  turns: turns.map((turn) => ({ ...turn, patterns: [], pages: [], isLed: false })),
});

const benchFile = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));

const demoQuestion = z.strictObject({
  language: z.string(),
  question: z.string(),
  /** Fragments of a useful answer, word for word; absent: the site has no answer. */
  fragments: z.array(z.string()).optional(),
});

/** The demo site with questions of its visitors, in its five languages. */
export async function demoSite(): Promise<Site> {
  const conversations = z
    .array(demoQuestion)
    .parse(benchFile('demo-questions.json'))
    .map(({ language, question, fragments }) => {
      const all = fragments?.map((fragment) => `(?=.*${escaped(fragment)})`).join('');
      const expected =
        all === undefined ? { absent: true as const } : { right: new RegExp(all, 's') };
      return onDemo(language, { question, expected: { ...expected, page: [] } });
    });
  return { ...demo, name: 'demo', documents: await demoDocuments(), conversations };
}

/** By the beginning of the question's SHA-256: the questions themselves are kept outside of the project. */
const gradedExpectations = z.record(
  z.string(),
  z.strictObject({
    right: pattern.optional(),
    page: z.array(z.string()),
    absent: z.literal(true).optional(),
    smallTalk: z.string().optional(),
  }),
);

const paraphrase = z.object({
  question: z.string(),
  expected: z.string().transform((source) => new RegExp(source, 'u')),
});

const gradedFile = z.object({
  conversations: z.array(z.object({ turns: z.array(z.object({ question: z.string() })).min(1) })),
  paraphrases: z.array(paraphrase),
  absent: z.array(z.string()),
  other_language: z.array(paraphrase),
});

/** The demo site with the questions in the given folder, which a person has graded. @throws Error without them */
export async function gradedDemoSite(data: string): Promise<Site> {
  const file = readFileSync(join(data, 'questions', 'demo-site.json'), 'utf8');
  const given = gradedFile.parse(JSON.parse(file));
  const expectations = gradedExpectations.parse(benchFile('graded-questions.json'));
  const says = (kind: string, list: typeof given.paraphrases) =>
    list.map(({ question, expected }) =>
      onDemo(kind, { question, expected: { right: expected, page: [] } }),
    );
  const graded = ({ question }: { question: string }) => {
    const digest = createHash('sha256').update(question).digest('hex').slice(0, 8);
    const expected = expectations[digest];
    if (!expected) throw new Error(`Nothing is expected of "${question}" (${digest}).`);
    return { question, expected };
  };
  const conversations = [
    ...given.conversations.map(({ turns }) => onDemo('graded', ...turns.map(graded))),
    ...says('paraphrase', given.paraphrases),
    ...given.absent.map((question) =>
      onDemo('absent', { question, expected: { absent: true, page: [] } }),
    ),
    ...says('other_language', given.other_language),
  ];
  return { ...demo, name: 'given', documents: await demoDocuments(), conversations };
}
