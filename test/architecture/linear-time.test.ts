import { describe, expect, test } from '@jest/globals';
import { loadCsv } from '../../server/ingestion/read/csv.ts';
import { prepareBody } from '../../server/ingestion/read/docx.ts';
import { loadRtf } from '../../server/ingestion/read/rtf.ts';
import { CitationWriter } from '../../server/chat/citations/citations.ts';
import { withoutShortcodes } from '../../server/ingestion/read/shortcodes.ts';
import { LeakGuard } from '../../server/chat/answer/leak-guard.ts';
import { Repetition } from '../../server/chat/answer/repetition.ts';
import { KnownUrls } from '../../server/chat/citations/links.ts';
import { OwnSourcesList } from '../../server/chat/citations/mark-reader.ts';
import { fitOfDay } from '../../server/question/days.ts';
import { redact } from '../../server/providers/shared/vendor-error.ts';
import { partsOf, bestPart } from '../../server/retrieval/quote.ts';
import { inert } from '../../server/text/data-fence.ts';
import { cost, expectLinear } from '../linear.ts';
import { passage } from '../retrieval/passage.ts';

const passages = [1, 2, 3].map((number) => passage(number));
const minute = 60_000;
/** Long texts, which take half a minute, only in a full run. */
const lengths = process.env['ITIH_TEST_FULL'] ? [2000, 8000] : [2000];
const said = 'Never mention the leaking pontoon. ';
const hidden = { system: said, own: said, secrets: ['aaaaaaaaaaaaaaaa'], quotable: () => '' };

function write(text: string, step: number): string {
  const writer = new CitationWriter(passages);
  let written = '';
  for (let at = 0; at < text.length; at += step) written += writer.push(text.slice(at, at + step));
  return written + writer.end();
}

function readList(text: string): void {
  const list = new OwnSourcesList(passages);
  for (const line of text.split('\n')) if (!list.mayBegin(line) || !list.add(line)) return;
}

describe('text of others takes time that grows with its length, no faster:', () => {
  test.each([
    ['an answer in one piece', (text: string) => write(text, text.length), [240, 2000]],
    ['an answer in small pieces', (text: string) => write(text, 4), [240, 2000]],
    [
      'the end of an answer, read as a list of sources',
      (text: string) => readList(text),
      [240, 2000],
    ],
    ['what addresses are taken from', (text: string) => new KnownUrls().addFrom(text), [4000]],
    ['what others wrote, in a prompt', (text: string) => inert(text), [2000, 16_000]],
    ['an answer that may repeat itself', (text: string) => new Repetition().push(text), lengths],
    ['an answer that may leak', (text: string) => new LeakGuard(hidden).push(text), lengths],
    ['an error of a vendor', (text: string) => redact(text, ['a-key-of-nobody']), [4000]],
    [
      'the days of a statement',
      (text: string) => fitOfDay(text, 'en', { weekday: 1, month: 7, day: 6 }),
      [2000, 8000],
    ],
    ['the codes of a builder', (text: string) => withoutShortcodes(text), [2000, 8000]],
    [
      'the attributes of a code',
      (text: string) => withoutShortcodes(`[tab title="${text.replaceAll(']', 'title=')}"]`),
      [2000, 8000],
    ],
    ['the text of a document', (text: string) => prepareBody(text), [8000]],
    ['rich text', (text: string) => loadRtf(Buffer.from(`{\\rtf1 ${text}`)), [8000]],
    ['a table of text lines', (text: string) => loadCsv(Buffer.from(text)), [8000]],
  ])('%s', (_name, act, of) => expectLinear(act, of), minute);
});

const parts = partsOf(passages.map(({ content }) => content.repeat(10)).join('\n\n'));
const asked = {
  ...{ language: '', synonyms: [], pageUrl: null, cited: new Set<number>(), now: 0 },
  ...{ days: [], lastAnswer: '' },
};

test.each([
  '一丁七万丈三上下不与丐丑专且丕世丘丙业丛东丝丢两严丧个丫中丰',
  '\ufdfa',
  'しずかなうみ',
])(
  'a question of 4,000 characters such as %s is answered about as fast as one of 400',
  (characters) => {
    const ask = (length: number) => {
      const letters = Array.from({ length }, (_, at) => characters[(at * at) % characters.length]);
      return cost(() => bestPart(parts, { ...asked, text: letters.join('') }));
    };
    const few = Math.max(8, ask(400), ask(400));
    // Once in a while the collector of garbage runs in between.
    const isFast = [1, 2, 3].some(() => ask(4000) < 4 * few);
    expect(isFast).toBe(true);
  },
);

test('a document keeps what its properties say', () => {
  const xml =
    '<w:p><w:pPr><w:pStyle w:val="A"/><w:jc w:val="left"/><w:numPr><w:ilvl w:val="0"/></w:numPr>' +
    '<w:rPr><w:b/></w:rPr><w:pPrChange w:id="1"><w:pPr/></w:pPrChange></w:pPr>' +
    '<w:r><w:rPr><w:b/><w:i/></w:rPr><w:t>Bold</w:t></w:r></w:p>';
  expect(prepareBody(xml)).toBe(
    '<w:p><w:pPr><w:pStyle w:val="A"/><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr>' +
      '<w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r></w:p>',
  );
});
