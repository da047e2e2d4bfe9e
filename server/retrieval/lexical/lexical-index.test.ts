import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LexicalIndex } from './lexical-index.ts';
import { wordWeight } from '../../text/word-weight.ts';
import { isFull } from '../../../test/full-runs.ts';

fc.configureGlobal({ seed: 17 });

const all = { limit: 10, allowed: null };
const content = (text: string) => ({ title: '', headingPath: '', content: text });
const idsOf = (index: LexicalIndex, question: string, options = all) =>
  index.search(question, options).map(({ chunkId }) => chunkId);

function indexOf(texts: readonly string[]): LexicalIndex {
  const index = new LexicalIndex();
  texts.forEach((text, at) => index.add(at + 1, at, content(text)));
  return index;
}

test.each([
  ['a word', 'Where is the harbour?', 'The harbour lies in the north.'],
  ['another form', 'cancelling an order', 'Orders are cancelled by e-mail.'],
  ['a compound', 'Was kostet der Versand?', 'Die Versandkosten betragen 5 Euro.'],
  ['a part of a compound', 'Lieferzeiten im Sommer', 'Die Lieferzeit ist kurz.'],
  ['a letter that keyboards lack', 'wroclaw laznie', 'Wrocław ma łaźnię'],
  ['a misspelling', 'acommodation', 'Accommodation for guests'],
  ['other accents', 'cafe creme', 'Un café crème'],
  ['Chinese', '图书馆几点开门', '图书馆每天九点开门'],
  ['Japanese', '営業時間', '当店の営業時間は九時からです'],
  ['Thai', 'ร้านเปิดกี่โมง', 'ร้านเปิดทุกวัน'],
  ['Arabic with an article', 'مكتبة', 'تفتح المكتبة كل يوم'],
  ['Korean with a particle', '도서관', '도서관은 매일 엽니다'],
  ['Hebrew', 'שעות פתיחה', 'שעות הפתיחה של החנות'],
  ['Hindi', 'पुस्तकालय', 'पुस्तकालय रोज़ खुलता है'],
  ['an order number', 'XJ-900', 'Spare parts for the XJ-900'],
  ['an order number in one', 'xj900', 'Spare parts for the XJ-900'],
  ['a version', 'v2.1.3', 'Version v2.1.3 is out'],
  ['a paragraph', '§ 12', 'See § 12 of the terms'],
])('%s finds its chunk first', (_, question, right) => {
  const others = [
    'Nothing of that here, 900 times',
    '別の話です',
    'เรื่องอื่น',
    'XJ-901, v2.1.4, § 13',
  ];
  expect(idsOf(indexOf([...others, right]), question)[0]).toBe(others.length + 1);
});

test('Vietnamese marks tell words apart, and may be left out', () => {
  const texts = [
    'Bảo tàng có bãi đỗ xe miễn phí cho khách tham quan',
    'Bai hát được mở ở phòng lớn, đó là xẻ gỗ',
    'Thư viện mở cửa lúc tám giờ sáng mỗi ngày',
  ];
  const index = indexOf(texts);
  expect(idsOf(index, 'bãi đỗ xe ở đâu?')[0]).toBe(1);
  expect(idsOf(index, 'bai do xe o dau')[0]).toBe(1);
  const coverageOf = (question: string) => index.search(question, all)[0]!.coverage;
  expect(coverageOf('bãi đỗ xe')).toBeGreaterThan(0.9);
  expect(coverageOf('bái đó xé')).toBeLessThan(coverageOf('bãi đỗ xe'));
});

test('a synonym finds a chunk, but the word itself finds more', () => {
  const index = indexOf([
    'Prams may be left at the desk',
    'The harbour was built of stone',
    'A buggy may be left at the desk',
  ]);
  const search = (question: string, options = {}) =>
    index.search(question, { ...all, language: 'en', ...options });
  const found = search('Can I bring my buggy?');
  expect(found.map(({ chunkId }) => chunkId)).toEqual([3, 1]);
  expect(found[1]!.coverage).toBeGreaterThan(0.2);
  expect(found[1]!.coverage).toBeLessThan(found[0]!.coverage);
  expect(search('landing stage')).toEqual([]);
  const own = search('landing stage', { synonyms: ['landing stage, harbour'] });
  expect(own.map(({ chunkId }) => chunkId)).toEqual([2]);
});

