/** An answer with all its parts, as visitors with other colours, directions and themes see it. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ChatEvent } from '../../../server/contract/chat.ts';
import { themes } from '../../../server/contract/themes.ts';
import {
  createPost,
  stack,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { done, frame, meta, source } from '../../widget/browser.ts';
import {
  expectAccessible,
  expectProblem,
  openPage,
  part as partOf,
  phone,
  picture as pictureOf,
} from './pages.ts';

let sidecar: Sidecar;
let page: Page;
let inline: Post;

const part = (name: string) => partOf(page, name);
const picture = (name: string) => pictureOf(page, `looks-${name}`);

const languages = {
  en: {
    question: 'When is it open?',
    text: 'We open **at nine** [1]. In winter see [the museum](https://example.org/) [2].\n\n| Day | Opens |\n| --- | --- |\n| Monday | nine [1] |\n| Tuesday | ten [2] |\n\n- Use `itih`.\n\n> Come early.',
    next: 'How much is a ticket?',
    quotation:
      '**Opening hours** says:\n\n> In summer. **Closed on Monday.** [1]\n>\n> | Day | Opens |\n> | --- | --- |\n> | Tuesday | nine |\n> | **Monday** | **closed** |',
  },
  ar: {
    question: 'متى تفتحون؟',
    text: 'نفتح **في التاسعة** [1]. وفي الشتاء انظر [المتحف](https://example.org/) [2].\n\n| اليوم | الوقت |\n| --- | --- |\n| الاثنين | التاسعة [1] |\n| الثلاثاء | العاشرة [2] |\n\n- استعمل `itih`.\n\n> تعالوا باكرا.',
    next: 'كم ثمن التذكرة؟',
    quotation:
      'تقول صفحة **مواعيد العمل**:\n\n> في الصيف. **مغلق يوم الاثنين.** [1]\n>\n> | اليوم | الوقت |\n> | --- | --- |\n> | الثلاثاء | 10:00 |\n> | **الاثنين** | **مغلق** |',
  },
};
type Language = keyof typeof languages;

interface Look {
  inline?: boolean;
  config?: object;
  language?: Language;
  answer?: (language: Language) => string;
  options?: BrowserContextOptions;
  css?: string;
  /** Beside the page. */
  docked?: boolean;
  /** The answer comes after it. */
  hold?: Promise<void>;
}

const streamOf = (events: readonly ChatEvent[]) => events.map((event) => frame(event)).join('');

function answerIn(language: Language): string {
  const { text, next } = languages[language];
  const tool = { type: 'tool', id: 't1', name: 'search', label: 'Search' } as const;
  const museum = { ...source, n: 2, title: 'The museum', url: 'https://example.org/m/' };
  const events: ChatEvent[] = [
    meta,
    { ...tool, state: 'start' },
    { ...tool, state: 'end', ok: true },
    { type: 'delta', content: text },
    { type: 'citations', sources: [source, museum] },
    { type: 'next_questions', questions: [next] },
    done,
  ];
  return streamOf(events);
}

/** The built-in answer: a section of a page, and further pages. */
function quotationIn(language: Language): string {
  const { quotation, next } = languages[language];
  const { url, kind } = source;
  const pages = ['The café', 'The museum'].map((title) => ({
    ...{ title, url, kind, section: '', passage: 'At ten.', marks: [] },
  }));
  const events: ChatEvent[] = [
    meta,
    { type: 'delta', content: quotation },
    { type: 'citations', sources: [{ ...source, title: 'Your visit', section: 'Opening hours' }] },
    { type: 'closest', pages },
    { type: 'next_questions', questions: [next] },
    done,
  ];
  return streamOf(events);
}

const menu = [
  'Porridge with berries (until 11:00) – £4.50',
  'Soup of the day with bread – £5.50',
  'Cheese and leek toastie – £6.00',
  'Beans on sourdough – £5.80',
  'Banana bread – £3.00',
  'Brownie, gluten-free – £3.20',
  'We cook with nuts, milk and wheat and cannot rule out traces.',
].join('\n');

/** Pages in place of an answer. */
function closestIn(language: Language): string {
  const { url, kind } = source;
  const page = { title: 'The coffee bar', section: 'Food', url, kind, passage: menu };
  const pages = [0, 1, 2].map((at) => ({ ...page, marks: [[at, 8 + at] as [number, number]] }));
  const events: ChatEvent[] = [
    meta,
    { type: 'delta', content: 'These pages may help:' },
    { type: 'closest', pages },
    { type: 'next_questions', questions: [languages[language].next] },
    { ...done, finish_reason: 'refusal' },
  ];
  return streamOf(events);
}

