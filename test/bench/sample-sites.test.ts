import { expect, test } from '@jest/globals';
import { askSite } from '../../bench/answers/answers.ts';
import { documentsOf, sampleSite, siteNames } from '../../bench/parts/sites.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';

test.each(siteNames())('%s says what its questions expect, on pages that it has', (name) => {
  const site = sampleSite(name);
  const texts = new Map(
    documentsOf(site).map(({ title, chunks }) => [
      title,
      chunks.map(({ content }) => content).join('\n'),
    ]),
  );
  const addresses = [null, ...site.posts.map(({ permalink }) => permalink)];
  for (const { pageUrl, turns } of site.conversations) {
    expect(addresses).toContain(pageUrl);
    for (const { question, expected, patterns } of turns) {
      const { page, parts = [] } = expected;
      for (const title of page) expect([...texts.keys()]).toContain(title);
      const isSaid = page.some((title) => patterns[0]?.test(texts.get(title)!));
      expect([question, isSaid]).toEqual([question, patterns.length > 0]);
      const said = page.map((title) => texts.get(title)!).join('\n');
      expect(parts.filter((part) => !part.test(said))).toEqual([]);
    }
  }
  const judged = site.conversations.filter(({ set }) => set === 'judge').length;
  const share = judged / site.conversations.length;
  expect(Math.min(1 - share, Math.abs(share - 0.5))).toBeLessThan(0.02);
});

test('a conversation takes place in one session, with the embedder that the settings choose', async () => {
  const vendor = await startOpenAiServer({ apiKey: null, models: { local: 32 } });
  const { embeddings } = settingsDefaults;
  const connection = { ...embeddings.openai_compatible, base_url: vendor.url, model: 'local' };
  const site = sampleSite('pool');
  const kept = site.conversations.filter(({ turns }) => turns.length > 1).slice(0, 1);
  const documents = documentsOf(site).slice(0, 2);
  const graded = await askSite(
    { ...site, documents, conversations: kept },
    'openai_compatible',
    null,
    { ...settingsDefaults, embeddings: { ...embeddings, openai_compatible: connection } },
  );
  expect(graded).toHaveLength(2);
  expect(new Set(graded.map(({ reply }) => reply.session_id)).size).toBe(1);
  const embedded = JSON.stringify(vendor.requests.map(({ body }) => body));
  expect(embedded).toContain(kept[0]!.turns[0]!.question);
  for (const { content } of documents.flatMap(({ chunks }) => chunks))
    expect(embedded).toContain(JSON.stringify(content).slice(1, -1));
  await vendor.close();
});
