/** Words of one language, as far as a search engine can tell: lengths, shared stems and endings, and how often each occurs. */

import { randomNumbers } from './measure.ts';

const onsets =
  'b br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w'.split(
    ' ',
  );
const vowels = 'a e i o u ai ea ee ie oo ou'.split(' ');
const codas = ',,,b,ck,d,g,l,ll,m,n,nd,ng,nt,p,r,rd,s,ss,st,t,x'.split(',');
const endings = ',,,s,s,ed,ing,er,ly,al,ness,able,ment,ion'.split(',');

/** The most frequent words of English, most frequent first: their place in the distribution is that of the real ones. */
const frequent =
  `the of and to a in is that for it was on as with be at by i this had not are but from or have an they
  which one you were all her she there would their we him been has when who will no more if out so said
  what up its about into than them can only other time new some could these two may then do first any my
  now such like our over man me even most made after also did many before must through back years where
  much your way well down should because each just those people too little state good very make world
  still own see men work long get here between both life being under never day same another know while
  last might us great old year off come since against go came right used take three`.split(/\s+/);
/** Where Zipf and Mandelbrot's law flattens, and how steep it is: fitted to English by Mandelbrot. */
const [shift, steepness] = [2.7, 1.1];
/** Fits the words in common use of large corpora; the rest grow rare faster (Ferrer i Cancho and Solé 2001). */
const [inUse, rareSteepness] = [8_000, 1.8];
/** About 160,000 of them come in 100,000 chunks, 71,000 of them once. */
const distinct = 400_000;
/** Words that can be a text's topic, and how many are of one. */
const [topics, perTopic] = [20_000, 12];
/** Share of a text's words that belong to its topic and are repeated in it. */
const topical = 0.25;

export interface Corpus {
  text(): string;
  /** One or two frequent words of the text and two to six of the others, some of these in another form. */
  question(text: string): string;
}

/** Texts of about `characters`, which is 900 for 150 words, with rare words as a language has them. */
export function corpus(characters: number, seed = 17): Corpus {
  const random = randomNumbers(seed);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  const words = makeWords(random, pick);
  const isFrequent = new Set(frequent);
  const cumulative = new Float64Array(distinct);
  let sum = 0;
  for (let rank = 0; rank < distinct; rank++) {
    const share = 1 / (Math.min(rank, inUse) + 1 + shift) ** steepness;
    cumulative[rank] = sum += share * Math.min(1, inUse / rank) ** rareSteepness;
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
    Array.from({ length: perTopic }, () => words[200 + Math.floor(random() ** 2 * topics)]!);
  const some = (from: Set<string>, count: number) => {
    const left = [...from];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(Math.floor(random() * left.length), 1)[0]!,
    );
  };
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
    question(text) {
      const all = new Set(text.replaceAll('.', '').split(' '));
      const asked = some(all.intersection(isFrequent), 1 + Math.floor(random() * 2));
      for (const word of some(all.difference(isFrequent), 2 + Math.floor(random() * 5))) {
        asked.push(random() < 0.2 ? word + pick(endings) : word);
      }
      return `${asked.join(' ')}?`;
    },
  };
}

/** The frequent ones first. Those are short, as in every language. */
function makeWords(random: () => number, pick: (from: readonly string[]) => string): string[] {
  const words = new Set(frequent);
  while (words.size < distinct) {
    const syllables =
      words.size < 600 ? 1 : 1 + Math.floor(random() * (words.size < 5000 ? 1.6 : 3));
    let stem = '';
    for (let at = 0; at < syllables; at++) stem += pick(onsets) + pick(vowels) + pick(codas);
    words.add(stem);
    for (let forms = Math.floor(random() * 3); forms > 0 && words.size > 3000; forms--) {
      words.add(stem + pick(endings));
    }
  }
  return [...words].slice(0, distinct);
}
