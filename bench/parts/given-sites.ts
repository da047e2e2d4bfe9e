import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BridgePost } from '../../server/contract/bridge.ts';
import type { PromptedSite } from './prompted-sites.ts';

const pattern = z.string().transform((source) => new RegExp(source, 'su'));

const question = z.object({
  kind: z.string(),
  q: z.string(),
  before: z.array(z.string()).default([]),
  page_url: z.string().optional(),
  absent: z.boolean().default(false),
  expect: z.array(pattern),
  page: z.array(z.string()),
});

const standaloneForms = z.record(z.string(), z.record(z.string(), z.string()));

const head = /^(\w+): (.*)$/gm;
/** When the sites are asked. */
const now = Date.parse('2026-11-26T10:00:00Z');
const timeZones: Record<string, string> = { en: 'Europe/London', de: 'Europe/Berlin' };

function postsOf(text: string, home: string, language: string): BridgePost[] {
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

/** Sites with questions in `sites/` of the given folder; see its README. */
export function givenSites(data: string): PromptedSite[] {
  const folder = join(data, 'sites');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const forms = standaloneForms.parse(JSON.parse(read('standalone.json')));
  const names = readdirSync(folder).flatMap(
    (file) => /^(.+)\.questions\.json$/.exec(file)?.[1] ?? [],
  );
  return names.map((name) => {
    const text = read(`${name}.md`);
    const facts = new Map<string, string>();
    for (const [, key = '', value = ''] of text.split('===')[0]!.matchAll(head))
      facts.set(key, value);
    const of = (key: string) => facts.get(key) ?? '';
    const [title, home, locale] = [of('site'), of('home'), of('locale')];
    const language = locale.slice(0, 2);
    const questions = z.array(question).parse(JSON.parse(read(`${name}.questions.json`)));
    const conversations = questions.map(({ kind, q, before, page_url, absent, expect, page }) => ({
      set: 'tune' as const,
      kind,
      pageUrl: page_url === undefined ? null : home + page_url,
      turns: [
        ...before.map((earlier) => ({
          ...{ question: earlier, expected: [], pages: [], isAbsent: false },
        })),
        {
          question: q,
          standalone: forms[name]?.[q],
          expected: absent ? [] : expect,
          pages: page.map((path) => home + path),
          isAbsent: absent,
        },
      ],
    }));
    const posts = postsOf(text, home, language);
    const timeZone = timeZones[language] ?? 'UTC';
    return {
      ...{ name, title, home, language, locale, timeZone, now, contact: '', posts, conversations },
    };
  });
}
