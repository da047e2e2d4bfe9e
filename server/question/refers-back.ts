import { fold } from '../text/fold.ts';
import { tokenize } from '../text/tokenize.ts';
import { wordWeight } from '../text/word-weight.ts';

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

/** Words: a shorter question says little by itself. */
const maxElliptic = 3;
/** Words with a topic: a question with more stands alone although it has a pronoun. */
const maxTopics = 2;
/** Words: a longer question stands alone although it begins with a connective. */
const maxContinuing = 8;
const minWeight = 0.5;

const hasTopic = (word: string | undefined): boolean =>
  word !== undefined && !pronouns.has(word) && wordWeight(word) > minWeight;

/**
 * Whether a question probably cannot be understood without the conversation: "and on Sundays?", "How much
 * is it?", "Why?". Cheap, for any language. A wrong yes costs a second search, a wrong no the answer.
 */
export function refersBack(question: string): boolean {
  const words = tokenize(question);
  const topics = words.filter(hasTopic).length;
  if (words.length <= maxElliptic || topics === 0) return words.length > 0;
  if (connectives.has(words[0]!) && words.length <= maxContinuing) return true;
  return (
    topics <= maxTopics &&
    words.some((word, at) => pronouns.has(word) || (articles.has(word) && !hasTopic(words[at + 1])))
  );
}
