/** Accents, Hebrew points, Arabic vowel signs and tatweel are removed: they are typed or left out. Indic vowel signs and kana voicing marks are letters and stay. */
const optionalMarks =
  /\u0640|[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u064b-\u065f\u0670]/g;

const plainAscii = /^[\0-\x7f]*$/;

/** Returns the form in which words are compared: NFKC, lower case, without optional marks. */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  return recomposeAm(text.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(optionalMarks, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}

/** NFKC splits Thai and Lao AM, and ICU's dictionaries know only the whole letter. */
function recomposeAm(text: string): string {
  return text.replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3');
}
