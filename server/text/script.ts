const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Hangul',
  'Han',
  // eslint-disable-next-line no-restricted-syntax -- one character each
].map((name) => new RegExp(`\\p{Script=${name}}`, 'gu'));
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const sampled = 400;

/** A number for the script that most of a text's beginning is written in; -1 for none of the known. Kana makes it Japanese. */
export function scriptOf(text: string): number {
  const sample = text.slice(0, sampled);
  if (kana.test(sample)) return scripts.length;
  let best = -1;
  let most = 0;
  scripts.forEach((script, index) => {
    const count = sample.match(script)?.length ?? 0;
    if (count > most) [best, most] = [index, count];
  });
  return best;
}
