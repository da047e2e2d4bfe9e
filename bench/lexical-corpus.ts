/** Words of one language, as far as a search engine can tell: lengths, shared stems and endings, and how often each occurs. */

const onsets =
  'b br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w'.split(
    ' ',
  );
const vowels = 'a e i o u ai ea ee ie oo ou'.split(' ');
const codas = [
  '',
  '',
  '',
  'b',
  'ck',
  'd',
  'g',
  'l',
  'll',
  'm',
  'n',
  'nd',
  'ng',
  'nt',
  'p',
  'r',
  'rd',
  's',
  'ss',
  'st',
  't',
  'x',
];
const endings = [
  '',
  '',
  '',
  's',
  's',
  'ed',
  'ing',
  'er',
  'ly',
  'al',
  'ness',
  'able',
  'ment',
  'ion',
];

/** The same numbers for the same seed, from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Where Zipf and Mandelbrot's law flattens, and how steep it is: fitted to English by Mandelbrot. */
const [shift, steepness] = [2.7, 1.1];
const distinct = 250_000;
const wordsPerTopic = 400;
/** Of the words of a text, those that belong to its topic: they come again in it, as real ones do. */
const topical = 0.25;

export interface Corpus {
  text(): string;
  /** Of function words, words in use and words of one topic, sometimes in another form. */
  question(): string;
}

/** Texts of about `characters`, of a vocabulary of 250,000 words of which rare ones come once or never. */
export function corpus(characters: number, seed = 17): Corpus {
  const random = randomNumbers(seed);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  const words = makeWords(random, pick);
  const cumulative = new Float64Array(distinct);
  let sum = 0;
  for (let rank = 0; rank < distinct; rank++) {
    cumulative[rank] = sum += 1 / (rank + 1 + shift) ** steepness;
  }
  const draw = () => {
    const wanted = random() * sum;
    let [low, high] = [0, distinct - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
  const topic = () =>
    Array.from(
      { length: 12 },
      () => words[200 + Math.floor(random() ** 2 * (wordsPerTopic * 50))]!,
    );
  return {
    text() {
      const mine = topic();
      const parts: string[] = [];
      for (let length = 0; length < characters; length += parts.at(-1)!.length + 1) {
        const end = parts.length % 14 === 13 ? '.' : '';
        parts.push((random() < topical ? pick(mine) : draw()) + end);
      }
      return parts.join(' ');
    },
    question() {
      const mine = topic();
      const parts = Array.from({ length: 4 }, () => words[Math.floor(random() ** 2 * 40)]!);
      for (let count = 2 + Math.floor(random() * 4); count > 0; count--) {
        const word = pick(mine);
        parts.push(random() < 0.2 ? word + pick(endings) : word);
      }
      for (let count = 1 + Math.floor(random() * 2); count > 0; count--) parts.push(draw());
      return `${parts.join(' ')}?`;
    },
  };
}

/** Frequent words are short, as in every language. */
function makeWords(random: () => number, pick: (from: readonly string[]) => string): string[] {
  const words = new Set<string>();
  while (words.size < distinct) {
    const syllables =
      words.size < 100 ? 1 : 1 + Math.floor(random() * (words.size < 3000 ? 2 : 3.4));
    let stem = '';
    for (let at = 0; at < syllables; at++) stem += pick(onsets) + pick(vowels) + pick(codas);
    words.add(stem);
    for (let forms = Math.floor(random() * 3); forms > 0 && words.size > 3000; forms--) {
      words.add(stem + pick(endings));
    }
  }
  return [...words].slice(0, distinct);
}
