import { answerPhrases, type AnswerType } from './answer-phrases.ts';
import { hasClockTime } from './clock-time.ts';
import { hasDuration } from './duration.ts';
import { fold } from './fold.ts';
import { tokenize } from './tokenize.ts';

const currency =
  /\p{Sc}|(?<!\p{L})(?:eur|euros?|usd|gbp|chf|dollars?|pounds?|pence|cents?|francs?|franken|crowns?|kron(?:or|er|ur|en)|korun\p{L}*|forint\p{L}*|rupees?|yen|pesos?|kr|zł|kč|lei|tl|ft)(?!\p{L})|रुप[एय]\p{M}*|ユーロ|円|元|يورو|ευρώ|евро|євро|руб|유로|원/iu;
const free =
  /(?<!\p{L})(?:free|nothing|nichts|rien|nada|niente|gratis|kostenlos|kostenfrei|frei|gratuit\p{L}*|ilmai\p{L}*|zdarma|darmow\p{L}*|бесплатн\p{L}*|безкоштовн\p{L}*|ücretsiz)(?!\p{L})|無料|免费|مجان/iu;
const closed =
  /(?<!\p{L})(?:closed|geschlossen|fermée?s?|cerrad[oa]s?|chius[oaie]|fechad[oa]s?|gesloten|stängt|lukket|suljettu|zamknięt[aey]|zavřeno|kapalı|închis|zárva|κλειστ[άό]|закрыто|зачинено)(?!\p{L})|休館|休息|مغلق/iu;
/** Words of numbers that are not also articles or pronouns. */
const number =
  /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|deux|trois|quatre|cinq|huit|dix|onze|douze|vingt|trente|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta|cien|tre|quattro|cinque|sette|otto|nove|dieci|undici|dodici|venti|trenta|cento|dois|duas|três|quatro|sete|oito|dez|doze|vinte|twee|drie|vijf|zes|zeven|negen|tien|twaalf|twintig|dertig|honderd|तीन|चार|पाँच|पांच|आठ|दस|बीस|पचास|सौ|हज़ार)(?!\p{L})/iu;
const year = /(?<!\p{N})[12]\d{3}(?!\p{N})/u;

const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek} ]+$/u;

interface Asking {
  type: AnswerType | 'none';
  /** Folded. */
  phrase: string;
  isSpaced: boolean;
}

const byLanguage = new Map(
  Object.entries(answerPhrases).map(([language, phrases]) => [
    language,
    Object.entries(phrases).flatMap(([type, list]) =>
      list.split(',').map((text): Asking => {
        const phrase = fold(text.trim()).replace(/\s+/g, ' ');
        return { type: type as Asking['type'], phrase, isSpaced: spaced.test(phrase) };
      }),
    ),
  ]),
);
const ofAll = [...byLanguage.values()].flat();

const clauseWords = new Set(
  'when quand quando cuando kiedy kdy nar cand когда коли who qui quien quienes chi quem kto кто хто'
    .split(' ')
    .map(fold),
);
/** Characters before such a word that still asks. */
const maxBefore = 6;

/**
 * Returns the kind of fact that a question asks for first, with the folded words of the phrase that does, or null: a
 * follow-up stands before what it continues.
 *
 * @param language BCP 47 primary subtag; without one, or without phrases of it, those of all languages count.
 */
export function factAsked(
  question: string,
  language = '',
): { type: AnswerType; words: string[] } | null {
  const words = ` ${tokenize(question).join(' ')} `;
  const plain = fold(question);
  let first: Asking | null = null;
  let least = Infinity;
  for (const asking of byLanguage.get(language) ?? ofAll) {
    const { phrase, isSpaced } = asking;
    const at = isSpaced ? words.indexOf(` ${phrase} `) : plain.indexOf(phrase);
    // Inside a sentence these words begin a clause: "open when it rains".
    if (at < 0 || at > least || (clauseWords.has(phrase) && at > maxBefore)) continue;
    // "Combien de temps" is no "combien".
    if (at === least && first && phrase.length <= first.phrase.length) continue;
    first = asking;
    least = at;
  }
  if (!first || first.type === 'none') return null;
  return { type: first.type, words: first.phrase.split(' ') };
}

/** Returns the kind of fact that a question asks for first, or null. */
export const answerTypeOf = (question: string, language = ''): AnswerType | null =>
  factAsked(question, language)?.type ?? null;

const phone = /(?<!\p{N})(?:[+(]|0)\p{N}(?:[ ()./–-]{0,2}\p{N}){5,}/u;
const email = /[^\s@]@[^\s@]/u;
/** First name and surname, as scripts with capital letters write them. */
const person = /\p{Lu}\p{Ll}+ (?:\p{Lu}\. )?\p{Lu}\p{Ll}+/u;
const hasNumber = (text: string) => /\p{N}/u.test(text) || number.test(text);

/** Returns whether a text has a fact of this kind. */
export function hasAnswerType(text: string, type: AnswerType): boolean {
  if (type === 'number') return hasNumber(text);
  if (type === 'duration') return hasDuration(text, hasNumber);
  if (type === 'phone') return phone.test(text);
  if (type === 'email') return email.test(text);
  if (type === 'person') return person.test(text);
  if (type === 'price') return (currency.test(text) && hasNumber(text)) || free.test(text);
  return hasClockTime(text) || closed.test(text) || year.test(text);
}
