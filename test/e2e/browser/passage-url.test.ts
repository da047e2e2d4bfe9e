import { afterAll, expect, test } from '@jest/globals';
import { chunkBlocks } from '../../../server/ingestion/chunk.ts';
import { htmlBlocks } from '../../../server/ingestion/read/html-blocks.ts';
import { passageUrl } from '../../../server/chat/citations/page-places.ts';
import { sampled } from '../../full-runs.ts';
import { createPost, rest, trashPost } from '../../stack.ts';
import { openPage } from './pages.ts';

/** Other suites of the bed must not find them. */
const posts: number[] = [];
afterAll(async () => {
  for (const id of posts) await trashPost(id);
});

const filler = (about: string) =>
  Array.from(
    { length: 40 },
    (_, n) => `<p>On day ${n} nothing was heard of ${about}, and nobody minded that at all.</p>`,
  ).join('\n');
const sentences = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Swan number ${n} swims round the island before it comes back to us.`,
  ).join(' ');
const thai = 'หงส์ได้รับอาหารทุกวันตอนเที่ยงที่สระน้ำด้านหลังพิพิธภัณฑ์ และทุกคนสามารถมาดูได้โดยไม่เสียค่าใช้จ่าย';
const chinese = '天鹅每天中午在博物馆后面的池塘喂食，游客可以免费观看，也可以带孩子一起来。';
const arabic = 'تُطعم البجعات كل يوم عند الظهر في البركة خلف المتحف، ويمكن للجميع المشاهدة مجانًا.';

/** The place to be seen has the class `target`; the passage is the one that begins with `begins`. */
interface Place {
  html: string;
  begins: string;
}

const places: Record<string, Place> = {
  'a paragraph': {
    html: '<h2>Feeding</h2><p class="target">The swans are fed at noon by the keeper of the pond.</p>',
    begins: 'The swans are fed',
  },
  'text with links and emphasis': {
    html: '<h2>Feeding</h2><p class="target">The <a href="/">swans</a> are <strong>fed</strong> at <em>no</em>on by the keeper&nbsp;of the <code>pond</code>.</p>',
    begins: 'The swans are fed',
  },
  'curly quotes and dashes of WordPress': {
    html: '<h2>Feeding</h2><p class="target">"Swans" aren\'t fed -- they say -- before noon & 3 x 4 hours...</p>',
    begins: '“Swans”',
  },
  'soft hyphens': {
    html: '<h2>Feeding</h2><p class="target">The Donau&shy;dampf&shy;schiff brings food at noon for all swans.</p>',
    begins: 'The Donaudampfschiff',
  },
  emoji: {
    html: '<h2>Feeding</h2><p class="target">🦢 The swans are fed ⏰ at noon by the keeper of the pond.</p>',
    begins: '🦢',
  },
  'a list item': {
    html: '<h2>Bring along</h2><ul><li class="target">Warm clothes</li><li>A torch for the way back</li></ul>',
    begins: 'Warm clothes',
  },
  'a heading that the table of contents names, too': {
    html: '<h2 class="target">Where swans sleep</h2><p>On the island.</p><h2>What comes then</h2><p>They fly away in the winter and nobody knows where they go.</p>',
    begins: 'Where swans sleep',
  },
  'words that stand further above': {
    html: '<h2>Prices again</h2><p class="target">Warm clothes</p><p>cost nine crowns in the shop by the entrance.</p>',
    begins: 'Warm clothes',
  },
  'a row below a head': {
    html: '<h2>Prices</h2><table><tr><th>Ticket</th><th>Price</th></tr><tr><td class="target">Grown-ups</td><td>Twelve crowns</td></tr><tr><td>Children</td><td>Five crowns</td></tr></table>',
    begins: 'Ticket: Grown-ups',
  },
  'a row without a head': {
    html: '<h2>Prices</h2><table><tr><td class="target">Grown-ups</td><td>Twelve crowns each</td></tr><tr><td>Children</td><td>Five crowns each</td></tr></table>',
    begins: 'Grown-ups; Twelve',
  },
  'the answer of a closed accordion': {
    html: '<details><summary>May I feed the swans?</summary><p class="target">Only the keeper of the pond may feed them at noon.</p></details>',
    begins: 'Only the keeper',
  },
  'lines of code': {
    html: '<h2>Code</h2><pre class="target">swan --feed --at noon\nswan --count --all-of-them\nswan --sleep --until-morning</pre>',
    begins: 'swan --feed',
  },
  'a passage that begins inside a paragraph': {
    html: `<h2>Long</h2><p>${sentences(14)} <span class="target">The swan that is nobody’s counts for all of them.</span> ${sentences(10)}</p>`,
    begins: 'The swan that is nobody’s',
  },
  'a passage that begins with a picture’s words': {
    html: '<h2>Feeding</h2><p><img src="/none.png" alt="A keeper with a bucket"></p><p class="target">The swans are fed at noon by the keeper of the pond.</p>',
    begins: 'A keeper with',
  },
  Thai: { html: `<h2>หงส์</h2><p class="target">${thai}</p>`, begins: 'หงส์' },
  Chinese: { html: `<h2>天鹅</h2><p class="target">${chinese}</p>`, begins: '天鹅' },
  'a Chinese passage that begins inside a sentence': {
    html: `<h2>天鹅</h2><p>${'天鹅在湖上游来游去，'.repeat(100)}<span class="target">小鸭子们却在岸边等着管理员，</span>${'天鹅在湖上游来游去，'.repeat(60)}</p>`,
    begins: '小鸭子们',
  },
  Arabic: { html: `<h2>بجع</h2><p class="target">${arabic}</p>`, begins: 'تُطعم' },
};

/** Returns the address of the passage that begins with these words, as the product cites it. */
async function addressOf({ html, begins }: Place): Promise<string> {
  const contents = '<ul><li>Warm clothes</li><li>Where swans sleep</li><li>Prices</li></ul>';
  const content = `${contents}\n${filler('swans')}\n${html}\n<h2>After that</h2>\n${filler('geese')}`;
  const { id, link } = await createPost({ title: 'On swans', content });
  posts.push(id);
  const { body } = await rest<{ content: { rendered: string } }>('GET', `/wp/v2/posts/${id}`);
  const blocks = htmlBlocks(body.content.rendered);
  const chunks = chunkBlocks(blocks, { size: 1000, overlap: 150, minimum: 40, language: '' });
  const found = chunks.findLast(({ content: text }) => text.includes(begins));
  if (!found) throw new Error(`No passage has ${begins}: ${JSON.stringify(chunks)}`);
  const text = found.content.slice(found.content.indexOf(begins));
  const address = passageUrl({ kind: 'post', url: link, page: null, content: text });
  return address ?? link;
}

test.each(sampled(Object.entries(places), 3))('opens at %s', async (_name, place) => {
  const address = await addressOf(place);
  const page = await openPage({ viewport: { width: 800, height: 600 } });
  await page.goto(address);
  const target = page.locator('.target').first();
  const seen = () =>
    target.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return scrollY > 0 && bottom > 0 && top < innerHeight;
    });
  for (let look = 0; look < 40 && !(await seen()); look++) await page.waitForTimeout(50);
  expect({ address: decodeURIComponent(address), seen: await seen() }).toMatchObject({
    seen: true,
  });
  await page.context().close();
});