test('a question of 4,000 ideographs is read as far as 1,000 terms', () => {
  const long = String.fromCodePoint(...Array.from({ length: 3990 }, (_, at) => 0x4e00 + at * 5));
  const index = indexOf(['the harbour', '道路']);
  expect(idsOf(index, `${long.slice(0, 20)} harbour`)).toContain(1);
  expect(idsOf(index, `${long} harbour`)).not.toContain(1);
});

test('title and headings count more than the text', () => {
  const index = new LexicalIndex();
  const text = 'Some words about parcels and letters';
  index.add(1, 0, content(`${text} and returns`));
  index.add(2, 1, { title: '', headingPath: 'Returns', content: text });
  index.add(3, 2, { title: 'Returns', headingPath: '', content: text });
  expect(idsOf(index, 'returns').slice(0, 2)).toEqual([2, 3]);
  expect(idsOf(index, 'returns')).toHaveLength(3);
});

test('only allowed documents are found, equal chunks by their id', () => {
  const index = new LexicalIndex();
  const large = 2 ** 40;
  for (const [id, document] of [
    [large, 0],
    [7, 1],
    [3, 2],
  ] as const) {
    index.add(id, document, content('opening hours'));
  }
  expect(idsOf(index, 'hours')).toEqual([3, 7, large]);
  expect(idsOf(index, 'hours', { ...all, limit: 2 })).toEqual([3, 7]);
  const allowed = Uint8Array.of(1, 0, 1) as never;
  expect(idsOf(index, 'hours', { limit: 10, allowed })).toEqual([3, large]);
});

test('coverage tells how much of the question is there', () => {
  const index = indexOf(['the opening hours of the museum', 'tickets for the museum', 'parking']);
  const [whole, part] = index.search('What are the opening hours of the museum?', all);
  expect(whole!.coverage).toBeGreaterThan(0.9);
  expect(part!.coverage).toBeLessThan(0.5);
  expect(
    index.search('Who was the emperor that ruled the museum of glaciers?', all)[0]!.coverage,
  ).toBeLessThan(0.4);
});

test.each([
  ['nothing', ''],
  ['punctuation', '?!… §'],
  ['emoji', '👩‍🚀🎉'],
])('%s finds nothing', (_, question) => {
  expect(idsOf(indexOf(['some text']), question)).toEqual([]);
});

test('long questions, long words and repeated words are borne', () => {
  const word = 'x'.repeat(10_000);
  const index = indexOf([word, 'again '.repeat(1000), 'mixed ถนน 道路 שלום road']);
  expect(idsOf(index, word)).toEqual([1]);
  expect(idsOf(index, 'again '.repeat(16_000))).toEqual([2]);
  expect(idsOf(index, 'road 道路 ถนน שלום')).toEqual([3]);
});

interface PlainChunk {
  id: number;
  document: number;
  words: readonly string[];
}

const frequencies = [1, 2, 3, 4, 6, 8, 12, 16];

/** BM25 of whole words by the book, without similar words and without a shortcut. Scores by id, best first. */
function plainScores(
  chunks: readonly PlainChunk[],
  question: readonly string[],
): { id: number; score: number }[] {
  const average = chunks.reduce((sum, { words }) => sum + words.length, 0) / chunks.length;
  const terms = [...new Set(question)].map((word) => {
    const having = chunks.filter(({ words }) => words.includes(word)).length;
    const rarity = Math.log(1 + (chunks.length - having + 50.5) / (having + 0.5));
    return { word, weight: Math.sqrt(wordWeight(word)) * rarity };
  });
  return chunks
    .map(({ id, words }) => {
      const score = terms.reduce((sum, { word, weight }) => {
        const count = words.filter((each) => each === word).length;
        const frequency = frequencies.findLast((each) => each <= count) ?? 0;
        const norm = 0.25 + (0.75 * words.length) / average;
        return sum + (weight * frequency * 2) / (frequency + norm);
      }, 0);
      return { id, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

/** Without common n-grams, so that none is similar to another. */
const words = 'alpha bravo cedar delta equip fjord gizmo hotel index juice'.split(' ');
const anyText = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 });

test('ranks as a scorer without shortcuts', () => {
  fc.assert(
    fc.property(
      fc.array(anyText, { minLength: 1, maxLength: 60 }),
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }),
      (texts, question) => {
        const index = indexOf(texts.map((text) => text.join(' ')));
        const chunks: PlainChunk[] = texts.map((text, at) => ({
          id: at + 1,
          document: at,
          words: text,
        }));
        const found = index.search(question.join(' '), all);
        const plain = plainScores(chunks, question);
        for (const [at, { score }] of found.entries()) {
          expect(score).toBeCloseTo(plain[at]!.score, 3);
        }
        expect(found).toHaveLength(Math.min(10, plain.length));
      },
    ),
    { numRuns: 60 },
  );
});

