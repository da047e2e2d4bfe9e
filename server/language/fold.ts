/** Accents, Hebrew points, Arabic vowel signs and tatweel are removed: they are typed or left out. So are the dots of Hindi letters from Persian. Indic vowel signs and kana voicing marks are letters and stay. */
const optionalMarks =
  /\u0640|\u093c|[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u064b-\u065f\u0670]/g;

const plainAscii = /^[\0-\x7f]*$/;

/** Returns the form in which words are compared: NFKC, lower case, without optional marks. */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  return recomposeAm(text.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(optionalMarks, '')
    .normalize('NFC')
    .replace(variants, (letter) => variantOf[letter]!);
}

/** Letters that many people, or their keyboards, write as others. */
const variantOf: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  đ: 'd',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ى: 'ي',
  ة: 'ه',
  '\u0901': '\u0902',
};
const variants = /ß|ς|ı|đ|ł|ø|æ|œ|ى|ة|\u0901/g;

/** Returns a text in lower case with its marks, composed. */
export const foldCase = (text: string): string =>
  plainAscii.test(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase();

/** Vietnamese letters that no other language of Europe has. Yoruba and Igbo have some of them. */
const markedLetter = /[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]|[\u031b\u0323]/gu;
/** UTF-16 code units with one such letter at least, in Vietnamese about every twelfth. */
const perMarkedLetter = 40;

/** Whether the marks of a text are letters that only haste leaves out, and its words single syllables. */
export function hasLetterMarks(text: string): boolean {
  if (plainAscii.test(text)) return false;
  return (text.match(markedLetter)?.length ?? 0) * perMarkedLetter >= text.length;
}

/** NFKC splits Thai and Lao AM, and ICU's dictionaries know only the whole letter. */
function recomposeAm(text: string): string {
  return text.replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3');
}
