import { fold } from './fold.ts';

/** Words for years of age; folded, as are all lists here. One list for all languages. */
const years = [
  'years?|yrs?|yo|jahren?|jahrig\\p{L}*|ans?|anos?|anni|anno|jaar|jarige|lat|lata|roku|let|rokov|ar|vuotta|vuotias',
  'yas|ani|eves|ev|ετων|χρονων|лет|года?|годин\\p{L}*|рок\\p{L}*|سنوات|سنه|عام[اً]?|שנים|שנה|साल|वर्ष|ปี|tuoi|tahun|歳|才|岁|歲|세|살',
].join('|');
const range = 'to|bis|a|al|ai|e|et|y|do|az|til|till|tot|до|έως|εως|ilə|den|-|–|—|~|〜|から|至|到';
const atLeast = [
  'from|over|above|at least|aged|ab|uber|mindestens|des|a partir de|plus de|au moins|desde|mayores de|mas de',
  'al menos|minimo|da|dai|oltre|almeno|a partire da|acima de|mais de|vanaf|boven|minstens|od|powyzej|co najmniej',
  'fran|fra|over|mindst|minst|от|старше|з|від|از|من|παν[ωo]|απο',
].join('|');
const atMost = [
  'under|up to|below|younger than|until|unter|bis|bis zu|moins de|jusqu.a|menores de|hasta|menos de|sotto|sotto i|fino a',
  'fino ai|menos de|ate|onder|tot|tot en met|ponizej|do|pod|under|till|til|до|младше|менше|أقل من|دون|κατω|εως',
].join('|');
const andMore =
  'and over|and older|and above|and up|or over|or older|\\+|plus|und alter|und mehr|et plus|y mas|o mas|e piu|e oltre|ou mais|e mais|en ouder|i wiecej|a vice|og over|och over|и старше|і старше|以上';
const andLess =
  'and under|and younger|or under|or younger|und junger|et moins|en jonger|未満|以下|未满';

/** Words of small numbers; others are written in digits. */
const numbers: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
    'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn',
  ].flatMap((words) => words.split(' ').map((word, at) => [word, at + 1])),
);
// eslint-disable-next-line no-restricted-syntax -- a word, then one of three
const numberWord = new RegExp(
  `(?<!\\p{L})(${Object.keys(numbers).join('|')})[ -]?(?=year[ -s]|years|jahrig)`,
  'gu',
);
const age = '(\\d{1,3})';
const edge = '(?<![\\p{L}\\p{N}.,:])';
const end = '(?![\\p{L}\\p{N}])';
// eslint-disable-next-line no-restricted-syntax -- words and short numbers in a row, none of which repeats
const pattern = (source: string) => new RegExp(source, 'gu');
const unit = `[ -]?(?:${years})${end}`;

const asked = pattern(`${edge}${age}[ -]?(?:${years})${end}(?:[ -](?:old|olds|alt\\p{L}*))?`);
const between = pattern(`${edge}${age} ?(?:${range}) ?${age}${unit}`);
const least = pattern(
  `(?<!\\p{L})(?:${atLeast}) ${age}${unit}|${edge}${age}(?:${unit})? ?(?:${andMore})(?!\\p{L})`,
);
const most = pattern(
  `(?<!\\p{L})(?:${atMost}) ${age}${unit}|${edge}${age}(?:${unit})? ?(?:${andLess})(?!\\p{L})`,
);
/** Words of an upper end that is not meant itself. */
const excluding =
  /^(?:under|below|younger|unter|moins|menores|menos|sotto|meno|onder|ponizej|pod|младше|менше|κατω)|未満|未满/u;
const maxText = 1000;

/** Returns the age in years that a question names, or null. */
export function ageIn(question: string): number | null {
  const text = fold(question.slice(0, maxText)).replace(
    numberWord,
    (_, word: string) => `${numbers[word]} `,
  );
  const [found] = text.matchAll(asked);
  return found ? Number(found[1]) : null;
}

/** Returns whether one of the ages that a text names includes an age; null if it names none. */
export function includesAge(text: string, wanted: number): boolean | null {
  const folded = fold(text.slice(0, maxText));
  const spans: [number, number][] = [];
  const rest = folded.replace(between, (_, from: string, to: string) => {
    spans.push([Number(from), Number(to)]);
    return ' ';
  });
  for (const [phrase, before, after] of rest.matchAll(most)) {
    spans.push([0, Number(before ?? after) - (excluding.test(phrase) ? 1 : 0)]);
  }
  for (const [, before, after] of rest.matchAll(least)) {
    spans.push([Number(before ?? after), Infinity]);
  }
  if (spans.length === 0) return null;
  return spans.some(([from, to]) => wanted >= from && wanted <= to);
}