test('ranks so too where frequent words are only looked up', () => {
  const random = (at: number) => (Math.imul(at + 1, 0x9e3779b1) >>> 7) % 1000;
  const chunks: PlainChunk[] = Array.from({ length: 6000 }, (_, at) => ({
    id: at + 1,
    document: at,
    words: words.flatMap((word, w) =>
      Array.from(
        { length: random(at * 10 + w) < 1000 / 3 ** w ? 1 + (random(at + w) % 3) : 0 },
        () => word,
      ),
    ),
  }));
  const index = indexOf(chunks.map(({ words: text }) => text.join(' ')));
  for (const question of [
    ['alpha', 'bravo', 'hotel'],
    ['alpha', 'cedar', 'index', 'gizmo'],
    ['bravo', 'fjord', 'juice'],
  ]) {
    const plain = plainScores(chunks, question);
    const found = index.search(question.join(' '), { limit: 5, allowed: null });
    expect(found).toHaveLength(5);
    for (const [at, { score }] of found.entries()) {
      expect(Math.abs(score - plain[at]!.score)).toBeLessThan(0.03 * plain[at]!.score);
    }
  }
});

const change = fc.oneof(
  fc.record({ what: fc.constant('add' as const), id: fc.nat({ max: 20 }), text: anyText }),
  fc.record({ what: fc.constant('remove' as const), id: fc.nat({ max: 20 }) }),
  fc.record({ what: fc.constant('compact' as const) }),
  fc.record({ what: fc.constant('search' as const), text: anyText }),
  fc.record({ what: fc.constant('dump' as const) }),
);

test('after any changes it is as one freshly built', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), anyText, (changes, question) => {
      let index = new LexicalIndex();
      const kept = new Map<number, string[]>();
      const isKept = ({ chunkId }: { chunkId: number }) => kept.has(chunkId);
      for (const each of changes) {
        if (each.what === 'add') {
          index.add(each.id, each.id, content(each.text.join(' ')));
          kept.set(each.id, each.text);
        } else if (each.what === 'remove') {
          index.remove(each.id);
          kept.delete(each.id);
        } else if (each.what === 'compact') index.compact(0);
        else if (each.what === 'dump') index = new LexicalIndex(index.dump());
        else expect(index.search(each.text.join(' '), all).every(isKept)).toBe(true);
        expect(index.size).toBe(kept.size);
      }
      while (index.compact(1));
      const fresh = new LexicalIndex();
      for (const [id, text] of kept) fresh.add(id, id, content(text.join(' ')));
      const asked = question.join(' ');
      expect(index.search(asked, all)).toEqual(fresh.search(asked, all));
    }),
    { numRuns: isFull ? 200 : 40 },
  );
});

test('a dump keeps a large vocabulary, chunks removed before it, and what comes after it', () => {
  const word = (at: number) => `${words[at % 10]}${words[(at * 7 + 3) % 9]}${at}x`;
  const before = indexOf(Array.from({ length: 3000 }, (_, at) => `${word(at)} ${word(at + 5000)}`));
  for (let id = 1; id <= 3000; id += 3) before.remove(id);
  const index = new LexicalIndex(before.dump());
  expect(index.size).toBe(2000);
  index.add(2 ** 40, 0, content(`${word(2500)} again`));
  index.add(2, 0, content('moved'));
  expect(idsOf(index, word(2500)).slice(0, 2)).toEqual([2501, 2 ** 40]);
  expect(idsOf(index, word(7999))).toEqual([3000]);
  expect(idsOf(index, 'moved')).toEqual([2]);
  expect(index.size).toBe(2001);
});

test('what is no dump of this version is refused', () => {
  expect(() => new LexicalIndex([])).toThrow();
  expect(() => new LexicalIndex([Uint8Array.of(9, 0, 0, 0)])).toThrow();
  expect(() => new LexicalIndex(indexOf(['a text']).dump().slice(0, -1))).toThrow();
});

test('compacting without work changes nothing, so that a snapshot in progress stays valid', () => {
  const index = indexOf(['one text', 'another']);
  const before = index.changes;
  expect(index.compact(3)).toBe(false);
  expect(index.changes).toBe(before);
  index.remove(1);
  const removed = index.changes;
  while (index.compact(3));
  expect(index.changes).toBeGreaterThan(removed);
});
