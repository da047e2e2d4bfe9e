import { LRUCache } from 'lru-cache';

const msPerDay = 86_400_000;

/**
 * Returns a function that makes the format of a time zone, or that of UTC if `Intl` does not know it: WordPress takes
 * what an owner's plugin writes. Formats are kept: making one takes as long as a search.
 */
function formatsOf(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 8 });
  const make = (timeZone: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = formats.get(timeZone);
    if (known) return known;
    let made: Intl.DateTimeFormat;
    try {
      made = make(timeZone);
    } catch {
      made = make('UTC');
    }
    formats.set(timeZone, made);
    return made;
  };
}

const dayFormat = formatsOf('en', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  calendar: 'gregory',
});
const timeFormat = formatsOf('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** Returns a text such as "Monday, 23 November 2026 at 10:15". */
export const localTime = (now: number, timeZone: string): string =>
  timeFormat(timeZone).format(now);

/**
 * Returns the day of an instant at a place, as its start in UTC.
 *
 * @param timeZone IANA name or an offset such as `+02:00`; UTC if it is neither.
 */
export function localDate(now: number, timeZone: string): Date {
  const parts = dayFormat(timeZone).formatToParts(now);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(value('year'), value('month') - 1, value('day')));
}

/**
 * Returns when a day begins at a place, in milliseconds, to the second. By bisection: a day may begin at another
 * hour than midnight, and `Intl` only tells the day of an instant.
 *
 * @param day As its start in UTC.
 */
export function startOfDay(day: Date, timeZone: string): number {
  // No place is further from UTC.
  let [before, from] = [day.getTime() - maxOffset, day.getTime() + maxOffset];
  while (from - before > 1000) {
    const middle = Math.floor((before + from) / 2000) * 1000;
    if (localDate(middle, timeZone) < day) before = middle;
    else from = middle;
  }
  return from;
}
const maxOffset = 15 * 3_600_000;

/** Returns a name such as 2026-11-22. */
export const dayName = (date: Date): string => date.toISOString().slice(0, 10);

export const later = (date: Date, days: number) => new Date(date.getTime() + days * msPerDay);
