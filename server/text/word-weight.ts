import { wordLists } from './word-lists.ts';

/** Letters that a character of a script stands for: a Han character is a syllable, Arabic leaves short vowels out. */
const density: [RegExp, number][] = [
  [/\p{Script=Han}/u, 3],
  [/\p{Script=Hangul}/u, 2.5],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 1.5],
  [/\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u, 1.3],
  [/\p{Script=Arabic}|\p{Script=Hebrew}/u, 1.3],
];
const fullWeight = 6;
/** In alphabets, most function words are in the lists below: another short word may be a topic. */
const alphabetic = 1.5;
const minWeight = 0.1;
const digits = /^\p{N}+$/u;

/**
 * Returns how much a word probably tells of a topic, 0.1 to 1, without a corpus: 0.1 for a function word of a
 * listed language, 1 for a number. For other words length stands for rarity, since the frequent words of
 * every language are short (Zipf's law of abbreviation).
 */
export function wordWeight(word: string, language = ''): number {
  if (digits.test(word)) return 1;
  if (isFunctionWord(word, language)) return minWeight;
  return Math.min(1, Math.max(minWeight, lettersIn(word) / fullWeight));
}

function lettersIn(word: string): number {
  const first = word.charCodeAt(0);
  if (first < 0x590) return [...word].length * alphabetic;
  return [...word].length * (densities[first] ||= densityOf(word));
}

/** By the first UTF-16 code unit of a word; 0 as long as nobody asked. */
const densities = new Float32Array(0x1_0000);

const densityOf = (word: string): number =>
  density.find(([script]) => script.test(word.slice(0, 2)))?.[1] ?? 1;

/**
 * Function words: articles, pronouns, prepositions, auxiliaries and question words. Languages without a list
 * are weighted by length alone. Words that may be a topic in any of these languages ("open", "cost", "way")
 * are left out.
 */
const isListed = wordLists({
  en: `a about after all also although am an and any anybody anyone anything are as at be because been
  before being both but by can cannot could did do does doing done during each either else ever every
  for from get gets give given go goes going got had has have having he her here hers him his how
  however i if in into is it its itself just know let like make many may me might mine more most much
  must my myself near need no nor not of off on one only onto or other our ours out over own per
  please shall she should since so some somebody someone something such take takes tell than that the
  their theirs them then there these they thing this those through to too under until up upon us used
  very want was we were what whatever when where whether which while who whom whose why will with
  without would yes yet you your yours`,
  de: `ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis
  bist bitte da dabei dafür damit dann daran darauf darf das dass davon dazu dein deine dem den denn
  der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen ein eine einem
  einen einer eines er es etwas euch euer für gab geben gegen gehabt gemacht gibt habe haben hat hatte
  hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden
  jeder jedes jetzt kann kannst kein keine keinen können könnte machen man mehr mein meine meinem
  meinen meiner mich mir mit muss müssen nach nicht noch nun nur ob oder ohne sein seine sich sie sind
  so soll sollen sollte über um und uns unser unsere unter viel viele vom von vor wann war waren warum
  was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen wie wieder wir
  wird wo woher wohin wurde wurden zu zum zur zwischen`,
  fr: `a à afin ai ainsi alors après as au aucun aussi autre autres aux avait avant avec avez avoir avons
  c ça car ce cela ces cet cette ceux chaque chez comme comment d dans de depuis des dès donc dont du
  elle elles en encore entre es est et étaient était être eu eux faire fait faut font il ils j je l la
  le les leur leurs lors lui m ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou où
  par pas pendant peu peut peuvent peux plus plusieurs pour pourquoi pouvez puis qu quand que quel
  quelle quelles quels qui quoi s sa sans se sera ses si soit son sont sous suis sur t ta tes toi ton
  tous tout toute toutes très tu un une vos votre vous y`,
  'es pt': `a al algo algún alguna ante antes aquel as até cada com como cómo con cual cuál cuáles cuando cuándo
  cuanto cuánto cuánta cuántos cuántas da das de del desde do donde dónde dos e el ella ellas ellos em
  en entre era es esa ese eso essa esse esta está estaba están estar este esto estos eu foi fue fueron
  ha haber había hasta hay isso isto la las le les lo los más mas me mi mis mucho muy na não nas nem ni
  no nos nós nosotros nuestra nuestro num numa o onde os otra otro ou para pela pelo pero pode podem
  poder por porque pra puede pueden puedo qual quais quando quanto quanta quantos que qué quem quien
  quién quiénes se sé sem ser si sí sin sobre son sou soy su sua suas sus também tan te tem têm tener
  tengo teu tiene tienen tu um uma un una unas unos usted ustedes vocês você y ya yo`,
  it: `ad agli ai al alla alle allo anche c che chi ci come con cosa cui da dagli dal dalla dalle dei degli
  del della delle dello di dopo dove e è era essere fa fare fino fra fu gli ha hanno ho i il in io l la
  le lei li lo loro lui ma mi mia mio ne negli nei nel nella nelle noi non nostra nostro o per perché
  più poi posso può qual quale quali quando quanta quanti quanto quella quello questa queste questi
  questo si sia sono su sua sul sulla suo ti tra tu tutti tutto un una uno vi voi vostra vostro`,
  nl: `aan al alle als bij dan dat de deze die dit door dus een en er ga gaat geen had heb hebben heeft het
  hier hij hoe hun ik in is ja je jij jullie kan kunnen kunt maar mag me meer met mij mijn moet moeten
  na naar niet nog nu of om onder ons onze ook op over te toch tot u uit uw van veel voor waar waarom
  wanneer waren was wat we welk welke werd wie wij wil worden wordt zal ze zich zij zijn zo zonder`,
  ru: `а без более бы был была были было быть в вам вас ваш весь во вот все всех вы где да для до его ее
  если есть еще же за и из или им их к как какая какие какой какова каковы когда кого кто куда ли
  между меня мне может можно мой мы на над нам нас наш не него нее нет ни но о об он она они оно от
  откуда очень по под почему при про с сколько со та так также там те тем то того тоже только том ты у
  уже что чтобы чем эта эти это этого этой этом этот я`,
  ar: `أن أنا أو أي أين إذا إلى إن التي الذي الذين أم بعد بين ثم حتى ذلك عن عند على عليه غير فقط في قبل قد
  كان كانت كل كم كما كيف لا لم لماذا لن له لها لي لكن ليس ما ماذا مع من متى منذ مما نحن هذا هذه هل هم
  هناك هنا هو هي و يا يكون يمكن يمكنني`,
});

/** Returns whether a folded word is a function word of a language, or of any if that is unknown. */
export function isFunctionWord(word: string, language = ''): boolean {
  return isListed(word, language);
}