/** The page comes from WordPress; the answer is ready-made, so that it always has all parts. */
async function visit({ inline: isInline, config = {}, options = {}, ...look }: Look) {
  const { language = 'en', css = '', hold, answer = answerIn, docked } = look;
  page = await openPage({ reducedMotion: 'reduce', ...options });
  await page.route(/itih\/v1\/chat/, async (route) => {
    await hold;
    await route.fulfill({ contentType: 'text/event-stream', body: answer(language) });
  });
  await page.goto(isInline ? inline.link : stack().url);
  if (css) await page.addStyleTag({ content: css });
  await page.evaluate((changes) => {
    const chat = document.querySelector('itih-chat')!;
    const given = JSON.parse(chat.getAttribute('config') ?? '') as object;
    chat.setAttribute('config', JSON.stringify({ ...given, ...changes }));
  }, config);
  if (isInline) await page.locator('itih-chat').scrollIntoViewIfNeeded();
  else await part('launcher')[options.hasTouch ? 'tap' : 'click']();
  await part('input').waitFor();
  if (!docked) return;
  await part('more').click();
  await part('dock').click();
  const edge = () => page.evaluate(() => document.body.getBoundingClientRect().right);
  expect(await edge()).toBe((await part('panel').boundingBox())?.x);
}

async function ask(language: Language = 'en'): Promise<void> {
  await part('input').fill(languages[language].question);
  await part('input').press('Enter');
  await part('starter').getByText(languages[language].next).waitFor();
}

beforeAll(async () => {
  sidecar = await startSidecar();
  inline = await createPost(
    { title: 'Ask here', content: '<p>Line</p>\n\n[rag_chat height="600"]' },
    'pages',
  );
});
afterEach(() => page.context().close());
afterAll(async () => {
  await trashPost(inline.id, 'pages');
  await sidecar.stop();
});

// Questions that are not answered, and a rating of an answer that the server does not have.
expectProblem(/status of (403|429|503)/);

const auto = { theme: { name: 'auto', colors: themes.light, dark: themes.dark } };
const dark = { colorScheme: 'dark' } as const;

test.each<[string, Look]>([
  ['dark', { config: auto, options: dark }],
  ['rtl', { config: { rtl: true, locale: 'ar' }, language: 'ar' }],
  ['inline', { inline: true }],
  ['tablet', { options: { viewport: { width: 768, height: 1024 }, hasTouch: true } }],
  // 1280 px at 400 %.
  ['zoom', { options: { viewport: { width: 320, height: 256 } } }],
  [
    'docked',
    { config: { ai: true }, options: { viewport: { width: 1440, height: 900 } }, docked: true },
  ],
])('an answer can be read by anybody: %s', async (name, look) => {
  await visit(look);
  await ask(look.language);
  const answer = page.locator('itih-chat [data-role=assistant]');
  expect(await answer.locator('sup a').count()).toBe(4);
  expect(await answer.locator('td').count()).toBe(4);
  expect(await answer.locator('a.source').count()).toBe(2);
  await picture(name);
  await expectAccessible(page, 'itih-chat');
});

test.each<[string, Look]>([
  ['ocean', { options: { viewport: phone }, config: { theme: { colors: themes.ocean } } }],
  ['dark', { config: auto, options: dark }],
  ['sunset-rtl', { config: { rtl: true, theme: { colors: themes.sunset } }, language: 'ar' }],
])('a quotation can be read by anybody: %s', async (name, look) => {
  await visit({ ...look, answer: quotationIn });
  await ask(look.language);
  const card = page.locator('itih-chat .quotation');
  const tints = await card
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor));
  expect([tints[0] === tints[1], tints[1] === tints[2]]).toEqual([true, false]);
  expect(await page.locator('itih-chat .row').count()).toBe(3);
  expect(await card.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  await picture(`quotation-${name}`);
  await expectAccessible(page, 'itih-chat');
});

