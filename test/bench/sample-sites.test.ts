import { expect, test } from '@jest/globals';
import { askSite } from '../../bench/answers/ask-site.ts';
import { sampleSite } from '../../bench/parts/asked-sites.ts';
import { documentOfPost } from '../../bench/parts/demo-site.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { readSite, siteNames } from '../../bench/parts/site-files.ts';

test.each(siteNames())('%s says what its questions expect, on pages that it has', (name) => {
  const { posts, conversations } = readSite(name);
  const texts = new Map(
    posts.map((post) => {
      const { chunks } = documentOfPost(post);
      return [post.title, chunks.map(({ content }) => content).join('\n')];
    }),
  );
  const slugs = posts.map(({ permalink }) => permalink.split('/').at(-2));
  for (const { on, turns } of conversations) {
    if (on !== undefined) expect(slugs).toContain(on);
    for (const { question, right, parts = [], page } of turns) {
      for (const title of page) expect([...texts.keys()]).toContain(title);
      const isSaid = page.some((title) => right?.test(texts.get(title)!));
      expect([question, isSaid]).toEqual([question, right !== undefined]);
      const said = page.map((title) => texts.get(title)!).join('\n');
      expect(parts.filter((part) => !part.test(said))).toEqual([]);
    }
  }
});

test.each(siteNames())('%s: half or all of its questions are kept for judging', (name) => {
  const { conversations } = readSite(name);
  const judged = conversations.filter(({ set }) => set === 'judge').length;
  const share = judged / conversations.length;
  expect(Math.min(1 - share, Math.abs(share - 0.5))).toBeLessThan(0.02);
  expect(conversations.flatMap(({ turns }) => turns).length).toBeGreaterThanOrEqual(60);
});

test('a conversation takes place in one session, on its page, at its time', async () => {
  const site = sampleSite('pool');
  const kept = site.conversations.filter(({ turns }) => turns.length > 1).slice(0, 1);
  const words = { ...settingsDefaults.embeddings, provider: 'builtin' as const };
  const graded = await askSite({ ...site, conversations: kept }, words, null);
  const sessions = new Set(graded.map(({ reply }) => reply.session_id));
  expect(graded).toHaveLength(2);
  expect(sessions.size).toBe(1);
});

test('the embedder that the settings choose is asked for every chunk and question', async () => {
  const vendor = await startOpenAiServer({ apiKey: null, models: { local: 32 } });
  const { embeddings } = settingsDefaults;
  const connection = { ...embeddings.openai_compatible, base_url: vendor.url, model: 'local' };
  const site = sampleSite('pool');
  const [first] = site.conversations;
  await askSite(
    { ...site, documents: site.documents.slice(0, 2), conversations: [first!] },
    { ...embeddings, provider: 'openai_compatible', openai_compatible: connection },
    null,
  );
  const embedded = JSON.stringify(vendor.requests.map(({ body }) => body));
  expect(embedded).toContain(first!.turns[0]!.question);
  for (const { chunks } of site.documents.slice(0, 2)) {
    for (const { content } of chunks)
      expect(embedded).toContain(JSON.stringify(content).slice(1, -1));
  }
  await vendor.close();
});
