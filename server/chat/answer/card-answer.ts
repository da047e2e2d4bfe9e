import { escapeMarkdown } from '../../../widget/parse-markdown.ts';
import type { Settings } from '../../contract/settings.ts';
import { languageCodes, languageIn, wordsOfAll, type CardFact } from '../../language/languages.ts';
import { daysIn } from '../../question/days.ts';
import type { Question } from '../../question/question.ts';
import { hoursOf } from '../../text/business-card.ts';
import { subtagOf } from '../../text/language.ts';
import { tokenize } from '../../text/tokenize.ts';
import { isFunctionWord } from '../../text/word-weight.ts';

type Card = Settings['business'];

/**
 * Returns the words of content of a question that say something, in any order, and whether it asks where or why. Empty:
 * it has neither.
 */
function keyOf(question: string, language: string, says: (word: string) => boolean): string {
  const words = [...new Set(tokenize(question))];
  const asks = (['where', 'why'] as const).filter((use) =>
    words.some((word) => wordsOfAll(use).has(word)),
  );
  const content = words.filter(
    (word) => !isFunctionWord(word) && !isFunctionWord(word, language) && says(word),
  );
  return [...asks, ...content.sort()].join(' ');
}

/** Reads the facts by the words of usual questions in all languages: few words do not tell theirs. */
function readUsual(): Map<string, CardFact> {
  const facts = new Map(
    languageCodes.flatMap((code) =>
      Object.entries(languageIn(code).card).flatMap(([fact, questions]) =>
        questions.map((question) => [keyOf(question, code, () => true), fact as CardFact]),
      ),
    ),
  );
  // A question without any such word may ask for anything.
  facts.delete('');
  return facts;
}
let usual: ReturnType<typeof readUsual> | undefined;

const textOf: Record<CardFact, (card: Card, language: string) => string> = {
  hours: (card, language) =>
    hoursOf(card, language)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join('\n'),
  address: ({ address }) => escapeMarkdown(address),
  phone: ({ phone }) => escapeMarkdown(phone),
  email: ({ email }) => escapeMarkdown(email),
};

const digits = /^\p{N}+$/u;

/**
 * Returns what the owner's business card answers to a question that asks for nothing else: beside the words of a usual
 * question it may have those of the place's name and of days. Null: it asks for more, or the card does not say it.
 */
export function cardAnswer(
  { gist, language, days, circumstances }: Question,
  { business }: Pick<Settings, 'business'>,
  { siteName, locale }: { siteName: string; locale: string },
): string | null {
  usual ??= readUsual();
  const spoken = language || subtagOf(locale);
  const names = new Set(tokenize(`${business.name} ${siteName}`));
  const isDay = (word: string) =>
    digits.test(word)
      ? days.length > 0
      : daysIn(word, spoken, circumstances?.now, circumstances?.timeZone).length > 0;
  const says = (word: string) => !names.has(word) && !isDay(word);
  const fact = usual.get(keyOf(gist, spoken, says));
  return (fact && textOf[fact](business, spoken)) || null;
}