test('of the closest pages the first can be read as a whole, on a phone', async () => {
  await visit({ options: { viewport: phone }, answer: closestIn });
  await ask();
  const passage = page.locator('itih-chat .quotation .passage');
  expect(await passage.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
  expect(await page.locator('itih-chat .line a.row').count()).toBe(2);
  await picture('closest');
  await expectAccessible(page, 'itih-chat');
});

test('a failure can be read in the dark, and whom to ask after the second', async () => {
  const error = { type: 'error', code: 'provider_error', message: '', retryable: true } as const;
  await visit({
    config: { ...auto, ai: true, contact: 'Call **01632 960 000**.' },
    options: dark,
    answer: () => streamOf([meta, error]),
  });
  for (const question of ['When?', 'And where?']) {
    await part('input').fill(question);
    await part('input').press('Enter');
    await page.locator('itih-chat [data-role=user]', { hasText: question }).waitFor();
    await part('retry').last().waitFor();
  }
  await part('contact').waitFor();
  await picture('failure');
  await expectAccessible(page, 'itih-chat');
});

/** Asks on a phone and gets these events. */
async function askOnPhone(events: readonly ChatEvent[], config: object = {}): Promise<void> {
  const options = { viewport: phone, hasTouch: true, isMobile: true };
  await visit({ options, config, answer: () => streamOf([meta, ...events]) });
  await part('input').fill('How much is it?');
  await part('input').press('Enter');
}

test('on a phone a price is not torn from its currency, nor from its mark', async () => {
  const rows = ['Families (2 adults, up to 4 children)', 'Thursdays after 18:00, reduced'];
  const table = rows.map((row) => `| ${row} | 28,00 € [1] |`).join('\n');
  const content = `| Ticket | Price |\n| --- | --- |\n${table}`;
  await askOnPhone([{ type: 'delta', content }, { type: 'citations', sources: [source] }, done]);
  await part('source').waitFor();
  const heights = await page.locator('itih-chat td:last-child').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().height;
    }),
  );
  for (const height of heights) expect(height).toBeLessThan(30);
  await picture('prices');
  await expectAccessible(page, 'itih-chat');
});

test('on a phone the numbers of an answer lead through the places of the page, and back to the chat', async () => {
  const content = 'It says hello [1] to the world [2].';
  const places = ['Welcome', 'Hello'].map((text, at) => ({
    ...{ n: at + 1, text, url: `${stack().url}/#:~:text=${text}` },
  }));
  const sources = places.map(({ n, url }) => ({ ...source, n, url, passage_url: url }));
  await askOnPhone([
    { type: 'delta', content },
    { type: 'citations', sources, statements: places },
    done,
  ]);
  await part('source').first().waitFor();
  const mark = page.locator('itih-chat sup a').first();
  await mark.tap();
  await page.locator('itih-chat [role=tooltip]').getByText('Welcome').waitFor();
  await picture('tip');
  await mark.tap();
  await part('panel').waitFor({ state: 'hidden' });
  expect(await part('place-number').allTextContents()).toEqual(['1', '2']);
  await part('place-number').last().tap();
  await picture('places');
  await expectAccessible(page, 'itih-chat');
  await part('launcher').tap();
  await part('source').first().waitFor();
});

test('an answer that was cut says how to go on, how it came about, and whom to write to', async () => {
  await askOnPhone([
    { type: 'reasoning', content: 'The price list names three tickets.' },
    { type: 'delta', content: 'Adults pay £12, children' },
    { type: 'offer_mail' },
    { ...done, model: 'fake', finish_reason: 'length' },
  ]);
  await page.locator('itih-chat summary').getByText('How I got there').tap();
  await page.getByText('Ask for the rest, or for a part of it.').waitFor();
  await part('mail-offer').tap();
  await part('mail-email').waitFor();
  await picture('cut');
  await part('feedback-down').tap();
  await part('reason').first().waitFor();
  await picture('reasons');
  await expectAccessible(page, 'itih-chat');
});

test('a question that waits for others says so, and is asked again by itself', async () => {
  await visit({});
  const data = { status: 503, retry_after: 2 };
  const busy = { status: 503, json: { code: 'overloaded', message: '', data } };
  await page.route(/itih\/v1\/chat/, (route) => route.fulfill(busy), { times: 1 });
  const asked = ask();
  await part('stage').getByText('One moment: others were first…').waitFor();
  await picture('waits');
  await asked;
});

