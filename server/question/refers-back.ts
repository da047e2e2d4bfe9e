import { fold } from '../text/fold.ts';
import { tokenize } from '../text/tokenize.ts';
import { isFunctionWord, wordWeight } from '../text/word-weight.ts';

const list = (words: string) => new Set(words.split(/\s+/).map(fold));

/**
 * First words of a question that continues the last one. One list for all languages, without words that
 * mean something else in another language ("en", "con", "i").
 */
const connectives = list(
  `and but or so then also ok okay und aber oder dann et mais ou donc alors y pero entonces ma allora
  maar dus och eller og mutta tai lub więc nebo tak și şi dar deci ve ama peki veya
  και αλλα η и а но или тогда і й але або و أو لكن ثم طيب وماذا وهل وكم وكيف ومتى وأين اما ו ולכן אבל ומה
  और लेकिन या फिर แล้ว และ แต่ หรือ 那 那么 那麼 还有 還有 以及 而且 但是 和 では じゃあ それで あと でも
  そして 그럼 그러면 그리고 근데 하지만 tapi atau lalu`,
);

/** Words that stand for something mentioned before. */
const pronouns = list(
  `it its they them their theirs that those this these one ones he him his she her hers same
  dieser dieses diesem diesen dort davon dafür damit daran darauf dazu darüber ihn ihm denen
  ils elle elles leur leurs celui celle ceux celles cela ça ceci
  eso esto ese esa esos esas ello ella ellos ellas allí ahí isso isto essa esses essas ele ela eles elas
  esso essi quello quella quelli quelle dat dit deze daar ervan ervoor hij hun dess deres deras
  sitä siitä siellä niitä jego jej tam tego tym tohle jeho její jejich aceasta acesta acela aceea acolo
  bu onu bunu onun bunun onlar bunlar orada burada itu ini mereka sana
  αυτο αυτος αυτη αυτα εκει это этот эта эти этого этой этом он она оно они его ее их ним ней там туда
  це цей ця ці цього він вона воно вони його її їх هو هي هم هذا هذه ذلك تلك هناك این آن آنها
  זה זאת זו הוא היא הם שם यह वह ये वे इस उस इसका उसका इसके उसके इसकी उसकी वहाँ वहां
  มัน นั้น นี้ เขา ที่นั่น นั่น 它 它们 他 她 他们 她们 这 那 这个 那个 这些 那些 那里 这里 其中 這 這個 那個 這些 那裡
  それ これ あれ その この あの そこ ここ 彼 彼女 그것 이것 그거 이거 거기 여기`,
);

/** Articles that are pronouns when no noun follows: "Wie viel kostet das?" */
const articles = list('das die der den dem les le la lo los las il het det the');

/**
 * Words before a noun that make no question by themselves: "for seniors?", "what about dogs?", "le dimanche ?".
 * "Is there parking?" has as few words and stands alone.
 */
const prepositions = list(
  `a an about for on at in with without by from to under over after before since until during between near
  für mit ohne an am im in auf bei ab bis nach vor seit von vom zu zum zur unter über ein eine einen
  pour avec sans sur chez dans en à au aux le la les un une depuis après avant
  para por con sin los las el al desde hasta hacia tras um uma com sem os as na nos nas da
  per con senza il lo gli i alla allo agli nel nella dal dalla
  voor met zonder op bij naar tot na tijdens een de het
  для с со без по на в во о об у к до после от из при`,
);

/** Words: a question with so few says little by itself. */
const maxElliptic = 3;
/** Words: a question with as few is one only together with the last, "How long?". */
const maxFragment = 2;
/** Words with a topic: a question with more stands alone although it has a pronoun. */
const maxTopics = 2;
/** Words: a longer question stands alone although it begins with a connective. */
const maxContinuing = 8;
const minWeight = 0.5;

/** Whether a folded word begins a question that continues the last one. */
export const isConnective = (word: string): boolean => connectives.has(word);

/** Whether a folded word probably names what a question is about. */
export const hasTopic = (word: string | undefined): boolean =>
  word !== undefined && !pronouns.has(word) && wordWeight(word) > minWeight;

/** German verbs behind which "es" stands for something: "Gibt es" is about nothing before. */
const verbsOfEs = list('ist war kostet liegt');

const isPronoun = (words: readonly string[], at: number): boolean =>
  pronouns.has(words[at]!) ||
  (words[at] === 'es' && verbsOfEs.has(words[at - 1] ?? '')) ||
  (articles.has(words[at]!) && !hasTopic(words[at + 1]));

/** Whether a question has a word that stands for something mentioned before. */
export function hasPronoun(question: string): boolean {
  const words = tokenize(question);
  return words.some((_, at) => isPronoun(words, at));
}

/** Whether a question of few words needs the one before it. */
function isElliptic(words: readonly string[], topics: number): boolean {
  if (words.length > maxElliptic) return false;
  // "Opening times" and "ticket prices" name two things, and one of them is asked.
  if (topics >= words.length && topics > 1) return false;
  if (words.length <= maxFragment) return true;
  if (!isFunctionWord(words[0]!)) return true;
  return words.slice(0, -1).some((word, at) => at < maxFragment && prepositions.has(word));
}

/**
 * Whether a question probably cannot be understood without the conversation: "and on Sundays?", "How much
 * is it?", "Why?". Cheap, for any language. A wrong yes mixes two questions, a wrong no loses the answer.
 */
export function refersBack(question: string): boolean {
  const words = tokenize(question);
  const topics = words.filter(hasTopic).length;
  if (topics === 0) return words.length > 0;
  if (isConnective(words[0]!) && words.length <= maxContinuing) return true;
  if (isElliptic(words, topics)) return true;
  return topics <= maxTopics && words.some((_, at) => isPronoun(words, at));
}
