/** Words for "source" that models write beside numbers, in the languages of the widget. */
const words = `source sources src doc docs document documents ref refs reference references cite cited
  citation citations passage passages footnote footnotes sourcesused
  quelle quellen quellenangabe quellenangaben quellenverzeichnis referenz referenzen beleg belege
  dokument passage fußnote
  référence références fuente fuentes referencia referencias fonte fontes fonti referência referências
  riferimento riferimenti documento documenti documentos bron bronnen referentie referenties
  źródło źródła zdroj zdroje prameny källa källor referens referenser kilde kilder kildene
  lähde lähteet viite viitteet kaynak kaynaklar sursă surse sursa sursele referințe forrás források
  hivatkozás hivatkozások πηγή πηγές αναφορές источник источники ссылки джерело джерела посилання
  المصدر المصادر مصدر مصادر المراجع מקור מקורות स्रोत संदर्भ แหล่งที่มา แหล่งข้อมูล แหล่งอ้างอิง อ้างอิง
  nguồn nguồnthamkhảo thamkhảo sumber referensi 来源 資料來源 资料来源 參考來源 参考来源 参考资料 參考資料 引用来源
  文档 出典 参考 参照 参考文献 ソース 情報源 출처 참고 참고자료 문서`;

/** In lower case, without spaces and punctuation. */
export const sourceWords: ReadonlySet<string> = new Set(words.split(/\s+/));

/** Those that mean nothing else beside a number in parentheses, as a document or reference may. */
const parenWords: ReadonlySet<string> = new Set(
  `source sources quelle quellen fuente fuentes fonte fontes fonti bron bronnen źródło źródła zdroj zdroje
  källa källor kilde kilder lähde lähteet kaynak kaynaklar sursă surse forrás források πηγή πηγές источник источники
  джерело джерела المصدر المصادر مصدر مصادر מקור מקורות स्रोत แหล่งที่มา nguồn sumber 来源 來源 出典 ソース 情報源 출처`.split(
    /\s+/,
  ),
);

const maxRange = 50;
/** `Source 3`, `#3`, `^3`, `3-5`: one item of a mark. */
const item =
  /^\^?(?:(\p{L}[\p{L}\p{M}]*)\.?[\s:#№]*)?#?(\d{1,3})(?:\s*[-–—‑]\s*(?:(\p{L}[\p{L}\p{M}]*)\s*)?#?(\d{1,3}))?\^?$/u;
/** OpenAI's marks: the number of the search, the number of the result, then a word. */
const dagger = /^(\d{1,3})(:\d{1,3})?†/;

/**
 * Reads the passages' numbers inside brackets: `1`, `1, 3`, `2-4`, `Source 1`, `^1`, `1†source`. Returns null
 * for anything else, such as a year, an interval from 0 or a check box.
 */
export function parseMark(inside: string): number[] | null {
  const text = inside.normalize('NFKC').trim();
  const openAi = dagger.exec(text);
  // Two numbers count something else than our passages.
  if (openAi) return openAi[2] === undefined ? [Number(openAi[1])] : [];
  const parts = text.split(/[,;、&]/).map((part) => part.trim());
  const numbers = parts.map(parseItem);
  if (numbers.includes(null)) return null;
  const all = numbers.flatMap((each) => each ?? []);
  return all.length > 1 && all.includes(0) ? null : all;
}

/** The beginning of text in parentheses up to its first word, and what there is behind it. */
const paren = /^[(（]\s?(\p{L}[\p{L}\p{M}]{0,19})([^()（）\n]{0,40})([)）]?)/u;
const openParen = /^[(（]\s?$/;

/**
 * Reads the mark in parentheses that `text` begins with, such as `(Source 2)` or `(sources 1, 3)`; null for others. A
 * number alone, as in `(1)`, is none.
 */
export function parenMarkAt(text: string): { numbers: number[]; length: number } | null {
  const [whole, word, rest, end] = paren.exec(text) ?? [];
  if (!whole || !word || !end || !parenWords.has(word.toLowerCase())) return null;
  const numbers = parseMark(word + rest!);
  return numbers?.length ? { numbers, length: whole.length } : null;
}

/** Whether text that follows decides if `text` begins with such a mark. */
export function isOpenParen(text: string): boolean {
  if (openParen.test(text)) return true;
  const [whole, word, rest] = paren.exec(text) ?? [];
  if (whole === undefined || whole.length < text.length || /[)）]$/.test(whole)) return false;
  return rest === '' || parenWords.has(word!.toLowerCase());
}

function parseItem(part: string): number[] | null {
  const [, word, first, otherWord, last] = item.exec(part) ?? [];
  if (first === undefined) return null;
  if ([word, otherWord].some((each) => each && !sourceWords.has(each.toLowerCase()))) return null;
  const from = Number(first);
  const to = Number(last ?? first);
  return to < from || to - from > maxRange
    ? [from, to]
    : Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