test.each([
  ['limit', { code: 'budget_exhausted', status: 429, retry_after: 3600 }, 'reached its limit'],
  ['outage', { code: 'sidecar_unavailable', status: 503 }, 'not available right now'],
])('a person can be found: %s', async (name, { code, ...data }, said) => {
  const contact = 'Call **01632 960 000**.';
  await visit({ config: { contact }, options: { viewport: phone } });
  const json = { code, message: '', data: { ...data, contact } };
  await page.route(/itih\/v1\/chat/, (route) => route.fulfill({ status: data.status, json }));
  await part('input').fill('When?');
  await part('input').press('Enter');
  await page.locator('itih-chat p').getByText(said).waitFor();
  await part('contact').getByText('01632 960 000').waitFor();
  await part('search').waitFor();
  await picture(name);
  await expectAccessible(page, 'itih-chat');
});

/** Pages' rules also match the element of the chat while something inside it has the focus. */
const squareFocus = `:focus, *:focus-visible, *:focus-within {
  outline: 4px dotted red !important; outline-offset: 9px !important; border-radius: 0 !important }`;

test.each([
  ['over the page', false],
  ['in the page', true],
])('a theme cannot give the focus in a chat %s its own outline', async (_, isInline) => {
  await visit({ inline: isInline, css: squareFocus });
  await part('input').fill('When?');
  const looks: unknown[] = [];
  for (const name of ['input', 'send']) {
    if (name === 'send') await page.keyboard.press('Tab');
    looks.push(
      await part(name).evaluate((node) => {
        const look = (of: Element) => {
          const { outlineStyle, outlineWidth, borderRadius } = getComputedStyle(of);
          return outlineStyle === 'none' ? 'none' : [outlineStyle, outlineWidth, borderRadius];
        };
        return [node, node.closest('.box')!, document.querySelector('itih-chat')!].map(look);
      }),
    );
  }
  // The frame around the field takes the colour instead.
  const none = 'none';
  expect(looks).toEqual([
    [none, none, none],
    [['solid', '2px', '12px'], none, none],
  ]);
  const frameOf = part('input').locator('xpath=..');
  expect(await frameOf.evaluate((box) => getComputedStyle(box).borderRadius)).toBe('18px');
  await part('input').focus();
  await picture(isInline ? 'square-inline' : 'square');
});

/** Whether there is something to see at the left edge, and in the middle, of a part on white. */
async function ink(name: string, of = part(name).last()): Promise<string> {
  const data = (await of.screenshot()).toString('base64');
  const [edge, middle] = await page.evaluate(async (png) => {
    const bytes = await fetch(`data:image/png;base64,${png}`);
    const image = await createImageBitmap(await bytes.blob());
    const { width, height } = image;
    const drawing = new OffscreenCanvas(width, height).getContext('2d')!;
    drawing.drawImage(image, 0, 0);
    const isDark = (...[x, y, w, h]: [number, number, number, number]) =>
      drawing
        .getImageData(Math.floor(x), Math.floor(y), Math.ceil(w), Math.ceil(h))
        .data.some((value, at) => at % 4 < 3 && value < 200);
    return [isDark(0, height / 2, 3, 1), isDark(width / 4, height / 4, width / 2, height / 2)];
  }, data);
  return `${name}:${edge ? ' edge' : ''}${middle ? ' middle' : ''}`;
}

test('with forced colours everything can still be seen', async () => {
  let release = () => {};
  const hold = new Promise<void>((resolve) => (release = resolve));
  await visit({ options: { forcedColors: 'active' }, hold });
  const asked = ask();
  const seen = [await ink('dots', page.locator('itih-chat .dots i').first())];
  await picture('forced-waiting');
  release();
  await asked;
  await part('input').fill('When?');
  await picture('forced');
  const box = page.locator('itih-chat .box');
  expect(await box.evaluate((node) => getComputedStyle(node).outlineStyle)).toBe('solid');
  seen.push(await ink('box', box), await ink('mark', page.locator('itih-chat sup a').first()));
  for (const name of ['number', 'source', 'starter', 'send', 'bubble', 'feedback-up', 'close']) {
    seen.push(await ink(name, name === 'bubble' ? part(name).first() : undefined));
  }
  await part('close').click();
  seen.push(await ink('launcher'));
  await picture('forced-launcher');
  expect(seen).toEqual([
    'dots: edge middle',
    'box: edge',
    'mark: edge middle',
    'number: edge middle',
    'source: edge middle',
    'starter: edge middle',
    'send: edge middle',
    'bubble: edge middle',
    'feedback-up: middle',
    'close: middle',
    'launcher: edge middle',
  ]);
});
