import { files, type HostileFile } from './file.ts';

/** Texts and Markdown that are hard on decoders, regular expressions and recursion. */

const utf16 = (text: string) => Buffer.from('\ufeff' + text, 'utf16le');
const sentence = 'The harbour museum opens at ten. ';

/** Each YAML anchor refers ten times to the one before. */
const laughs = Array.from(
  { length: 9 },
  (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(10)}]`,
).join('\n');

export const hostileTexts = (): HostileFile[] =>
  files('txt', {
    'a megabyte of NUL': () => Buffer.alloc(1e6),
    'NUL between the words': () => sentence.replaceAll(' ', '\0').repeat(10_000),
    'UTF-16 of odd length': () => Buffer.concat([utf16(sentence), Buffer.from([0x41])]),
    'UTF-16 with halves of characters': () => utf16('a\ud800b\udc00c '.repeat(10_000)),
    'overlong UTF-8': () => Buffer.alloc(100_000, Buffer.from([0xc0, 0x80, 0xe0, 0x80, 0x80])),
    'Shift-JIS or noise': () => Buffer.alloc(100_000, Buffer.from([0x82, 0xa0, 0xff, 0x00, 0x83])),
    'white space of 5 MB': () => ' '.repeat(5e6),
    'tabs and a letter, 2,000 times': () => ('\t'.repeat(2000) + 'x\n').repeat(200),
    '5 million empty lines': () => '\n'.repeat(5e6),
    'a line of 20 MB without a space': () => 'x'.repeat(20e6),
    'a word of 5 MB of Chinese': () => '港'.repeat(1.6e6),
    'Arabic without spaces': () => 'المتحف'.repeat(100_000),
    'a letter with a million accents': () => 'a' + '\u0301'.repeat(1e6),
    'emoji joined 100,000 times': () => '👩\u200d'.repeat(1e5),
    'a million sentences': () => 'A. '.repeat(1e6),
    'a million initials': () => 'A.'.repeat(1e6),
    'headings whose level goes up and down': () =>
      Array.from({ length: 60_000 }, (_, index) => '#'.repeat(1 + (index % 6)) + ' H').join('\n'),
    'a heading of 5 MB': () => '# ' + 'long '.repeat(1e6),
    'a heading with a million signs behind': () => '# A ' + '# '.repeat(500_000) + 'x',
    'quotations 100,000 deep': () => '>'.repeat(1e5) + ' deep',
    'lists 1,000 deep': () =>
      Array.from({ length: 1000 }, (_, depth) => ' '.repeat(2 * depth) + '- item').join('\n'),
    '200,000 items': () => '- item\n'.repeat(200_000),
    'brackets 50,000 deep': () => '['.repeat(50_000) + 'a' + ']'.repeat(50_000),
    'links with angle brackets that never close': () => '[a](<'.repeat(100_000),
    'images in images': () => '!['.repeat(50_000) + 'a' + '](b)'.repeat(50_000),
    'stars and underscores mixed': () => '*_'.repeat(100_000) + 'a' + '_*'.repeat(100_000),
    'underscores in words': () => 'a_'.repeat(300_000),
    'backticks of every length': () =>
      Array.from({ length: 1500 }, (_, count) => '`'.repeat(count + 1)).join(' '),
    'a fence that never closes': () => '```\n' + sentence.repeat(100_000),
    'angle brackets': () => '<'.repeat(300_000),
    'comments that never close': () => '<!-- '.repeat(100_000),
    'tags that never close': () => '<a href="'.repeat(50_000),
    'HTML in Markdown 20,000 deep': () => '<div>\n\n'.repeat(20_000) + sentence,
    'a reference that is used 100,000 times': () =>
      `[a]: /${'u'.repeat(1000)}\n\n` + '[a] '.repeat(1e5),
    'a table of 50,000 columns': () =>
      `|${'a|'.repeat(50_000)}\n|${'-|'.repeat(50_000)}\n|${'b|'.repeat(50_000)}`,
    'a table of 50,000 rows': () => '|a|b|\n|-|-|\n' + '|c|d|\n'.repeat(50_000),
    'dashes and spaces': () => '- '.repeat(200_000) + 'x\n' + '* '.repeat(200_000) + 'x',
    'a million entities': () => '&amp;'.repeat(1e6),
    'addresses to be linked': () => 'www.a.b.c'.repeat(50_000) + 'a@b.'.repeat(50_000),
    'front matter that never ends': () => '---\n' + 'key: value\n'.repeat(100_000),
    'front matter that laughs': () => `---\nl0: &l0 ha\n${laughs}\ntitle: *l9\n---\n${sentence}`,
    'front matter 20,000 deep': () => `---\ntitle: ${'['.repeat(20_000)}\n---\n${sentence}`,
    'front matter with a code of its own': () =>
      `---\ntitle: !!js/function 'function () { process.exit() }'\n---\n${sentence}`,
    'front matter that is a prototype': () =>
      `---\n__proto__: { title: polluted }\nconstructor: { prototype: 1 }\n---\n${sentence}`,
    'a title of 5 MB': () => `---\ntitle: ${'T'.repeat(5e6)}\n---\n${sentence}`,
    'addresses as if to slow a pattern': () => 'a'.repeat(50_000) + '@' + 'a.'.repeat(50_000) + '!',
    'hyphens at line ends': () => 'inter-\nna-\n'.repeat(200_000),
    'spaces at line ends': () => `a${' '.repeat(5000)}\n`.repeat(300),
  });
