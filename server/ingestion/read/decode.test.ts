import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeText } from './decode.ts';
import { samples } from '../../../test/ingestion/read/samples.ts';
import { zip } from '../../../test/ingestion/read/zip.ts';
import { isFull } from '../../../test/full-runs.ts';

fc.configureGlobal({ seed: 17 });

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const utf16be = (text: string) => bytes(text, 'utf16le').swap16();
const utf32le = (text: string) =>
  Buffer.from(Uint32Array.from([...text].map((each) => each.codePointAt(0) ?? 0)).buffer);

const umlauts = bytes('Grüße, Schwäne, Öl: ').toString('latin1');
const unicode: [string, Uint8Array, string][] = [
  ['UTF-8', bytes('Grüße 🦢'), 'Grüße 🦢'],
  ['UTF-8 with a mark', bytes('\ufeffGrüße'), 'Grüße'],
  ['UTF-8 with few errors', bytes(`${umlauts}\xfc`, 'latin1'), 'Grüße, Schwäne, Öl: \ufffd'],
  ['UTF-16, little end first', bytes('\ufeffGrüße', 'utf16le'), 'Grüße'],
  ['UTF-16, big end first', utf16be('\ufeffGrüße'), 'Grüße'],
  ['UTF-16 without a mark', bytes('Grüße aus Łódź', 'utf16le'), 'Grüße aus Łódź'],
  ['UTF-16 without a mark, big end first', utf16be('Grüße aus Łódź'), 'Grüße aus Łódź'],
  ['Japanese in UTF-16 without a mark', bytes('白鳥は\n正午に\n', 'utf16le'), '白鳥は\n正午に\n'],
  ['UTF-32, little end first', utf32le('\ufeffGrüße 🦢'), 'Grüße 🦢'],
  ['UTF-32, big end first', utf32le('\ufeffGrüße 🦢').swap32(), 'Grüße 🦢'],
  ['ISO-2022-JP', bytes('\x1b$BGrD;\x1b(B: OK', 'latin1'), '白鳥: OK'],
  ['text with an odd control character', bytes('Swan\0s fly.\r\n'), 'Swans fly.\r\n'],
  ['nothing', bytes(''), ''],
];

test.each(unicode)('%s is read', (_case, given, expected) => {
  expect(decodeText(given)).toBe(expected);
});

test('any text in UTF-8 is read as it was written', () => {
  const assigned = fc
    .string({ unit: 'grapheme' })
    .filter((text) => !/(?!\s)[\p{Cc}\p{Cn}\ufffd\ufeff]/u.test(text));
  fc.assert(
    fc.property(assigned, (text) => {
      expect(decodeText(bytes(text))).toBe(text);
    }),
  );
});

const tables = new Map<string, Map<string, number[]>>();

/** Inverts a decoder's table of sequences of one and two bytes. */
function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 255; first++) {
    for (let second = 0x40; second < 255; second++) add(first, second);
  }
  return table;
}

/** @throws Error for a character that the encoding does not have */
function encode(text: string, encoding: string): Uint8Array {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}

const older = samples.flatMap(([language, encodings, text]) =>
  encodings.map((encoding) => [`${language} in ${encoding}`, encoding, text] as const),
);

describe('older encodings are told from the text', () => {
  test.each(older)('%s', (_case, encoding, text) => {
    expect(decodeText(encode(text, encoding))).toBe(text);
  });

  const some = isFull ? older : older.filter((_, at) => at % 8 === 0);
  test.each(some)('%s behind much that is ASCII', (_case, encoding, text) => {
    const before = '<p class="a">Open: 9-17</p>\n'.repeat(2000);
    expect(decodeText(Buffer.concat([bytes(before), encode(text, encoding)]))).toBe(before + text);
  });

  test('and most often from a single sentence', () => {
    const results = samples.flatMap(([, encodings, text]) =>
      text
        .split(/(?<=[.。?!] ?)(?=\S)/)
        .filter((sentence) => /[^\0-\u007f]/.test(sentence))
        .flatMap((said) => encodings.map((each) => decodeText(encode(said, each)) === said)),
    );
    expect(results.filter(Boolean).length / results.length).toBeGreaterThan(0.85);
  });

  test.each([
    ['windows-1252', 'Café'],
    ['windows-1252', '12 €'],
    ['windows-1252', 'It’s open 9–17'],
    ['windows-1252', 'Grüße'],
    ['windows-1251', 'Вход свободный'],
    ['shift_jis', '開いています'],
  ])('even when it is short: %s %s', (encoding, text) => {
    expect(decodeText(encode(text, encoding))).toBe(text);
  });
});

describe('no text is', () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, n) => (n * n * 31 + n * 7919) >> 3);
  const media = new URL('../../../tools/demo/content/media/', import.meta.url);
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  test.each<[string, Uint8Array]>([
    ['a picture', Buffer.concat([png, deflateSync(noise)])],
    ['a ZIP file', zip({ a: noise })],
    ['a PDF', readFileSync(new URL('visitor-guide.pdf', media))],
    ['noise', noise],
    ['zeros', Buffer.alloc(100)],
  ])('%s', (_case, given) => {
    expect(() => decodeText(given)).toThrow(
      expect.objectContaining({ code: 'unsupported_type', retryable: false }),
    );
  });
});
