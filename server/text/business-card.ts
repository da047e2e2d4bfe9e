import type { Settings } from '../contract/settings.ts';
import { languageIn } from '../language/languages.ts';

type Card = Settings['business'];

/** Monday to Sunday. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly (keyof Card)[];

/** 2 January 2023 was a Monday. */
const dayOf = (index: number) => Date.UTC(2023, 0, 2 + index);

/**
 * Returns the opening hours of the days that have any, with one entry for days that follow each other with the same, and
 * the exceptions. @param language BCP 47
 */
export function hoursOf(card: Card, language: string): string[] {
  const format = new Intl.DateTimeFormat(language || 'en', { weekday: 'long', timeZone: 'UTC' });
  const groups: { first: number; last: number; hours: string }[] = [];
  for (const [day, name] of weekdays.entries()) {
    const before = groups.at(-1);
    if (before?.hours === card[name]) before.last = day;
    else groups.push({ first: day, last: day, hours: card[name] });
  }
  const lines = groups
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => {
      const days = [...new Set([first, last])].map((day) => format.format(dayOf(day)));
      return `${days.join('–')} ${hours}`;
    });
  return [...lines, ...card.exceptions];
}

/**
 * Returns the owner's business card, a line for each fact, without those that are empty.
 *
 * @param language BCP 47; in English where it is empty
 */
export function cardLines(card: Card, language: string): string[] {
  const words = languageIn(language.split('-')[0]!).facts;
  const facts = [
    [words.name, card.name],
    [words.address, card.address.split(/\r?\n/).join(', ')],
    [words.phone, card.phone],
    [words.email, card.email],
    [words.openingHours, hoursOf(card, language).join('; ')],
  ] as const;
  return facts.flatMap(([label, text]) => (text === '' ? [] : `${label}: ${text}`));
}
